package constraint

import "farbank/model"

// plainlyKept separates the sums that every move preserves in every state, which the sum of its
// effects shows, from the other candidates.
func (in *induction) plainlyKept(list []*invariant) (kept, others []*invariant) {
	for _, v := range list {
		if v.values == nil && !v.most && in.keepsSum(v) {
			kept = append(kept, v)
		} else {
			others = append(others, v)
		}
	}
	return kept, others
}

func (in *induction) keepsSum(v *invariant) bool {
	coefs := map[int]int64{}
	for i, c := range v.cells {
		coefs[c] = v.coefs[i]
	}
	for _, o := range in.sys.Operators {
		change := added{terms: map[*model.Expr]int64{}}
		for _, u := range o.Updates {
			if by := coefs[u.Cell]; by != 0 {
				change.add(u.Value, by)
				change.add(in.sys.Cell(u.Cell), -by)
			}
		}
		if !change.isZero(v.mod) {
			return false
		}
	}
	return true
}

// An added is a weighted sum of expressions.
type added struct {
	terms    map[*model.Expr]int64
	constant int64
	large    bool // a number is too large
}

func (a *added) add(e *model.Expr, by int64) {
	switch {
	case a.large:
	case by > maxSum || by < -maxSum || e.IsConst() && (e.Value > maxSum || e.Value < -maxSum):
		a.large = true
	case e.IsConst():
		a.constant += by * e.Value
		a.large = a.constant > maxSum || a.constant < -maxSum
	case e.Op == model.Sum:
		for _, x := range e.Args {
			a.add(x, by)
		}
	case e.Op == model.Neg:
		a.add(e.Args[0], -by)
	case e.Op == model.Mul && e.Args[0].IsConst() && e.Args[0].Value < maxSum && e.Args[0].Value > -maxSum:
		a.add(e.Args[1], by*e.Args[0].Value)
	case e.Op == model.Mul && e.Args[1].IsConst() && e.Args[1].Value < maxSum && e.Args[1].Value > -maxSum:
		a.add(e.Args[0], by*e.Args[1].Value)
	default:
		a.terms[e] += by
	}
}

// isZero reports whether the sum is 0, or divisible by mod if that is not 0.
func (a *added) isZero(mod int64) bool {
	zero := func(n int64) bool { return n == 0 || mod > 0 && n%mod == 0 }
	for _, n := range a.terms {
		if !zero(n) {
			return false
		}
	}
	return !a.large && zero(a.constant)
}
