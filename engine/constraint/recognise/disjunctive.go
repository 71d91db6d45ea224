package recognise

import "farbank/model"

// disjunctive finds sets of three or more tasks that pairwise do not overlap. Conditions on two
// tasks stay as they are.
func (f *Found) disjunctive() {
	var g graph
	var tasks []Task
	node := func(t Task) int {
		for i, u := range tasks {
			if u.Start == t.Start && u.Length.is(t.Length) {
				return i
			}
		}
		tasks = append(tasks, t)
		return len(tasks) - 1
	}
	says := map[edge][]*model.Expr{}
	for _, e := range f.Rest {
		a, b, ok := oneFirst(e)
		if !ok || len(tasks) > maxTasks {
			continue
		}
		d := edge{from: node(a), to: node(b)}
		if d.from > d.to {
			d.from, d.to = d.to, d.from
		}
		g.add(d.from, d.to, 0)
		says[d] = append(says[d], e)
	}
	gone := map[*model.Expr]bool{}
	for _, set := range g.cliques() {
		if len(set) < 3 {
			continue
		}
		list := make([]Task, len(set))
		for i, m := range set {
			list[i] = tasks[m.node]
			for _, o := range set {
				for _, e := range says[edge{from: m.node, to: o.node}] {
					gone[e] = true
				}
			}
		}
		f.Disjunctive = append(f.Disjunctive, list)
	}
	f.drop(gone)
}

// maxTasks limits the number of tasks that are compared pairwise.
const maxTasks = 1000

// oneFirst decomposes a condition that one of two tasks ends before the other starts, or that one
// has length 0.
func oneFirst(e *model.Expr) (a, b Task, ok bool) {
	if e.Op != model.Or || len(e.Args) > 4 {
		return a, b, false
	}
	var before, empty []Linear
	for _, arg := range e.Args {
		l, ok := atMostZero(arg)
		switch {
		case !ok:
			return a, b, false
		case negative(l) != nil:
			before = append(before, l)
		default:
			empty = append(empty, l)
		}
	}
	if len(before) != 2 {
		return a, b, false
	}
	second, first := negative(before[0]), negative(before[1])
	if before[0].coef(first) != 1 || before[1].coef(second) != 1 {
		return a, b, false
	}
	a = Task{Start: first, Length: before[0].plus(-1, first).plus(1, second)}
	b = Task{Start: second, Length: before[1].plus(-1, second).plus(1, first)}
	return a, b, first != second && a.isSmall() && b.isSmall() && lasts(a.Length, empty) && lasts(b.Length, empty) && none(empty, a.Length, b.Length)
}

// negative returns the only expression with a negative coefficient, which must be -1; nil
// otherwise.
func negative(l Linear) *model.Expr {
	var one *model.Expr
	for _, t := range l.Terms {
		switch {
		case t.Coef == -1 && one == nil:
			one = t.Of
		case t.Coef < 0:
			return nil
		}
	}
	return one
}

// lasts reports whether a length is positive, or is not negative and the condition excepts length
// 0.
func lasts(length Linear, empty []Linear) bool {
	least, ok := length.least()
	return ok && (least > 0 || least == 0 && !none(empty, length))
}

// none reports whether a list contains no sums other than the given two; with one sum, whether the
// list lacks it.
func none(list []Linear, sums ...Linear) bool {
	if len(sums) == 1 {
		for _, l := range list {
			if l.is(sums[0]) {
				return false
			}
		}
		return true
	}
	for _, l := range list {
		if !l.is(sums[0]) && !l.is(sums[1]) {
			return false
		}
	}
	return true
}
