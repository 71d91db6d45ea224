package planning

import (
	"fmt"
	"slices"

	"farbank/model"
	"farbank/model/transition"
	"farbank/planning"
)

// Limits of tabulation.
const (
	maxColumn  = 10_000  // values of an expression
	maxRows    = 100_000 // axioms of one expression
	maxTabular = 500_000 // axioms of all expressions
)

// A tabulator gives expressions of several cells derived variables: one variable for each subexpression, with an axiom
// for each combination of the values of its operands. Their number grows with the product of the values of two operands,
// where the cases of the whole expression grow with that of all its cells.
type tabulator struct {
	*translator
	known map[*model.Expr]*column
	rows  int // axioms so far
}

// A column holds the values that an expression may have, ascending, and for each the fact that says so. A constant has
// one value and no fact.
type column struct {
	values []int64
	facts  []planning.Fact
}

// constant reports whether a column has a single value that needs no fact.
func (c *column) constant() bool { return len(c.facts) == 0 && len(c.values) == 1 }

// when returns the facts that say that c has its k-th value: one, or none if c is constant.
func (c *column) when(k int) []planning.Fact {
	if c.constant() {
		return nil
	}
	return c.facts[k : k+1]
}

// of returns the fact that c has a value. It returns never if c does not have it, and no facts if it always does.
func (c *column) of(value int64) (all []planning.Fact, never bool) {
	k, ok := slices.BinarySearch(c.values, value)
	if !ok {
		return nil, true
	}
	return c.when(k), false
}

// tabulate returns the column of an expression, adding what is missing to the task. The error is a *tooLarge.
func (t *tabulator) tabulate(e *model.Expr) (*column, error) {
	if c := t.known[e]; c != nil {
		return c, nil
	}
	c, err := t.compute(e)
	if err != nil {
		return nil, err
	}
	t.known[e] = c
	return c, nil
}

func (t *tabulator) compute(e *model.Expr) (*column, error) {
	switch {
	case e.Wide:
		return nil, &tooLarge{"arithmetic may leave 64 bits"}
	case e.IsConst():
		return &column{values: []int64{e.Value}}, nil
	case e.Op == model.Cell:
		return t.cell(int(e.Value))
	case e.Op == model.Local || e.Locals || e.Op == model.Undefined:
		return nil, &tooLarge{"a recursive definition is used in an expression that cannot be tabulated"}
	}
	if cell := only(e); cell >= 0 {
		return t.unary(e, cell)
	}
	switch e.Op {
	case model.And, model.Or:
		return t.junction(e)
	case model.If:
		return t.choice(e, []*model.Expr{e.Args[0]}, []*model.Expr{e.Args[2], e.Args[1]}, func(index []int64) int { return int(index[0]) })
	case model.At, model.Table, model.Select:
		return t.choice(e, e.Indices(), t.sys.Elements(e), func(index []int64) int { return position(e.Dims, index) })
	case model.Distinct:
		return t.distinct(e)
	case model.Sum, model.Min, model.Max:
		return t.chain(e)
	case model.Not, model.Neg, model.Abs:
		return t.product(e, e.Args[:1], nil)
	}
	return t.product(e, e.Args[:1], e.Args[1])
}

// position returns the place of indices among all of them, the last varying fastest, or -1 if one is out of range.
func position(dims []model.Dim, index []int64) int {
	at := int64(0)
	for k, d := range dims {
		if !d.Has(index[k]) {
			return -1
		}
		at = at*d.N + index[k] - d.Lo
	}
	return int(at)
}

// cell returns the column of a cell: the values of its variable.
func (t *tabulator) cell(i int) (*column, error) {
	c := &column{}
	for v := range t.p.Cells[i].Values() {
		if len(c.values) == maxColumn {
			return nil, &tooLarge{fmt.Sprintf("%s has more than %d values", t.p.Cells[i].Name, maxColumn)}
		}
		c.values = append(c.values, v)
		c.facts = append(c.facts, t.fact(transition.Fact{Cell: i, Value: v}))
	}
	return c, nil
}

// A row says that an expression has a value if all of some facts hold.
type row struct {
	value int64
	when  []planning.Fact
}

// unary tabulates an expression of a single cell by its values.
func (t *tabulator) unary(e *model.Expr, cell int) (*column, error) {
	c, err := t.cell(cell)
	if err != nil {
		return nil, err
	}
	var rows []row
	for k, v := range c.values {
		if x := t.substitution(map[int]int64{cell: v}).Apply(e); x.IsConst() {
			rows = append(rows, row{x.Value, c.when(k)})
		}
	}
	return t.derived(e, rows)
}

