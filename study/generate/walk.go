package generate

import (
	"context"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/model"
)

// maxTried is the maximum number of moves tried to compute the predecessors.
const maxTried = 1_000_000

// A stateSpace holds the reachable states of a problem.
type stateSpace struct {
	back  map[string][]model.State // predecessors by state; nil if there are too many states
	goals []model.State
	exit  int // every walk from a goal of fewer moves stays in goals; 0: every walk does
}

// key returns the state as a map key.
func key(s model.State) string {
	b := make([]byte, 0, 2*len(s))
	for _, v := range s {
		b = binary.AppendVarint(b, v)
	}
	return string(b)
}

// walk gives an instance another start, Options.Walk random moves away from a goal.
func (g *Generator) walk(ctx context.Context, inst *Instance) (*Instance, error) {
	p := inst.Problem
	if len(p.Schemas) == 0 || p.NumFind > 0 {
		return nil, fmt.Errorf("a walk is for problems with moves and without unknowns")
	}
	c, err := g.explored(ctx, inst)
	if err != nil {
		return nil, err
	}
	if len(c.goals) == 0 {
		return nil, fmt.Errorf("no goal is reachable, so a walk has no beginning")
	}
	switch {
	case c.exit == 0:
		return nil, fmt.Errorf("every walk from a goal stays in goals, so each start would be solved already")
	case c.exit > g.Walk:
		return nil, fmt.Errorf("every walk of at most %s from a goal stays in goals; only walks of %d or more can leave them", moves(g.Walk), c.exit)
	}
	s, err := g.wander(p, c, c.goals[g.rand.IntN(len(c.goals))])
	if err != nil || s == nil {
		return nil, err
	}
	return g.begin(ctx, inst, s)
}

// explored returns the state space of an instance and caches the last one. A space that is too large
// contains one goal only, the last state of a plan.
func (g *Generator) explored(ctx context.Context, inst *Instance) (*stateSpace, error) {
	name := fmt.Sprint(inst.Data)
	if g.space != nil && g.spaceOf == name {
		return g.space, nil
	}
	c, err := backwards(ctx, inst.Problem)
	if err == nil && c.back == nil {
		var goal model.State
		if goal, err = g.goal(ctx, inst.Problem); err == nil {
			c.goals = []model.State{goal}
		}
	}
	if err != nil {
		return nil, err
	}
	if c.exit, err = c.leave(ctx, inst.Problem); err != nil {
		return nil, err
	}
	g.space, g.spaceOf = c, name
	return c, nil
}

// leave computes stateSpace.exit by breadth-first search from the goals, in the direction of the walks.
func (c *stateSpace) leave(ctx context.Context, p *model.Problem) (int, error) {
	seen := map[string]bool{}
	for _, s := range c.goals {
		seen[key(s)] = true
	}
	layer, tried := c.goals, 0
	for depth := 1; len(layer) > 0; depth++ {
		var following []model.State
		for _, s := range layer {
			if ctx.Err() != nil {
				return 0, context.Cause(ctx)
			}
			if tried += len(p.Moves); tried > maxTried && c.back == nil {
				return depth, nil
			}
			next, err := c.next(p, s)
			if err != nil {
				return 0, err
			}
			for _, n := range next {
				if seen[key(n)] {
					continue
				}
				ok, err := p.AtGoal(n)
				if err != nil {
					return 0, err
				}
				if !ok {
					return depth, nil
				}
				seen[key(n)] = true
				following = append(following, n)
			}
		}
		layer = following
	}
	return 0, nil
}

// next returns the states to which a walk can go from s: the predecessors, or the successors if the predecessors are
// not known.
func (c *stateSpace) next(p *model.Problem, s model.State) ([]model.State, error) {
	if c.back != nil {
		return c.back[key(s)], nil
	}
	return successors(p, s)
}

func moves(n int) string {
	if n == 1 {
		return "1 move"
	}
	return fmt.Sprintf("%d moves", n)
}

