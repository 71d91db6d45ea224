package propagate

import (
	"farbank/constraint/kernel"
	"farbank/constraint/proof"
)

// A Provable is a propagator whose constraint has a form for proofs.
type Provable interface {
	ProofConstraint() proof.Constraint
}

// AtomOf converts an atom to the form of proofs.
func AtomOf(a Atom) proof.Atom {
	x := int32(a.View.Var())
	if a.View&1 != 0 {
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

func signed(s kernel.View) proof.Signed { return proof.Signed{X: int32(s.Var()), Negated: s&1 != 0} }

func (p *linear) ProofConstraint() proof.Constraint {
	c := &proof.Linear{If: AtomOf(p.r), Limit: p.limit}
	for i, view := range p.views {
		coef := p.coefs[i]
		if view&1 != 0 {
			coef = -coef
		}
		c.Coefs, c.Xs = append(c.Coefs, coef), append(c.Xs, int32(view.Var()))
	}
	return c
}

func (p *differ) ProofConstraint() proof.Constraint {
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

func (p *taken) ProofConstraint() proof.Constraint { return different(p.list, p.except) }
func (p *hall) ProofConstraint() proof.Constraint  { return different(p.list, nil) }

func (p *element) ProofConstraint() proof.Constraint {
	return &proof.Element{I: int32(p.i), Z: int32(p.z), List: p.list}
}

func (p *elementVar) ProofConstraint() proof.Constraint {
	return &proof.ElementOf{I: int32(p.i), Z: int32(p.z), List: variablesOf(p.list)}
}

func (p *maximum) ProofConstraint() proof.Constraint {
	c := &proof.Maximum{Z: signed(p.z)}
	for _, x := range p.list {
		c.List = append(c.List, signed(x))
	}
	return c
}

func (p *product) ProofConstraint() proof.Constraint {
	return &proof.Product{X: int32(p.x), Y: int32(p.y), Z: int32(p.z)}
}

func (p *circuit) ProofConstraint() proof.Constraint {
	return &proof.Circuit{First: p.first, Next: variablesOf(p.next), Some: p.some}
}

func cumulativeOf(tasks []Task, limit Var) proof.Constraint {
	c := &proof.Cumulative{Limit: int32(limit)}
	for _, t := range tasks {
		c.Tasks = append(c.Tasks, proof.Task{Start: int32(t.Start), Length: int32(t.Length), Use: int32(t.Use)})
	}
	return c
}

func (p *cumulative) ProofConstraint() proof.Constraint  { return cumulativeOf(p.tasks, p.limit) }
func (p *edgeFinding) ProofConstraint() proof.Constraint { return cumulativeOf(p.tasks, p.limit) }

func (p *overlap) ProofConstraint() proof.Constraint {
	c := &proof.Apart{Strict: p.strict}
	for _, b := range p.boxes {
		c.Boxes = append(c.Boxes, proof.Box{At: variablesOf(b.At), Size: variablesOf(b.Size)})
	}
	return c
}

func (p *capacity) ProofConstraint() proof.Constraint {
	return &proof.Cardinality{Xs: variablesOf(p.xs), Values: p.values, Counts: variablesOf(p.counts), Closed: p.closed}
}

func (p *parity) ProofConstraint() proof.Constraint {
	c := &proof.Parity{}
	for _, x := range p.given {
		row := proof.XOR{Odd: x.Odd}
		for _, a := range x.Atoms {
			row.Atoms = append(row.Atoms, AtomOf(a))
		}
		c.Rows = append(c.Rows, row)
	}
	return c
}
