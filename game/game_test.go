package game

import (
	"context"
	"errors"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"farbank/solver"
)

// random returns a small arena.
func random(r *rand.Rand, kinds []Kind) *Arena {
	a := &Arena{}
	n := 2 + r.IntN(5)
	for s := range n {
		k := kinds[r.IntN(len(kinds))]
		if s == n-1 {
			k = Goal
		}
		var moves []Move
		if k != Goal {
			for range r.IntN(4) {
				moves = append(moves, Move{To: int32(r.IntN(n)), Cost: int64(r.IntN(3)), Weight: 1 + int64(r.IntN(3))})
			}
		}
		a.Add(k, moves...)
	}
	return a
}

// strategies calls f with every choice of one move in the states of a kind.
func strategies(a *Arena, k Kind, f func(move []int32)) {
	move := make([]int32, a.Len())
	for s := range move {
		move[s] = -1
	}
	var fill func(s int)
	fill = func(s int) {
		switch {
		case s == a.Len():
			f(move)
		case a.Kind(s) != k || len(a.Moves(s)) == 0:
			fill(s + 1)
		default:
			for i := range a.Moves(s) {
				move[s] = int32(i)
				fill(s + 1)
			}
		}
	}
	fill(0)
}

// chain returns the moves that are possible under two strategies, with their probabilities.
func chain(a *Arena, ours, foe []int32, s int) []Move {
	moves := a.Moves(s)
	switch {
	case a.Kind(s) == Goal || len(moves) == 0:
		return nil
	case a.Kind(s) == Ours:
		return moves[ours[s] : ours[s]+1]
	case a.Kind(s) == Foe:
		return moves[foe[s] : foe[s]+1]
	}
	return moves
}

// plainChain returns the probability and the expected cost of reaching the goal under two strategies, by dense
// elimination. It is the reference.
func plainChain(a *Arena, ours, foe []int32) (prob, cost []*big.Rat) {
	n := a.Len()
	can := make([]bool, n)
	for range n {
		for s := range n {
			can[s] = can[s] || a.Kind(s) == Goal
			for _, m := range chain(a, ours, foe, s) {
				can[s] = can[s] || can[m.To]
			}
		}
	}
	solveFor := func(expected bool) []*big.Rat {
		rows := make([][]*big.Rat, n)
		for s := range n {
			rows[s] = make([]*big.Rat, n+1)
			for t := range rows[s] {
				rows[s][t] = new(big.Rat)
			}
			rows[s][s].SetInt64(1)
			switch {
			case a.Kind(s) == Goal && !expected:
				rows[s][n].SetInt64(1)
			case a.Kind(s) != Goal && can[s]:
				total := int64(0)
				moves := chain(a, ours, foe, s)
				for _, m := range moves {
					total += m.Weight
				}
				for _, m := range moves {
					p := big.NewRat(m.Weight, total)
					rows[s][m.To].Sub(rows[s][m.To], p)
					if expected {
						rows[s][n].Add(rows[s][n], new(big.Rat).Mul(p, new(big.Rat).SetInt64(m.Cost)))
					}
				}
			}
		}
		for i := range n {
			k := i
			for rows[k][i].Sign() == 0 {
				k++
			}
			rows[i], rows[k] = rows[k], rows[i]
			f := new(big.Rat).Inv(rows[i][i])
			for t := range rows[i] {
				rows[i][t].Mul(rows[i][t], f)
			}
			for u := range n {
				if u == i || rows[u][i].Sign() == 0 {
					continue
				}
				by := new(big.Rat).Set(rows[u][i])
				for t := range rows[u] {
					rows[u][t].Sub(rows[u][t], new(big.Rat).Mul(by, rows[i][t]))
				}
			}
		}
		out := make([]*big.Rat, n)
		for s := range n {
			out[s] = rows[s][n]
		}
		return out
	}
	prob, cost = solveFor(false), solveFor(true)
	for s := range n {
		if prob[s].Cmp(one) != 0 {
			cost[s] = nil // infinite
		}
	}
	return prob, cost
}

