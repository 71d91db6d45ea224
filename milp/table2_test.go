package milp_test

import (
	"cmp"
	"slices"

	"farbank/milp"
)

func choices() []operation {
	f := func(v int) []float64 { return []float64{float64(v)} }
	choose := func(x []int) []float64 {
		if x[0] == 1 {
			return f(x[1])
		}
		return f(x[2])
	}
	ifs := func(m *milp.Model, x exprs) exprs {
		return one(m.IfThenElse(x[0].Is(1), x[1], x[2]))
	}
	numbers := []int{3, -1, 4, 4, 0}
	return []operation{
		{"if", [][2]int{{0, 1}, {-2, 3}, {1, 4}}, ifs, choose, true},
		{"if overlapping", [][2]int{{0, 1}, {0, 2}, {0, 2}}, ifs, choose, true},
		{"if of constants", repeat(1, 0, 1), func(m *milp.Model, x exprs) exprs {
			return one(m.IfThenElse(x[0].Is(1), milp.Constant(7), milp.Constant(-2)))
		}, func(x []int) []float64 { return f(9*x[0] - 2) }, true},
		{"if or zero", [][2]int{{0, 1}, {-2, 3}}, func(m *milp.Model, x exprs) exprs {
			return one(m.IfThenElse(x[0].Is(1), x[1], milp.Constant(0)))
		}, func(x []int) []float64 { return f(x[0] * x[1]) }, true},
		{"if or change", [][2]int{{0, 1}, {-2, 3}}, func(m *milp.Model, x exprs) exprs {
			return one(m.IfThenElse(x[0].Is(1), x[1].Shift(2), x[1]))
		}, func(x []int) []float64 { return f(x[1] + 2*x[0]) }, false},
		{"if with truths", repeat(2, 0, 1), func(m *milp.Model, x exprs) exprs {
			t := truths(m, x)
			return exprs{m.IfThenElse(t[0], milp.True, t[1]), m.IfThenElse(t[0], milp.False, t[1]),
				m.IfThenElse(t[0], t[1], milp.True), m.IfThenElse(t[0], t[1], milp.False), m.IfThenElse(t[0], t[1], t[1].Not())}
		}, func(x []int) []float64 {
			pick := func(a, b int) float64 {
				if x[0] == 1 {
					return float64(a)
				}
				return float64(b)
			}
			return []float64{pick(1, x[1]), pick(0, x[1]), pick(x[1], 1), pick(x[1], 0), pick(x[1], 1-x[1])}
		}, false},
		{"read numbers", repeat(1, 0, 4), func(m *milp.Model, x exprs) exprs { return one(m.Element(milp.Constants(numbers...), x[0])) },
			func(x []int) []float64 { return f(numbers[x[0]]) }, true},
		{"read out of range", repeat(1, -1, 6), func(m *milp.Model, x exprs) exprs { return one(m.Element(milp.Constants(numbers...), x[0])) },
			func(x []int) []float64 {
				if x[0] < 0 || x[0] > 4 {
					return nil
				}
				return f(numbers[x[0]])
			}, true},
		{"read at sum", repeat(2, -1, 2), func(m *milp.Model, x exprs) exprs {
			return one(m.Element(milp.Constants(numbers...), x[0].Plus(x[1]).Shift(1)))
		}, func(x []int) []float64 {
			i := x[0] + x[1] + 1
			if i < 0 || i > 4 {
				return nil
			}
			return f(numbers[i])
		}, false},
		{"read variables", [][2]int{{0, 2}, {-2, 1}, {0, 2}, {1, 3}}, func(m *milp.Model, x exprs) exprs { return one(m.Element(x[1:], x[0])) },
			func(x []int) []float64 { return f(x[1+x[0]]) }, true},
		{"read one of two", [][2]int{{0, 1}, {-2, 1}, {0, 2}}, func(m *milp.Model, x exprs) exprs { return one(m.Element(x[1:], x[0])) },
			func(x []int) []float64 { return f(x[1+x[0]]) }, true},
		{"write", [][2]int{{-1, 2}, {-1, 1}, {0, 2}, {1, 2}}, func(m *milp.Model, x exprs) exprs {
			return m.Write(exprs{x[2], milp.Constant(5), x[3]}, x[0], x[1])
		}, func(x []int) []float64 {
			if x[0] < 0 {
				return nil
			}
			array := []float64{float64(x[2]), 5, float64(x[3])}
			array[x[0]] = float64(x[1])
			return array
		}, false},
	}
}

