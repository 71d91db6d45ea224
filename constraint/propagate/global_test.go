package propagate

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/constraint/kernel"
)

// plain is a constraint without an r.
func plain(text string, domains [][]int64, post func(s *solver, x []Var) error, holds func(v []int64) bool) made {
	return made{domains, post, holds, text}
}

func TestAllDifferent(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) made {
		n := 2 + r.IntN(4)
		plus := make([]int64, n)
		for i := range plus {
			plus[i] = r.Int64N(3) - 1
		}
		except, clique := r.IntN(3) == 0, r.IntN(3) == 0
		return plain(fmt.Sprint("different ", plus, except, clique), domains(r, n, -1, int64(n)-1), func(s *solver, x []Var) error {
			var list []Offset
			for i, y := range x {
				list = append(list, Offset{y, plus[i]})
			}
			switch {
			case except:
				AllDifferentExcept(s, 0, list...)
			case clique:
				Clique(s, list...)
			default:
				AllDifferent(s, list...)
			}
			return nil
		}, func(v []int64) bool {
			for i := range v {
				for j := range i {
					if a := v[i] + plus[i]; a == v[j]+plus[j] && !(except && a == 0) {
						return false
					}
				}
			}
			return true
		})
	})
}

func TestMaximum(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) made {
		n := 2 + r.IntN(3)
		kind := r.IntN(3)
		if kind == 2 {
			n = 2
		}
		return plain(fmt.Sprint("maximum ", kind), domains(r, n, -3, 3), func(s *solver, x []Var) error {
			switch kind {
			case 0:
				Max(s, x[0], x[1:]...)
			case 1:
				Min(s, x[0], x[1:]...)
			default:
				Abs(s, x[0], x[1])
			}
			return nil
		}, func(v []int64) bool {
			switch kind {
			case 0:
				return v[0] == slices.Max(v[1:])
			case 1:
				return v[0] == slices.Min(v[1:])
			}
			return v[0] == max(v[1], -v[1])
		})
	})
}

func TestProduct(t *testing.T) {
	tries(t, 800, func(r *rand.Rand) made {
		d := append(domains(r, 2, -4, 4), domain(r, -12, 12))
		if r.IntN(5) == 0 {
			return plain("square", d[1:], func(s *solver, x []Var) error { Times(s, x[0], x[0], x[1]); return nil },
				func(v []int64) bool { return v[0]*v[0] == v[1] })
		}
		return plain("product", d, func(s *solver, x []Var) error { Times(s, x[0], x[1], x[2]); return nil },
			func(v []int64) bool { return v[0]*v[1] == v[2] })
	})
}

func TestDivision(t *testing.T) {
	tries(t, 400, func(r *rand.Rand) made {
		d := [][]int64{domain(r, -9, 9), domain(r, -4, 4), domain(r, -5, 5)}
		if r.IntN(2) == 0 {
			return plain("div", d, func(s *solver, x []Var) error { return Div(s, x[0], x[1], x[2]) },
				func(v []int64) bool { return v[1] != 0 && v[0]/v[1] == v[2] })
		}
		return plain("mod", d, func(s *solver, x []Var) error { return Mod(s, x[0], x[1], x[2]) },
			func(v []int64) bool { return v[1] != 0 && v[0]%v[1] == v[2] })
	})
}

func TestPower(t *testing.T) {
	tries(t, 400, func(r *rand.Rand) made {
		d := [][]int64{domain(r, -3, 3), domain(r, -2, 4), domain(r, -30, 30)}
		if r.IntN(2) == 0 {
			d[1] = d[1][:1]
		}
		return plain("power", d, func(s *solver, x []Var) error { return Power(s, x[0], x[1], x[2]) }, func(v []int64) bool {
			if v[1] < 0 {
				if v[0] == 0 {
					return false
				}
				return v[2] == 1/plainPower(v[0], -v[1])
			}
			return v[2] == plainPower(v[0], v[1])
		})
	})
}

func plainPower(a, b int64) int64 {
	n := int64(1)
	for range b {
		n *= a
	}
	return n
}

