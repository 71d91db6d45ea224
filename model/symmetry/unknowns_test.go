package symmetry_test

import (
	"context"
	"slices"
	"testing"

	"farbank/engine/search/assign"
	"farbank/model"
	"farbank/model/symmetry"
	"farbank/model/transition"
)

// ofUnknowns returns the exchanges of a problem without moves.
func ofUnknowns(t *testing.T, p *model.Problem) []symmetry.Exchange {
	t.Helper()
	sys, err := transition.NewSystem(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	var c transition.Conditions
	for _, rules := range [][]transition.Rule{sys.Require, sys.Begins, sys.Safety, sys.Goal} {
		for _, r := range rules {
			c.Add(r.Cond)
		}
	}
	return symmetry.OfUnknowns(context.Background(), p, c.List, sys.Objective)
}

// turned returns the image of an assignment.
func turned(x *symmetry.Exchange, find []int64) []int64 {
	out := slices.Clone(find)
	for c, v := range find {
		if x.Renamed[c] && (v == x.V || v == x.W) {
			v = x.V + x.W - v
		}
		to := c
		if d, ok := x.Moved[c]; ok {
			to = d
		}
		out[to] = v
	}
	return out
}

// TestExchanges checks the number of exchanges, and that they map every solution to a solution
// of the same value.
func TestExchanges(t *testing.T) {
	const enum = "enum Host { a, b, c }\n"
	for _, c := range []struct {
		name, source string
		want         int
	}{
		{"colours", "find x[1..3]: 1..3\nrequire x[1] != x[2] and x[2] != x[3]\n", 2 + 1},
		{"colours, and the ends alike", "find x[1..3]: 1..3\nrequire distinct(x)\n", 2 + 2},
		{"a value that is named", "find x[1..3]: 1..3\nrequire distinct(x) and x[1] != 2\n", 1 + 1},
		{"an order", "find x[1..3]: 1..3\nrequire x[1] < x[2] and x[2] != x[3]\n", 0},
		{"a sum", "find x[1..3]: 0..3\nrequire x[1] + x[2] + x[3] == 4\n", 2},
		{"rows and columns", "find x[1..3, 1..2]: bool\nrequire all i: 1..3 { x[i, 1] or x[i, 2] }\nrequire all j: 1..2 { x[1, j] or x[2, j] or x[3, j] }\n", 3},
		{"an objective", "find x[1..3]: 0..1\nrequire x[1] + x[2] + x[3] > 1\nmaximize x[1] + 2 * x[2] + x[3]\n", 1},
		{"a choice between", "find x[1..2]: 1..3\nfind y: 1..3\nrequire (if y == 1 then x[1] else x[2]) == 2\n", 2},
		{"an index that is a value", "find at[1..2]: 1..3\nfind full[1..3]: bool\nrequire full[at[1]] and not full[at[2]]\n", 2},
		{"enums both ways", enum + "find at[1..2]: Host\nfind up[Host]: bool\nrequire all i: 1..2 { up[at[i]] }\n", 2 + 1},
		{"an enum with a favourite", enum + "find at[1..2]: Host\nfind up[Host]: bool\nrequire all i: 1..2 { up[at[i]] }\nrequire up[a]\n", 1 + 1},
		{"a permutation of itself", enum + "find at[Host]: Host\nrequire all h: Host { at[h] != h and at[at[h]] != h }\n", 2},
		{"names of a table", "find x[1..3]: 1..3\nrequire [4, 5, 5][x[1]] + [4, 5, 5][x[2]] > 9\n", 5},
		{"members of a set", enum + "find s: set of Host\nrequire size(s) == 2\n", 2},
		{"numbers of each", "find x[1..4]: 1..2\nrequire all v: 1..2 { count(i: 1..4 where x[i] == v) == 2 }\n", 1 + 3},
		{"half a table", "find x[1..2]: 1..4\nrequire [1, 2, 3][x[1]] != x[2]\n", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := parse(t, c.source)
			found := ofUnknowns(t, p)
			if len(found) != c.want {
				t.Errorf("%d exchanges, want %d: %v", len(found), c.want, found)
			}
			holdExchanges(t, p, found)
		})
	}
}

func holdExchanges(t *testing.T, p *model.Problem, found []symmetry.Exchange) {
	t.Helper()
	err := assign.Each(context.Background(), p, func(find []int64) bool {
		_, cost, err := p.VerifyGround(model.Plan{Find: find}, true)
		if err != nil {
			t.Fatal(err)
		}
		for i := range found {
			other := turned(&found[i], find)
			if _, c, err := p.VerifyGround(model.Plan{Find: other}, true); err != nil || c != cost {
				t.Errorf("%+v makes %v of %v: %d %v", found[i], other, find, c, err)
				return false
			}
		}
		return true
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestExchangesEnded checks that no exchange is reported after the context is done.
func TestExchangesEnded(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	p := parse(t, "find x[1..3]: 1..3\nrequire distinct(x)\n")
	cancel()
	if found := symmetry.OfUnknowns(ctx, p, []*model.Expr{p.Require[0].Cond}, nil); found != nil {
		t.Errorf("%v", found)
	}
}
