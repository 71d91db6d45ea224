package milp_test

import (
	"math"
	"slices"

	"farbank/milp"
)

type exprs = []milp.Expr

func operations() []operation {
	return slices.Concat(logic(), comparisons(), arithmetic(), choices(), orders(), constraints(), loops())
}

func logic() []operation {
	cs := func(m *milp.Model, x exprs) []milp.Condition {
		var out []milp.Condition
		for _, t := range truths(m, x) {
			out = append(out, t)
		}
		return out
	}
	all := func(x []int) bool { return !slices.Contains(x, 0) }
	any := func(x []int) bool { return slices.Contains(x, 1) }
	sum := func(x []int) (s int) {
		for _, v := range x {
			s += v
		}
		return s
	}
	binary := func(name string, n int, build func(m *milp.Model, c []milp.Condition) milp.Truth, want func(x []int) bool) operation {
		return operation{name, repeat(n, 0, 1), func(m *milp.Model, x exprs) exprs { return one(build(m, cs(m, x))) },
			func(x []int) []float64 { return truth(want(x)) }, true}
	}
	posted := func(name string, n int, c func(c []milp.Condition) milp.Condition, want func(x []int) bool) operation {
		return operation{name, repeat(n, 0, 1), func(m *milp.Model, x exprs) exprs { m.Add(c(cs(m, x))); return nil },
			func(x []int) []float64 {
				if want(x) {
					return []float64{}
				}
				return nil
			}, n <= 3}
	}
	return []operation{
		binary("and", 3, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.And(c...) }, all),
		binary("or", 3, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.Or(c...) }, any),
		binary("and with not", 3, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.And(c[0], milp.Not(c[1]), c[2]) },
			func(x []int) bool { return x[0] == 1 && x[1] == 0 && x[2] == 1 }),
		binary("or with not", 3, func(m *milp.Model, c []milp.Condition) milp.Truth {
			return m.Or(c[0], milp.Not(c[1]), milp.Not(c[2]))
		}, func(x []int) bool { return x[0] == 1 || x[1] == 0 || x[2] == 0 }),
		binary("not", 1, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.Not(c[0]) }, func(x []int) bool { return x[0] == 0 }),
		binary("xor", 2, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.Xor(c...) }, func(x []int) bool { return sum(x)%2 == 1 }),
		binary("xor of four", 4, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.Xor(c...) }, func(x []int) bool { return sum(x)%2 == 1 }),
		binary("implies", 2, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.Implies(c[0], c[1]) }, func(x []int) bool { return x[0] <= x[1] }),
		binary("equivalent", 2, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.Equivalent(c[0], c[1]) }, func(x []int) bool { return x[0] == x[1] }),
		binary("two of three", 3, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.Truth(m.Count(c...).AtLeast(2)) }, func(x []int) bool { return sum(x) >= 2 }),
		binary("two of four", 4, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.Truth(m.Count(c...).AtLeast(2)) }, func(x []int) bool { return sum(x) >= 2 }),
		{"exactly two of four", repeat(4, 0, 1), func(m *milp.Model, x exprs) exprs { return one(m.Truth(m.Count(cs(m, x)...).Is(2))) },
			func(x []int) []float64 { return truth(sum(x) == 2) }, false},
		{"two of seven", repeat(7, 0, 1), func(m *milp.Model, x exprs) exprs { return one(m.Truth(m.Count(cs(m, x)...).AtLeast(2))) },
			func(x []int) []float64 { return truth(sum(x) >= 2) }, false},
		binary("nested", 3, func(m *milp.Model, c []milp.Condition) milp.Truth {
			return m.And(milp.Or(c[0], c[1]), milp.Or(c[0], milp.Not(c[1])))
		}, func(x []int) bool { return x[0] == 1 }).loose(),
		binary("contradiction", 2, func(m *milp.Model, c []milp.Condition) milp.Truth { return m.And(c[0], c[1], milp.Not(c[0])) }, func(x []int) bool { return false }),
		binary("if of truths", 3, func(m *milp.Model, c []milp.Condition) milp.Truth {
			t := func(i int) milp.Truth { return c[i].(milp.Truth) }
			return m.Truth(m.IfThenElse(t(0), t(1), t(2)).Is(1))
		}, func(x []int) bool { return x[0] == 1 && x[1] == 1 || x[0] == 0 && x[2] == 1 }),
		posted("post and", 2, func(c []milp.Condition) milp.Condition { return milp.And(c...) }, all),
		posted("post or", 3, func(c []milp.Condition) milp.Condition { return milp.Or(c...) }, any),
		posted("post xor", 2, func(c []milp.Condition) milp.Condition { return milp.Xor(c...) }, func(x []int) bool { return sum(x) == 1 }),
		posted("post xor of three", 3, func(c []milp.Condition) milp.Condition { return milp.Xor(c...) }, func(x []int) bool { return sum(x)%2 == 1 }),
		posted("post not or", 2, func(c []milp.Condition) milp.Condition { return milp.Not(milp.Or(c...)) }, func(x []int) bool { return sum(x) == 0 }),
		posted("post implies", 2, func(c []milp.Condition) milp.Condition { return milp.Implies(c[0], c[1]) }, func(x []int) bool { return x[0] <= x[1] }),
		posted("post equivalent", 2, func(c []milp.Condition) milp.Condition { return milp.Equivalent(c[0], c[1]) }, func(x []int) bool { return x[0] == x[1] }),
		posted("post nested", 4, func(c []milp.Condition) milp.Condition {
			return milp.Or(milp.And(c[0], c[1]), milp.And(c[2], milp.Not(c[3])))
		}, func(x []int) bool { return x[0]+x[1] == 2 || x[2] == 1 && x[3] == 0 }),
		{"cardinality", repeat(4, 0, 1), func(m *milp.Model, x exprs) exprs { m.Cardinality(2, 3, cs(m, x)...); return nil },
			func(x []int) []float64 {
				if sum(x) == 2 || sum(x) == 3 {
					return []float64{}
				}
				return nil
			}, true},
	}
}