func TestElement(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) made {
		n := 1 + r.IntN(4)
		if r.IntN(2) == 0 {
			list := make([]int64, n)
			for i := range list {
				list[i] = r.Int64N(7) - 3
			}
			return plain(fmt.Sprint("element ", list), append(domains(r, 1, -1, int64(n)), domain(r, -3, 3)),
				func(s *solver, x []Var) error { return Element(s, x[0], list, x[1]) },
				func(v []int64) bool { return v[0] >= 0 && v[0] < int64(n) && list[v[0]] == v[1] })
		}
		return plain("element of variables", append(domains(r, 1, -1, int64(n)), domains(r, n+1, -2, 2)...),
			func(s *solver, x []Var) error { return ElementVar(s, x[0], x[2:], x[1]) },
			func(v []int64) bool { return v[0] >= 0 && v[0] < int64(n) && v[2+v[0]] == v[1] })
	})
}

func randomRows(r *rand.Rand, n, m int) [][]int64 {
	rows := make([][]int64, m)
	for i := range rows {
		for range n {
			rows[i] = append(rows[i], r.Int64N(6)-2)
		}
	}
	return rows
}

func TestTable(t *testing.T) {
	tries(t, 400, func(r *rand.Rand) made {
		n := 1 + r.IntN(3)
		rows := randomRows(r, n, r.IntN(15))
		has := func(v []int64) bool {
			return slices.ContainsFunc(rows, func(row []int64) bool { return slices.Equal(row, v) })
		}
		if r.IntN(3) == 0 {
			return plain(fmt.Sprint("not in ", rows), domains(r, n, -2, 3), func(s *solver, x []Var) error { return NotTable(s, x, rows) },
				func(v []int64) bool { return !has(v) })
		}
		return plain(fmt.Sprint("in ", rows), domains(r, n, -2, 3), func(s *solver, x []Var) error { return Table(s, x, rows) }, has)
	})
}

func TestRegular(t *testing.T) {
	tries(t, 300, func(r *rand.Rand) made {
		states := 1 + r.IntN(4)
		to := randomRows(r, 3, states)
		final := make([]bool, states)
		for i := range final {
			final[i] = r.IntN(2) == 0
		}
		a := Automaton{states, func(q int, v int64) int {
			if v < 0 || v > 2 {
				return -1
			}
			return min(int(to[q][v]), states-1)
		}, func(q int) bool { return final[q] }}
		return plain(fmt.Sprint("regular ", to, final), domains(r, 1+r.IntN(5), 0, 3), func(s *solver, x []Var) error { return Regular(s, x, a) },
			func(v []int64) bool {
				q := 0
				for _, w := range v {
					if q = a.Next(q, w); q < 0 {
						return false
					}
				}
				return final[q]
			})
	})
}

func TestMDD(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) made {
		n := 1 + r.IntN(4)
		layers := make([][]Edge, n)
		for i := range layers {
			for from := range 3 {
				for v := range int64(3) {
					if r.IntN(2) == 0 {
						layers[i] = append(layers[i], Edge{from, r.IntN(3), v})
					}
				}
			}
		}
		return plain(fmt.Sprint("mdd ", layers), domains(r, n, 0, 3), func(s *solver, x []Var) error { return MDD(s, x, layers) },
			func(v []int64) bool {
				node := 0
				for i, w := range v {
					k := slices.IndexFunc(layers[i], func(e Edge) bool { return e.From == node && e.Value == w })
					if k < 0 {
						return false
					}
					node = layers[i][k].To
				}
				return node == 0
			})
	})
}

// runs counts what tasks use at a time: v has start, length and use of each.
func runs(v []int64, time int64) (use int64) {
	for i := 0; i+2 < len(v); i += 3 {
		if v[i] <= time && time < v[i]+v[i+1] {
			use += v[i+2]
		}
	}
	return use
}

func TestCumulative(t *testing.T) {
	tries(t, 500, func(r *rand.Rand) made {
		n := 1 + r.IntN(4)
		d := [][]int64{domain(r, 0, 4)}
		variable := r.IntN(2) == 0 && n < 4
		for range n {
			length, use := []int64{r.Int64N(4)}, []int64{r.Int64N(4)}
			if variable && r.IntN(2) == 0 {
				length = domain(r, 0, 3)
			}
			if variable && r.IntN(3) == 0 {
				use = domain(r, 0, 3)
			}
			d = append(d, domain(r, -1, 5), length, use)
		}
		return plain("cumulative", d, func(s *solver, x []Var) error {
			var tasks []Task
			for i := 1; i < len(x); i += 3 {
				tasks = append(tasks, Task{x[i], x[i+1], x[i+2]})
			}
			return Cumulative(s, x[0], tasks...)
		}, func(v []int64) bool {
			for time := int64(-1); time < 9; time++ {
				if runs(v[1:], time) > v[0] {
					return false
				}
			}
			return true
		})
	})
}

