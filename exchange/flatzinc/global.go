package flatzinc

import "farbank/constraint"

// globals are the constraints that the solver's MiniZinc library (folder share) does not
// decompose.
var globals = map[string]func(a args){
	"farbank_all_different": func(a args) { a.m.AllDifferent(a.sums(0)...) },
	"farbank_all_different_except": func(a args) {
		a.m.AllDifferentExcept(a.number(1), a.sums(0)...)
	},
	"farbank_cumulative": func(a args) {
		s, d, r := a.sums(0), a.sums(1), a.sums(2)
		a.same(len(s), len(d), len(r))
		tasks := make([]constraint.Task, len(s))
		for i := range s {
			tasks[i] = constraint.Task{Start: s[i], Length: d[i], Use: r[i]}
		}
		a.m.Cumulative(a.sum(3), tasks...)
	},
	"farbank_disjunctive": func(a args) {
		s, d := a.sums(0), a.sums(1)
		a.same(len(s), len(d))
		tasks := make([]constraint.Task, len(s))
		for i := range s {
			tasks[i] = constraint.Task{Start: s[i], Length: d[i]}
		}
		a.m.Disjunctive(tasks...)
	},
	"farbank_circuit":    func(a args) { a.m.Circuit(a.number(0), a.ints(1)...) },
	"farbank_subcircuit": func(a args) { a.m.Subcircuit(a.number(0), a.ints(1)...) },
	"farbank_inverse":    func(a args) { a.m.Inverse(a.ints(0), a.number(1), a.ints(2), a.number(3)) },
	"farbank_table":      func(a args) { a.m.Table(a.ints(0), a.rows(1, len(a.array(0)))) },
	"farbank_nvalue":     func(a args) { a.m.CountValuesEquality(a.int(0), a.ints(1)...) },
	"farbank_cardinality": func(a args) {
		a.same(len(a.array(1)), len(a.array(2)))
		a.m.GlobalCardinality(a.ints(0), a.numbers(1), a.ints(2))
	},
	"farbank_cardinality_closed": func(a args) {
		a.same(len(a.array(1)), len(a.array(2)))
		a.m.GlobalCardinalityClosed(a.ints(0), a.numbers(1), a.ints(2))
	},
	"farbank_lex_less":      func(a args) { a.m.LexLess(a.ints(0), a.ints(1)) },
	"farbank_lex_lesseq":    func(a args) { a.m.LexLessEqual(a.ints(0), a.ints(1)) },
	"farbank_value_precede": func(a args) { a.m.Precede(a.number(0), a.number(1), a.ints(2)...) },
	"farbank_regular":       func(a args) { a.regular() },
	"farbank_bin_packing": func(a args) {
		a.same(len(a.array(2)), len(a.array(3)))
		a.m.BinPacking(a.number(0), a.ints(2), a.numbers(3), a.ints(1))
	},
	"farbank_diffn":           func(a args) { a.diffn(true) },
	"farbank_diffn_nonstrict": func(a args) { a.diffn(false) },

	"farbank_diffn_k":           func(a args) { a.boxes(true) },
	"farbank_diffn_nonstrict_k": func(a args) { a.boxes(false) },
	"farbank_regular_nfa":       func(a args) { a.nfa() },
	"farbank_cost_regular":      func(a args) { a.costRegular() },
	"farbank_mdd":               func(a args) { a.diagram(nil, nil) },
	"farbank_mdd_nondet":        func(a args) { a.loose = true; a.diagram(nil, nil) },
	"farbank_cost_mdd": func(a args) {
		a.same(len(a.array(3)), len(a.array(6)))
		a.diagram(a.numbers(6), a.sum(7))
	},
	"farbank_precede_chain": func(a args) { a.precedeChain() },
	"farbank_arg_max":       func(a args) { a.argExtreme(true) },
	"farbank_arg_min":       func(a args) { a.argExtreme(false) },
	"farbank_arg_max_bool":  func(a args) { a.argExtremeBool(true) },
	"farbank_arg_min_bool":  func(a args) { a.argExtremeBool(false) },
}

// boxes constrains boxes of k dimensions, stored one after another in two lists, not to
// overlap.
func (a args) boxes(strict bool) {
	k, at, size := a.number(0), a.ints(1), a.ints(2)
	a.same(len(at), len(size))
	if k < 1 || int64(len(at))%k != 0 {
		a.fail("the numbers are not boxes of %d dimensions", k)
	}
	var boxes []constraint.Box
	for ; len(at) > 0; at, size = at[k:], size[k:] {
		boxes = append(boxes, constraint.Box{At: at[:k], Size: size[:k]})
	}
	a.noOverlap(strict, boxes)
}

func (a args) noOverlap(strict bool, boxes []constraint.Box) {
	if strict {
		a.m.NoOverlap(boxes...)
	} else {
		a.m.NoOverlapNonstrict(boxes...)
	}
}

// inTable returns the condition that integers are a row of a table.
func (a args) inTable() condition {
	xs := a.sums(0)
	var any []condition
	for _, row := range a.rows(1, len(xs)) {
		all := make([]condition, len(row))
		for k, v := range row {
			all[k] = xs[k].Linear().Is(v)
		}
		any = append(any, constraint.And(all...))
	}
	return constraint.Or(any...)
}

func (a args) diffn(strict bool) {
	x, y, dx, dy := a.ints(0), a.ints(1), a.ints(2), a.ints(3)
	a.same(len(x), len(y), len(dx), len(dy))
	boxes := make([]constraint.Box, len(x))
	for i := range x {
		boxes[i] = constraint.Box{At: []constraint.Int{x[i], y[i]}, Size: []constraint.Int{dx[i], dy[i]}}
	}
	a.noOverlap(strict, boxes)
}

// same fails if arrays have different lengths.
func (a args) same(n ...int) {
	for _, k := range n {
		if k != n[0] {
			a.fail("the arrays are of different lengths")
		}
	}
}

// rows splits numbers into rows of length n.
func (a args) rows(i, n int) [][]int64 {
	list := a.numbers(i)
	if n == 0 || len(list)%n != 0 {
		a.fail("the numbers are not rows of %d", n)
	}
	var rows [][]int64
	for k := 0; k < len(list); k += n {
		rows = append(rows, list[k:k+n])
	}
	return rows
}

// regular has the arguments x, number of states, number of symbols, transitions, initial state,
// final states.
func (a args) regular() {
	states, symbols := a.number(1), a.number(2)
	to, begin, final := a.numbers(3), a.number(4), a.set(5)
	if states < 1 || symbols < 1 || int64(len(to)) != states*symbols || begin < 1 || begin > states {
		a.fail("this is no automaton")
	}
	xs := a.ints(0)
	for _, x := range xs {
		a.m.Add(x.AtLeast(1))
		a.m.Add(x.AtMost(symbols))
	}
	// In the file states are 1 and up, and 0 is no state. Here the initial state is 0, so it is
	// swapped with another one.
	place := func(q int64) int {
		switch q {
		case begin:
			return 0
		case 1:
			return int(begin) - 1
		}
		return int(q) - 1
	}
	named := func(q int) int64 {
		switch q {
		case 0:
			return begin
		case int(begin) - 1:
			return 1
		}
		return int64(q) + 1
	}
	a.m.Regular(xs, constraint.Automaton{
		States: int(states),
		Next: func(q int, v int64) int {
			if v < 1 || v > symbols {
				return -1
			}
			return place(to[(named(q)-1)*symbols+v-1])
		},
		Final: func(q int) bool { return final.has(named(q)) == constraint.True },
	})
}
