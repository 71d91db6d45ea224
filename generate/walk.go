package generate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/model"
)

// maxWritten is the most reachable states for which who leads to whom is written down.
const maxWritten = 50_000

// walk gives an instance another start, so many random moves away from a goal.
func (g *Generator) walk(ctx context.Context, inst *Instance) (*Instance, error) {
	p := inst.Problem
	if len(p.Schemas) == 0 || p.NumFind > 0 {
		return nil, fmt.Errorf("a walk is for problems with moves and without unknowns")
	}
	back, goals, err := backwards(ctx, p)
	if err != nil {
		return nil, err
	}
	if goals == nil { // too large to be written down: from one goal, forwards
		goal, err := g.goal(ctx, p)
		if err != nil || goal == nil {
			return nil, err
		}
		goals, back = []model.State{goal}, nil
	}
	if len(goals) == 0 {
		return nil, fmt.Errorf("no goal can be reached, so there is none to walk from")
	}
	s, err := g.wander(p, goals[g.rand.IntN(len(goals))], back)
	if err != nil || s == nil {
		return nil, err
	}
	return g.begin(inst, s)
}

// goal is the last state of a plan.
func (g *Generator) goal(ctx context.Context, p *model.Problem) (model.State, error) {
	a, err := g.Solve(ctx, p, engine.Question{Plans: engine.Any, Workers: 1}, nil)
	if err != nil {
		return nil, err
	}
	if a.Best == nil {
		return nil, fmt.Errorf("no goal is known to walk from")
	}
	steps, _, err := p.Verify(*a.Best)
	if err != nil {
		return nil, err
	}
	return steps[len(steps)-1].State, nil
}

// backwards writes down the reachable states: for each, those that lead to it. goals
// is nil if there are too many.
func backwards(ctx context.Context, p *model.Problem) (back map[string][]model.State, goals []model.State, err error) {
	back = map[string][]model.State{}
	goals = []model.State{}
	var queue []model.State
	for s, err := range p.Starts(ctx) {
		if err != nil {
			return nil, nil, err
		}
		queue = append(queue, s)
		back[fmt.Sprint(s)] = nil
	}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		if ctx.Err() != nil {
			return nil, nil, context.Cause(ctx)
		}
		if ok, err := p.AtGoal(s); err != nil {
			return nil, nil, err
		} else if ok {
			goals = append(goals, s)
		}
		next, err := successors(p, s)
		if err != nil {
			return nil, nil, err
		}
		for _, n := range next {
			key := fmt.Sprint(n)
			from, seen := back[key]
			back[key] = append(from, s)
			if !seen {
				queue = append(queue, n)
			}
		}
		if len(back) > maxWritten {
			return nil, nil, nil
		}
	}
	return back, goals, nil
}

// successors are the safe states that a move leads to, other than s itself.
func successors(p *model.Problem, s model.State) ([]model.State, error) {
	var list []model.State
	for _, m := range p.Moves {
		out, err := p.Apply(m, s)
		if err != nil {
			return nil, err
		}
		if out.Next == nil || slices.Equal(out.Next, s) {
			continue
		}
		ok, err := p.Safe(out.Next)
		if err != nil {
			return nil, err
		}
		if ok {
			list = append(list, out.Next)
		}
	}
	return list, nil
}

// wander walks Walk steps from s, against the moves where back is known, and comes to
// no state twice as long as it can.
func (g *Generator) wander(p *model.Problem, s model.State, back map[string][]model.State) (model.State, error) {
	seen := map[string]bool{fmt.Sprint(s): true}
	for range g.Walk {
		next := back[fmt.Sprint(s)]
		if back == nil {
			var err error
			if next, err = successors(p, s); err != nil {
				return nil, err
			}
		}
		fresh := slices.DeleteFunc(slices.Clone(next), func(n model.State) bool { return seen[fmt.Sprint(n)] })
		if len(fresh) == 0 {
			break
		}
		s = fresh[g.rand.IntN(len(fresh))]
		seen[fmt.Sprint(s)] = true
	}
	return s, nil
}

