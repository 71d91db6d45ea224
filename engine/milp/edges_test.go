package milp_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/engine/milp"
	"farbank/engine/search"
	"farbank/internal/testing/long"
)

func parse(t *testing.T, src string) *farbank.Problem {
	t.Helper()
	p, err := farbank.Parse("t.far", src)
	if err != nil {
		t.Fatalf("%v\n%s", err, src)
	}
	return p
}

// agree compares the engine with search. If refused is not nil, it counts refusals and timeouts
// instead of failing.
func agree(t *testing.T, src string, q farbank.Question, refused *int) {
	t.Helper()
	p := parse(t, src)
	if err := milp.New().Can(p, q); err != nil {
		if refused == nil {
			t.Errorf("%v\n%s", err, src)
		} else {
			*refused++
		}
		return
	}
	limit := time.Second
	if refused == nil { // it has to answer, on a busy machine too
		limit = time.Minute
	}
	ctx, cancel := context.WithTimeout(t.Context(), limit)
	defer cancel()
	got, err := farbank.SolveWith(ctx, milp.New(), p, q, nil)
	if err != nil {
		t.Errorf("%v\n%s", err, src)
		return
	}
	if refused != nil && (got.Status == farbank.Unknown || got.Status == farbank.Feasible) {
		*refused++ // it takes too long
		return
	}
	if got.Status == farbank.Unsupported && refused != nil {
		*refused++
		return
	}
	want, err := farbank.SolveWith(t.Context(), search.New(), p, q, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got.Status != want.Status || got.Best != nil && got.Best.Cost != want.Best.Cost {
		t.Errorf("%v (%s) %v, search %v %v, %+v\n%s", got.Status, got.Reason, got.Best, want.Status, want.Best, q, src)
	}
}

// TestFreeMoves checks that free moves can make the longer plan the cheaper one.
func TestFreeMoves(t *testing.T) {
	const src = "state n: 0..9 = 0\nmove dear cost 5 { require n == 0\n n = 9 }\nmove step cost 0 { n += 1 }\ngoal n == 9\n"
	for _, length := range []int{1, 5, 8, 9, 12} {
		agree(t, src, farbank.Question{Bounded: true, Length: length}, nil)
	}
	agree(t, src, farbank.Question{}, nil)
	a, err := farbank.SolveWith(t.Context(), milp.New(), parse(t, src), farbank.Question{Horizon: 12}, nil)
	if err != nil || a.Status != farbank.Solved || a.Best.Cost != 0 {
		t.Errorf("one program of 12 turns: %+v %v", a, err)
	}
	a, err = farbank.SolveWith(t.Context(), milp.New(), parse(t, src), farbank.Question{Horizon: 12, Bounded: true, Length: 4}, nil)
	if err != nil || a.Status != farbank.Solved || a.Best.Cost != 5 {
		t.Errorf("one program of 12 turns of which 4 are asked for: %+v %v", a, err)
	}
}

// TestEnds checks that values at the ends of 64 bits are exact, or refused.
func TestEnds(t *testing.T) {
	const low, high = "-9223372036854775807 - 1", "9223372036854775807"
	sources := []string{
		"find x: 9223372036854775806.." + high + "\n",
		"find x: 9223372036854775800.." + high + "\nmaximize x\n",
		"find x: 9223372036854775800.." + high + "\nminimize x\nrequire x % 5 == 3 and x / 7 > 1317624576693539400\n",
		"find x: " + low + "..-9223372036854775800\nmaximize x + 4\nrequire x != -9223372036854775800\n",
		"find x: " + low + "..-9223372036854775800\nfind y: 9223372036854775800.." + high + "\nrequire x + y == 0 or x == -y - 2\nmaximize -x\n",
		"find f[9223372036854775805.." + high + "]: 9223372036854775805.." + high + "\nrequire distinct(f) and f[9223372036854775806] != 9223372036854775806\nmaximize f[" + high + "]\n",
		"find x: 9223372036854775000.." + high + "\nfind y: 9223372036854775000.." + high + "\nrequire min(x, y) == 9223372036854775100 and max(x, y) < x + 0 * y + 1\nmaximize x\n",
		"find x: -9223372036854775807..0\nfind y: 0..9223372036854775807\nrequire x == y\n",
		"state n: 9223372036854775805.." + high + " = 9223372036854775805\nmove up { n += 1 }\nmove down { n -= 1 }\ngoal n == " + high + "\n",
		"state n: " + low + "..-9223372036854775806 = -9223372036854775806\nmove down { require n > " + low + "\n n -= 1 }\ngoal n == " + low + "\n",
	}
	refused := 0
	for _, src := range sources {
		agree(t, src, farbank.Question{}, &refused)
	}
	if refused > 4 {
		t.Errorf("%d of %d are refused", refused, len(sources))
	}
}

// TestSizes checks coefficients, ranges and sums of any size: the engine is right, or refuses.
func TestSizes(t *testing.T) {
	each := 6
	if long.Enabled() {
		each = 200
	}
	r := rand.New(rand.NewPCG(53, 63))
	refused, asked := 0, 0
	for bits := 4; bits <= 58; bits += 3 {
		for range each {
			asked++
			agree(t, sized(r, bits), farbank.Question{}, &refused)
		}
	}
	t.Logf("%d asked, %d refused", asked, refused)
	if refused > asked*3/4 {
		t.Errorf("%d of %d are refused", refused, asked)
	}
}

// sized returns a problem over six unknowns with coefficients of the given number of bits.
func sized(r *rand.Rand, bits int) string {
	var b strings.Builder
	big := func() int64 { return r.Int64N(1<<bits) + 1 }
	for i := range 6 {
		fmt.Fprintf(&b, "find x%d: 0..%d\n", i, 3+r.IntN(3))
	}
	sum := func() string {
		s := "0"
		for i := range 6 {
			if r.IntN(4) > 0 {
				s += fmt.Sprintf(" + %d * x%d", big(), i)
			}
		}
		return s
	}
	switch r.IntN(4) {
	case 0:
		fmt.Fprintf(&b, "require %s <= %d\nmaximize %s\n", sum(), 10*big(), sum())
	case 1:
		x, y := sum(), sum()
		fmt.Fprintf(&b, "require %s >= %d\nrequire x0 + x1 >= 2 implies %s == %s + %d\n", x, 5*big(), x, y, big()%100)
	case 2:
		fmt.Fprintf(&b, "require %s >= %s + %d\nminimize %s - %d\n", sum(), sum(), r.IntN(50), sum(), big())
	default:
		fmt.Fprintf(&b, "require (%d * x1 + x2) / %d >= x0\nmaximize max(%d * x3 - x4, %d)\n", big(), big(), big(), big())
	}
	return b.String()
}

// TestRefused checks that problems without a linear form of reasonable size are refused without an
// error, quickly and with little memory.
func TestRefused(t *testing.T) {
	for src, want := range map[string]string{
		"find i: 0..50000\nfind t[0..9]: 0..3\nrequire t[i] == 1\n":                                           "an index has more than",
		"find x: 0..30000\nfind y: 0..29000\nrequire x * y == 123456\n":                                       "too large for floating point",
		"find a[1..600]: 0..9\nrequire distinct(i: 1..599 -> a[i] * 9 + a[i + 1])\n":                          "pairs of numbers are to differ",
		"state n: 0..50000 = 1\nmove m(k: 2..3) { n = (n * k) % 50001 }\ngoal n == 9\n":                       "has more than 16384 values",
		"state n: 0..1 = 0\nmove m cost 900000000000 { n = 1 }\nmove l cost 1 { n = 0 }\ngoal n == 1\n":       "what moves cost may be too large",
		"find x: 0..4611686018427387904\nfind y: 0..4611686018427387904\nrequire x + y > 3\nmaximize x - y\n": "has more than 16384 values",
	} {
		p := parse(t, src)
		err := milp.New().Can(p, farbank.Question{})
		if err == nil {
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			a, e := farbank.SolveWith(ctx, milp.New(), p, farbank.Question{}, nil)
			cancel()
			if e != nil {
				t.Errorf("%v\n%s", e, src)
				continue
			}
			if a.Status != farbank.Unsupported && want != "" {
				t.Errorf("%v %s\n%s", a.Status, a.Reason, src)
			}
			err = errors.New(a.Reason)
		}
		if !strings.Contains(err.Error(), want) {
			t.Errorf("%v, not %s\n%s", err, want, src)
		}
		if _, err := milp.NewProgram(t.Context(), p, 3); err == nil && want != "" && !strings.Contains(src, "x - y") {
			t.Errorf("it was exported\n%s", src)
		}
	}
}

// TestWide checks that an unknown with very many values is one column, and that a quotient has no
// binary for each pair of values.
func TestWide(t *testing.T) {
	agree(t, "find x: 0..2000\nfind y: 0..2000\nrequire x / y == 7 and x % y == 3 and not (y % (x - 1000) == 0)\n", farbank.Question{}, nil)
	agree(t, "find x: -300..300\nfind y: -200..200\nrequire x / y == -3 and x % y == -7\nmaximize x\n", farbank.Question{}, nil)
	agree(t, "find x: 0..40000\nfind y: 0..40000\nrequire 3 * x + 2 * y <= 80000 and x <= y + 5 and x % 7 == 3\nmaximize 5 * x + 3 * y\n", farbank.Question{}, nil)
}

// TestCanEnds checks that CanContext ends with its context.
func TestCanEnds(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(engine.ErrMemory)
	p := parse(t, "state n: 0..9 = 0\nmove step { n += 1 }\ngoal n == 9\n")
	if err := engine.Can(ctx, milp.New(), p, farbank.Question{}); !errors.Is(err, engine.ErrMemory) {
		t.Errorf("%v", err)
	}
	a, err := farbank.SolveWith(ctx, milp.New(), p, farbank.Question{}, nil)
	if err != nil || a.Status != farbank.Unknown || a.Reason != engine.ErrMemory.Error() {
		t.Errorf("%+v, %v", a, err)
	}
}

// A countdown is a context that ends after it was checked left times.
type countdown struct {
	context.Context
	left *atomic.Int64
}

func (c countdown) Err() error {
	if c.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCutShort checks that an interrupted engine returns a valid plan of the problem or none,
// wherever it is interrupted.
func TestCutShort(t *testing.T) {
	p := parse(t, "type T = 1..4\nstate at[T]: 0..3 = 0\nfind first: T\nmove step(x: T) {\n    require x >= first\n    at[x] += 1\n}\ngoal sum(x: T -> at[x]) == 2 and at[first] == 0\n")
	for n := range long.Of[int64](200, 400) {
		c := countdown{t.Context(), new(atomic.Int64)}
		c.left.Store(n)
		if a, err := milp.New().Solve(c, p, farbank.Question{}, nil); err != nil {
			t.Fatalf("after %d: %v", n, err)
		} else if a.Best != nil {
			if _, _, err := p.Verify(*a.Best); err != nil {
				t.Errorf("after %d: %v", n, err)
			}
		}
	}
}

// TestLastMove checks lower bounds on the cost if the last move may be free, and if only the move
// that reaches the goal has a cost.
func TestLastMove(t *testing.T) {
	const src = `state x: 0..3 = 0
state k: 0..50 = 3
move up cost 1 { x += 1 }
move two cost 2 { require x < 2
 x += 2 }
move dec cost 1 { k -= 1 }
move dec2 cost 2 { k -= 2 }
goal x == 3
`
	for _, more := range []string{"minimize cost + 3 * k\n", "prefer \"early\" weight 3: x > 0 and k > 1\nminimize cost + 3 * k\n"} {
		a, err := farbank.SolveWith(t.Context(), milp.New(), parse(t, src+more), farbank.Question{}, nil)
		if err != nil || a.Status != farbank.Solved || a.Best.Cost != 6 {
			t.Errorf("%s%+v %v", more, a, err)
		}
	}
	free := "state n: 0..300 = 0\nstate paid: bool = false\nmove pay cost 2 + n { paid = true }\nmove step cost 0 { n += 1 }\ngoal paid\n"
	a, err := farbank.SolveWith(t.Context(), milp.New(), parse(t, free), farbank.Question{}, nil)
	if err != nil || a.Status != farbank.Solved || a.Best.Cost != 2 {
		t.Errorf("%+v %v", a, err)
	}
	dear := "state n: 0..300 = 300\nstate paid: bool = false\nmove pay cost 2 + n { paid = true }\nmove step cost 0 { n -= 1 }\ngoal paid\n"
	a, err = farbank.SolveWith(t.Context(), milp.New(), parse(t, dear), farbank.Question{}, nil)
	if err != nil || a.Status != farbank.Feasible || a.Bound == nil || *a.Bound != 2 || !strings.Contains(a.Reason, "add nothing") {
		t.Errorf("%+v %v", a, err)
	}
}
