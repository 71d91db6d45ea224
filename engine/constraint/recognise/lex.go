package recognise

import "farbank/model"

// lexicographic finds comparisons x < y or x == y and (...), of two pairs or more.
func (f *Found) lexicographic() {
	f.take(func(e *model.Expr) bool {
		var l Lex
		for {
			if len(l.Xs) > 0 && (e.Op == model.Lt || e.Op == model.Le) {
				l.Xs, l.Ys = append(l.Xs, e.Args[0]), append(l.Ys, e.Args[1])
				l.OrEqual = e.Op == model.Le
				f.Lex = append(f.Lex, l)
				return true
			}
			x, y, rest := lessOr(e)
			if rest == nil {
				return false
			}
			l.Xs, l.Ys = append(l.Xs, x), append(l.Ys, y)
			e = rest
		}
	})
}

// lessOr decomposes x < y or x == y and rest. rest is nil if e has another form.
func lessOr(e *model.Expr) (x, y, rest *model.Expr) {
	if e.Op != model.Or || len(e.Args) != 2 {
		return nil, nil, nil
	}
	less, both := e.Args[0], e.Args[1]
	if less.Op == model.And {
		less, both = both, less
	}
	if less.Op != model.Lt || both.Op != model.And || len(both.Args) != 2 {
		return nil, nil, nil
	}
	x, y = less.Args[0], less.Args[1]
	for i, same := range both.Args {
		if same.Op == model.Eq && (same.Args[0] == x && same.Args[1] == y || same.Args[0] == y && same.Args[1] == x) {
			return x, y, both.Args[1-i]
		}
	}
	return nil, nil, nil
}
