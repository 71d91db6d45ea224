package recognise

import "farbank/model"

// channels finds the channeling of two arrays that are inverse to each other: (x == v) == (y == w).
// Two numbers differ if for each common value v some y separates them, by (x1 == v) == (y == w1)
// and (x2 == v) == (y == w2) with w1 != w2. The conditions stay.
func (f *Found) channels() {
	said := map[*model.Expr]map[int64]map[*model.Expr]int64{} // x, v, y: w
	var order []*model.Expr
	add := func(x *model.Expr, v int64, y *model.Expr, w int64) {
		if said[x] == nil {
			said[x] = map[int64]map[*model.Expr]int64{}
			order = append(order, x)
		}
		if said[x][v] == nil {
			said[x][v] = map[*model.Expr]int64{}
		}
		said[x][v][y] = w
	}
	for _, e := range f.Rest {
		if e.Op != model.Eq || !e.Args[0].Bool || !e.Args[1].Bool {
			continue
		}
		x, v, ok1 := withConstant(e.Args[0], model.Eq)
		y, w, ok2 := withConstant(e.Args[1], model.Eq)
		if ok1 && ok2 && x != y {
			add(x, v.Value, y, w.Value)
			add(y, w.Value, x, v.Value)
		}
	}
	if len(order) > maxTasks {
		return
	}
	var g graph
	for i, x := range order {
		for j, y := range order[:i] {
			if separated(x, y, said) {
				g.add(j, i, 0)
			}
		}
	}
	for _, set := range g.cliques() {
		if len(set) < 3 {
			continue
		}
		var list []Linear
		for _, m := range set {
			list = append(list, Linear{Terms: []Term{{1, order[m.node]}}})
		}
		f.Different = append(f.Different, list)
	}
}

// separated reports whether for each common value of x and y some other number separates them.
func separated(x, y *model.Expr, said map[*model.Expr]map[int64]map[*model.Expr]int64) bool {
	lo, hi := max(x.Lo, y.Lo), min(x.Hi, y.Hi)
	if hi-lo > maxTasks || hi-lo < 0 {
		return false
	}
	for v := lo; v <= hi; v++ {
		ok := false
		for z, w := range said[x][v] {
			u, both := said[y][v][z]
			ok = ok || both && u != w
		}
		if !ok {
			return false
		}
	}
	return true
}