func orders() []operation {
	f := func(v int) []float64 { return []float64{float64(v)} }
	sorted := func(x []int) []float64 { return floats(slices.Sorted(slices.Values(x))) }
	out := []operation{
		{"max", [][2]int{{-2, 2}, {-1, 3}, {0, 1}}, func(m *milp.Model, x exprs) exprs { return one(m.Max(lins(x)...)) },
			func(x []int) []float64 { return f(slices.Max(x)) }, false},
		{"min", [][2]int{{-2, 2}, {-1, 3}, {0, 1}}, func(m *milp.Model, x exprs) exprs { return one(m.Min(lins(x)...)) },
			func(x []int) []float64 { return f(slices.Min(x)) }, false},
		{"max of two", [][2]int{{-2, 2}, {-1, 3}}, func(m *milp.Model, x exprs) exprs { return one(m.Max(lins(x)...)) },
			func(x []int) []float64 { return f(slices.Max(x)) }, false},
		{"max dominated", [][2]int{{-2, 0}, {0, 3}, {1, 2}}, func(m *milp.Model, x exprs) exprs { return one(m.Max(lins(x)...)) },
			func(x []int) []float64 { return f(slices.Max(x)) }, false},
		{"max with number", repeat(1, -2, 2), func(m *milp.Model, x exprs) exprs {
			return exprs{m.Max(x[0], milp.Constant(0)), m.Max(x[0]), m.Max(x[0], milp.Constant(9)), m.Min(x[0], x[0].Shift(1))}
		}, func(x []int) []float64 { return []float64{float64(max(x[0], 0)), float64(x[0]), 9, float64(x[0])} }, true},
		{"max and min of binaries", repeat(3, 0, 1), func(m *milp.Model, x exprs) exprs {
			return exprs{m.Max(lins(x)...), m.Min(lins(x)...)}
		}, func(x []int) []float64 { return []float64{float64(slices.Max(x)), float64(slices.Min(x))} }, false},
		{"max of binaries", repeat(3, 0, 1), func(m *milp.Model, x exprs) exprs { return one(m.Max(lins(x)...)) },
			func(x []int) []float64 { return f(slices.Max(x)) }, true},
		{"sort", repeat(3, -1, 2), func(m *milp.Model, x exprs) exprs { return m.Sort(lins(x)...) }, sorted, false},
		{"sort four binaries", repeat(4, 0, 1), func(m *milp.Model, x exprs) exprs { return m.Sort(lins(x)...) }, sorted, false},
		{"sort ranges", [][2]int{{0, 1}, {-1, 1}, {0, 2}, {2, 3}}, func(m *milp.Model, x exprs) exprs { return m.Sort(lins(x)...) }, sorted, false},
		{"lex less", repeat(4, 0, 2), func(m *milp.Model, x exprs) exprs { return one(m.Truth(milp.LexLess(x[:2], x[2:]))) },
			func(x []int) []float64 { return truth(slices.Compare(x[:2], x[2:]) < 0) }, false},
		{"lex less or equal", repeat(4, -1, 1), func(m *milp.Model, x exprs) exprs { return one(m.Truth(milp.LexLessEqual(x[:2], x[2:]))) },
			func(x []int) []float64 { return truth(slices.Compare(x[:2], x[2:]) <= 0) }, false},
		{"lex of bits", repeat(4, 0, 1), func(m *milp.Model, x exprs) exprs {
			return exprs{m.Truth(milp.LexLess(x[:2], x[2:])).Expr, m.Truth(milp.Not(milp.LexLess(x[:2], x[2:]))).Expr}
		}, func(x []int) []float64 {
			less := slices.Compare(x[:2], x[2:]) < 0
			return []float64{truth(less)[0], truth(!less)[0]}
		}, false},
		{"lex of other lengths", repeat(3, -1, 1), func(m *milp.Model, x exprs) exprs {
			return exprs{m.Truth(milp.LexLess(x[:1], x[1:])).Expr, m.Truth(milp.LexLessEqual(x[1:], x[:1])).Expr}
		}, func(x []int) []float64 {
			return []float64{truth(slices.Compare(x[:1], x[1:]) < 0)[0], truth(slices.Compare(x[1:], x[:1]) <= 0)[0]}
		}, false},
		{"post lex", repeat(4, 0, 2), func(m *milp.Model, x exprs) exprs { m.Add(milp.LexLess(x[:2], x[2:])); return nil },
			func(x []int) []float64 {
				if slices.Compare(x[:2], x[2:]) < 0 {
					return []float64{}
				}
				return nil
			}, false},
	}
	for n := 1; n <= 4; n++ {
		out = append(out, operation{"nth smallest", [][2]int{{-1, 1}, {0, 2}, {-1, 1}, {1, 2}}, func(m *milp.Model, x exprs) exprs { return one(m.NthSmallest(n, lins(x)...)) },
			func(x []int) []float64 { return sorted(x)[n-1 : n] }, false})
	}
	return out
}

