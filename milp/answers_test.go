package milp_test

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"farbank/milp"
	"farbank/milp/branch"
	"farbank/milp/problem"
)

func ExampleSolution_Dual() {
	m := milp.NewModel("shop")
	tables := m.Continuous("tables", 0, math.Inf(1))
	chairs := m.Continuous("chairs", 0, math.Inf(1))
	hours := m.Constraint("hours", math.Inf(-1), tables.Times(3).Plus(chairs), 180)
	wood := m.Constraint("wood", math.Inf(-1), tables.Plus(chairs).Times(2), 200)
	m.Maximize(tables.Times(70).Plus(chairs.Times(30)))
	s, _ := m.Solve(context.Background(), milp.Explained())
	fmt.Println("income", s.Objective)
	fmt.Println("an hour more is worth", s.Dual(hours))
	fmt.Println("a unit of wood more is worth", s.Dual(wood))
	// Output:
	// income 4600
	// an hour more is worth 20
	// a unit of wood more is worth 5
}

func ExampleModel_AddProduct() {
	// How to divide money among three shares: little risk, and a return of 6 % at least.
	m := milp.NewModel("shares")
	shares := []milp.Expr{m.Continuous("bank", 0, 1), m.Continuous("rail", 0, 1), m.Continuous("steel", 0, 1)}
	gain := []float64{0.04, 0.07, 0.1}
	covariance := [][]float64{{0.01, 0, 0}, {0, 0.04, 0.01}, {0, 0.01, 0.09}}
	m.Add(milp.Sum(shares...).Is(1))
	m.Add(milp.Dot(gain, shares).AtLeast(0.06))
	m.Minimize(milp.Constant(0))
	for i, a := range shares {
		for j, b := range shares {
			m.AddProduct(covariance[i][j], a, b)
		}
	}
	s, _ := m.Solve(context.Background())
	fmt.Printf("%v: risk %.4f, bank %.3f, rail %.3f, steel %.3f\n", s.Status, s.Objective, s.Value(shares[0]), s.Value(shares[1]), s.Value(shares[2]))
	// Output:
	// optimal: risk 0.0104, bank 0.530, rail 0.273, steel 0.197
}

func ExampleModel_ThenMinimize() {
	// Four shifts for three people: as many shifts as possible are staffed, then the pay is least.
	m := milp.NewModel("shifts")
	pay := []float64{5, 4, 3}
	var staffed, costs []milp.Expr
	load := make([]milp.Expr, len(pay))
	for shift := range 4 {
		var one []milp.Expr
		for person := range pay {
			t := m.Binary(fmt.Sprintf("shift%d(%d)", shift, person))
			one = append(one, t.Expr)
			load[person] = load[person].Plus(t)
			costs = append(costs, t.Times(pay[person]))
		}
		m.Add(milp.Sum(one...).AtMost(1))
		staffed = append(staffed, one...)
	}
	for _, l := range load {
		m.Add(l.AtMost(2))
	}
	m.Maximize(milp.Sum(staffed...))
	m.ThenMinimize(milp.Sum(costs...))
	s, _ := m.Solve(context.Background())
	fmt.Println(s.Objective, "shifts for", s.Then[0])
	m.Tolerate(1, 0)
	s, _ = m.Solve(context.Background())
	fmt.Println(s.Objective, "shifts for", s.Then[0])
	// Output:
	// 4 shifts for 14
	// 3 shifts for 10
}

func ExampleBranch() {
	m := milp.NewModel("sack")
	weights := []float64{12, 7, 9, 5, 8, 11}
	take := m.Binaries("take", len(weights))
	m.Add(milp.Dot(weights, take).AtMost(26))
	m.Maximize(milp.Dot([]float64{24, 13, 23, 15, 16, 20}, take))
	// Branch on the first candidate, and take the item first.
	first := func(s *milp.Solution, candidates []milp.Expr) (int, bool) { return 0, true }
	s, _ := m.Solve(context.Background(), milp.Branch(first))
	fmt.Println(s.Status, s.Objective)
	// Output:
	// optimal 62
}

