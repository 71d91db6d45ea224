package ground

import (
	"encoding/binary"
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// The choices of a move with many candidates and selective static conditions are found by a
// join of these conditions, the most selective one next. A condition such as (a, b) in road is
// a table of tuples; a == home[b] determines a parameter by others; other conditions are tested
// once their parameters are chosen.

// fewChoices is the number of choices up to which they are enumerated without a join.
var fewChoices = int64(5000)

// A moveJoin finds the choices of the parameters of a move. A parameter is represented by the
// position of its value in its type.
type moveJoin struct {
	*chooser
	of        []*model.Type
	tables    []*table
	equations []equation
	tests     []test
	chosen    []int64 // by parameter; -1 if not chosen
	choices   [][]int64
	most      int64 // maximum number of choices; 4 times as many tries; 0 means no limit
	tries     int64
}

// over reports whether there are too many choices.
func (j *moveJoin) over() bool {
	return j.most > 0 && (int64(len(j.choices)) >= j.most || j.tries >= 4*j.most)
}

// A table has the combinations of values that a condition allows for some parameters.
type table struct {
	params []int
	rows   [][]int64
	has    map[string]bool
	index  []map[int64][]int32 // by column and value: the rows
}

// An equation is a condition that determines a parameter, given others.
type equation struct {
	param int
	needs []int
	value syntax.Expr
}

// A test is a condition that is tested once all its parameters are chosen.
type test struct {
	cond  syntax.Expr
	needs []int
}

// joined adds the ground moves found by a join. It returns false if a join does not help.
func (ch *chooser) joined() bool {
	j := &moveJoin{chooser: ch}
	product := int64(1)
	for _, o := range ch.params {
		if o.Type.Kind == types.Set {
			return false
		}
		t := o.Type.Finite()
		n, ok := t.Size()
		if !ok || n == 0 {
			return false
		}
		product = saturated(0, product, n)
		j.of, j.chosen = append(j.of, t), append(j.chosen, -1)
	}
	if product <= fewChoices {
		return false
	}
	for _, gd := range ch.guards {
		if !j.table(gd.cond) {
			j.addEquation(gd.cond)
			j.tests = append(j.tests, test{gd.cond, ch.needs(gd.cond)})
		}
	}
	if product > manyChoices && ch.reaches() {
		j.most = manyChoices + 1
	}
	if len(j.tables) == 0 && len(j.equations) == 0 && j.most == 0 || !j.holds(nil) {
		return false
	}
	if j.next(); j.over() {
		j.choices = nil
		ch.g.large = append(ch.g.large, j)
		return true
	}
	if len(j.choices) == 0 && product <= ch.g.opts.Limit/10 {
		return false // enumeration reports why there is no choice
	}
	ch.found = int64(len(j.choices))
	slices.SortFunc(j.choices, slices.Compare)
	for _, c := range j.choices {
		for k, v := range c {
			j.bind(k, v)
		}
		ch.build()
	}
	return true
}

// needs returns the parameters that an expression depends on.
func (ch *chooser) needs(e syntax.Expr) []int {
	var list []int
	syntax.Inspect(e, func(n syntax.Node) bool {
		if id, ok := n.(*syntax.Ident); ok {
			if i := slices.Index(ch.params, ch.g.info.Uses[id]); i >= 0 && !slices.Contains(list, i) {
				list = append(list, i)
			}
		}
		return true
	})
	slices.Sort(list)
	return list
}

// param returns the parameter that an expression is, or -1.
func (ch *chooser) param(e syntax.Expr) int {
	for {
		p, ok := e.(*syntax.ParenExpr)
		if !ok {
			break
		}
		e = p.X
	}
	id, ok := e.(*syntax.Ident)
	if !ok {
		return -1
	}
	return slices.Index(ch.params, ch.g.info.Uses[id])
}

// comparison splits a condition that is a single comparison.
func comparison(e syntax.Expr) (x, y syntax.Expr, op syntax.Token, ok bool) {
	for {
		p, is := e.(*syntax.ParenExpr)
		if !is {
			break
		}
		e = p.X
	}
	c, ok := e.(*syntax.CompareExpr)
	if !ok || len(c.Ops) != 1 {
		return nil, nil, 0, false
	}
	return c.Xs[0], c.Xs[1], c.Ops[0], true
}

// table adds the table of a condition (a, b) in s, where a and b are parameters and s is
// constant. It returns false for other conditions.
func (j *moveJoin) table(cond syntax.Expr) bool {
	x, y, op, ok := comparison(cond)
	if !ok || op != syntax.In || len(j.needs(y)) > 0 || j.g.rangeOperand(y) != nil {
		return false
	}
	parts := []syntax.Expr{x}
	if t, ok := x.(*syntax.TupleExpr); ok {
		parts = t.Elems
	}
	t := &table{has: map[string]bool{}}
	for _, p := range parts {
		k := j.param(p)
		if k < 0 || slices.Contains(t.params, k) {
			return false
		}
		t.params = append(t.params, k)
		t.index = append(t.index, map[int64][]int32{})
	}
	s := j.g.lower(y)
	if s.kind != vSet || s.def != nil || s.elem == nil || !s.fixed() {
		return false
	}
	columns := []*model.Type{s.elem}
	if len(parts) > 1 {
		columns = s.elem.Elems
	}
	for i, in := range s.in {
		if in.IsTrue() {
			j.g.step()
			t.add(j.of, columns, s.elem.Nth(int64(i)))
		}
	}
	j.tables = append(j.tables, t)
	return true
}

// add adds a row, unless its values are not of the types of the parameters.
func (t *table) add(of, columns []*model.Type, leaves []int64) {
	row := make([]int64, len(t.params))
	for c, k := range t.params {
		n := columns[c].Leaves()
		if of[k].Leaves() != n || !of[k].Has(leaves[:n]) {
			return
		}
		row[c] = of[k].Ordinal(leaves[:n])
		leaves = leaves[n:]
	}
	for c, v := range row {
		t.index[c][v] = append(t.index[c][v], int32(len(t.rows)))
	}
	t.rows = append(t.rows, row)
	t.has[rowKey(row)] = true
}

func rowKey(row []int64) string {
	var b []byte
	for _, v := range row {
		b = binary.AppendVarint(b, v)
	}
	return string(b)
}

// addEquation adds the equations of a condition.
func (j *moveJoin) addEquation(cond syntax.Expr) {
	x, y, op, ok := comparison(cond)
	if !ok || op != syntax.Eq {
		return
	}
	for range 2 {
		if k := j.param(x); k >= 0 {
			if needs := j.needs(y); !slices.Contains(needs, k) {
				j.equations = append(j.equations, equation{k, needs, y})
			}
		}
		x, y = y, x
	}
}

func (j *moveJoin) bind(k int, v int64) {
	j.chosen[k] = v
	j.g.values[j.params[k].ID] = j.g.fixedValue(j.of[k], j.of[k].Nth(v))
}

func (j *moveJoin) known(params []int) bool {
	return !slices.ContainsFunc(params, func(k int) bool { return j.chosen[k] < 0 })
}

// holds tests the conditions that became testable by choosing the fresh parameters.
func (j *moveJoin) holds(fresh []int) bool {
	late := func(needs []int) bool {
		return fresh == nil && len(needs) == 0 || slices.ContainsFunc(needs, func(k int) bool { return slices.Contains(fresh, k) })
	}
	for _, t := range j.tables {
		if late(t.params) && j.known(t.params) {
			row := make([]int64, len(t.params))
			for c, k := range t.params {
				row[c] = j.chosen[k]
			}
			if !t.has[rowKey(row)] {
				return false
			}
		}
	}
	for _, a := range j.tests {
		if late(a.needs) && j.known(a.needs) {
			if v := j.g.lower(a.cond); v.kind == vScalar && v.e.IsFalse() {
				j.g.never(j.schema, a.cond, "it needs "+j.g.Text(a.cond))
				return false
			}
		}
	}
	return true
}

// next chooses further parameters by an equation, or else by the table or parameter with the
// fewest choices.
func (j *moveJoin) next() {
	j.g.step()
	free := slices.Index(j.chosen, -1)
	if free < 0 {
		j.choices = append(j.choices, slices.Clone(j.chosen))
		return
	}
	for _, t := range j.equations {
		if j.chosen[t.param] < 0 && j.known(t.needs) {
			j.determine(t)
			return
		}
	}
	var best *table
	var rows []int32
	all, fewest := false, int64(0)
	for _, t := range j.tables {
		if j.known(t.params) {
			continue
		}
		list, whole, n := t.candidates(j.chosen)
		if best == nil || n < fewest {
			best, rows, all, fewest = t, list, whole, n
		}
	}
	if size, _ := j.of[free].Size(); best == nil || size < fewest {
		for v := range size {
			j.try([]int{free}, []int64{v})
		}
		return
	}
	for i := range fewest {
		row := best.rows[i]
		if !all {
			row = best.rows[rows[i]]
		}
		j.try(best.params, row)
	}
}

// candidates returns the rows that may match the chosen values, and their number; all means all
// rows.
func (t *table) candidates(chosen []int64) (list []int32, all bool, n int64) {
	all, n = true, int64(len(t.rows))
	for c, k := range t.params {
		if v := chosen[k]; v >= 0 {
			if l := t.index[c][v]; int64(len(l)) < n || all {
				list, all, n = l, false, int64(len(l))
			}
		}
	}
	return list, all, n
}

// determine chooses the parameter of an equation and continues.
func (j *moveJoin) determine(t equation) {
	v := j.g.lower(t.value)
	if v.kind == vBad || !v.fixed() {
		return // it has no value, or an error was reported
	}
	v, exact := j.g.asType(v, j.of[t.param])
	if slices.ContainsFunc(exact, (*model.Expr).IsFalse) {
		return
	}
	leaves := v.constLeaves()
	if of := j.of[t.param]; len(leaves) == of.Leaves() && of.Has(leaves) {
		j.try([]int{t.param}, []int64{of.Ordinal(leaves)})
	}
}

// try chooses values for parameters, if they are consistent with those chosen before, and
// continues.
func (j *moveJoin) try(params []int, values []int64) {
	if j.tries++; j.over() {
		return
	}
	j.g.step()
	j.with(params, values, func(fresh []int) {
		if j.holds(fresh) {
			j.next()
		}
	})
}

// with chooses values for parameters, if they are consistent with those chosen before, calls on
// with the new parameters, and undoes the choice.
func (j *moveJoin) with(params []int, values []int64, on func(fresh []int)) {
	var fresh []int
	agree := true
	for c, k := range params {
		if j.chosen[k] < 0 {
			fresh = append(fresh, k)
			j.bind(k, values[c])
		} else {
			agree = agree && j.chosen[k] == values[c]
		}
	}
	if agree {
		on(fresh)
	}
	for _, k := range fresh {
		j.chosen[k] = -1
	}
}
