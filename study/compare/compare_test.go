package compare_test

import (
	"context"
	"errors"
	"flag"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/long"
	"farbank/internal/testing/peer"
	"farbank/internal/testing/sample"
	"farbank/model"
	"farbank/study/compare"
)

var seed = flag.Int("seed", 7, "of the random problems")

// soon returns the engines without those that may search every horizon when there is no plan.
func soon() engine.Registry {
	return slices.DeleteFunc(slices.Clone(farbank.Engines), func(e engine.Engine) bool {
		return e.Name() == "milp" || e.Name() == "constraint"
	})
}

// run compares with some peers and fails the test on a contradiction. It has no time limit, because
// the speed of solvers is not tested.
func run(t *testing.T, p *model.Problem, q engine.Question, peers []*compare.Peer, horizon int) *compare.Report {
	t.Helper()
	r, err := compare.Run(context.Background(), p, q, soon(), compare.Options{Peers: peers, Horizon: horizon})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range r.Disagreements {
		t.Error(d)
	}
	return r
}

// quick returns the installed peers that need no compiler.
func quick() []*compare.Peer {
	var list []*compare.Peer
	for _, p := range compare.Installed() {
		if p.Name != "spin" || long.Enabled() {
			list = append(list, p)
		}
	}
	return list
}

// TestInstalled checks that all peers are installed in CI.
func TestInstalled(t *testing.T) {
	for _, p := range compare.Peers {
		if p.Program() == "" {
			peer.Has(t, p.Programs[0])
		}
	}
}

// TestPeers runs examples on every installed peer, which must answer as the engines do.
func TestPeers(t *testing.T) {
	tests := []struct {
		name   string
		params []string
		count  bool
		status engine.Status
		slow   string // a peer that is left out because it takes a minute
	}{
		{name: "wolf"},
		{name: "wolf", count: true},
		{name: "husbands", slow: "glpsol"},
		{name: "husbands", count: true, slow: "glpsol"},
		{name: "queens", params: []string{"n", "6"}},
		{name: "queens", count: true},
		{name: "queens", params: []string{"n", "3"}, status: engine.None},
		{name: "jugs"},
		{name: "bridge"},
		{name: "knapsack"},
		{name: "zebra", count: true},
		{name: "missionaries", slow: "glpsol"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			q := engine.Question{Symmetry: true}
			if test.count {
				q.Want = engine.Count
			}
			peers := slices.DeleteFunc(quick(), func(p *compare.Peer) bool { return p.Name == test.slow })
			r := run(t, sample.Load(t, test.name, test.params...), q, peers, 0)
			for _, row := range r.Rows {
				if row.Outside && row.Status != test.status && row.Status != engine.Unsupported {
					t.Errorf("%s: %v: %s", row.Name, row.Status, row.Reason)
				}
			}
		})
	}
}

// TestSPIN is a test of its own, because each model has to be compiled.
func TestSPIN(t *testing.T) {
	var peers []*compare.Peer
	for _, p := range compare.Installed() {
		if p.Name == "spin" {
			peers = append(peers, p)
		}
	}
	if peers == nil {
		peer.Missing(t, "spin is not installed")
	}
	names := []string{"wolf"}
	if long.Enabled() {
		names = []string{"wolf", "husbands", "jugs", "bridge", "queens"}
	}
	for _, name := range names {
		r := run(t, sample.Load(t, name), engine.Question{Symmetry: true}, peers, 0)
		if row := r.Rows[len(r.Rows)-1]; row.Status != engine.Solved {
			t.Errorf("%s: %v: %s", name, row.Status, row.Reason)
		}
	}
}

// TestNoPlan checks that a peer with a horizon does not claim more than it has proven.
func TestNoPlan(t *testing.T) {
	r := run(t, sample.Load(t, "husbands", "couples", "4"), engine.Question{Symmetry: true}, quick(), 5)
	for _, row := range r.Rows {
		want := engine.None
		if row.Horizon >= 0 {
			want = engine.NoneWithinBound
		}
		if row.Status != want && row.Status != engine.Unsupported && row.Name != "spin" {
			t.Errorf("%s: %v: %s", row.Name, row.Status, row.Reason)
		}
	}
}

// TestDisagreement checks that a wrong engine is detected.
func TestDisagreement(t *testing.T) {
	p := sample.Load(t, "wolf")
	for _, liar := range []liar{{status: engine.None}, {status: engine.Solved, plan: &model.Plan{Moves: []int{0, 1}, Cost: 2}}} {
		registry := append(engine.Registry{liar}, farbank.Engines...)
		r, err := compare.Run(context.Background(), p, engine.Question{}, registry, compare.Options{})
		if err != nil || len(r.Disagreements) == 0 {
			t.Errorf("%v: %v", liar, err)
		}
	}
}

// A liar is an engine with a fixed answer.
type liar struct {
	engine.Engine
	status engine.Status
	plan   *model.Plan
}

func (liar) Name() string                              { return "liar" }
func (liar) Can(*model.Problem, engine.Question) error { return nil }
func (l liar) Solve(context.Context, *model.Problem, engine.Question, func(model.Plan) bool) (*engine.Answer, error) {
	return &engine.Answer{Status: l.status, Best: l.plan}, nil
}

// TestStrict checks that ranges of a strict problem are checked first.
func TestStrict(t *testing.T) {
	source := "puzzle \"p\" strict\nstate n: 0..3 = 2\nmove up { n += 1 }\ngoal n == 3\n"
	for text, leaves := range map[string]bool{source: true, strings.Replace(source, "{ n", "{ require n < 3\n n", 1): false} {
		p, err := farbank.Parse("t.far", text)
		if err != nil {
			t.Fatal(err)
		}
		var left *engine.RangeError
		r, err := compare.Run(t.Context(), p, engine.Question{}, soon(), compare.Options{})
		if errors.As(err, &left) != leaves || leaves != (len(r.Rows) == 0) {
			t.Errorf("%v %+v", err, r)
		}
		r, err = compare.Strategies(t.Context(), p, engine.Question{}, farbank.Engines[0], compare.Options{})
		if errors.As(err, &left) != leaves || leaves != (len(r.Rows) == 0) {
			t.Errorf("%v %+v", err, r)
		}
		if !leaves {
			continue
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		r, err = compare.Run(ctx, p, engine.Question{}, soon(), compare.Options{})
		if err != nil || len(r.Rows) > 0 || r.Ranges == nil || r.Ranges.Status != engine.Unknown {
			t.Errorf("%v %+v", err, r)
		}
	}
}