func ExampleSession() {
	m := milp.NewModel("shop")
	tables := m.Continuous("tables", 0, 1000)
	chairs := m.Continuous("chairs", 0, 1000)
	hours := m.Constraint("hours", math.Inf(-1), tables.Times(3).Plus(chairs), 180)
	m.Constraint("wood", math.Inf(-1), tables.Plus(chairs).Times(2), 200)
	m.Maximize(tables.Times(70).Plus(chairs.Times(30)))
	shop := milp.NewSession(m)
	for _, h := range []float64{180, 190, 200} {
		m.SetSides(hours, math.Inf(-1), h)
		s, _ := shop.Solve(context.Background())
		fmt.Println(h, "hours:", s.Objective)
	}
	m.SetBounds(tables, 0, 25)
	s, _ := shop.Solve(context.Background())
	fmt.Println("at most 25 tables:", s.Objective)
	// Output:
	// 180 hours: 4600
	// 190 hours: 4800
	// 200 hours: 5000
	// at most 25 tables: 4000
}

func ExampleSeveral() {
	m := milp.NewModel("sack")
	take := m.Binaries("take", 4)
	m.Add(milp.Dot([]float64{3, 4, 2, 5}, take).AtMost(9))
	m.Maximize(milp.Dot([]float64{10, 13, 7, 15}, take))
	s, _ := m.Solve(context.Background(), milp.Several(3))
	for _, one := range s.Solutions() {
		fmt.Println(one.Objective, one.Holds(take[0]), one.Holds(take[1]), one.Holds(take[2]), one.Holds(take[3]))
	}
	// Output:
	// 30 true true true false
	// 28 false true false true
	// 25 true false false true
}

func ExampleModel_SemiContinuous() {
	m := milp.NewModel("power")
	coal := m.SemiContinuous("coal", 30, 100) // off, or at least 30
	gas := m.Continuous("gas", 0, 40)
	m.Add(coal.Plus(gas).AtLeast(45))
	m.Minimize(coal.Times(2).Plus(gas.Times(5)))
	s, _ := m.Solve(context.Background())
	fmt.Println(s.Value(coal), s.Value(gas))
	m.SetBounds(coal, 0, 20)
	s, _ = m.Solve(context.Background())
	fmt.Println(s.Status)
	// Output:
	// 45 0
	// infeasible
}

func ExampleModel_Indicator() {
	m := milp.NewModel("contract")
	x := m.Continuous("x", 0, math.Inf(1))
	signed := m.Binary("signed")
	m.Indicator("limit", signed, math.Inf(-1), x, 10) // signed implies x <= 10
	m.Indicator("much", signed.Not(), 25, x, math.Inf(1))
	m.Minimize(x.Minus(signed.Times(3)))
	s, _ := m.Solve(context.Background())
	fmt.Println(s.Value(x), s.Holds(signed))
	// Output:
	// 0 true
}

// tour returns a model of the shortest round trip through cities, and the callback that forbids
// smaller rounds where a solution has one.
func tour(distance [][]float64) (*milp.Model, func(s *milp.Solution) []milp.Comparison) {
	n := len(distance)
	m := milp.NewModel("tour")
	edge := map[[2]int]milp.Truth{}
	at := make([][]milp.Linear, n)
	var length milp.Expr
	for i := range n {
		for j := range i {
			e := m.Binary(fmt.Sprintf("edge(%d,%d)", j, i))
			edge[[2]int{j, i}] = e
			at[i], at[j] = append(at[i], e), append(at[j], e)
			length = length.Plus(e.Times(distance[i][j]))
		}
	}
	for i := range n {
		m.Add(milp.Sum(at[i]...).Is(2))
	}
	m.Minimize(length)
	return m, func(s *milp.Solution) []milp.Comparison {
		part, seen := []int{0}, map[int]bool{0: true} // the cities on the round of city 0
		for k := 0; k < len(part); k++ {
			for j := range n {
				if e, ok := edge[[2]int{min(j, part[k]), max(j, part[k])}]; ok && s.Holds(e) && !seen[j] {
					seen[j] = true
					part = append(part, j)
				}
			}
		}
		if len(part) == n {
			return nil
		}
		var out []milp.Linear // two edges at least must leave them
		for i := range n {
			for j := range i {
				if seen[i] != seen[j] {
					out = append(out, edge[[2]int{j, i}])
				}
			}
		}
		return []milp.Comparison{milp.Sum(out...).AtLeast(2)}
	}
}