func TestDisjunctive(t *testing.T) {
	tries(t, 400, func(r *rand.Rand) made {
		var d [][]int64
		for range 1 + r.IntN(4) {
			length := []int64{r.Int64N(4)}
			if r.IntN(4) == 0 {
				length = domain(r, 0, 3)
			}
			d = append(d, domain(r, 0, 5), length)
		}
		return plain("disjunctive", d, func(s *solver, x []Var) error {
			var tasks []Task
			for i := 0; i < len(x); i += 2 {
				tasks = append(tasks, Task{Start: x[i], Length: x[i+1]})
			}
			return Disjunctive(s, tasks...)
		}, func(v []int64) bool {
			for i := 0; i < len(v); i += 2 {
				for j := 0; j < i; j += 2 {
					if v[i+1] > 0 && v[j+1] > 0 && v[i] < v[j]+v[j+1] && v[j] < v[i]+v[i+1] {
						return false
					}
				}
			}
			return true
		})
	})
}

func TestDiffn(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) made {
		n := 2 + r.IntN(2)
		strict := r.IntN(2) == 0
		var d [][]int64
		for range n {
			d = append(d, domain(r, 0, 3), domain(r, 0, 3), []int64{r.Int64N(3)}, []int64{r.Int64N(3)})
		}
		return plain(fmt.Sprint("diffn ", strict), d, func(s *solver, x []Var) error {
			var boxes []Box
			for i := 0; i < len(x); i += 4 {
				boxes = append(boxes, Box{x[i : i+2], x[i+2 : i+4]})
			}
			return Diffn(s, strict, boxes...)
		}, func(v []int64) bool {
			for i := 0; i < len(v); i += 4 {
				for j := 0; j < i; j += 4 {
					a, b := v[i:i+4], v[j:j+4]
					apart := a[0]+a[2] <= b[0] || b[0]+b[2] <= a[0] || a[1]+a[3] <= b[1] || b[1]+b[3] <= a[1]
					if !strict {
						apart = apart || a[2] == 0 || a[3] == 0 || b[2] == 0 || b[3] == 0
					}
					if !apart {
						return false
					}
				}
			}
			return true
		})
	})
}

func TestCircuit(t *testing.T) {
	tries(t, 500, func(r *rand.Rand) made {
		n := 1 + r.IntN(5)
		some := r.IntN(2) == 0
		first := int64(b2i(some)) // nodes count from -first
		return plain(fmt.Sprint("circuit ", some), domains(r, n, -first, int64(n)-1-first), func(s *solver, x []Var) error {
			if some {
				Subcircuit(s, -1, x...)
			} else {
				Circuit(s, 0, x...)
			}
			return nil
		}, func(v []int64) bool {
			v = slices.Clone(v)
			begin, on := 0, 0
			for i := range v {
				v[i] += first
			}
			for i, w := range v {
				if w != int64(i) {
					begin = i
					on++
				}
			}
			seen := map[int64]bool{}
			for _, w := range v {
				if seen[w] {
					return false
				}
				seen[w] = true
			}
			long := 1
			for at := v[begin]; at != int64(begin) && long <= n; at = v[at] {
				long++
			}
			if some {
				return on == 0 || long == on
			}
			return long == n
		})
	})
}

func TestInverse(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) made {
		n := 1 + r.IntN(4)
		return plain("inverse", domains(r, 2*n, -1, int64(n)), func(s *solver, x []Var) error { Inverse(s, x[:n], x[n:], 0, 0); return nil },
			func(v []int64) bool {
				for i := range n {
					if v[i] < 0 || v[i] >= int64(n) || v[n+int(v[i])] != int64(i) {
						return false
					}
				}
				return true
			})
	})
}

func count(v []int64, value int64) (n int64) {
	for _, w := range v {
		n += int64(b2i(w == value))
	}
	return n
}