func (op operation) loose() operation {
	op.hull = false
	return op
}

// comparisons tests each comparison as a truth value, as a constraint and under a guard, over a
// variable, over sums, and with an existing encoding.
func comparisons() []operation {
	var out []operation
	kinds := []struct {
		name string
		c    func(e milp.Expr) milp.Condition
		want func(v int) bool
	}{
		{"is", func(e milp.Expr) milp.Condition { return e.Is(1) }, func(v int) bool { return v == 1 }},
		{"is not", func(e milp.Expr) milp.Condition { return e.IsNot(-1) }, func(v int) bool { return v != -1 }},
		{"at most", func(e milp.Expr) milp.Condition { return e.AtMost(1.5) }, func(v int) bool { return v <= 1 }},
		{"below", func(e milp.Expr) milp.Condition { return e.Below(1) }, func(v int) bool { return v < 1 }},
		{"at least", func(e milp.Expr) milp.Condition { return e.AtLeast(0) }, func(v int) bool { return v >= 0 }},
		{"above", func(e milp.Expr) milp.Condition { return e.Above(-0.5) }, func(v int) bool { return v > -1 }},
		{"between", func(e milp.Expr) milp.Condition { return e.Between(-1, 1) }, func(v int) bool { return -1 <= v && v <= 1 }},
		{"in", func(e milp.Expr) milp.Condition { return e.In(2, -2, 0, 2, 77) }, func(v int) bool { return v == 2 || v == -2 || v == 0 }},
		{"not in", func(e milp.Expr) milp.Condition { return e.NotIn(-2, 1) }, func(v int) bool { return v != -2 && v != 1 }},
		{"never", func(e milp.Expr) milp.Condition { return e.Above(1000) }, func(v int) bool { return false }},
		{"always", func(e milp.Expr) milp.Condition { return e.AtMost(1000) }, func(v int) bool { return true }},
		{"multiple", func(e milp.Expr) milp.Condition { return e.MultipleOf(3) }, func(v int) bool { return v%3 == 0 }},
		{"no multiple", func(e milp.Expr) milp.Condition { return milp.Not(e.MultipleOf(-2)) }, func(v int) bool { return v%2 != 0 }},
		{"equal", func(e milp.Expr) milp.Condition { return e.Times(2).Equal(e.Shift(1)) }, func(v int) bool { return v == 1 }},
	}
	sums := []struct {
		name   string
		ranges [][2]int
		e      func(x exprs) milp.Expr
		value  func(x []int) int
		single bool
	}{
		{"x", repeat(1, -3, 3), func(x exprs) milp.Expr { return x[0] }, func(x []int) int { return x[0] }, true},
		{"3-2x", repeat(1, -1, 3), func(x exprs) milp.Expr { return x[0].Times(-2).Shift(3) }, func(x []int) int { return 3 - 2*x[0] }, true},
		{"large", repeat(1, -40, 40), func(x exprs) milp.Expr { return x[0] }, func(x []int) int { return x[0] }, true},
		{"x-y", repeat(2, -1, 2), func(x exprs) milp.Expr { return x[0].Minus(x[1]) }, func(x []int) int { return x[0] - x[1] }, false},
		{"binaries", repeat(2, 0, 1), func(x exprs) milp.Expr { return x[0].Minus(x[1]) }, func(x []int) int { return x[0] - x[1] }, false},
		{"2x-4y+1", repeat(2, -1, 1), func(x exprs) milp.Expr { return x[0].Times(2).Minus(x[1].Times(4)).Shift(1) }, func(x []int) int { return 2*x[0] - 4*x[1] + 1 }, false},
		{"constant", repeat(1, 0, 1), func(x exprs) milp.Expr { return x[0].Minus(x[0]).Shift(1) }, func(x []int) int { return 1 }, true},
	}
	for _, k := range kinds {
		for _, s := range sums {
			name := k.name + " " + s.name
			holds := func(x []int) bool { return k.want(s.value(x)) }
			out = append(out,
				operation{"truth " + name, s.ranges, func(m *milp.Model, x exprs) exprs {
					c := k.c(s.e(x))
					return exprs{m.Truth(c).Expr, m.Truth(milp.Not(c)).Expr}
				}, func(x []int) []float64 { return []float64{truth(holds(x))[0], truth(!holds(x))[0]} }, s.single && k.name != "multiple" && k.name != "no multiple"},
				operation{"post " + name, s.ranges, func(m *milp.Model, x exprs) exprs { m.Add(k.c(s.e(x))); return nil },
					func(x []int) []float64 {
						if holds(x) {
							return []float64{}
						}
						return nil
					}, false},
				operation{"when " + name, append(repeat(1, 0, 1), s.ranges...), func(m *milp.Model, x exprs) exprs {
					m.When(m.Truth(x[0].Is(1)), k.c(s.e(x[1:])))
					return nil
				}, func(x []int) []float64 {
					if x[0] == 0 || holds(x[1:]) {
						return []float64{}
					}
					return nil
				}, s.single && s.name != "large" && k.name != "multiple" && k.name != "no multiple" && false},
			)
			if s.name == "x" || s.name == "x-y" {
				out = append(out, operation{"encoded " + name, s.ranges, func(m *milp.Model, x exprs) exprs {
					late := m.Truth(s.e(x).AtMost(0))
					m.Values(s.e(x))
					return exprs{m.Truth(k.c(s.e(x))).Expr, late.Expr}
				}, func(x []int) []float64 { return []float64{truth(holds(x))[0], truth(s.value(x) <= 0)[0]} }, s.single && k.name != "multiple" && k.name != "no multiple"})
			}
		}
	}
	out = append(out, operation{"several inequalities", repeat(1, -3, 3), func(m *milp.Model, x exprs) exprs {
		return exprs{m.Truth(x[0].AtMost(1)).Expr, m.Truth(x[0].AtLeast(0)).Expr, m.Truth(x[0].Below(-1)).Expr, m.Truth(x[0].Neg().AtMost(-2)).Expr}
	}, func(x []int) []float64 {
		return []float64{truth(x[0] <= 1)[0], truth(x[0] >= 0)[0], truth(x[0] < -1)[0], truth(x[0] >= 2)[0]}
	}, false}, operation{"decimals", repeat(2, -2, 2), func(m *milp.Model, x exprs) exprs {
		return one(m.Truth(x[0].Times(0.1).Plus(x[1].Times(0.25)).Below(0.35)))
	}, func(x []int) []float64 { return truth(10*x[0]+25*x[1] < 35) }, false})
	return out
}