// cities returns the distances of random points.
func cities(n int, seed uint64) [][]float64 {
	r := rand.New(rand.NewPCG(seed, 9))
	x, y, distance := make([]float64, n), make([]float64, n), make([][]float64, n)
	for i := range n {
		x[i], y[i] = float64(r.IntN(100)), float64(r.IntN(100))
	}
	for i := range n {
		for j := range n {
			distance[i] = append(distance[i], math.Round(math.Hypot(x[i]-x[j], y[i]-y[j])))
		}
	}
	return distance
}

func ExampleLazy() {
	m, rounds := tour(cities(25, 1))
	s, _ := m.Solve(context.Background(), milp.Lazy(rounds))
	fmt.Println(s.Status, s.Objective)
	// Output:
	// optimal 403
}

// TestTours compares with dynamic programming over subsets (Held and Karp 1962).
func TestTours(t *testing.T) {
	for seed := range uint64(25) {
		distance := cities(5+int(seed)%6, seed)
		m, rounds := tour(distance)
		options := []milp.Option{milp.Lazy(rounds)}
		if seed%3 == 0 {
			options = append(options, milp.Cuts(rounds))
		}
		s, err := m.Solve(t.Context(), options...)
		if err != nil || s.Status != problem.Optimal || s.Objective != shortest(distance) {
			t.Fatalf("seed %d: %v %v %v, want %v", seed, s.Status, s.Objective, err, shortest(distance))
		}
	}
}

func shortest(distance [][]float64) float64 {
	n := len(distance)
	best := make([][]float64, 1<<(n-1)) // of paths from the last city through a set to one of it
	for set := range best {
		best[set] = make([]float64, n-1)
		for j := range n - 1 {
			best[set][j] = math.Inf(1)
			if set == 1<<j {
				best[set][j] = distance[n-1][j]
			}
			if set>>j&1 == 0 {
				continue
			}
			for i := range n - 1 {
				if i != j && set>>i&1 == 1 {
					best[set][j] = min(best[set][j], best[set^1<<j][i]+distance[i][j])
				}
			}
		}
	}
	total := math.Inf(1)
	for j := range n - 1 {
		total = min(total, best[len(best)-1][j]+distance[j][n-1])
	}
	return total
}

// TestListing compares lazy constraints with all constraints listed: 2,036 sets of twelve cities.
func TestListing(t *testing.T) {
	distance := cities(12, 3)
	m, rounds := tour(distance)
	lazy, err := m.Solve(t.Context(), milp.Lazy(rounds))
	if err != nil {
		t.Fatal(err)
	}
	edges := map[[2]int]milp.Expr{}
	all, at, length := milp.NewModel("listed"), make([]milp.Expr, len(distance)), milp.Expr{}
	for i := range distance {
		for j := range i {
			e := all.Binary("")
			edges[[2]int{j, i}] = e.Expr
			at[i], at[j], length = at[i].Plus(e), at[j].Plus(e), length.Plus(e.Times(distance[i][j]))
		}
	}
	for i := range distance {
		all.Add(at[i].Is(2))
	}
	listed := 0
	for set := 1; set < 1<<(len(distance)-1)-1; set++ { // those without the last city
		var out milp.Expr
		for e, x := range edges {
			if set>>e[0]&1 != set>>e[1]&1 {
				out = out.Plus(x)
			}
		}
		all.Constraint("", 2, out, math.Inf(1))
		listed++
	}
	all.Minimize(length)
	full, err := all.Solve(t.Context())
	if err != nil || full.Objective != lazy.Objective || lazy.Objective != shortest(distance) {
		t.Fatalf("%v listed, %v lazily, want %v: %v", full.Objective, lazy.Objective, shortest(distance), err)
	}
	t.Logf("%d rows listed: %d iterations, %d nodes; lazily %d and %d", listed, full.Iterations, full.Nodes, lazy.Iterations, lazy.Nodes)
}