func constraints() []operation {
	allowed := func(ok bool) []float64 {
		if ok {
			return []float64{}
		}
		return nil
	}
	different := func(x []int) []float64 {
		return allowed(len(slices.Compact(slices.Sorted(slices.Values(x)))) == len(x))
	}
	nonzero := func(x []int) (at []int) {
		for i, v := range x {
			if v != 0 {
				at = append(at, i)
			}
		}
		return at
	}
	return []operation{
		{"all different", repeat(3, -1, 2), func(m *milp.Model, x exprs) exprs { m.AllDifferent(lins(x)...); return nil }, different, true},
		{"permutation", repeat(3, 1, 3), func(m *milp.Model, x exprs) exprs { m.AllDifferent(lins(x)...); return nil }, different, true},
		{"pigeons", repeat(3, 0, 1), func(m *milp.Model, x exprs) exprs { m.AllDifferent(lins(x)...); return nil }, different, false},
		{"all different shifted", repeat(3, 0, 2), func(m *milp.Model, x exprs) exprs {
			m.AllDifferent(x[0], x[1].Shift(1), x[2].Times(-1))
			return nil
		}, func(x []int) []float64 { return different([]int{x[0], x[1] + 1, -x[2]}) }, false},
		{"all different of many values", [][2]int{{0, 70}, {-3, 3}}, func(m *milp.Model, x exprs) exprs { m.AllDifferent(lins(x)...); return nil }, different, false},
		{"sos1", [][2]int{{-1, 2}, {0, 1}, {-2, 0}}, func(m *milp.Model, x exprs) exprs { m.SOS1(lins(x)...); return nil },
			func(x []int) []float64 { return allowed(len(nonzero(x)) <= 1) }, true},
		{"sos2", [][2]int{{0, 2}, {-1, 1}, {0, 1}, {0, 1}}, func(m *milp.Model, x exprs) exprs { m.SOS2(lins(x)...); return nil },
			func(x []int) []float64 {
				at := nonzero(x)
				return allowed(len(at) <= 1 || len(at) == 2 && at[1] == at[0]+1)
			}, false},
		{"two comparisons, one of them", repeat(2, -2, 2), func(m *milp.Model, x exprs) exprs {
			m.Add(milp.Or(x[0].AtMost(-1), x[1].AtLeast(1)))
			return nil
		}, func(x []int) []float64 { return allowed(x[0] <= -1 || x[1] >= 1) }, false},
		{"a comparison implies another", repeat(2, -2, 2), func(m *milp.Model, x exprs) exprs {
			m.Add(milp.Implies(x[0].Less(x[1]), x[0].NotEqual(x[1].Shift(-1))))
			return nil
		}, func(x []int) []float64 { return allowed(x[0] >= x[1] || x[0] != x[1]-1) }, false},
		{"comparisons of two", repeat(2, -1, 1), func(m *milp.Model, x exprs) exprs {
			return exprs{m.Truth(x[0].Less(x[1])).Expr, m.Truth(x[0].LessEqual(x[1])).Expr, m.Truth(x[0].Greater(x[1])).Expr,
				m.Truth(x[0].GreaterEqual(x[1])).Expr, m.Truth(x[0].Equal(x[1])).Expr, m.Truth(x[0].NotEqual(x[1])).Expr}
		}, func(x []int) []float64 {
			c := cmp.Compare(x[0], x[1])
			return []float64{truth(c < 0)[0], truth(c <= 0)[0], truth(c > 0)[0], truth(c >= 0)[0], truth(c == 0)[0], truth(c != 0)[0]}
		}, false},
	}
}

func loops() []operation {
	return []operation{
		// The loop halves x, rounding up, until it is 1.
		{"loop", repeat(1, 1, 9), func(m *milp.Model, x exprs) exprs {
			l := m.Loop(5, x, func(t *milp.Turn) []milp.Expr {
				t.Require(t.State[0].Above(1))
				return exprs{t.Model.Div(t.State[0].Shift(1), 2)}
			})
			m.Add(l.Last()[0].Is(1))
			return exprs{l.Count, l.States[1][0]}
		}, func(x []int) []float64 {
			v, n := x[0], 0
			for ; v > 1; n++ {
				v = (v + 1) / 2
			}
			return []float64{float64(n), float64((x[0] + 1) / 2)}
		}, false},
		// The body creates the state: a variable that is one less.
		{"loop with variables", repeat(2, 0, 2), func(m *milp.Model, x exprs) exprs {
			l := m.Loop(3, x[:1], func(t *milp.Turn) []milp.Expr {
				next := t.Model.Integer(t.Name("next"), 0, 9)
				t.Require(next.Equal(t.State[0].Shift(1)))
				return exprs{next}
			})
			m.Add(l.Count.Equal(x[1]))
			return exprs{l.Last()[0]}
		}, func(x []int) []float64 { return []float64{float64(x[0] + x[1])} }, false},
	}
}
