package native

import (
	"context"
	"fmt"
	"slices"

	"farbank/model"
)

// Assignments is compiled code that tests partial assignments of find cells, in cell order:
// after the k-th cell it tests every condition that depends on no later one.
type Assignments struct {
	p       *model.Problem
	layout  *model.Layout
	machine machine
	in, out int // addresses of the input words and of the output values
	most    int // maximum number of values of a cell
}

// CompileAssignments compiles the conditions conds for assignments packed by layout. The
// conditions may read find cells only.
func CompileAssignments(ctx context.Context, p *model.Problem, layout *model.Layout, conds []*model.Expr) (_ *Assignments, err error) {
	defer catch(&err)
	pr := newProgram(ctx, p)
	tests := make([][]*model.Expr, p.NumFind)
	a := &Assignments{p: p, layout: layout}
	for _, c := range conds {
		pr.meter.tick()
		for _, t := range stages(pr, pr.b.Rewrite(c, pr.x.Cell)) {
			if t.Wide {
				return nil, errWide
			}
			last := 0
			t.Cells(func(i int) { last = max(last, i) })
			if !slices.Contains(tests[last], t) && !t.IsTrue() {
				tests[last] = append(tests[last], t)
			}
		}
	}
	for i := range p.NumFind {
		n := p.Cells[i].Span()
		if n > 1<<16 {
			return nil, fmt.Errorf("%w: a value has too wide a range", ErrUnfit)
		}
		a.most = max(a.most, int(n))
	}
	m := newModule(pr, layout)
	for range 2 { // twice: the tables come first in memory, and the first pass finds them
		m.functions, m.written = nil, 0
		a.in = (len(m.data) + 63) &^ 63
		a.out = a.in + 8*layout.Words
		for k := range p.NumFind {
			m.writeValues(k, tests[k], a)
		}
		next := -1
		for k := p.NumFind; k >= 0; k-- {
			next = m.writeCount(k, tests, next)
			m.writeCounted(k, next, a)
		}
	}
	pages := (a.out + max(1, a.most)*8 + 1<<16 - 1) >> 16
	if a.machine, err = compile(ctx, encode(m.functions, pages, m.data)); err != nil {
		return nil, err
	}
	return a, nil
}

// stages splits a condition into parts that can be tested early. A Distinct is split into the
// inequalities of all pairs.
func stages(pr *program, e *model.Expr) []*model.Expr {
	switch e.Op {
	case model.And:
		var all []*model.Expr
		for _, a := range e.Args {
			all = append(all, stages(pr, a)...)
		}
		return all
	case model.Distinct:
		var all []*model.Expr
		for i, x := range e.Args {
			for _, y := range e.Args[:i] {
				all = append(all, pr.b.Ne(x, y))
			}
		}
		return all
	}
	return []*model.Expr{e}
}

// eachValue emits a loop over the values of cell k that pass the tests, given the words of the
// cells before. In body the words contain the value.
func (e *walker) eachValue(k int, tests []*model.Expr, body func(value int)) {
	c, m := &e.code, e.m
	info, field := &m.p.Cells[k], m.layout.Fields[k]
	n := info.Span()
	value, free := e.local(tI64), e.local(tI64) // offsets from the least value of the cell
	if n <= 64 {
		tests = e.freeValues(free, n, tests, k)
	}
	operands := e.operands(tests, func(x *model.Expr) bool { return !reads(x, k) })
	c.op(opBlock, noResult, opLoop, noResult)
	if n <= 64 { // take the next bit of free
		c.get(free)
		c.op(opI64Eqz)
		c.br(opBrIf, 1)
		c.get(free)
		c.op(opI64Ctz)
		c.set(value)
		c.get(free)
		c.get(free)
		c.i64(1)
		c.op(opI64Sub, opI64And)
		c.set(free)
	} else {
		c.get(value)
		c.i64(n)
		c.op(opI64GeS)
		c.br(opBrIf, 1)
	}
	c.get(field.Word)
	c.i64(^int64(field.Mask << field.Shift))
	c.op(opI64And)
	c.get(value)
	c.i64(int64(field.Shift))
	c.op(opI64Shl, opI64Or)
	c.set(field.Word)
	self := m.x.Cell(k)
	e.known[self] = value
	operands = append(operands, e.operands(tests, func(x *model.Expr) bool { return reads(x, k) })...)
	for _, t := range tests {
		e.truth(t)
		c.op(opIf, noResult)
	}
	body(value)
	for range tests {
		c.op(opEnd)
	}
	if n > 64 {
		c.get(value)
		c.i64(1)
		c.op(opI64Add)
		c.set(value)
	}
	c.br(opBr, 0)
	c.op(opEnd, opEnd)
	delete(e.known, self)
	e.forget(operands)
}

// freeValues emits the computation of a bit set of the values of cell k, as offsets from the
// least. It excludes the values that tests of the form cell + constant != known forbid, and
// returns the other tests.
func (e *walker) freeValues(free int, n int64, tests []*model.Expr, k int) (rest []*model.Expr) {
	c := &e.code
	c.i64(int64(^uint64(0) >> (64 - n)))
	c.set(free)
	bit := e.local(tI64)
	for _, t := range tests {
		x, y, ok := differs(t, k)
		if !ok {
			rest = append(rest, t)
			continue
		}
		e.value(x, y.Lo) // as offsets from the least value of y, like the value of the cell
		c.tee(bit)
		c.i64(64)
		c.op(opI64LtU, opI64ExtendI32U)
		c.get(bit)
		c.op(opI64Shl)
		c.i64(-1)
		c.op(opI64Xor)
		c.get(free)
		c.op(opI64And)
		c.set(free)
	}
	e.release(tI64, bit)
	return rest
}