// TestWarm compares the work of 1,000 solves of a changing linear program with that of new ones.
func TestWarm(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 11))
	const plants, shops = 12, 25
	m := milp.NewModel("transport")
	var need []milp.Row
	out, in, cost := make([]milp.Expr, plants), make([]milp.Expr, shops), milp.Expr{}
	for i := range plants {
		for j := range shops {
			x := m.Continuous("", 0, 40)
			out[i], in[j], cost = out[i].Plus(x), in[j].Plus(x), cost.Plus(x.Times(float64(1+r.IntN(50))))
		}
	}
	for i := range plants {
		m.Constraint("", math.Inf(-1), out[i], 100)
	}
	for j := range shops {
		need = append(need, m.Constraint("", 20, in[j], math.Inf(1)))
	}
	m.Minimize(cost)
	session := milp.NewSession(m)
	warm, cold := int64(0), int64(0)
	for k := range 1000 {
		m.SetSides(need[r.IntN(shops)], float64(10+r.IntN(25)), math.Inf(1))
		s, err := session.Solve(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		fresh, err := milp.NewSession(m).Solve(t.Context())
		if err != nil || s.Status != fresh.Status || math.Abs(s.Objective-fresh.Objective) > 1e-6 {
			t.Fatalf("solve %d: %v %v, from the beginning %v %v: %v", k, s.Status, s.Objective, fresh.Status, fresh.Objective, err)
		}
		if k > 0 {
			warm, cold = warm+s.Iterations, cold+fresh.Iterations
		}
	}
	if t.Logf("%d iterations warm, %d cold", warm, cold); warm*10 > cold {
		t.Errorf("%d iterations warm, %d cold", warm, cold)
	}
}

func ExampleModel_Hint() {
	m := milp.NewModel("sack")
	take := m.Binaries("take", 4)
	m.Add(milp.Dot([]float64{3, 4, 2, 5}, take).AtMost(9))
	m.Maximize(milp.Dot([]float64{10, 13, 7, 15}, take))
	m.Hint(take[3], 1) // yesterday's choice
	m.SetPriority(take[0], 1)
	first := true
	s, _ := m.Solve(context.Background(), milp.OnSolution(func(s *milp.Solution) {
		if first {
			fmt.Println("first", s.Objective)
		}
		first = false
	}), milp.OnProgress(func(branch.Progress) {}))
	fmt.Println("best", s.Objective)
	// Output:
	// first 28
	// best 30
}