// less compares costs; nil is infinite.
func less(x, y *big.Rat) bool { return x != nil && (y == nil || x.Cmp(y) < 0) }

// plain computes all values by enumerating the strategies without memory. It is the reference.
func plain(a *Arena) (prob, cost []*big.Rat) {
	n := a.Len()
	prob, cost = make([]*big.Rat, n), make([]*big.Rat, n)
	strategies(a, Ours, func(ours []int32) {
		worst, dear := make([]*big.Rat, n), make([]*big.Rat, n)
		first := true
		strategies(a, Foe, func(foe []int32) {
			p, c := plainChain(a, ours, foe)
			for s := range n {
				if first || p[s].Cmp(worst[s]) < 0 {
					worst[s] = p[s]
				}
				if first || less(dear[s], c[s]) {
					dear[s] = c[s]
				}
			}
			first = false
		})
		for s := range n {
			if prob[s] == nil || worst[s].Cmp(prob[s]) > 0 {
				prob[s] = worst[s]
			}
			if less(dear[s], cost[s]) {
				cost[s] = dear[s]
			}
		}
	})
	return prob, cost
}

// plainForce computes the cost that can be forced by enumerating the strategies. It is the reference.
func plainForce(a *Arena) []int64 {
	n := a.Len()
	best := make([]int64, n)
	for s := range best {
		best[s] = Never
	}
	strategies(a, Ours, func(ours []int32) {
		worst := make([]int64, n)
		strategies(a, Foe, func(foe []int32) {
			for s := range n {
				cost, at, steps := int64(0), s, 0
				for a.Kind(at) != Goal && len(a.Moves(at)) > 0 && steps <= n {
					m := chain(a, ours, foe, at)[0]
					cost, at, steps = cost+m.Cost, int(m.To), steps+1
				}
				if a.Kind(at) != Goal {
					worst[s] = math.MaxInt64
				}
				worst[s] = max(worst[s], cost)
			}
		})
		for s := range n {
			if worst[s] < math.MaxInt64 && (best[s] == Never || worst[s] < best[s]) {
				best[s] = worst[s]
			}
		}
	})
	return best
}

func TestForceAgainstEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		a := random(r, []Kind{Ours, Foe})
		got, err := Force(context.Background(), a, Options{})
		if err != nil || got.Status != solver.Solved {
			t.Fatal(got.Status, err)
		}
		for s, want := range plainForce(a) {
			if got.Cost[s] != want {
				t.Fatalf("arena %d, state %d: %d, not %d: %v", i, s, got.Cost[s], want, a)
			}
		}
	}
}

func TestValuesAgainstEnumeration(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 1500 {
		kinds := [][]Kind{{Ours, Chance}, {Ours, Foe, Chance}, {Foe, Chance}, {Ours, Foe}}[i%4]
		a := random(r, kinds)
		prob, cost := plain(a)
		for _, o := range []Options{{}, {Exact: -1}} {
			reach, err := Reach(context.Background(), a, o)
			if err != nil || reach.Status != solver.Solved {
				t.Fatal(i, reach.Status, err)
			}
			expected, err := Expected(context.Background(), a, o)
			if err != nil || expected.Status != solver.Solved {
				t.Fatal(i, expected.Status, expected.Reason, err, expected.Low, expected.High, a)
			}
			for s := range a.Len() {
				checkValue(t, a, "reach", s, reach, prob[s])
				checkValue(t, a, "expected", s, expected, cost[s])
			}
		}
		sure, err := Sure(context.Background(), a, Options{})
		for s := range a.Len() {
			if err != nil || sure.In[s] != (prob[s].Cmp(one) == 0) {
				t.Fatalf("arena %d, state %d: sure is %v, the probability %v", i, s, sure.In[s], prob[s])
			}
		}
	}
}

