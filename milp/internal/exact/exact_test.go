package exact_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"strconv"
	"testing"

	"farbank/milp/internal/exact"
	"farbank/milp/problem"
)

// tenths returns x + y + z = 0.3 over tenths: in floating point 0.1 + 0.2 is more.
func tenths(integer bool) *problem.Problem {
	column := problem.Column{Upper: 10, Integer: integer, Cost: 0.1}
	return &problem.Problem{Offset: 0.2, Columns: []problem.Column{column, column}, Rows: []problem.Row{{Lower: 0.3, Upper: 0.3,
		Terms: []problem.Term{{Column: 0, Coefficient: 0.1}, {Column: 1, Coefficient: 0.2}}}}}
}

func TestHolds(t *testing.T) {
	whole := &problem.Problem{Columns: []problem.Column{{Upper: 1e9, Integer: true}, {Upper: 1e9, Integer: true}},
		Rows: []problem.Row{{Lower: 1e9, Upper: math.Inf(1), Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: 1e8}}}}}
	for _, test := range []struct {
		name string
		p    *problem.Problem
		x    []float64
		want bool
	}{
		{"decimals", tenths(true), []float64{1, 1}, true},
		{"another sum", tenths(true), []float64{2, 1}, false},
		{"nearly whole", tenths(true), []float64{1 + 1e-7, 1}, true},
		{"not whole", tenths(true), []float64{1.5, 0.75}, false},
		{"continuous", tenths(false), []float64{1.5, 0.75}, true},
		{"continuous within the tolerance", tenths(false), []float64{1.5, 0.75 + 1e-7}, true},
		{"continuous beyond it", tenths(false), []float64{1.5, 0.76}, false},
		{"whole numbers hold exactly", whole, []float64{0, 10}, true},
		{"not within a tolerance", whole, []float64{999, 9}, false},
		{"beyond a bound", tenths(false), []float64{11, -4}, false},
		{"no number", tenths(false), []float64{math.NaN(), 1}, false},
		{"too few", tenths(false), []float64{1}, false},
	} {
		if got := exact.New(test.p).Holds(test.x); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
}

func TestSets(t *testing.T) {
	set := problem.Set{Kind: 2, Columns: []int{0, 1, 2, 3}, Weights: []float64{4, 1, 2, 3}} // in the order 1, 2, 3, 0
	for _, test := range []struct {
		x    []float64
		want bool
	}{
		{[]float64{0, 0, 0, 0}, true}, {[]float64{1, 0, 0, 1}, true}, {[]float64{0, 1, 1, 0}, true}, {[]float64{1, 1, 0, 0}, false}, {[]float64{0, 1, 1, 1}, false},
	} {
		if got := exact.SetHolds(set, test.x); got != test.want {
			t.Errorf("%v: %v", test.x, got)
		}
	}
}

func TestClean(t *testing.T) {
	p := tenths(false)
	p.Columns[1].Lower = 0.25
	got := exact.New(p).Clean([]float64{2 + 1e-12, 0.25 - 1e-12})
	if got[0] != 2 || got[1] != 0.25 {
		t.Errorf("got %v", got)
	}
	if v := exact.New(p).Objective([]float64{1, 2}); v != 0.5 {
		t.Errorf("0.2 + 0.1 + 0.2 is %v", v)
	}
}

// TestNearSides compares sums close to a side with rational numbers.
func TestNearSides(t *testing.T) {
	rational := func(v float64) *big.Rat {
		r, _ := new(big.Rat).SetString(strconv.FormatFloat(v, 'g', -1, 64))
		return r
	}
	held := 0
	for seed := range uint64(20000) {
		r := rand.New(rand.NewPCG(seed, 9))
		whole, n := r.IntN(2) == 0, 1+r.IntN(6)
		row := problem.Row{Lower: math.Inf(-1)}
		p := &problem.Problem{}
		x := make([]float64, n)
		sum, size, exactly := new(big.Rat), 0.0, whole
		for j := range n {
			a := math.Round(100*r.NormFloat64()) / []float64{1, 10, 3}[r.IntN(3)]
			p.Columns = append(p.Columns, problem.Column{Lower: -1e6, Upper: 1e6, Integer: whole})
			x[j] = 1000 * r.NormFloat64()
			if whole {
				x[j] = math.Round(x[j])
			}
			row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: a})
			sum.Add(sum, new(big.Rat).Mul(rational(a), new(big.Rat).SetFloat64(x[j])))
			size += math.Abs(a * x[j])
			exactly = exactly && a == math.Trunc(a)
		}
		row.Upper, _ = sum.Float64()
		row.Upper += []float64{0, 1e-15, -1e-15, 1e-6, -1e-6, -9e-7, -1.1e-6, 1}[r.IntN(8)] * max(1, math.Abs(row.Upper))
		exactly = exactly && row.Upper == math.Trunc(row.Upper)
		p.Rows = append(p.Rows, row)
		over, _ := new(big.Rat).Sub(sum, rational(row.Upper)).Float64()
		want := over <= problem.Feasibility*max(1, math.Abs(row.Upper), 1e-4*size)
		switch {
		case exactly:
			want = over <= 0
		case whole:
			want = over <= problem.Arithmetic*max(1, size)
		}
		if got := exact.New(p).Holds(x); got != want {
			t.Fatalf("seed %d: %v, want %v: %v over %+v", seed, got, want, over, row)
		} else if got {
			held++
		}
	}
	if held < 5000 || held > 15000 {
		t.Errorf("%d of 20000 hold", held)
	}
}