// TestSession changes linear and integer models and compares each solve with one from the beginning.
func TestSession(t *testing.T) {
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 5))
		m := milp.NewModel("changing")
		var xs []milp.Expr
		var rows []milp.Row
		for range 2 + r.IntN(5) {
			if seed%2 == 0 {
				xs = append(xs, m.Continuous("", -5, 20))
			} else {
				xs = append(xs, m.Integer("", -5, 20))
			}
		}
		random := func() milp.Expr {
			var e milp.Expr
			for _, x := range xs {
				e = e.Plus(x.Times(float64(r.IntN(9) - 4)))
			}
			return e.Shift(float64(r.IntN(3)))
		}
		for range 1 + r.IntN(4) {
			rows = append(rows, m.Constraint("", -30, random(), float64(r.IntN(20))))
		}
		m.Maximize(random())
		session := milp.NewSession(m)
		for range 6 {
			switch r.IntN(4) {
			case 0:
				low := float64(r.IntN(10) - 5)
				m.SetBounds(xs[r.IntN(len(xs))], low, low+float64(r.IntN(10)))
			case 1:
				if row := rows[r.IntN(len(rows))]; row != (milp.Row{}) {
					m.SetSides(row, float64(-r.IntN(20)), float64(r.IntN(20)))
				}
			case 2:
				rows = append(rows, m.Constraint("", math.Inf(-1), random(), 15))
			case 3:
				m.Maximize(random())
			}
			warm, err := session.Solve(t.Context())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			cold, err := m.Solve(t.Context())
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if warm.Status != cold.Status || warm.Found() && math.Abs(warm.Objective-cold.Objective) > 1e-6 {
				t.Fatalf("seed %d: %v %v, from the beginning %v %v", seed, warm.Status, warm.Objective, cold.Status, cold.Objective)
			}
			if row := rows[0]; seed%2 == 0 && warm.Status == problem.Optimal && row != (milp.Row{}) && math.Abs(warm.Slack(row)*warm.Dual(row)) > 1e-5 {
				t.Fatalf("seed %d: slack %v, dual value %v", seed, warm.Slack(row), warm.Dual(row))
			}
		}
	}
}

// TestAnswerMistakes checks what a wrong use of the methods reports.
func TestAnswerMistakes(t *testing.T) {
	other := milp.NewModel("other")
	y := other.Continuous("y", 0, 1)
	row := other.Constraint("r", 0, y, 1)
	for name, use := range map[string]func(m *milp.Model, x milp.Expr){
		"wider bounds":  func(m *milp.Model, x milp.Expr) { m.SetBounds(x, -1, 3) },
		"no variable":   func(m *milp.Model, x milp.Expr) { m.SetBounds(x.Plus(x).Shift(1), 0, 1) },
		"other row":     func(m *milp.Model, x milp.Expr) { m.SetSides(row, 0, 1) },
		"other hint":    func(m *milp.Model, x milp.Expr) { m.Hint(y, 1) },
		"priority":      func(m *milp.Model, x milp.Expr) { m.SetPriority(x.Shift(1), 1) },
		"semi":          func(m *milp.Model, x milp.Expr) { m.SemiContinuous("s", 0, 3) },
		"crossed semi":  func(m *milp.Model, x milp.Expr) { m.SemiInteger("s", 2.2, 2.9) },
		"not a number":  func(m *milp.Model, x milp.Expr) { m.Constraint("c", math.NaN(), x, 1) },
		"mixed models":  func(m *milp.Model, x milp.Expr) { m.Constraint("c", 0, x.Plus(y), 1) },
		"mixed if":      func(m *milp.Model, x milp.Expr) { m.Indicator("i", m.Binary("b"), 0, y, 1) },
		"crossed sides": func(m *milp.Model, x milp.Expr) { m.SetBounds(x, 2, 1) },
	} {
		m := milp.NewModel(name)
		use(m, m.Continuous("x", 0, 2))
		if m.Err() == nil {
			t.Errorf("%s: no error", name)
		}
	}
	m := milp.NewModel("callback")
	b := m.Binary("b")
	m.Maximize(b)
	for _, c := range []milp.Comparison{y.AtMost(0), b.IsNot(1)} {
		_, err := m.Solve(t.Context(), milp.Lazy(func(*milp.Solution) []milp.Comparison { return []milp.Comparison{c, b.In(0, 1)} }))
		if c.String() == y.AtMost(0).String() && err == nil {
			t.Errorf("%v: no error", c)
		}
	}
}