// checkValue compares the value of a state with the reference; nil means infinite.
func checkValue(t *testing.T, a *Arena, what string, s int, v Values, want *big.Rat) {
	t.Helper()
	if v.Exact != nil && (v.Exact[s] == nil) != (want == nil) || v.Exact != nil && want != nil && v.Exact[s].Cmp(want) != 0 {
		t.Fatalf("%s of state %d is %v, not %v: %+v", what, s, v.Exact[s], want, a)
	}
	if want == nil {
		if !math.IsInf(v.Low[s], 1) {
			t.Fatalf("%s of state %d is %v, not infinite", what, s, v.Low[s])
		}
		return
	}
	low, high := new(big.Rat).SetFloat64(v.Low[s]), new(big.Rat).SetFloat64(v.High[s])
	if low == nil || high == nil || low.Cmp(want) > 0 || high.Cmp(want) < 0 {
		t.Fatalf("%s of state %d is %v, not in %v..%v: %+v", what, s, want, v.Low[s], v.High[s], a)
	}
}

// TestStrategies checks that the moves returned attain the values.
func TestStrategies(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 1000 {
		a := random(r, []Kind{Ours, Foe, Chance})
		for _, o := range []Options{{}, {Exact: -1}} {
			reach, err := Reach(context.Background(), a, o)
			if err != nil {
				t.Fatal(err)
			}
			expected, err := Expected(context.Background(), a, o)
			if err != nil {
				t.Fatal(err)
			}
			worst := make([]float64, a.Len())
			dear := make([]float64, a.Len())
			for s := range worst {
				worst[s] = 1
			}
			strategies(a, Foe, func(foe []int32) {
				p, _ := plainChain(a, given(a, reach.Move), foe)
				_, c := plainChain(a, given(a, expected.Move), foe)
				for s := range worst {
					x, _ := p[s].Float64()
					worst[s] = min(worst[s], x)
					y := math.Inf(1)
					if c[s] != nil {
						y, _ = c[s].Float64()
					}
					dear[s] = max(dear[s], y)
				}
			})
			for s := range worst {
				if worst[s] < reach.Low[s]-1e-9 || dear[s] > expected.High[s]+1e-8 {
					t.Fatalf("arena %d, state %d: the strategies guarantee %v and %v, not %v and %v: %+v", i, s, worst[s], dear[s], reach.Low[s], expected.High[s], a)
				}
			}
		}
	}
}

// given replaces the moves of states where we cannot reach the goal by the first one.
func given(a *Arena, move []int32) []int32 {
	out := append([]int32(nil), move...)
	for s := range out {
		if a.Kind(s) == Ours && out[s] < 0 && len(a.Moves(s)) > 0 {
			out[s] = 0
		}
	}
	return out
}

// TestKnownValues checks published values: the gambler's ruin, the coupon collector, craps.
func TestKnownValues(t *testing.T) {
	ruin := &Arena{}
	const n = 100
	for i := range int32(n + 1) {
		switch i {
		case 0:
			ruin.Add(Chance)
		case n:
			ruin.Add(Goal)
		default:
			ruin.Add(Chance, Move{To: i - 1, Weight: 1}, Move{To: i + 1, Weight: 1})
		}
	}
	v, err := Reach(context.Background(), ruin, Options{})
	if err != nil || v.Exact == nil || v.Exact[37].Cmp(big.NewRat(37, n)) != 0 {
		t.Error(err, v.Exact)
	}
	v, err = Reach(context.Background(), ruin, Options{Exact: -1})
	if err != nil || v.Status != solver.Solved || v.Low[37] > 0.37 || v.High[37] < 0.37 || v.High[37]-v.Low[37] > 1e-9 {
		t.Error(err, v.Status, v.Low[37], v.High[37])
	}
	coupons := &Arena{}
	for have := range int32(6) {
		coupons.Add(Chance, Move{To: have, Cost: 1, Weight: max(1, int64(have))}, Move{To: have + 1, Cost: 1, Weight: 6 - int64(have)})
	}
	coupons.Add(Goal)
	coupons.Moves(0)[0].To = 1 // the first coupon is always new
	v, err = Expected(context.Background(), coupons, Options{})
	if err != nil || v.Exact == nil || v.Exact[0].Cmp(big.NewRat(147, 10)) != 0 {
		t.Error(err, v.Exact)
	}
}