// junction tabulates a conjunction or disjunction: one of its operands decides it, or all of them do.
func (t *tabulator) junction(e *model.Expr) (*column, error) {
	deciding := int64(0) // of And: an operand that is false
	if e.Op == model.Or {
		deciding = 1
	}
	all := row{value: 1 - deciding}
	never := false
	var rows []row
	for _, a := range e.Args {
		c, err := t.tabulate(a)
		if err != nil {
			return nil, err
		}
		if facts, no := c.of(deciding); !no {
			rows = append(rows, row{deciding, facts})
		}
		facts, no := c.of(1 - deciding)
		all.when, never = append(all.when, facts...), never || no
	}
	if !never {
		rows = append(rows, all)
	}
	return t.derived(e, rows)
}

// choice tabulates an expression that is one of some elements, which the values of the indices choose by position.
func (t *tabulator) choice(e *model.Expr, indices, elements []*model.Expr, chosen func(index []int64) int) (*column, error) {
	columns, err := t.columns(indices)
	if err != nil {
		return nil, err
	}
	var rows []row
	err = combine(columns, func(index []int64, when []planning.Fact) error {
		k := chosen(index)
		if k < 0 || k >= len(elements) {
			return nil
		}
		c, err := t.tabulate(elements[k])
		if err != nil {
			return err
		}
		if len(rows)+len(c.values) > maxRows {
			return t.tooMany(e)
		}
		for i, v := range c.values {
			rows = append(rows, row{v, slices.Concat(when, c.when(i))})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t.derived(e, rows)
}

// columns returns the columns of expressions.
func (t *tabulator) columns(list []*model.Expr) ([]*column, error) {
	columns := make([]*column, len(list))
	for i, e := range list {
		var err error
		if columns[i], err = t.tabulate(e); err != nil {
			return nil, err
		}
	}
	return columns, nil
}

// combine calls found for all combinations of values of columns, with the facts that say so, until it returns an error.
func combine(columns []*column, found func(values []int64, when []planning.Fact) error) error {
	if len(columns) == 0 {
		return found(nil, nil)
	}
	last := len(columns) - 1
	return combine(columns[:last], func(values []int64, when []planning.Fact) error {
		for k, v := range columns[last].values {
			if err := found(append(slices.Clip(values), v), slices.Concat(when, columns[last].when(k))); err != nil {
				return err
			}
		}
		return nil
	})
}

// distinct tabulates Distinct as the conjunction of its pairs.
func (t *tabulator) distinct(e *model.Expr) (*column, error) {
	b := t.sys.Builder
	var pairs []*model.Expr
	for i, x := range e.Args {
		for _, y := range e.Args[:i] {
			pairs = append(pairs, b.Ne(x, y))
		}
	}
	return t.tabulate(b.And(pairs...))
}

// chain tabulates a sum, minimum or maximum operand by operand.
func (t *tabulator) chain(e *model.Expr) (*column, error) {
	if len(e.Args) == 2 {
		return t.product(e, e.Args[:1], e.Args[1])
	}
	b, half := t.sys.Builder, len(e.Args)/2
	of := b.Sum
	switch e.Op {
	case model.Min:
		of = b.Least
	case model.Max:
		of = b.Greatest
	}
	first, second := of(e.Args[:half]...), of(e.Args[half:]...)
	a, err := t.tabulate(first)
	if err != nil {
		return nil, err
	}
	c, err := t.tabulate(second)
	if err != nil {
		return nil, err
	}
	return t.evaluated(e, []*column{a, c}, func(v []int64) *model.Expr { return of(b.Const(v[0]), b.Const(v[1])) })
}

// product tabulates an operation of one or two operands by their values.
func (t *tabulator) product(e *model.Expr, operands []*model.Expr, second *model.Expr) (*column, error) {
	if second != nil {
		operands = append(slices.Clip(operands), second)
	}
	columns, err := t.columns(operands)
	if err != nil {
		return nil, err
	}
	return t.evaluated(e, columns, func(v []int64) *model.Expr { return t.apply(e, operands, v) })
}

// apply returns an operation with constants in place of its operands.
func (t *tabulator) apply(e *model.Expr, operands []*model.Expr, values []int64) *model.Expr {
	b := t.sys.Builder
	x := b.Const(values[0])
	if operands[0].Bool {
		x = b.Truth(values[0] != 0)
	}
	y := b.Const(0)
	if len(values) > 1 {
		if y = b.Const(values[1]); operands[1].Bool {
			y = b.Truth(values[1] != 0)
		}
	}
	switch e.Op {
	case model.Not:
		return b.Not(x)
	case model.Neg:
		return b.Neg(x)
	case model.Abs:
		return b.Abs(x)
	case model.Sum:
		return b.Sum(x, y)
	case model.Min:
		return b.Least(x, y)
	case model.Max:
		return b.Greatest(x, y)
	case model.Mul:
		return b.Mul(x, y)
	case model.Div:
		return b.Div(x, y)
	case model.Mod:
		return b.Mod(x, y)
	case model.Eq:
		return b.Eq(x, y)
	case model.Ne:
		return b.Ne(x, y)
	case model.Lt:
		return b.Lt(x, y)
	case model.Le:
		return b.Le(x, y)
	}
	return b.Undefined()
}

// evaluated tabulates an expression that is a function of some columns. Values for which the function is not a constant
// do not occur: the expression has no value there.
func (t *tabulator) evaluated(e *model.Expr, columns []*column, function func(values []int64) *model.Expr) (*column, error) {
	var rows []row
	err := combine(columns, func(values []int64, when []planning.Fact) error {
		if len(rows) == maxRows {
			return t.tooMany(e)
		}
		if x := function(values); x.IsConst() {
			rows = append(rows, row{x.Value, when})
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t.derived(e, rows)
}

// derived returns the column of an expression that has a value where the facts of a row hold. It adds a derived variable
// with the axioms, unless each value has one row of one fact, or there is only one value.
func (t *tabulator) derived(e *model.Expr, rows []row) (*column, error) {
	c := &column{}
	for _, r := range rows {
		c.values = append(c.values, r.value)
	}
	slices.Sort(c.values)
	if c.values = slices.Compact(c.values); len(c.values) > maxColumn {
		return nil, t.tooMany(e)
	}
	if len(c.values) == 1 && !e.Partial {
		return c, nil // it cannot have another value
	}
	c.facts = make([]planning.Fact, len(c.values))
	if len(rows) == len(c.values) && !slices.ContainsFunc(rows, func(r row) bool { return len(r.when) != 1 }) {
		for _, r := range rows {
			k, _ := slices.BinarySearch(c.values, r.value)
			c.facts[k] = r.when[0]
		}
		return c, nil
	}
	if t.rows += len(rows); t.rows > maxTabular || t.ctx.Err() != nil {
		return nil, t.tooMany(e)
	}
	task := t.out.task
	v := len(task.Variables)
	for k := range c.values {
		c.facts[k] = planning.Fact{Var: v, Value: k + 1}
	}
	for _, r := range rows {
		k, _ := slices.BinarySearch(c.values, r.value)
		when := &conjunction{all: slices.Clone(r.when)}
		if !when.tidy() {
			continue // facts that exclude each other
		}
		if t.facts += len(when.all) + 1; t.facts > maxFacts {
			return nil, t.tooMany(e)
		}
		task.Axioms = append(task.Axioms, planning.Axiom{When: when.all, Fact: c.facts[k]})
	}
	task.Variables = append(task.Variables, planning.Variable{Name: "value", Size: len(c.values) + 1}) // 0: none of them
	task.Init = append(task.Init, 0)
	return c, nil
}

func (t *tabulator) tooMany(e *model.Expr) error {
	return &tooLarge{"the expression " + where(t.p, e) + " has too many values to be tabulated"}
}

// effects returns conditional effects by which a cell gets the value of an expression if all facts of when hold.
func (t *tabulator) effects(cell int, e *model.Expr, when []planning.Fact) ([]planning.Effect, error) {
	if e.Op == model.Cell && int(e.Value) == cell {
		return nil, nil
	}
	if e.Op == model.If {
		return t.branches(cell, e, when)
	}
	c, err := t.tabulate(e)
	if err != nil {
		return nil, err
	}
	info := &t.p.Cells[cell]
	var list []planning.Effect
	for k, v := range c.values {
		if v < info.Lo || v > info.Hi {
			continue // the guard forbids it
		}
		g := &conjunction{all: slices.Concat(when, c.when(k))}
		if g.tidy() {
			list = append(list, planning.Effect{When: g.all, Fact: t.fact(transition.Fact{Cell: cell, Value: v})})
		}
	}
	return list, nil
}

// branches returns the effects of an If, branch by branch.
func (t *tabulator) branches(cell int, e *model.Expr, when []planning.Fact) ([]planning.Effect, error) {
	cond, err := t.tabulate(e.Args[0])
	if err != nil {
		return nil, err
	}
	var list []planning.Effect
	for k, branch := range e.Args[1:] {
		facts, never := cond.of(int64(1 - k))
		if never {
			continue
		}
		more, err := t.effects(cell, branch, slices.Concat(when, facts))
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	return list, nil
}
