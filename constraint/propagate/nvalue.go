package propagate

import "farbank/constraint/kernel"

// NValue constrains n to be the number of distinct values of xs (Pachet and Roy 1999), as a sum with a literal for each
// value.
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
