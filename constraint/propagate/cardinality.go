package propagate

import "farbank/constraint/kernel"

// equals adds up where variables are a value.
func equals(s *solver, xs []Var, value int64) *tally {
	t := &tally{}
	for _, x := range xs {
		t.add(s, 1, s.Equal(x, value))
	}
	return t
}

// Count adds that n of the variables are a value, as a sum of equalities.
func Count(s *solver, xs []Var, value int64, n Var) error {
	t := equals(s, xs, value)
	return LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, n})...)
}

// Among adds that n of the variables are one of some values.
func Among(s *solver, xs []Var, vs []int64, n Var) error {
	t := &tally{}
	for _, x := range xs {
		var list []Atom
		for _, v := range vs {
			list = append(list, s.Equal(x, v))
		}
		t.add(s, 1, member(s, list))
	}
	return LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, n})...)
}

// member is an atom that holds where one of a list does, which may be empty.
func member(s *solver, list []Atom) Atom {
	if len(list) == 0 {
		return kernel.False
	}
	return Or(s, list...)
}

// GlobalCardinality adds that counts[k] of the variables are vs[k] (Régin 1996 names it; here by
// sums of equalities, and the sum of all counts). With closed they have no other values.
func GlobalCardinality(s *solver, xs []Var, vs []int64, counts []Var, closed bool) error {
	var all []Term
	for k, v := range vs {
		if err := Count(s, xs, v, counts[k]); err != nil {
			return err
		}
		all = append(all, Term{1, counts[k]})
	}
	if closed {
		for _, x := range xs {
			var list []Atom
			for _, v := range vs {
				list = append(list, s.Equal(x, v))
			}
			s.AddClause(list...)
		}
		return LinearEQ(s, kernel.True, int64(len(xs)), all...)
	}
	return LinearLE(s, kernel.True, int64(len(xs)), all...)
}

// NValue adds that the variables have n different values.
func NValue(s *solver, xs []Var, n Var) error {
	if tooWide(s, xs...) {
		return ErrTooWide
	}
	where := map[int64][]Atom{}
	var order []int64
	for _, x := range xs {
		values(s, x, func(v int64) {
			if where[v] == nil {
				order = append(order, v)
			}
			where[v] = append(where[v], s.Equal(x, v))
		})
	}
	t := &tally{}
	for _, v := range order {
		t.add(s, 1, Or(s, where[v]...))
	}
	return LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, n})...)
}

// BinPacking adds that loads[b] is the weight of the items that are in bin b; bins count from
// first. The loads together are all weights.
func BinPacking(s *solver, bins []Var, first int64, weights []int64, loads []Var) error {
	var all []Term
	total := int64(0)
	for _, x := range bins {
		s.AddClause(x.AtLeast(first))
		s.AddClause(x.AtMost(first + int64(len(loads)) - 1))
	}
	for b, load := range loads {
		t := &tally{}
		for i, x := range bins {
			t.add(s, weights[i], s.Equal(x, first+int64(b)))
		}
		if err := LinearEQ(s, kernel.True, -t.constant, append(t.terms, Term{-1, load})...); err != nil {
			return err
		}
		all = append(all, Term{1, load})
	}
	for _, w := range weights {
		total += w
	}
	return LinearEQ(s, kernel.True, total, all...)
}

// Knapsack adds that items, each taken so often, have a weight and a profit.
func Knapsack(s *solver, taken []Var, weights, profits []int64, weight, profit Var) error {
	w, p := []Term{{-1, weight}}, []Term{{-1, profit}}
	for i, x := range taken {
		s.AddClause(x.AtLeast(0))
		w, p = append(w, Term{weights[i], x}), append(p, Term{profits[i], x})
	}
	if err := LinearEQ(s, kernel.True, 0, w...); err != nil {
		return err
	}
	return LinearEQ(s, kernel.True, 0, p...)
}
