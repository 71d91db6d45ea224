package milp_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp"
)

// A formula is an expression that a test builds in a model, and evaluates for given inputs.
type formula struct {
	text  string
	build func(m *milp.Model, x []milp.Expr) milp.Expr
	value func(x []int) int
}

// number returns a random integer formula of the depth.
func number(r *rand.Rand, inputs, depth int) formula {
	if depth == 0 || r.IntN(8) == 0 {
		if r.IntN(4) == 0 {
			k := r.IntN(7) - 3
			return formula{fmt.Sprint(k), func(*milp.Model, []milp.Expr) milp.Expr { return milp.Constant(k) }, func([]int) int { return k }}
		}
		i := r.IntN(inputs)
		return formula{fmt.Sprintf("x%d", i), func(_ *milp.Model, x []milp.Expr) milp.Expr { return x[i] }, func(x []int) int { return x[i] }}
	}
	a, b := number(r, inputs, depth-1), number(r, inputs, depth-1)
	two := func(name string, build func(m *milp.Model, a, b milp.Expr) milp.Expr, value func(a, b int) int) formula {
		return formula{name + "(" + a.text + ", " + b.text + ")",
			func(m *milp.Model, x []milp.Expr) milp.Expr { return build(m, a.build(m, x), b.build(m, x)) },
			func(x []int) int { return value(a.value(x), b.value(x)) }}
	}
	k := r.IntN(4) + 2
	switch r.IntN(15) {
	case 0:
		return two("add", func(m *milp.Model, a, b milp.Expr) milp.Expr { return a.Plus(b) }, func(a, b int) int { return a + b })
	case 1:
		return two("subtract", func(m *milp.Model, a, b milp.Expr) milp.Expr { return a.Minus(b) }, func(a, b int) int { return a - b })
	case 2:
		return two("multiply", func(m *milp.Model, a, b milp.Expr) milp.Expr { return m.Product(a, b) }, func(a, b int) int { return a * b })
	case 3:
		return two("max", func(m *milp.Model, a, b milp.Expr) milp.Expr { return m.Max(a, b) }, func(a, b int) int { return max(a, b) })
	case 4:
		return two("min", func(m *milp.Model, a, b milp.Expr) milp.Expr { return m.Min(a, b, milp.Constant(k)) }, func(a, b int) int { return min(a, b, k) })
	case 5:
		return two(fmt.Sprint("smallest of three with ", k), func(m *milp.Model, a, b milp.Expr) milp.Expr { return m.NthSmallest(2, a, b, milp.Constant(k)) },
			func(a, b int) int { return a + b + k - min(a, b, k) - max(a, b, k) })
	case 6:
		return two("greater sorted", func(m *milp.Model, a, b milp.Expr) milp.Expr { return m.Sort(a, b)[1] }, func(a, b int) int { return max(a, b) })
	case 7:
		return two("distinct", func(m *milp.Model, a, b milp.Expr) milp.Expr { return m.Distinct(a, b, milp.Constant(1)) }, func(a, b int) int {
			return len(slices.Compact(slices.Sorted(slices.Values([]int{a, b, 1}))))
		})
	case 8:
		return formula{fmt.Sprintf("%s div %d", a.text, k), func(m *milp.Model, x []milp.Expr) milp.Expr { return m.Div(a.build(m, x), k) },
			func(x []int) int { return floorDiv(a.value(x), k) }}
	case 9:
		return formula{fmt.Sprintf("%s mod %d", a.text, k), func(m *milp.Model, x []milp.Expr) milp.Expr { return m.Mod(a.build(m, x), k) },
			func(x []int) int { return a.value(x) - k*floorDiv(a.value(x), k) }}
	case 11:
		return two("div by odd", func(m *milp.Model, a, b milp.Expr) milp.Expr { return m.Div(a, b.Times(2).Shift(1)) }, func(a, b int) int { return floorDiv(a, 2*b+1) })
	case 12:
		return two("mod by odd", func(m *milp.Model, a, b milp.Expr) milp.Expr { return m.Mod(a, b.Times(-2).Shift(3)) }, func(a, b int) int { return a - (3-2*b)*floorDiv(a, 3-2*b) })
	case 10:
		return formula{"abs(" + a.text + ")", func(m *milp.Model, x []milp.Expr) milp.Expr { return m.Abs(a.build(m, x)) },
			func(x []int) int { return max(a.value(x), -a.value(x)) }}
	default:
		c := sentence(r, inputs, depth-1)
		return formula{"if " + c.text + " then " + a.text + " else " + b.text,
			func(m *milp.Model, x []milp.Expr) milp.Expr {
				return m.IfThenElse(c.build(m, x), a.build(m, x), b.build(m, x))
			},
			func(x []int) int {
				if c.holds(x) {
					return a.value(x)
				}
				return b.value(x)
			}}
	}
}

// A statement is a condition that a test builds in a model, and evaluates for given inputs.
type statement struct {
	text  string
	build func(m *milp.Model, x []milp.Expr) milp.Condition
	holds func(x []int) bool
}

