package model

import "slices"

// A junction collects the operands of an And or an Or: each once, those of the same kind
// taken apart, without constants.
type junction struct {
	op   Op
	args []*Expr
	has  map[*Expr]bool // the args and, as false, what they negate; nil while they are few
}

// fewOperands are looked through one by one.
const fewOperands = 12

// add reports whether one of xs decides the whole: a constant, or the opposite of another.
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

// opposite reports whether x is the negation of an operand, or an operand that of x.
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
