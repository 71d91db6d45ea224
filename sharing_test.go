package farbank_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/exchange"
	"farbank/internal/testing/long"
)

// sharing lists statements in which each value uses others at least twice: after many of them an
// expression has few nodes but is a huge tree.
var sharing = map[string]string{
	"sum":       "(p[t] + p[next(t)]) % 3",
	"choice":    "if p[t] > p[next(t)] then p[next(t)] else (p[t] + 1) % 3",
	"index":     "p[p[t] + 1]",
	"extremes":  "max(p[t], min(p[next(t)], 2 - p[t]))",
	"distance":  "abs(p[t] - p[next(t)])",
	"partial":   "(p[t] + 4) / (p[next(t)] + 1) % 3",
	"product":   "p[t] * p[next(t)] % 3",
	"undefined": "p[next(t)] + (if p[t] == 2 then 0 - p[next(t)] / p[t] else 0)",
	"truth":     "if p[t] == p[next(t)] then 0 else if p[next(t)] == 2 then p[t] else 1",
}

func sharingModel(t *testing.T, value string, n int) *farbank.Problem {
	text := fmt.Sprintf("puzzle \"values that share\"\ntype T = 1..%d\nstate p[T]: 0..2 = [t: T -> t %% 3]\ndef next(t: T) = if t == %d then 1 else t + 1\nmove every {\n", n, n) +
		strings.Repeat(" p = [t: T -> "+value+"]\n", 25) + "}\nmove one(t: T) { p[t] = (p[t] + 1) % 3 }\ngoal p[1] == 2 and p[2] == 2 and p[3] == 1\n"
	p, err := farbank.Parse("share.far", text)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestSharedExpressions checks that everything derived from such a problem is fast and right.
func TestSharedExpressions(t *testing.T) {
	t.Parallel()
	for name, value := range sharing {
		if name == "undefined" && !long.Enabled() { // takes ten times as long as all others
			continue
		}
		p := sharingModel(t, value, 3)
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
		want := ""
		for _, e := range farbank.Engines {
			for _, q := range []farbank.Question{{Symmetry: true}, {Symmetry: true, Want: farbank.Count}} {
				if e.Can(p, q) != nil {
					continue
				}
				a, err := farbank.SolveWith(ctx, e, p, q, nil)
				if err != nil || ctx.Err() != nil {
					t.Errorf("%s by %s: %v %v", name, e.Name(), err, ctx.Err())
					continue
				}
				if a.Status == farbank.Unsupported || q.Want == farbank.Count {
					continue
				}
				got := a.Status.String()
				if a.Best != nil {
					got += fmt.Sprint(a.Best.Cost)
				}
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%s by %s: %s, want %s", name, e.Name(), got, want)
				}
			}
		}
		many := sharingModel(t, value, 7) // enough states to be compiled
		if sp, err := farbank.Explore(ctx, many, farbank.Question{}); err != nil || !sp.Complete {
			t.Errorf("%s: %v", name, err)
		}
		p.Digest()
		for _, lang := range exchange.Languages {
			err := farbank.Export(ctx, p, lang.Name, farbank.ExportOptions{Horizon: 1, HasHorizon: true, Best: new(int64)}, io.Discard)
			var refused *exchange.Refusal
			if err != nil && !errors.As(err, &refused) {
				t.Errorf("%s to %s: %v", name, lang.Name, err)
			}
		}
		cancel()
	}
}
