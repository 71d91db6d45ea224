package model

import "testing"

// TestInterned checks that equal expressions are one node, also after the hash table has grown.
func TestInterned(t *testing.T) {
	b := NewBuilder()
	cell := func(i int) *Expr { return b.Cell(i, 0, 1000, false) }
	const n = 300
	var made []*Expr
	for i := range n {
		made = append(made, b.Sum(cell(i), cell((i+1)%n)), b.Eq(cell(i), b.Const(int64(i))))
	}
	size := b.Len()
	for i := range n {
		if b.Sum(cell(i), cell((i+1)%n)) != made[2*i] || b.Eq(cell(i), b.Const(int64(i))) != made[2*i+1] {
			t.Fatalf("the expressions of cell %d were built twice", i)
		}
	}
	if b.Len() != size {
		t.Errorf("there are %d nodes, then %d", size, b.Len())
	}
}

// TestUnordered checks that the order of the operands of And and Or does not matter, but that of others does.
func TestUnordered(t *testing.T) {
	b := NewBuilder()
	cell := func(i int) *Expr { return b.Cell(i, 0, 1, true) }
	x, y, z := cell(0), cell(1), cell(2)
	switch {
	case b.Or(x, y, z) != b.Or(z, x, y), b.And(x, y) != b.And(y, x):
		t.Error("an order of operands is another expression")
	case b.Or(x, y) == b.And(x, y), b.Or(x, y) == b.Or(x, z), b.Or(x, y, z) == b.Or(x, y):
		t.Error("different expressions are one node")
	case b.If(x, y, z) == b.If(x, z, y):
		t.Error("the branches of If were exchanged")
	case b.Or(y, x).Args[0] != x:
		t.Error("the first order was not kept")
	}
	big := b.Cell(3, 0, 1<<40, false)
	over := b.Lt(b.Const(5), b.Mul(big, b.Mul(big, big)))
	if !over.Wide || b.And(x, over) == b.And(over, x) {
		t.Error("an operand that guards another one against an overflow comes after it")
	}
}
