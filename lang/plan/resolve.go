package plan

import (
	"fmt"
	"strconv"

	"farbank/lang/syntax"
	"farbank/model"
)

// A reader resolves the names of plans of a problem.
type reader struct {
	p     *model.Problem
	moves map[string]int // by the plan form of the ground move
}

func newReader(p *model.Problem) *reader {
	r := &reader{p: p, moves: make(map[string]int, len(p.Moves))}
	for i, m := range p.Moves {
		r.moves[m.String()] = i
	}
	return r
}

func (r *reader) resolve(d *draft) Reading {
	find, err := r.find(d.find)
	if err != nil {
		return Reading{Err: &model.PlanError{Why: err.Error()}}
	}
	if r.p.Unit > 0 {
		return r.resolveTimed(find, d.moves)
	}
	plan := model.Plan{Find: find}
	for i, c := range d.moves {
		if c.when.given {
			return Reading{Err: &model.PlanError{Step: i + 1, Move: c.name + argsText(c.args), Why: "no move of this problem takes time, so a plan has no times"}}
		}
		n, err := r.move(c)
		if err != nil {
			err.Step = i + 1
			return Reading{Err: err}
		}
		plan.Moves = append(plan.Moves, n)
	}
	return Reading{Plan: plan}
}

// find returns the find cells of the given values.
func (r *reader) find(given []assignment) ([]int64, error) {
	cells := make([]int64, r.p.NumFind)
	known := make([]bool, r.p.NumFind)
	for _, a := range given {
		v, err := r.variable(a.name)
		if err != nil {
			return nil, err
		}
		t, base := v.Type, v.Base
		if a.index != nil {
			if t, base, err = element(v, a.index); err != nil {
				return nil, err
			}
		}
		leaves, err := leavesOf(t, a.value)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", a.name, err)
		}
		for i, x := range leaves {
			if known[base+i] && cells[base+i] != x {
				return nil, fmt.Errorf("%s is given two values", r.p.Cells[base+i].Name)
			}
			cells[base+i], known[base+i] = x, true
		}
	}
	for i, ok := range known {
		if !ok {
			return nil, fmt.Errorf("there is no value for %s", r.p.Cells[i].Name)
		}
	}
	return cells, nil
}

func (r *reader) variable(name string) (*model.Var, error) {
	var names []string
	for i := range r.p.Vars {
		if v := &r.p.Vars[i]; v.Find {
			if v.Name == name {
				return v, nil
			}
			names = append(names, v.Name)
		}
	}
	return nil, fmt.Errorf("there is no find variable %s%s", name, suggestion(name, names))
}

func suggestion(name string, known []string) string {
	if s := syntax.DidYouMean(name, known); s != "" {
		return "; " + s
	}
	return ""
}

// element returns the type and the first cell of an element of an array.
func element(v *model.Var, index []any) (*model.Type, int, error) {
	if v.Type.Kind != model.Array || len(index) != len(v.Type.Index) {
		return nil, 0, fmt.Errorf("%s does not take %d indices", v.Name, len(index))
	}
	at := int64(0)
	for i, t := range v.Type.Index {
		leaves, err := leavesOf(t, index[i])
		if err != nil {
			return nil, 0, fmt.Errorf("%s: %w", v.Name, err)
		}
		n, _ := t.Size()
		at = at*n + t.Ordinal(leaves)
	}
	e := v.Type.Elems[0]
	return e, v.Base + int(at)*e.Leaves(), nil
}

// move returns the index of a ground move.
func (r *reader) move(c call) (int, *model.PlanError) {
	written := c.name + argsText(c.args)
	s, names := r.schema(c.name, len(c.args))
	if s == nil {
		return 0, &model.PlanError{Move: written, Why: fmt.Sprintf("there is no move %s%s", c.name, suggestion(c.name, names))}
	}
	if len(c.args) != len(s.Params) {
		return 0, &model.PlanError{Move: written, Why: fmt.Sprintf("%s takes %d values, not %d", c.name, len(s.Params), len(c.args))}
	}
	m := model.Move{Schema: s}
	for i, param := range s.Params {
		leaves, err := leavesOf(param.Type, c.args[i])
		if err != nil {
			return 0, &model.PlanError{Move: written, Why: fmt.Sprintf("%s: %v", param.Name, err)}
		}
		m.Args = append(m.Args, model.Value{Type: param.Type, Leaves: leaves})
	}
	if n, ok := r.moves[m.String()]; ok {
		return n, nil
	}
	e := &model.PlanError{Move: m.String(), Why: "can never be made"}
	if len(s.Requires) > 0 {
		e.Why += "; its conditions are"
		for i := range s.Requires {
			e.Rules = append(e.Rules, &s.Requires[i])
		}
	}
	return 0, e
}