// goal returns the last state of a plan.
func (g *Generator) goal(ctx context.Context, p *model.Problem) (model.State, error) {
	a, err := g.Engines.Solve(ctx, nil, p, engine.Question{Plans: engine.Any, Workers: 1, Memory: g.Memory}, nil)
	if err != nil {
		return nil, err
	}
	if err := limited(ctx, a); err != nil {
		return nil, err
	}
	if a.Best == nil {
		return nil, fmt.Errorf("no goal was found from which to walk")
	}
	steps, _, err := p.Verify(*a.Best)
	if err != nil {
		return nil, err
	}
	return steps[len(steps)-1].State, nil
}

// backwards computes the reachable states with their predecessors.
func backwards(ctx context.Context, p *model.Problem) (*stateSpace, error) {
	c := &stateSpace{back: map[string][]model.State{}}
	var queue []model.State
	for s, err := range p.Starts(ctx) {
		if err != nil {
			return nil, err
		}
		queue = append(queue, s)
		c.back[key(s)] = nil
	}
	for tried := 0; len(queue) > 0; tried += len(p.Moves) {
		s := queue[0]
		queue = queue[1:]
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if tried > maxTried {
			return &stateSpace{}, nil
		}
		ok, err := p.AtGoal(s)
		if err != nil {
			return nil, err
		}
		if ok {
			c.goals = append(c.goals, s)
		}
		next, err := successors(p, s)
		if err != nil {
			return nil, err
		}
		for _, n := range next {
			from, seen := c.back[key(n)]
			c.back[key(n)] = append(from, s)
			if !seen {
				queue = append(queue, n)
			}
		}
	}
	return c, nil
}

// successors returns the safe successors of s other than s itself.
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

// wander makes Walk random steps from s and avoids visited states while it can.
func (g *Generator) wander(p *model.Problem, c *stateSpace, s model.State) (model.State, error) {
	seen := map[string]bool{key(s): true}
	for range g.Walk {
		next, err := c.next(p, s)
		if err != nil {
			return nil, err
		}
		fresh := slices.DeleteFunc(slices.Clone(next), func(n model.State) bool { return seen[key(n)] })
		if len(fresh) == 0 {
			break
		}
		s = fresh[g.rand.IntN(len(fresh))]
		seen[key(s)] = true
	}
	return s, nil
}

// begin gives the instance the start s: through a parameter that the start is read from, or else by
// writing it into the file.
func (g *Generator) begin(ctx context.Context, inst *Instance, s model.State) (*Instance, error) {
	f, err := syntax.Parse("", g.Source)
	if err != nil {
		return nil, err
	}
	p := inst.Problem
	if data := given(f, p, s, inst.Data); data != nil {
		if q, err := g.load(ctx, g.Source, data); err == nil && begins(q, s) {
			inst.Data, inst.Problem = data, q
			return inst, nil
		}
	}
	inst.Source = written(f, g.Source, p, s)
	q, err := g.load(ctx, inst.Source, inst.Data)
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

// given sets the parameters that state variables are initialized with, as in
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

// declared returns the declaration of a state variable.
func declared(f *syntax.File, name string) *syntax.ValueDecl {
	for _, d := range f.Decls {
		if v, ok := d.(*syntax.ValueDecl); ok && v.Kind == syntax.State && v.Name.Name == name && v.Value != nil {
			return v
		}
	}
	return nil
}

// written returns the source with the values of s as start values.
func written(f *syntax.File, source string, p *model.Problem, s model.State) string {
	vars := states(p)
	slices.SortFunc(vars, func(x, y model.Var) int { return y.Pos.Line - x.Pos.Line })
	for _, v := range vars {
		if d := declared(f, v.Name); d != nil {
			source = source[:d.Name.End().Offset] + head(source, d) + " = " + literal(v.Type, s[v.Base:v.Base+v.Cells]) + source[d.Value.End().Offset:]
		}
	}
	return source
}

// head returns the indices and the type of a declaration. It drops the names of indices, with which
// the value would be evaluated for each element.
func head(source string, d *syntax.ValueDecl) string {
	text := func(n syntax.Node) string { return source[n.Pos().Offset:n.End().Offset] }
	var index []string
	for _, f := range d.Index {
		for range max(len(f.Names), 1) {
			index = append(index, text(f.Type))
		}
	}
	if len(index) == 0 {
		return ": " + text(d.Type)
	}
	return "[" + strings.Join(index, ", ") + "]: " + text(d.Type)
}

// literal returns a value as an expression of the language.
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