func floorDiv(a, b int) int { return int(math.Floor(float64(a) / float64(b))) }

func arithmetic() []operation {
	f := func(v int) []float64 { return []float64{float64(v)} }
	product := func(x []int) []float64 { return f(x[0] * x[1]) }
	multiply := func(m *milp.Model, x exprs) exprs { return one(m.Product(x[0], x[1])) }
	out := []operation{
		{"plus minus times", repeat(2, -2, 2), func(m *milp.Model, x exprs) exprs {
			return exprs{x[0].Plus(x[1]), x[0].Minus(x[1]), x[0].Times(-3).Shift(2), x[0].Neg()}
		}, func(x []int) []float64 {
			return []float64{float64(x[0] + x[1]), float64(x[0] - x[1]), float64(2 - 3*x[0]), float64(-x[0])}
		}, true},
		{"product of binaries", repeat(2, 0, 1), multiply, product, true},
		{"product of three binaries", repeat(3, 0, 1), func(m *milp.Model, x exprs) exprs { return one(m.Product(m.Product(x[0], x[1]), x[2])) },
			func(x []int) []float64 { return f(x[0] * x[1] * x[2]) }, false},
		{"product of binary and bounded", [][2]int{{0, 1}, {-3, 2}}, multiply, product, true},
		{"product of binary and positive", [][2]int{{2, 4}, {0, 1}}, multiply, product, true},
		{"product of integers", [][2]int{{-2, 3}, {-1, 2}}, multiply, product, true},
		{"product of sums", repeat(2, -1, 2), func(m *milp.Model, x exprs) exprs { return one(m.Product(x[0].Plus(x[1]), x[0].Minus(x[1]))) },
			func(x []int) []float64 { return f((x[0] + x[1]) * (x[0] - x[1])) }, false},
		{"product by bits", [][2]int{{-3, 4}, {-4, 3}}, func(m *milp.Model, x exprs) exprs { m.SetFew(2); return multiply(m, x) }, product, false},
		{"product by bits of a fraction", [][2]int{{-4, 4}, {-1, 3}}, func(m *milp.Model, x exprs) exprs {
			m.SetFew(2)
			return one(m.Product(x[0].Times(0.5), x[1]))
		}, func(x []int) []float64 { return []float64{float64(x[0]*x[1]) / 2} }, false},
		{"product with a fraction", [][2]int{{-4, 4}, {-1, 3}}, func(m *milp.Model, x exprs) exprs { return one(m.Product(x[0].Times(0.5), x[1])) },
			func(x []int) []float64 { return []float64{float64(x[0]*x[1]) / 2} }, true},
		{"product by constant", repeat(1, -2, 2), func(m *milp.Model, x exprs) exprs { return one(m.Product(milp.Constant(-2), x[0])) },
			func(x []int) []float64 { return f(-2 * x[0]) }, true},
		{"square", repeat(1, -3, 2), func(m *milp.Model, x exprs) exprs { return one(m.Product(x[0], x[0])) }, func(x []int) []float64 { return f(x[0] * x[0]) }, true},
		{"power", repeat(1, -3, 3), func(m *milp.Model, x exprs) exprs {
			return exprs{m.Power(x[0], milp.Constant(0)), m.Power(x[0], milp.Constant(1)), m.Power(x[0], milp.Constant(2)), m.Power(x[0], milp.Constant(3))}
		}, func(x []int) []float64 {
			return []float64{1, float64(x[0]), float64(x[0] * x[0]), float64(x[0] * x[0] * x[0])}
		}, true},
		{"power of many values", repeat(1, -7, 5), func(m *milp.Model, x exprs) exprs { m.SetFew(4); return one(m.Power(x[0], milp.Constant(3))) },
			func(x []int) []float64 { return f(x[0] * x[0] * x[0]) }, false},
		{"variable exponent", [][2]int{{-2, 3}, {0, 3}}, func(m *milp.Model, x exprs) exprs { return one(m.Power(x[0], x[1])) },
			func(x []int) []float64 { return []float64{math.Pow(float64(x[0]), float64(x[1]))} }, true},
		{"constant base", repeat(1, 0, 5), func(m *milp.Model, x exprs) exprs { return one(m.Power(milp.Constant(2), x[0])) },
			func(x []int) []float64 { return f(1 << x[0]) }, true},
		{"abs", repeat(1, -3, 4), func(m *milp.Model, x exprs) exprs { return one(m.Abs(x[0])) }, func(x []int) []float64 { return f(max(x[0], -x[0])) }, true},
		{"abs of sum", repeat(2, -1, 2), func(m *milp.Model, x exprs) exprs { return one(m.Abs(x[0].Minus(x[1].Times(2)))) },
			func(x []int) []float64 { return f(max(x[0]-2*x[1], 2*x[1]-x[0])) }, false},
		{"abs encoded", repeat(1, -3, 2), func(m *milp.Model, x exprs) exprs { m.Values(x[0]); return one(m.Abs(x[0])) }, func(x []int) []float64 { return f(max(x[0], -x[0])) }, true},
		{"abs of negative", repeat(1, -3, -1), func(m *milp.Model, x exprs) exprs { return one(m.Abs(x[0])) }, func(x []int) []float64 { return f(-x[0]) }, true},
		{"factorial", repeat(1, 0, 6), func(m *milp.Model, x exprs) exprs { return one(m.Factorial(x[0])) },
			func(x []int) []float64 { return []float64{[]float64{1, 1, 2, 6, 24, 120, 720}[x[0]]} }, true},
		{"gcd", repeat(2, -4, 4), func(m *milp.Model, x exprs) exprs { return one(m.GCD(x[0], x[1])) }, func(x []int) []float64 { return f(gcd(x[0], x[1])) }, false},
		{"gcd of three", repeat(3, 0, 4), func(m *milp.Model, x exprs) exprs { return one(m.GCD(lins(x)...)) },
			func(x []int) []float64 { return f(gcd(gcd(x[0], x[1]), x[2])) }, false},
		{"gcd with constant", repeat(1, -6, 8), func(m *milp.Model, x exprs) exprs { return one(m.GCD(x[0], milp.Constant(6))) },
			func(x []int) []float64 { return f(gcd(x[0], 6)) }, false},
		{"function", repeat(1, -2, 3), func(m *milp.Model, x exprs) exprs {
			y := m.Function("f", x[0], func(v int) float64 { return float64((v*v + v) % 5) })
			return exprs{y, m.Truth(y.Is(2)).Expr, m.Truth(y.AtLeast(1)).Expr}
		}, func(x []int) []float64 {
			y := (x[0]*x[0] + x[0]) % 5
			return []float64{float64(y), truth(y == 2)[0], truth(y >= 1)[0]}
		}, true},
		{"function of two", repeat(2, -1, 1), func(m *milp.Model, x exprs) exprs {
			return one(m.Function2("f", x[0], x[1], func(u, v int) float64 { return float64(u)/2 + float64(u*v) }))
		}, func(x []int) []float64 { return []float64{float64(x[0])/2 + float64(x[0]*x[1])} }, true},
		{"distinct", repeat(3, -1, 2), func(m *milp.Model, x exprs) exprs { return one(m.Distinct(lins(x)...)) },
			func(x []int) []float64 {
				seen := map[int]bool{}
				for _, v := range x {
					seen[v] = true
				}
				return f(len(seen))
			}, false},
		{"digits", repeat(1, 0, 34), func(m *milp.Model, x exprs) exprs { return m.Digits(x[0], 3) },
			func(x []int) []float64 {
				return []float64{float64(x[0] % 3), float64(x[0] / 3 % 3), float64(x[0] / 9 % 3), float64(x[0] / 27)}
			}, false},
		{"bits", repeat(1, 0, 11), func(m *milp.Model, x exprs) exprs { return m.Digits(x[0], 2) },
			func(x []int) []float64 {
				return []float64{float64(x[0] & 1), float64(x[0] >> 1 & 1), float64(x[0] >> 2 & 1), float64(x[0] >> 3)}
			}, false},
	}
	for _, k := range []int{1, 2, 3, 7, 100, -1, -3} {
		for _, encoded := range []bool{false, true} {
			out = append(out, operation{"div and mod " + string(rune('0'+k)), repeat(1, -8, 11), func(m *milp.Model, x exprs) exprs {
				if encoded {
					m.Values(x[0])
				}
				return exprs{m.Div(x[0], k), m.Mod(x[0], k)}
			}, func(x []int) []float64 {
				q := floorDiv(x[0], k)
				return []float64{float64(q), float64(x[0] - k*q)}
			}, true})
		}
	}
	return append(out, quotients()...)
}