// sentence returns a random condition over formulas of the depth.
func sentence(r *rand.Rand, inputs, depth int) statement {
	if depth == 0 || r.IntN(3) == 0 {
		a, b := number(r, inputs, depth), number(r, inputs, max(depth-1, 0))
		compare := func(name string, c func(a, b milp.Expr) milp.Condition, holds func(a, b int) bool) statement {
			return statement{"(" + a.text + name + b.text + ")",
				func(m *milp.Model, x []milp.Expr) milp.Condition { return c(a.build(m, x), b.build(m, x)) },
				func(x []int) bool { return holds(a.value(x), b.value(x)) }}
		}
		switch r.IntN(7) {
		case 0:
			return compare(" = ", func(a, b milp.Expr) milp.Condition { return a.Equal(b) }, func(a, b int) bool { return a == b })
		case 1:
			return compare(" != ", func(a, b milp.Expr) milp.Condition { return a.NotEqual(b) }, func(a, b int) bool { return a != b })
		case 2:
			return compare(" < ", func(a, b milp.Expr) milp.Condition { return a.Less(b) }, func(a, b int) bool { return a < b })
		case 3:
			return compare(" <= ", func(a, b milp.Expr) milp.Condition { return a.LessEqual(b) }, func(a, b int) bool { return a <= b })
		case 4:
			return compare(" lex ", func(a, b milp.Expr) milp.Condition { return milp.LexLess([]milp.Expr{a, b}, []milp.Expr{b, a}) }, func(a, b int) bool { return a < b })
		case 5:
			return compare(" even ", func(a, b milp.Expr) milp.Condition { return a.Plus(b).MultipleOf(2) }, func(a, b int) bool { return (a+b)%2 == 0 })
		default:
			return compare(" in ", func(a, b milp.Expr) milp.Condition { return a.Minus(b).In(-2, 0, 1) }, func(a, b int) bool { return a-b == -2 || a == b || a-b == 1 })
		}
	}
	a, b := sentence(r, inputs, depth-1), sentence(r, inputs, depth-1)
	join := func(name string, c func(a, b milp.Condition) milp.Condition, holds func(a, b bool) bool) statement {
		return statement{"(" + a.text + " " + name + " " + b.text + ")",
			func(m *milp.Model, x []milp.Expr) milp.Condition { return c(a.build(m, x), b.build(m, x)) },
			func(x []int) bool { return holds(a.holds(x), b.holds(x)) }}
	}
	switch r.IntN(6) {
	case 0:
		return join("and", func(a, b milp.Condition) milp.Condition { return milp.And(a, b) }, func(a, b bool) bool { return a && b })
	case 1:
		return join("or", func(a, b milp.Condition) milp.Condition { return milp.Or(a, b) }, func(a, b bool) bool { return a || b })
	case 2:
		return join("xor", func(a, b milp.Condition) milp.Condition { return milp.Xor(a, b) }, func(a, b bool) bool { return a != b })
	case 3:
		return join("implies", milp.Implies, func(a, b bool) bool { return !a || b })
	case 4:
		return join("equivalent", milp.Equivalent, func(a, b bool) bool { return a == b })
	default:
		return join("but not", func(a, b milp.Condition) milp.Condition { return milp.And(a, milp.Not(b)) }, func(a, b bool) bool { return a && !b })
	}
}

// TestRandomFormulas compares nested formulas of all operations with their values for all inputs,
// and so conditions that are posted or reified.
func TestRandomFormulas(t *testing.T) {
	rounds := 150
	if long.Enabled() {
		rounds = 5000
	}
	for seed := range uint64(rounds) {
		r := rand.New(rand.NewPCG(seed, 7))
		ranges := make([][2]int, 1+r.IntN(3))
		for i := range ranges {
			low := r.IntN(4) - 2
			ranges[i] = [2]int{low, low + r.IntN(3)}
		}
		f, posted, reified := number(r, len(ranges), 2), sentence(r, len(ranges), 1), sentence(r, len(ranges), 2)
		guarded := sentence(r, len(ranges), 1)
		operation{
			name:   fmt.Sprint(seed),
			ranges: ranges,
			build: func(m *milp.Model, x []milp.Expr) []milp.Expr {
				if seed%3 == 0 {
					m.SetFew(2)
				}
				m.Add(posted.build(m, x))
				reified := m.Truth(reified.build(m, x))
				m.When(reified, guarded.build(m, x))
				return []milp.Expr{f.build(m, x), reified.Expr}
			},
			want: func(x []int) []float64 {
				if !posted.holds(x) || reified.holds(x) && !guarded.holds(x) {
					return nil
				}
				return []float64{float64(f.value(x)), truth(reified.holds(x))[0]}
			},
		}.check(t)
		if t.Failed() {
			t.Fatalf("seed %d: %s; posted %s; reified %s; guarded %s", seed, f.text, posted.text, reified.text, guarded.text)
		}
	}
}