func TestCounting(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) made {
		n := 1 + r.IntN(4)
		d := append(domains(r, n, 0, 3), domain(r, 0, 4))
		switch r.IntN(5) {
		case 0:
			return plain("count", d, func(s *solver, x []Var) error { return Count(s, x[:n], 1, x[n]) }, func(v []int64) bool { return count(v[:n], 1) == v[n] })
		case 1:
			return plain("among", d, func(s *solver, x []Var) error { return Among(s, x[:n], []int64{0, 2, 5}, x[n]) },
				func(v []int64) bool { return count(v[:n], 0)+count(v[:n], 2) == v[n] })
		case 2:
			return plain("nvalue", d, func(s *solver, x []Var) error { return NValue(s, x[:n], x[n]) }, func(v []int64) bool {
				w := slices.Clone(v[:n])
				slices.Sort(w)
				return int64(len(slices.Compact(w))) == v[n]
			})
		case 3:
			weights := make([]int64, n)
			for i := range weights {
				weights[i] = r.Int64N(4)
			}
			d = append(d[:n], domains(r, 2, 0, 8)...)
			return plain(fmt.Sprint("packing ", weights), d, func(s *solver, x []Var) error { return BinPacking(s, x[:n], 1, weights, x[n:]) },
				func(v []int64) bool {
					loads := make([]int64, 4)
					for i, b := range v[:n] {
						loads[b] += weights[i]
					}
					return count(v[:n], 0) == 0 && count(v[:n], 3) == 0 && loads[1] == v[n] && loads[2] == v[n+1]
				})
		}
		closed := r.IntN(2) == 0
		d = append(d, domain(r, 0, 4))
		return plain(fmt.Sprint("cardinality ", closed), d, func(s *solver, x []Var) error { return GlobalCardinality(s, x[:n], []int64{1, 2}, x[n:], closed) },
			func(v []int64) bool {
				return count(v[:n], 1) == v[n] && count(v[:n], 2) == v[n+1] && (!closed || v[n]+v[n+1] == int64(n))
			})
	})
}

func TestKnapsack(t *testing.T) {
	tries(t, 200, func(r *rand.Rand) made {
		w, p := []int64{r.Int64N(4), 1, 2}, []int64{r.Int64N(4), 3, 1}
		return plain("knapsack", append(domains(r, 3, -1, 2), domains(r, 2, 0, 9)...), func(s *solver, x []Var) error { return Knapsack(s, x[:3], w, p, x[3], x[4]) },
			func(v []int64) bool {
				return slices.Min(v[:3]) >= 0 && sum(w, v[:3]) == v[3] && sum(p, v[:3]) == v[4]
			})
	})
}

func TestOrder(t *testing.T) {
	tries(t, 600, func(r *rand.Rand) made {
		n := 1 + r.IntN(5)
		d := domains(r, n, 0, 3)
		switch r.IntN(3) {
		case 0:
			plus := r.Int64N(2)
			return plain(fmt.Sprint("increasing ", plus), d, func(s *solver, x []Var) error { return Increasing(s, plus, x...) }, func(v []int64) bool {
				for i := 1; i < n; i++ {
					if v[i-1]+plus > v[i] {
						return false
					}
				}
				return true
			})
		case 1:
			k := r.IntN(n + 1)
			orEqual := r.IntN(2) == 0
			return plain(fmt.Sprint("lex ", k, orEqual), d, func(s *solver, x []Var) error { return Lex(s, orEqual, x[:k], x[k:]) }, func(v []int64) bool {
				c := slices.Compare(v[:k], v[k:])
				return c < 0 || orEqual && c == 0
			})
		}
		return plain("precede", d, func(s *solver, x []Var) error { Precede(s, 1, 2, x...); return nil }, func(v []int64) bool {
			a, b := slices.Index(v, 1), slices.Index(v, 2)
			return b < 0 || a >= 0 && a < b
		})
	})
}

func TestTooLarge(t *testing.T) {
	s := kernel.New(kernel.Options{})
	x := s.NewVar(-kernel.MaxValue, kernel.MaxValue)
	for name, err := range map[string]error{
		"table": Table(s, []Var{x}, [][]int64{{-kernel.MaxValue}, {kernel.MaxValue}}), "power": Power(s, x, s.NewVar(0, 5), x), "cumulative": Cumulative(s, x, Task{x, x, x}), "nvalue": NValue(s, []Var{x}, x),
	} {
		if err == nil {
			t.Errorf("%s took it", name)
		}
	}
}