// begin makes the instance begin in s: by a parameter that gives the start, where the
// file has one, or else by writing it into the file.
func (g *Generator) begin(inst *Instance, s model.State) (*Instance, error) {
	f, err := syntax.Parse("", g.Source)
	if err != nil {
		return nil, err
	}
	p := inst.Problem
	if data := given(f, p, s, inst.Data); data != nil {
		if q, err := g.load(g.Source, data); err == nil && begins(q, s) {
			inst.Data, inst.Problem = data, q
			return inst, nil
		}
	}
	inst.Source = written(f, g.Source, p, s)
	q, err := g.load(inst.Source, inst.Data)
	if err != nil {
		return nil, fmt.Errorf("the start cannot be written into the file: %w", err)
	}
	inst.Problem = q
	if !begins(q, s) {
		return nil, fmt.Errorf("the start written into the file is another")
	}
	return inst, nil
}

func begins(p *model.Problem, s model.State) bool {
	start, ok, err := p.Begin(nil)
	return err == nil && ok && slices.Equal(start, s)
}

// given puts the start into the parameters that state variables begin with, as in
// "state tile[Place]: Place = start".
func given(f *syntax.File, p *model.Problem, s model.State, data map[string]any) map[string]any {
	params := map[string]bool{}
	for _, d := range f.Decls {
		if v, ok := d.(*syntax.ValueDecl); ok && v.Kind == syntax.Param {
			params[v.Name.Name] = true
		}
	}
	out := map[string]any{}
	for k, v := range data {
		out[k] = v
	}
	found := false
	for _, v := range states(p) {
		d := declared(f, v.Name)
		if d == nil {
			continue
		}
		from := strings.TrimSpace(f.Source[d.Value.Pos().Offset:d.Value.End().Offset])
		if params[from] {
			out[from], found = v.Type.JSON(s[v.Base:v.Base+v.Cells]), true
		}
	}
	if !found {
		return nil
	}
	return out
}

// declared is the declaration of a state variable.
func declared(f *syntax.File, name string) *syntax.ValueDecl {
	for _, d := range f.Decls {
		if v, ok := d.(*syntax.ValueDecl); ok && v.Kind == syntax.State && v.Name.Name == name && v.Value != nil {
			return v
		}
	}
	return nil
}

// written is the file with the values of s in place of those that it begins with.
func written(f *syntax.File, source string, p *model.Problem, s model.State) string {
	vars := states(p)
	slices.SortFunc(vars, func(x, y model.Var) int { return y.Pos.Line - x.Pos.Line })
	for _, v := range vars {
		if d := declared(f, v.Name); d != nil {
			source = source[:d.Value.Pos().Offset] + literal(v.Type, s[v.Base:v.Base+v.Cells]) + source[d.Value.End().Offset:]
		}
	}
	return source
}

// literal writes a value in the language.
func literal(t *model.Type, leaves []int64) string {
	if t.Kind != model.Array {
		return t.Format(leaves)
	}
	var parts []string
	each(t.Index, nil, func(key []string) {
		n := t.Elems[0].Leaves()
		name := key[0]
		if len(key) > 1 {
			name = "(" + strings.Join(key, ", ") + ")"
		}
		parts = append(parts, name+": "+literal(t.Elems[0], leaves[:n]))
		leaves = leaves[n:]
	})
	return "{" + strings.Join(parts, ", ") + "}"
}

// each calls visit for every combination of indices, the last varying fastest.
func each(index []*model.Type, key []string, visit func([]string)) {
	if len(index) == 0 {
		visit(key)
		return
	}
	n, _ := index[0].Size()
	for i := range n {
		each(index[1:], append(key[:len(key):len(key)], index[0].Format(index[0].Nth(i))), visit)
	}
}
