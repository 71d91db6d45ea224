package propagate

import (
	"farbank/constraint/kernel"
	"farbank/constraint/proof"
)

// A Sayer says what it means, for those who check proofs.
type Sayer interface {
	Says() proof.Constraint
}

// AtomOf is an atom as proofs have it.
func AtomOf(a Atom) proof.Atom {
	x := int32(a.Side.Var())
	if a.Side&1 != 0 {
		return proof.AtMost(x, -a.Value)
	}
	return proof.AtLeast(x, a.Value)
}

func variablesOf(xs []Var) []int32 {
	list := make([]int32, len(xs))
	for i, x := range xs {
		list[i] = int32(x)
	}
	return list
}

func signed(s kernel.Side) proof.Signed { return proof.Signed{X: int32(s.Var()), Negated: s&1 != 0} }

func (p *linear) Says() proof.Constraint {
	c := &proof.Linear{If: AtomOf(p.r), Limit: p.limit}
	for i, side := range p.sides {
		coef := p.coefs[i]
		if side&1 != 0 {
			coef = -coef
		}
		c.Coefs, c.Xs = append(c.Coefs, coef), append(c.Xs, int32(side.Var()))
	}
	return c
}

func (p *differ) Says() proof.Constraint {
	c := &proof.NotSum{If: AtomOf(p.r), Value: p.value}
	for _, t := range p.terms {
		c.Coefs, c.Xs = append(c.Coefs, t.Coef), append(c.Xs, int32(t.X))
	}
	return c
}

func different(list []Offset, except *int64) proof.Constraint {
	c := &proof.Different{}
	if except != nil {
		c.Excepts, c.Except = true, *except
	}
	for _, o := range list {
		c.Xs, c.Plus = append(c.Xs, int32(o.X)), append(c.Plus, o.Plus)
	}
	return c
}

func (p *taken) Says() proof.Constraint { return different(p.list, p.except) }
func (p *hall) Says() proof.Constraint  { return different(p.list, nil) }

func (p *element) Says() proof.Constraint {
	return &proof.Element{I: int32(p.i), Z: int32(p.z), List: p.list}
}

func (p *elementVar) Says() proof.Constraint {
	return &proof.ElementOf{I: int32(p.i), Z: int32(p.z), List: variablesOf(p.list)}
}

func (p *maximum) Says() proof.Constraint {
	c := &proof.Maximum{Z: signed(p.z)}
	for _, x := range p.list {
		c.List = append(c.List, signed(x))
	}
	return c
}

func (p *product) Says() proof.Constraint {
	return &proof.Product{X: int32(p.x), Y: int32(p.y), Z: int32(p.z)}
}

func (p *circuit) Says() proof.Constraint {
	return &proof.Circuit{First: p.first, Next: variablesOf(p.next), Some: p.some}
}

func cumulativeOf(tasks []Task, limit Var) proof.Constraint {
	c := &proof.Cumulative{Limit: int32(limit)}
	for _, t := range tasks {
		c.Tasks = append(c.Tasks, proof.Task{Start: int32(t.Start), Length: int32(t.Length), Use: int32(t.Use)})
	}
	return c
}

func (p *cumulative) Says() proof.Constraint  { return cumulativeOf(p.tasks, p.limit) }
func (p *edgeFinding) Says() proof.Constraint { return cumulativeOf(p.tasks, p.limit) }

func (p *overlap) Says() proof.Constraint {
	c := &proof.Apart{Strict: p.strict}
	for _, b := range p.boxes {
		c.Boxes = append(c.Boxes, proof.Box{At: variablesOf(b.At), Size: variablesOf(b.Size)})
	}
	return c
}

func (p *capacity) Says() proof.Constraint {
	return &proof.Cardinality{Xs: variablesOf(p.xs), Values: p.values, Counts: variablesOf(p.counts), Closed: p.closed}
}
