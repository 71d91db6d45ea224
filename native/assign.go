package native

import (
	"context"
	"fmt"
	"slices"

	"farbank/model"

	"github.com/tetratelabs/wazero"
)

// Assignments is machine code that tests partial assignments of find cells, given one
// after another: after the k-th, every condition that needs no later one.
type Assignments struct {
	runtime wazero.Runtime
	p       *model.Problem
	layout  *model.Layout
	code    wazero.CompiledModule
	out     int // where values are written
	most    int // values of one cell
}

// CompileAssignments makes the tests for a problem whose find cells are packed by
// layout. conds are what must hold; they may use find cells only.
func CompileAssignments(ctx context.Context, p *model.Problem, layout *model.Layout, conds []*model.Expr) (_ *Assignments, err error) {
	pr := &program{p: p, b: model.NewBuilder()}
	tests := make([][]*model.Expr, p.NumFind)
	a := &Assignments{p: p, layout: layout}
	for _, c := range conds {
		for _, t := range stages(pr, pr.b.Rewrite(c, pr.cell)) {
			if t.Wide {
				return nil, fmt.Errorf("%w: arithmetic may leave 64 bits", ErrUnfit)
			}
			last := 0
			t.Cells(func(i int) { last = max(last, i) })
			if !slices.Contains(tests[last], t) && !t.IsTrue() {
				tests[last] = append(tests[last], t)
			}
		}
	}
	for i := range p.NumFind {
		n := p.Cells[i].Hi - p.Cells[i].Lo + 1
		if n <= 0 || n > 1<<16 {
			return nil, fmt.Errorf("%w: a value has too wide a range", ErrUnfit)
		}
		a.most = max(a.most, int(n))
	}
	m := newModule(pr, layout)
	for range 2 { // the tables come first in memory, and must be known
		m.functions = nil
		a.out = (len(m.data) + 63) &^ 63
		for k := range p.NumFind {
			m.writeValues(k, tests[k], a.out)
		}
	}
	pages := (a.out + a.most*8 + 1<<16 - 1) >> 16
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("no compiler for this machine: %v", r)
		}
	}()
	a.runtime = wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigCompiler().WithDebugInfoEnabled(false))
	if a.code, err = a.runtime.CompileModule(ctx, encode(m.functions, pages, m.data)); err != nil {
		a.Close(ctx)
		return nil, err
	}
	return a, nil
}

// stages takes a condition apart into what can be tested early: a distinct of many
// values is that of each two.
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

// writeValues writes a function that takes the words of an assignment, writes the
// values of cell k that pass the tests to memory, and returns how many they are.
func (m *module) writeValues(k int, tests []*model.Expr, out int) {
	w := m.layout.Words
	f := &function{export: fmt.Sprint("values", k), params: repeat(tI64, w), results: []byte{tI32}}
	e := m.newWalker(f, 0, 0, 0)
	c := &f.code
	info, field := &m.p.Cells[k], m.layout.Fields[k]
	value, at := e.local(tI64), e.local(tI32)
	c.op(opBlock, noResult, opLoop, noResult)
	c.get(value)
	c.i64(info.Hi - info.Lo + 1)
	c.op(opI64GeS)
	c.br(opBrIf, 1)
	c.get(field.Word)
	c.i64(^int64(field.Mask << field.Shift))
	c.op(opI64And)
	c.get(value)
	c.i64(int64(field.Shift))
	c.op(opI64Shl, opI64Or)
	c.set(field.Word)
	for _, t := range tests {
		e.truth(t)
		c.op(opIf, noResult)
	}
	c.get(at)
	c.get(value)
	c.memory(opI64Store, out)
	e.increase(at, 8)
	for range tests {
		c.op(opEnd)
	}
	c.get(value)
	c.i64(1)
	c.op(opI64Add)
	c.set(value)
	c.br(opBr, 0)
	c.op(opEnd, opEnd)
	c.get(at)
	m.add(f)
}

// Close frees the code.
func (a *Assignments) Close(ctx context.Context) error { return a.runtime.Close(ctx) }

// A Tester runs the code for one goroutine.
type Tester struct {
	a      *Assignments
	calls  []func(ctx context.Context, stack []uint64) error
	memory []byte
	stack  []uint64
}

// Tester returns a new Tester.
func (a *Assignments) Tester(ctx context.Context) (*Tester, error) {
	mod, err := a.runtime.InstantiateModule(ctx, a.code, wazero.NewModuleConfig().WithName(""))
	if err != nil {
		return nil, err
	}
	t := &Tester{a: a, stack: make([]uint64, max(1, a.layout.Words))}
	t.memory, _ = mod.Memory().Read(0, mod.Memory().Size())
	for k := range a.p.NumFind {
		t.calls = append(t.calls, mod.ExportedFunction(fmt.Sprint("values", k)).CallWithStack)
	}
	return t, nil
}

// Values appends to list the values of cell k, counted from its least, that pass the
// tests beside those of the cells before it, which are in words.
func (t *Tester) Values(k int, words []uint64, list []int64) ([]int64, error) {
	copy(t.stack, words)
	if err := t.calls[k](context.Background(), t.stack); err != nil {
		return list, err
	}
	return append(list, view[int64](t.memory, t.a.out, int(uint32(t.stack[0])/8))...), nil
}