// quotients tests divisors of every sign, with few values and many, dividends that are expressions,
// and the integer part of decimals.
func quotients() []operation {
	want := func(x, y int) []float64 {
		if y == 0 {
			return nil
		}
		q := floorDiv(x, y)
		return []float64{float64(q), float64(x - y*q)}
	}
	both := func(m *milp.Model, x exprs) exprs { return exprs{m.Div(x[0], x[1]), m.Mod(x[0], x[1])} }
	var out []operation
	for _, c := range []struct {
		name string
		x, y [2]int
		hull bool
	}{{"", [2]int{-3, 4}, [2]int{1, 4}, true}, {" and zero", [2]int{0, 5}, [2]int{0, 3}, false}, {" of any sign", [2]int{-4, 3}, [2]int{-3, 3}, true},
		{" of many", [2]int{-20, 21}, [2]int{1, 7}, false}, {" of many and zero", [2]int{0, 30}, [2]int{-5, 0}, false}, {" of many of any sign", [2]int{-13, 17}, [2]int{-4, 5}, false},
		{" larger than all", [2]int{-3, 3}, [2]int{40, 60}, false}, {" fixed", [2]int{-9, 9}, [2]int{-3, -3}, false}} {
		out = append(out, operation{"div and mod by a variable" + c.name, [][2]int{c.x, c.y}, both, func(x []int) []float64 { return want(x[0], x[1]) }, c.hull})
	}
	return append(out,
		operation{"div and mod by itself", repeat(1, -3, 3), func(m *milp.Model, x exprs) exprs { return exprs{m.Div(x[0], x[0]), m.Mod(x[0], x[0])} },
			func(x []int) []float64 { return want(x[0], x[0]) }, false},
		operation{"div and mod by a sum", repeat(2, -2, 3), func(m *milp.Model, x exprs) exprs {
			d := x[0].Plus(x[1].Times(2)).Shift(-1)
			return exprs{m.Div(x[1].Times(3), d), m.Mod(x[1].Times(3), d)}
		}, func(x []int) []float64 { return want(3*x[1], x[0]+2*x[1]-1) }, false},
		operation{"div by a truth", [][2]int{{-3, 3}, {0, 1}}, func(m *milp.Model, x exprs) exprs { return one(m.Div(x[0], truths(m, x[1:])[0])) },
			func(x []int) []float64 {
				if x[1] == 0 {
					return nil
				}
				return []float64{float64(x[0])}
			}, false},
		operation{"div by other kinds of numbers", repeat(1, -9, 9), func(m *milp.Model, x exprs) exprs {
			return exprs{m.Div(x[0], int64(4)), m.Div(x[0], -4.0), m.Mod(x[0], milp.Constant(4))}
		}, func(x []int) []float64 {
			return []float64{float64(floorDiv(x[0], 4)), float64(floorDiv(x[0], -4)), float64(x[0] - 4*floorDiv(x[0], 4))}
		}, false},
		operation{"floor and ceil of decimals", repeat(2, -4, 5), func(m *milp.Model, x exprs) exprs {
			e := x[0].Times(0.3).Minus(x[1].Times(0.25)).Shift(0.1)
			return exprs{m.Floor(e), m.Ceil(e)}
		}, func(x []int) []float64 {
			e := 30*x[0] - 25*x[1] + 10
			return []float64{float64(floorDiv(e, 100)), float64(-floorDiv(-e, 100))}
		}, false},
		operation{"floor of a whole number", repeat(1, -4, 5), func(m *milp.Model, x exprs) exprs { return exprs{m.Floor(x[0]), m.Ceil(x[0])} },
			func(x []int) []float64 { return []float64{float64(x[0]), float64(x[0])} }, true},
	)
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return max(a, -a)
}
