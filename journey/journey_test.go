package journey_test

import (
	"context"
	"math/rand/v2"
	"runtime"
	"slices"
	"testing"
	"time"

	"farbank/journey"
)

type J = journey.Journey[int]

// random returns a journey of at most three results.
func random(r *rand.Rand) J {
	xs := make([]int, r.IntN(4))
	for i := range xs {
		xs[i] = r.IntN(10)
	}
	return journey.Choose(xs...)
}

func randomStep(r *rand.Rand) func(int) J {
	table := make([]J, 20)
	for i := range table {
		table[i] = random(r)
	}
	return func(x int) J { return table[x%20] }
}

func same(t *testing.T, law string, x, y J) {
	t.Helper()
	if a, b := journey.Collect(x), journey.Collect(y); !slices.Equal(a, b) {
		t.Errorf("%s: %v and %v", law, a, b)
	}
}

func sorted(j J) J {
	xs := journey.Collect(j)
	slices.Sort(xs)
	return journey.Choose(xs...)
}

func TestLaws(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 3))
		m, n, f, g, x := random(r), random(r), randomStep(r), randomStep(r), r.IntN(10)
		same(t, "left identity", journey.Then(journey.Succeed(x), f), f(x))
		same(t, "right identity", journey.Then(m, journey.Succeed[int]), m)
		same(t, "associativity", journey.Then(journey.Then(m, f), g),
			journey.Then(m, func(x int) J { return journey.Then(f(x), g) }))
		same(t, "left zero", journey.Then(journey.Fail[int](), f), journey.Fail[int]())
		same(t, "choice over then", journey.Then(journey.Or(m, n), f), journey.Or(journey.Then(m, f), journey.Then(n, f)))
		same(t, "choice is associative", journey.Or(m, journey.Or(n, f(x))), journey.Or(journey.Or(m, n), f(x)))
		same(t, "fail is its unit", journey.Or(journey.Fail[int](), m, journey.Fail[int]()), m)
		same(t, "map", journey.Map(m, func(x int) int { return x + 1 }), journey.Then(m, func(x int) J { return journey.Succeed(x + 1) }))
		same(t, "guard", journey.Where(m, func(x int) bool { return x > 4 }), journey.Then(m, func(x int) J {
			return journey.Then(journey.Guard(x > 4), func(journey.Unit) J { return journey.Succeed(x) })
		}))
		same(t, "interleave has the same results", sorted(journey.Interleave(m, n)), sorted(journey.Or(m, n)))
		same(t, "fair then has the same results", sorted(journey.ThenFair(m, f)), sorted(journey.Then(m, f)))
		step := func(x int, yield func(int) bool) { f(x)(yield) }
		same(t, "via", journey.Via(m, step), journey.Then(m, f))
		same(t, "repeat via", journey.RepeatVia(3, x, step), journey.Repeat(3, x, f))
		same(t, "repeat via, cut short", journey.Limit(2, journey.RepeatVia(2, x, step)), journey.Limit(2, journey.Repeat(2, x, f)))
		same(t, "repeat 0", journey.Repeat(0, x, f), journey.Succeed(x))
		same(t, "repeat", journey.Repeat(3, x, f), journey.Then(journey.Repeat(2, x, f), f))
		same(t, "within", sorted(journey.Within(2, x, f)), sorted(journey.Or(journey.Repeat(0, x, f), journey.Repeat(1, x, f), journey.Repeat(2, x, f))))
		same(t, "soft cut of success", journey.IfElse(journey.Succeed(x), f, n), f(x))
		same(t, "soft cut of failure", journey.IfElse(journey.Fail[int](), f, n), n)
		same(t, "again", m, m)
		if (len(journey.Collect(journey.Not(m))) == 1) != (journey.Count(m) == 0) {
			t.Error("Not is wrong")
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

func endless(x int) J { return journey.Many(x, func(i int) J { return journey.Succeed(i + 1) }) }

// TestLazy checks that a journey computes only the results requested.
func TestLazy(t *testing.T) {
	asked := 0
	counting := journey.Map(endless(0), func(i int) int {
		asked++
		return i
	})
	if x, ok := journey.First(journey.Where(counting, func(i int) bool { return i == 5 })); !ok || x != 5 || asked != 6 {
		t.Errorf("%d %v, %d asked", x, ok, asked)
	}
	if got := journey.Collect(journey.Limit(2, journey.Then(endless(3), func(i int) J { return journey.Choose(i, -i) }))); !slices.Equal(got, []int{3, -3}) {
		t.Error(got)
	}
	// A fair choice reaches results after an infinite journey, and a fair bind those after an
	// infinite continuation.
	if x, _ := journey.First(journey.Where(journey.Interleave(endless(0), journey.Succeed(-7)), func(i int) bool { return i < 0 })); x != -7 {
		t.Error(x)
	}
	pairs := journey.ThenFair(endless(0), func(a int) journey.Journey[[2]int] {
		return journey.Map(endless(0), func(b int) [2]int { return [2]int{a, b} })
	})
	if x, _ := journey.First(journey.Where(pairs, func(p [2]int) bool { return p == [2]int{3, 4} })); x != [2]int{3, 4} {
		t.Error(x)
	}
}

// TestNothingLeft checks that a loop that ends early leaves no coroutine behind.
func TestNothingLeft(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 100 {
		for range journey.Interleave(endless(0), endless(1)) {
			break
		}
		for range journey.ThenFair(endless(0), endless) {
			break
		}
	}
	for range 100 {
		if runtime.NumGoroutine() <= before {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Errorf("%d goroutines, %d before", runtime.NumGoroutine(), before)
}

func TestContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	for range journey.WithContext(ctx, endless(0)) {
		if n++; n == 10 {
			cancel()
		}
	}
	if n != 10 {
		t.Error(n)
	}
	ctx, cancel = context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	silent := journey.Many(0, journey.Cancellable(ctx, func(i int) J { return journey.Succeed((i + 1) % 1000) }))
	if _, ok := journey.First(journey.Where(silent, func(int) bool { return false })); ok {
		t.Error("a cancelled journey has a result")
	}
}

func TestMaybe(t *testing.T) {
	half := func(x int) journey.Maybe[int] {
		if x%2 == 0 {
			return journey.Just(x / 2)
		}
		return journey.Nothing[int]()
	}
	if x, ok := journey.And(journey.And(journey.Just(12), half), half).Get(); !ok || x != 3 {
		t.Error(x, ok)
	}
	if _, ok := journey.And(journey.And(journey.Just(6), half), half).Get(); ok {
		t.Error("6 is halved twice")
	}
	if x, _ := half(3).Or(journey.Just(1)).Get(); x != 1 {
		t.Error(x)
	}
	if got := journey.Collect(journey.Best(endless(4)).Journey()); !slices.Equal(got, []int{4}) {
		t.Error(got)
	}
}

// BenchmarkWalks walks 17 moves of the wolf with plain functions.
func BenchmarkWalks(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		journey.Count(findSolutions(17))
	}
}