// schema returns the schema with a name, or the names of all. If several have the name, it prefers one with the number of parameters.
func (r *reader) schema(name string, params int) (*model.Schema, []string) {
	var names []string
	var found *model.Schema
	for _, s := range r.p.Schemas {
		if s.Role != model.Begins {
			continue
		}
		if s.Name == name && (found == nil || len(s.Params) == params) {
			found = s
		}
		names = append(names, s.Name)
	}
	return found, names
}

func argsText(args []any) string {
	text := "("
	for i, a := range args {
		if i > 0 {
			text += ", "
		}
		text += describe(a)
	}
	return text + ")"
}

// leavesOf returns the leaves of a written value of type t.
func leavesOf(t *model.Type, x any) ([]int64, error) {
	switch t.Kind {
	case model.Tuple:
		list, ok := x.([]any)
		if !ok || len(list) != len(t.Elems) {
			return nil, notOf(t, x)
		}
		leaves, err := each(t.Elems, list)
		if err == nil && !t.Has(leaves) {
			return nil, notOf(t, x)
		}
		return leaves, err
	case model.Set:
		return setLeaves(t, x)
	case model.Array:
		return arrayLeaves(t, t.Index, x)
	}
	v, ok := scalarLeaf(t, x)
	if !ok || !t.Has([]int64{v}) {
		return nil, notOf(t, x)
	}
	return []int64{v}, nil
}

func notOf(t *model.Type, x any) error {
	hint := ""
	if t.Kind == model.Enum {
		switch x := x.(type) {
		case word:
			hint = suggestion(string(x), t.Names())
		case string:
			hint = suggestion(x, t.Names())
		}
	}
	return fmt.Errorf("%s is not of type %s%s", describe(x), t, hint)
}

func each(types []*model.Type, list []any) ([]int64, error) {
	var leaves []int64
	for i, t := range types {
		l, err := leavesOf(t, list[i])
		if err != nil {
			return nil, err
		}
		leaves = append(leaves, l...)
	}
	return leaves, nil
}

func scalarLeaf(t *model.Type, x any) (int64, bool) {
	switch x := x.(type) {
	case int64:
		if t.Digits > 0 {
			v, ok := model.ParseDecimal(strconv.FormatInt(x, 10), t.Digits)
			return v, ok && t.Kind == model.Int
		}
		return x, t.Kind == model.Int
	case decimal:
		v, ok := model.ParseDecimal(string(x), t.Digits)
		return v, ok && t.Kind == model.Int
	case bool:
		if x {
			return 1, t.Kind == model.Bool
		}
		return 0, t.Kind == model.Bool
	case word:
		if t.Kind == model.Bool {
			return map[word]int64{"true": 1}[x], x == "true" || x == "false"
		}
		return nameLeaf(t, string(x))
	case string:
		return nameLeaf(t, x)
	}
	return 0, false
}

// nameLeaf returns the leaf of a character or of a member of an enum.
func nameLeaf(t *model.Type, name string) (int64, bool) {
	if t.Kind == model.Char {
		r := []rune(name)
		return int64(append(r, 0)[0]), len(r) == 1
	}
	return t.Named(name)
}

func setLeaves(t *model.Type, x any) ([]int64, error) {
	list, ok := x.([]any)
	if !ok {
		return nil, notOf(t, x)
	}
	leaves := make([]int64, t.Leaves())
	for _, y := range list {
		l, err := leavesOf(t.Elems[0], y)
		if err != nil {
			return nil, err
		}
		leaves[t.Elems[0].Ordinal(l)] = 1
	}
	return leaves, nil
}

// arrayLeaves returns the leaves of an array: a list in the order of the index, or an object
// from index to element, nested for several indices.
func arrayLeaves(t *model.Type, index []*model.Type, x any) ([]int64, error) {
	if len(index) == 0 {
		return leavesOf(t.Elems[0], x)
	}
	n, _ := index[0].Size()
	var leaves []int64
	for i := range n {
		var y any
		switch x := x.(type) {
		case []any:
			if int64(len(x)) != n {
				return nil, fmt.Errorf("%d elements are needed, not %d", n, len(x))
			}
			y = x[i]
		case map[string]any:
			key := index[0].Plain(index[0].Nth(i))
			var ok bool
			if y, ok = x[key]; !ok {
				return nil, fmt.Errorf("there is no element %s", strconv.Quote(key))
			}
		default:
			return nil, notOf(t, x)
		}
		l, err := arrayLeaves(t, index[1:], y)
		if err != nil {
			return nil, err
		}
		leaves = append(leaves, l...)
	}
	return leaves, nil
}
