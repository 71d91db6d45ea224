package model

import "slices"

// A junction collects the distinct operands of an And or an Or. Operands of the same kind are
// flattened and constants are dropped.
type junction struct {
	op   Op
	args []*Expr
	has  map[*Expr]bool // the args and, as false, the expressions they negate; nil while there are few
}

// fewOperands is the number of operands up to which a linear search is used.
const fewOperands = 12

// add adds operands and reports whether one decides the result: a constant, or the negation of
// another operand.
func (j *junction) add(xs []*Expr) bool {
	for _, x := range xs {
		switch {
		case x.IsConst():
			if (x.Value == 1) == (j.op == Or) {
				return true
			}
		case x.Op == j.op && x.Rule == 0:
			if j.add(x.Args) {
				return true
			}
		case j.opposite(x):
			return true
		case !j.holds(x):
			j.push(x)
		}
	}
	return false
}

func (j *junction) holds(x *Expr) bool {
	if j.has != nil {
		return j.has[x]
	}
	return slices.Contains(j.args, x)
}

// opposite reports whether x is the negation of an operand, or an operand the negation of x.
func (j *junction) opposite(x *Expr) bool {
	if x.Op == Not && j.holds(x.Args[0]) {
		return true
	}
	if j.has != nil {
		positive, known := j.has[x]
		return known && !positive
	}
	return slices.ContainsFunc(j.args, func(a *Expr) bool { return a.Op == Not && a.Args[0] == x })
}

func (j *junction) push(x *Expr) {
	j.args = append(j.args, x)
	switch {
	case j.has != nil:
		j.note(x)
	case len(j.args) > fewOperands:
		j.has = make(map[*Expr]bool, 2*len(j.args))
		for _, a := range j.args {
			j.note(a)
		}
	}
}

func (j *junction) note(x *Expr) {
	j.has[x] = true
	if x.Op == Not {
		j.has[x.Args[0]] = false
	}
}