// differs splits a test x != y in which y is cell k plus a constant and x does not read cell k.
func differs(t *model.Expr, k int) (x, y *model.Expr, ok bool) {
	if t.Op != model.Ne || t.Args[0].Partial || t.Args[1].Partial {
		return nil, nil, false
	}
	x, y = t.Args[0], t.Args[1]
	if reads(x, k) {
		x, y = y, x
	}
	cell := y
	if y.Op == model.Sum && len(y.Args) == 2 && y.Args[1].IsConst() {
		cell = y.Args[0]
	} else if y.Op == model.Sum && len(y.Args) == 2 && y.Args[0].IsConst() {
		cell = y.Args[1]
	}
	return x, y, !reads(x, k) && cell.Op == model.Cell && cell.Value == int64(k)
}

// operands emits the operands of tests for which wanted holds, each computed once.
func (e *walker) operands(tests []*model.Expr, wanted func(*model.Expr) bool) []*model.Expr {
	var done []*model.Expr
	for _, t := range tests {
		for _, x := range t.Args {
			if _, ok := e.known[x]; ok || x.IsConst() || x.Partial || x.Bool || !wanted(x) {
				continue
			}
			l := e.local(tI64)
			if x.Op == model.Cell {
				e.raw(x)
			} else {
				e.value(x, 0)
			}
			e.code.set(l)
			e.known[x] = l
			done = append(done, x)
		}
	}
	return done
}

func reads(x *model.Expr, cell int) bool {
	found := false
	x.Cells(func(c int) { found = found || c == cell })
	return found
}

// words emits code that loads the words of an assignment from memory into locals.
func (a *Assignments) words(f *function) {
	for w := range a.layout.Words {
		f.locals = append(f.locals, tI64)
		f.code.i32(0)
		f.code.memory(opI64Load, a.in+8*w)
		f.code.set(w)
	}
}

// writeValues writes the function that stores the values of cell k that pass the tests in
// memory and returns their size in bytes.
func (m *module) writeValues(k int, tests []*model.Expr, a *Assignments) {
	f := &function{export: fmt.Sprint("values", k), results: []byte{tI32}}
	a.words(f)
	e := m.newWalker(f, 0, 0, 0)
	at := e.local(tI32)
	e.eachValue(k, tests, func(value int) {
		f.code.get(at)
		f.code.get(value)
		f.code.memory(opI64Store, a.out)
		e.increase(at, 8)
	})
	f.code.get(at)
	m.add(f)
}

// writeCount writes a function that takes the words of an assignment of the cells before k and
// returns the number of complete assignments that extend it. next is the function for k+1.
func (m *module) writeCount(k int, tests [][]*model.Expr, next int) int {
	f := &function{params: repeat(tI64, m.layout.Words), results: []byte{tI64}}
	if k == len(tests) {
		f.code.i64(1)
		return m.add(f)
	}
	e := m.newWalker(f, 0, 0, 0)
	sum := e.local(tI64)
	e.eachValue(k, tests[k], func(int) {
		f.code.get(sum)
		for w := range m.layout.Words {
			f.code.get(w)
		}
		f.code.br(opCall, next)
		f.code.op(opI64Add)
		f.code.set(sum)
	})
	f.code.get(sum)
	return m.add(f)
}

// writeCounted writes a wrapper of writeCount's function that reads and writes memory, since
// not every host passes 64-bit integers.
func (m *module) writeCounted(k, count int, a *Assignments) {
	f := &function{export: fmt.Sprint("count", k)}
	a.words(f)
	f.code.i32(0)
	for w := range m.layout.Words {
		f.code.get(w)
	}
	f.code.br(opCall, count)
	f.code.memory(opI64Store, a.out)
	m.add(f)
}

// Close frees the code.
func (a *Assignments) Close(ctx context.Context) error { return a.machine.close(ctx) }

// A Tester runs the code. It must be used by one goroutine at a time.
type Tester struct {
	a              *Assignments
	run            running
	values, counts []call
}

// Tester returns a new Tester with a memory of its own.
func (a *Assignments) Tester(ctx context.Context) (*Tester, error) {
	run, err := a.machine.start(ctx)
	if err != nil {
		return nil, err
	}
	t := &Tester{a: a, run: run}
	for k := range a.p.NumFind {
		t.values = append(t.values, run.function(fmt.Sprint("values", k)))
	}
	for k := range a.p.NumFind + 1 {
		t.counts = append(t.counts, run.function(fmt.Sprint("count", k)))
	}
	return t, nil
}

// Count returns the number of assignments that pass all tests and extend the values in words of
// the cells before k. It cannot be interrupted, so few cells should be left.
func (t *Tester) Count(k int, words []uint64) (uint64, error) {
	put(t.run, t.a.in, words)
	if _, err := t.counts[k](0); err != nil {
		return 0, err
	}
	return take[uint64](t.run, t.a.out, 1)[0], nil
}

// Values appends to list the values of cell k that pass the tests, as offsets from its least
// value. words holds the cells before k.
func (t *Tester) Values(k int, words []uint64, list []int64) ([]int64, error) {
	put(t.run, t.a.in, words)
	bytes, err := t.values[k](0)
	if err != nil {
		return list, err
	}
	return append(list, take[int64](t.run, t.a.out, int(bytes/8))...), nil
}