// TestSlowConvergence checks chains on which iteration takes a number of sweeps exponential in their length (Haddad,
// Monmege 2014): from the middle a step to the left has probability 7/10, elsewhere half of the steps lead back to the middle.
func TestSlowConvergence(t *testing.T) {
	for _, n := range []int32{1, 2, 20, 30, 60} {
		chain := func(ends ...Kind) *Arena {
			a := &Arena{}
			a.Add(ends[0])
			for i := int32(1); i < 2*n; i++ {
				switch {
				case i < n:
					a.Add(Chance, Move{To: i - 1, Weight: 1, Cost: 1}, Move{To: n, Weight: 1, Cost: 1})
				case i > n:
					a.Add(Chance, Move{To: i + 1, Weight: 1, Cost: 1}, Move{To: n, Weight: 1, Cost: 1})
				default:
					a.Add(Chance, Move{To: i - 1, Weight: 7, Cost: 1}, Move{To: i + 1, Weight: 3, Cost: 1})
				}
			}
			a.Add(ends[1])
			return a
		}
		v, err := Reach(t.Context(), chain(Goal, Chance), Options{})
		if err != nil || v.Exact == nil || v.Exact[n].Cmp(big.NewRat(7, 10)) != 0 {
			t.Errorf("%d: %v, %v", n, v.Exact, err)
		}
		want := new(big.Rat).SetInt(new(big.Int).Lsh(big.NewInt(3), uint(n-1)))
		v, err = Expected(t.Context(), chain(Goal, Goal), Options{})
		if err != nil || v.Exact == nil || v.Exact[n].Cmp(want.Sub(want, big.NewRat(2, 1))) != 0 {
			t.Errorf("%d: %v, %v", n, v.Exact, err)
		}
	}
	const n, w = 30, 283 // too little effort for fractions: the iteration goes on
	a := &Arena{}
	a.Add(Goal)
	for i := int32(1); i <= n; i++ {
		moves := []Move{{To: 0, Weight: 1, Cost: 1}}
		for j := int32(1); j <= n; j++ {
			if j != i {
				moves = append(moves, Move{To: j, Weight: w, Cost: 1})
			}
		}
		a.Add(Chance, moves...)
	}
	v, err := Expected(t.Context(), a, Options{Exact: 16 * n * n})
	want := float64(1 + (n-1)*w)
	if err != nil || v.Exact != nil || v.Status != solver.Solved || v.Low[1] > want || v.High[1] < want {
		t.Error(v.Status, v.Low[1], v.High[1], v.Exact, err)
	}
}

// nim returns the rules of Nim with the given heaps; we move first, and the player who takes the last object wins.
func nim(heaps ...uint64) Rules {
	return Rules{
		Starts: [][]uint64{append([]uint64{0}, heaps...)},
		Look: func(s []uint64, p *Position) error {
			foe, empty := s[0] == 1, true
			for _, h := range s[1:] {
				empty = empty && h == 0
			}
			switch {
			case empty && foe:
				p.Kind = Goal
				return nil
			case foe:
				p.Kind = Foe
			}
			next := make([]uint64, len(s))
			for i := 1; i < len(s); i++ {
				for take := uint64(1); take <= s[i]; take++ {
					copy(next, s)
					next[0] = 1 - s[0]
					next[i] -= take
					p.Move(next, i*100+int(take), 1, 1)
				}
			}
			return nil
		},
	}
}

func TestNim(t *testing.T) {
	for _, c := range []struct {
		heaps []uint64
		won   bool
	}{{[]uint64{3, 4, 5}, true}, {[]uint64{1, 2, 3}, false}, {[]uint64{1, 4, 5}, false}, {[]uint64{7}, true}, {[]uint64{2, 2}, false}} {
		x, err := Explore(context.Background(), nim(c.heaps...), Options{})
		if err != nil || x.Status != solver.Solved {
			t.Fatal(x.Status, err)
		}
		f, err := Force(context.Background(), x.Arena, Options{})
		if err != nil || (f.Cost[x.Starts[0]] != Never) != c.won {
			t.Errorf("%v: %v %v", c.heaps, f.Cost[x.Starts[0]], err)
		}
	}
}

func TestLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if x, err := Explore(ctx, nim(3, 4, 5), Options{}); err != nil || x.Status != solver.Unknown || x.Reason != context.Canceled {
		t.Error(x.Status, x.Reason, err)
	}
	if x, err := Explore(context.Background(), nim(30, 40, 50), Options{Memory: 1 << 16}); err != nil || x.Reason != solver.ErrMemory {
		t.Error(x.Status, x.Reason, err)
	}
	if x, err := Explore(context.Background(), nim(30, 40, 50), Options{States: 10}); err != nil || x.Reason != ErrStates {
		t.Error(x.Status, x.Reason, err)
	}
	for _, a := range []*Arena{
		func() *Arena { a := &Arena{}; a.Add(Ours, Move{To: 5}); return a }(),
		func() *Arena { a := &Arena{}; a.Add(Chance, Move{To: 0}); return a }(),
		func() *Arena { a := &Arena{}; a.Add(Ours, Move{To: 0, Cost: -1}); return a }(),
		func() *Arena { a := &Arena{}; a.Add(9); return a }(),
		func() *Arena {
			a := &Arena{}
			a.Add(Chance, Move{To: 0, Weight: math.MaxInt64}, Move{To: 0, Weight: 1})
			return a
		}(),
	} {
		if _, err := Force(context.Background(), a, Options{}); err == nil {
			t.Errorf("no error for %+v", a)
		}
		if _, err := Reach(context.Background(), a, Options{}); err == nil {
			t.Errorf("no error for %+v", a)
		}
	}
}

func BenchmarkNim(b *testing.B) {
	for range b.N {
		x, err := Explore(context.Background(), nim(15, 15, 15), Options{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := Force(context.Background(), x.Arena, Options{}); err != nil {
			b.Fatal(err)
		}
		b.ReportMetric(float64(x.Arena.Len()*b.N)/b.Elapsed().Seconds(), "states/s")
	}
}

// TestWideCosts computes costs where one that need not be paid does not fit 64 bits, with and without a cycle.
func TestWideCosts(t *testing.T) {
	const wide = 5_000_000_000_000_000_000
	for back := range 2 {
		a := &Arena{}
		a.Add(Ours, Move{To: 1, Cost: 1}, Move{To: 2, Cost: wide}, Move{To: int32(1 - back), Cost: 1})
		a.Add(Goal)
		a.Add(Ours, Move{To: 1, Cost: wide})
		if f, err := Force(t.Context(), a, Options{}); err != nil || f.Cost[0] != 1 {
			t.Errorf("%d: %v %v", back, f.Cost, err)
		}
	}
	a := &Arena{}
	a.Add(Foe, Move{To: 1, Cost: 1}, Move{To: 2, Cost: wide})
	a.Add(Goal)
	a.Add(Ours, Move{To: 1, Cost: wide})
	if _, err := Force(t.Context(), a, Options{}); !errors.Is(err, ErrCost) {
		t.Error(err)
	}
}

// TestOddRules explores states without words, and goals with moves.
func TestOddRules(t *testing.T) {
	r := Rules{Starts: [][]uint64{{}}, Look: func(_ []uint64, p *Position) error {
		p.Move([]uint64{}, 0, 1, 1)
		return nil
	}}
	if x, err := Explore(t.Context(), r, Options{}); err != nil || x.Arena.Len() != 1 {
		t.Error(err)
	}
	r = Rules{Starts: [][]uint64{{0}}, Look: func(s []uint64, p *Position) error {
		if s[0] == 1 {
			p.Kind = Goal
		}
		p.Move([]uint64{1}, 0, 1, 1)
		return nil
	}}
	if x, err := Prove(t.Context(), r, Options{}); err != nil || !x.Status.Found() {
		t.Error(x.Status, err)
	}
}
