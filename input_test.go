package farbank_test

import (
	"context"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/exchange"
	"farbank/study/explain"
	"farbank/study/generate"
)

func wolf(t *testing.T) *farbank.Problem {
	t.Helper()
	p, err := farbank.Load("example:wolf")
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestBadQuestions checks that invalid questions are reported with the field, by every function.
func TestBadQuestions(t *testing.T) {
	p := wolf(t)
	ctx := t.Context()
	for _, tt := range []struct {
		field string
		q     farbank.Question
	}{
		{"Plans", farbank.Question{Plans: 9}},
		{"Want", farbank.Question{Want: 7}},
		{"Prefer", farbank.Question{Prefer: 200}},
		{"Strategy", farbank.Question{Strategy: 200}},
		{"Strategy", farbank.Question{Strategy: engine.Symbolic + 1}},
		{"Improve", farbank.Question{Improve: true}},
		{"Length", farbank.Question{Length: -3}},
		{"Length", farbank.Question{Length: math.MinInt, Bounded: true}},
		{"Length", farbank.Question{Length: -1, Plans: farbank.Walks}},
		{"Limit", farbank.Question{Limit: -1, Want: farbank.All}},
		{"Horizon", farbank.Question{Horizon: -1}},
		{"Memory", farbank.Question{Memory: -1}},
		{"Workers", farbank.Question{Workers: -1}},
		{"Workers", farbank.Question{Workers: math.MaxInt}},
	} {
		wrong := func(how string, err error) {
			t.Helper()
			var q *engine.QuestionError
			if !errors.As(err, &q) || q.Field != tt.field || q.Reason == "" {
				t.Errorf("%s of %+v: %v", how, tt.q, err)
			}
		}
		wrong("Validate", tt.q.Validate())
		_, err := farbank.Solve(ctx, p, tt.q)
		wrong("Solve", err)
		for _, e := range farbank.Engines {
			_, err = farbank.SolveWith(ctx, e, p, tt.q, nil)
			wrong("SolveWith "+e.Name(), err)
			wrong("Can of "+e.Name(), e.Can(p, tt.q))
		}
		_, err = farbank.Engines.Choose(p, tt.q)
		wrong("Choose", err)
		_, err = farbank.Explore(ctx, p, tt.q)
		wrong("Explore", err)
		_, _, err = farbank.Certify(ctx, p, tt.q, farbank.CertifyOptions{})
		wrong("Certify", err)
		if tt.field != "Want" {
			_, err = farbank.CountPlans(ctx, p, tt.q)
			wrong("CountPlans", err)
			for _, err := range farbank.Plans(ctx, p, tt.q) {
				wrong("Plans", err)
			}
		}
		_, _, _ = tt.q.Plans.String(), tt.q.Want.String(), farbank.Status(99).String()
	}
}

// TestNoProblem checks nil problems and nil contexts.
func TestNoProblem(t *testing.T) {
	var none context.Context
	p := wolf(t)
	q := farbank.Question{}
	wrong := func(how string, err error) {
		t.Helper()
		if !errors.Is(err, farbank.ErrNoProblem) {
			t.Errorf("%s of nil: %v", how, err)
		}
	}
	right := func(how string, err error) {
		t.Helper()
		if err != nil {
			t.Errorf("%s without a context: %v", how, err)
		}
	}
	_, err := farbank.Solve(none, nil, q)
	wrong("Solve", err)
	_, err = farbank.Solve(none, p, q)
	right("Solve", err)
	for _, e := range farbank.Engines {
		_, err = farbank.SolveWith(none, e, nil, q, nil)
		wrong("SolveWith "+e.Name(), err)
		_, err = farbank.SolveWith(none, e, p, farbank.Question{Want: farbank.All}, nil)
		right("SolveWith "+e.Name(), err)
	}
	_, err = farbank.CountPlans(none, nil, q)
	wrong("CountPlans", err)
	_, err = farbank.CountPlans(none, p, q)
	right("CountPlans", err)
	for _, err := range farbank.Plans(none, nil, q) {
		wrong("Plans", err)
	}
	for _, err := range farbank.Plans(none, p, q) {
		right("Plans", err)
	}
	_, err = farbank.Explore(none, nil, q)
	wrong("Explore", err)
	_, err = farbank.Explore(none, p, q)
	right("Explore", err)
	_, _, err = farbank.Verify(nil, "cross(goat)")
	wrong("Verify", err)
	_, _, err = farbank.Certify(none, nil, q, farbank.CertifyOptions{})
	wrong("Certify", err)
	_, c, err := farbank.Certify(none, p, q, farbank.CertifyOptions{})
	right("Certify", err)
	wrong("WriteCertificate", farbank.WriteCertificate(io.Discard, nil, c))
	if err := farbank.WriteCertificate(io.Discard, p, nil); err == nil {
		t.Error("no certificate was written")
	}
	_ = farbank.WriteCertificate(io.Discard, p, &farbank.Certificate{Claim: 77})
	var text strings.Builder
	right("WriteCertificate", farbank.WriteCertificate(&text, p, c))
	_, _, err = farbank.Certify(none, nil, q, farbank.CertifyOptions{Output: io.Discard})
	wrong("Certify", err)
	_, _, err = farbank.Certify(none, p, q, farbank.CertifyOptions{Output: io.Discard})
	right("Certify", err)
	_, err = farbank.CheckCertificate(none, nil, strings.NewReader(text.String()), farbank.CheckOptions{})
	wrong("CheckCertificate", err)
	_, err = farbank.CheckCertificate(none, p, strings.NewReader(text.String()), farbank.CheckOptions{})
	right("CheckCertificate", err)
	for _, l := range exchange.Languages {
		wrong("Export", farbank.Export(none, nil, l.Name, farbank.ExportOptions{}, io.Discard))
		if l.Name != "prism" && l.Name != "jani" { // it states only problems in which not all moves are ours
			right("Export to "+l.Name, farbank.Export(none, p, l.Name, farbank.ExportOptions{}, io.Discard))
		}
		if err := farbank.Export(none, p, l.Name, farbank.ExportOptions{Horizon: -1, HasHorizon: true}, io.Discard); err == nil {
			t.Errorf("a negative horizon for %s", l.Name)
		}
	}
	if err := farbank.Export(none, p, "nosuch", farbank.ExportOptions{}, io.Discard); err == nil {
		t.Error("a language that there is not")
	}
	_, err = farbank.Parse("x.far", "param n: 1..9 = 3\nfind x: 1..n", nil, farbank.WithContext(none), farbank.WithParam("n", "2"), farbank.WithLimit(-5))
	right("Parse", err)
	_, err = farbank.Load("example:wolf", nil, farbank.WithContext(none))
	right("Load", err)
}

// TestOddProblems checks problems that were built incompletely instead of read.
func TestOddProblems(t *testing.T) {
	ctx := t.Context()
	for _, q := range []farbank.Question{{}, {Want: farbank.All}, {Want: farbank.Count}, {Plans: farbank.Walks}, {Plans: farbank.Walks, Bounded: true, Length: 2}, {Plans: farbank.Any},
		{Plans: farbank.Simple, FreeEnd: true}, {Prefer: engine.FewestSwitches}, {Strategy: farbank.AStar}, {Strategy: farbank.DepthFirst, Bounded: true}} {
		p := &farbank.Problem{}
		if _, err := farbank.Solve(ctx, p, q); err != nil {
			t.Errorf("%+v: %v", q, err)
		}
		for _, e := range farbank.Engines {
			if _, err := farbank.SolveWith(ctx, e, p, q, nil); err != nil {
				t.Errorf("%s, %+v: %v", e.Name(), q, err)
			}
		}
		if _, err := farbank.Explore(ctx, p, q); err != nil {
			t.Errorf("%+v: %v", q, err)
		}
	}
}

func TestBadOptions(t *testing.T) {
	ctx := t.Context()
	p, err := farbank.Load("example:husbands")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []explain.Options{{Limit: -1}, {AtOnce: 3}, {AtOnce: -1}, {Each: -time.Second}, {Memory: -1}, {Workers: -1}} {
		var wrong *explain.OptionError
		if _, err := farbank.Explain(ctx, p, o); !errors.As(err, &wrong) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	for _, o := range []generate.Options{{Count: -1}, {Tries: -1}, {Walk: -1}, {Walk: 1, Givens: true},
		{Vary: []generate.Vary{{Name: "couples", Lo: 3, Hi: 2}}}, {Vary: []generate.Vary{{Name: "couples", Lo: math.MinInt64, Hi: math.MaxInt64}}}} {
		n := 0
		for _, err := range farbank.Generate(ctx, p, o) {
			var wrong *generate.OptionError
			if n++; !errors.As(err, &wrong) {
				t.Errorf("%+v: %v", o, err)
			}
		}
		if n != 1 {
			t.Errorf("%+v: %d pairs", o, n)
		}
	}
	if _, err := farbank.Engines.Find("nosuch"); err == nil {
		t.Error("an engine that there is not")
	}
	for _, name := range []string{"", "\x00", "example:", "example:nosuch", strings.Repeat("x", 1<<16), "a/b/c\x1b", "."} {
		if _, err := farbank.Load(name); err == nil {
			t.Errorf("Load(%.20q) loads something", name)
		}
	}
}

// TestFirstOfNames checks the order: a file of that name, NAME.far, the example.
func TestFirstOfNames(t *testing.T) {
	t.Chdir(t.TempDir())
	find := func(name, file, text string, example bool) {
		t.Helper()
		s, err := farbank.FindSource(t.Context(), name, 0)
		if err != nil || s.File != file || s.Example != example || text != "" && s.Text != text {
			t.Errorf("%s: %+v, %v", name, s, err)
		}
	}
	find("wolf", "wolf.far", "", true)
	find("wolf.far", "wolf.far", "", true)
	write(t, "wolf.far", "// mine")
	find("wolf", "wolf.far", "// mine", false)
	find("wolf.far", "wolf.far", "// mine", false)
	find("example:wolf", "wolf.far", "", true)
	write(t, "wolf", "// mine too")
	find("wolf", "wolf", "// mine too", false)
	write(t, "queens/x", "")
	find("queens", "queens.far", "", true)
	write(t, "puzzle.far", "")
	if _, err := farbank.Load("puzle"); err == nil || !strings.Contains(err.Error(), "did you mean puzzle?") {
		t.Errorf("%v", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
