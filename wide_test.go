package farbank_test

import (
	"context"
	"testing"
	"time"

	"farbank"
)

// TestCostOfRefusedMove checks that the cost of a move is not evaluated if a statement refuses the move. It
// once was, and overflowed.
func TestCostOfRefusedMove(t *testing.T) {
	p, err := farbank.Parse("wide.far", `
state x: 0..4 = 0
move up() { x += 1 }
move dear() cost 4611686018427387904 * x { require x < 2 }
goal x == 3
`)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range farbank.Engines {
		if e.Can(p, farbank.Question{}) != nil {
			continue
		}
		a, err := farbank.SolveWith(t.Context(), e, p, farbank.Question{}, nil)
		if err != nil || a.Status != farbank.Unsupported && (a.Status != farbank.Solved || a.Best.Cost != 3) {
			t.Errorf("%s: %+v %v", e.Name(), a, err)
		}
	}
}

// TestBeyondTheBound checks that moves beyond the length of the requested walks are not evaluated.
func TestBeyondTheBound(t *testing.T) {
	p, err := farbank.Parse("wide.far", "state x: 0..9223372036854775807 = 9223372036854775805\nmove go cost x { x -= 1 }\ngoal x != 9223372036854775805\n")
	if err != nil {
		t.Fatal(err)
	}
	q := farbank.Question{Plans: farbank.Walks, Bounded: true, Length: 1, Want: farbank.Count}
	for _, e := range farbank.Engines {
		if e.Can(p, q) != nil {
			continue
		}
		ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second) // the state space is too large to be explored
		a, err := farbank.SolveWith(ctx, e, p, q, nil)
		cancel()
		if err != nil || a.Count == nil || a.Count.Int64() != 1 {
			t.Errorf("%s: %+v %v", e.Name(), a, err)
		}
	}
}

// TestIndexAtTheEnd checks iteration over an index whose range ends at the largest integer.
func TestIndexAtTheEnd(t *testing.T) {
	p, err := farbank.Parse("wide.far", `
find f[9223372036854775806..9223372036854775807]: 0..1
find g[9223372036854775807..9223372036854775807]: 0..1
find i: 9223372036854775806..9223372036854775807
find j: 9223372036854775807..9223372036854775807
maximize f[i] + g[max(9223372036854775807, i)] * f[min(i, j)]
`)
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.SolveWith(t.Context(), farbank.Engines[0], p, farbank.Question{}, nil)
	if err != nil || a.Status != farbank.Solved || a.Best.Cost != 2 {
		t.Errorf("%+v %v", a, err)
	}
}

// TestCountThroughLikeStates checks that counting uses no symmetry if moves are free: a cheapest plan may then
// pass symmetric states. The count was once 5.
func TestCountThroughLikeStates(t *testing.T) {
	p, err := farbank.Parse("free.far", `
state on[0..2]: 0..255 = 0
move flip(i: 0..2) cost 0 { on[i] = 255 - on[i] }
goal on[0] == 255
`)
	if err != nil {
		t.Fatal(err)
	}
	a, err := farbank.SolveWith(t.Context(), nil, p, farbank.Question{Want: farbank.Count, Symmetry: true}, nil)
	if err != nil || a.Count == nil || a.Count.Int64() != 7 {
		t.Errorf("%+v %v, want 7: the states of the other two, each once, from none of them", a, err)
	}
}
