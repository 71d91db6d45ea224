package highs

import (
	"bytes"
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/internal/testing/peer"
	"farbank/milp/made"
	"farbank/milp/problem"
)

var inf = problem.Infinity

// load loads the build that is installed.
func load(t *testing.T) *Module {
	t.Helper()
	path, err := Find("")
	if errors.Is(err, ErrNotFound) {
		peer.Missing(t, err.Error())
	}
	if err != nil {
		t.Fatal(err)
	}
	m, err := Load(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { m.Close(context.Background()) })
	return m
}

func TestSolve(t *testing.T) {
	m := load(t)
	x := func(lower, upper, cost float64) problem.Column {
		return problem.Column{Lower: lower, Upper: upper, Cost: cost}
	}
	whole := x(0, 10, 1)
	whole.Integer = true
	row := func(lower, upper float64, values ...float64) problem.Row {
		r := problem.Row{Lower: lower, Upper: upper}
		for j, v := range values {
			r.Terms = append(r.Terms, problem.Term{Column: j, Coefficient: v})
		}
		return r
	}
	for name, c := range map[string]struct {
		p    *problem.Problem
		want problem.Status
		best float64
	}{
		"nothing":      {&problem.Problem{Offset: 3}, problem.Optimal, 3},
		"queens":       {made.Queens(6), problem.Optimal, 6},
		"linear":       {&problem.Problem{Maximize: true, Offset: 1, Columns: []problem.Column{x(0, inf, 1), x(0, inf, 1)}, Rows: []problem.Row{row(-inf, 3, 1, 2), row(-inf, 3, 2, 1)}}, problem.Optimal, 3},
		"range":        {&problem.Problem{Columns: []problem.Column{whole}, Rows: []problem.Row{row(2.5, 7.5, 1)}}, problem.Optimal, 3},
		"infeasible":   {&problem.Problem{Columns: []problem.Column{whole}, Rows: []problem.Row{row(2.25, 2.75, 1)}}, problem.Infeasible, 0},
		"crossed":      {&problem.Problem{Columns: []problem.Column{x(2, 1, 0)}}, problem.Infeasible, 0},
		"empty row":    {&problem.Problem{Columns: []problem.Column{x(0, 1, 0)}, Rows: []problem.Row{row(1, 2)}}, problem.Infeasible, 0},
		"unbounded":    {&problem.Problem{Columns: []problem.Column{x(-inf, inf, 1)}}, problem.Unbounded, 0},
		"both":         {&problem.Problem{Columns: []problem.Column{x(-inf, inf, 1), whole}, Rows: []problem.Row{row(0.25, 0.75, 0, 1)}}, problem.Infeasible, 0},
		"a free start": {&problem.Problem{Columns: []problem.Column{x(-inf, 5, -1)}}, problem.Optimal, -5},
	} {
		got, err := m.Solve(t.Context(), c.p, Options{Gap: 1e-9})
		if err != nil || got.Status != c.want || math.Abs(got.Objective-c.best) > 1e-9 {
			t.Errorf("%s: %+v %v", name, got, err)
		}
	}
	if _, err := m.Solve(t.Context(), &problem.Problem{Sets: []problem.Set{{}}}, Options{}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("sets: %v", err)
	}
	bad := &problem.Problem{Columns: []problem.Column{x(0, 1, 1)}, Rows: []problem.Row{{Terms: []problem.Term{{Column: 7, Coefficient: 1}}}}}
	if _, err := m.Solve(t.Context(), bad, Options{}); err == nil || !strings.Contains(err.Error(), "Highs_passMip") {
		t.Errorf("a column that is none: %v", err)
	}
}

func TestLogAndEnd(t *testing.T) {
	m := load(t)
	var log bytes.Buffer
	p := made.Cover(200, 1000, 1)
	s, err := m.Solve(t.Context(), p, Options{Time: 300 * time.Millisecond, Log: &log})
	if err != nil || s.Status == problem.Infeasible || s.Status == problem.Unbounded || !strings.Contains(log.String(), "HiGHS") {
		t.Errorf("%v %v\n%s", s.Status, err, log.Bytes())
	}
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	if _, err := m.Solve(ctx, made.Cover(400, 2000, 1), Options{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("the context ended: %v", err)
	}
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	t.Setenv(Variable, dir)
	if _, err := Find(""); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	build := filepath.Join(dir, "node_modules", "highs", "build")
	if err := os.MkdirAll(build, 0o777); err != nil {
		t.Fatal(err)
	}
	wasm := filepath.Join(build, "highs.wasm")
	os.WriteFile(wasm, []byte("no build"), 0o666)
	for _, path := range []string{"", dir, filepath.Join(dir, "node_modules"), filepath.Join(dir, "node_modules", "highs"), build, wasm} {
		if got, err := Find(path); err != nil || got != wasm {
			t.Errorf("%s: %s %v", path, got, err)
		}
	}
	t.Setenv(Variable, "")
	t.Chdir(build)
	if got, err := Find(""); err != nil || filepath.Base(got) != "highs.wasm" {
		t.Errorf("from below: %s %v", got, err)
	}
	if _, err := Load(t.Context(), wasm); err == nil || !strings.Contains(err.Error(), "JavaScript") {
		t.Error(err)
	}
	os.WriteFile(filepath.Join(build, "highs.js"), []byte("nothing"), 0o666)
	if _, err := Load(t.Context(), wasm); err == nil || !strings.Contains(err.Error(), "Emscripten") {
		t.Error(err)
	}
	text := `wasmImports={a:___cxa_throw,b:_fd_write};function initRuntime(){x();wasmExports["v"]()}_malloc=wasmExports["c"];`
	os.WriteFile(filepath.Join(build, "highs.js"), []byte(text), 0o666)
	if _, err := Load(t.Context(), wasm); err == nil || !strings.Contains(err.Error(), "Highs_create") {
		t.Error(err)
	}
	n, err := parseNames([]byte(text))
	if err != nil || n.start != "v" || n.imports["b"] != "fd_write" || n.exports["malloc"] != "c" {
		t.Errorf("%+v %v", n, err)
	}
}

// TestSolveFile: HiGHS reads a file itself.
func TestSolveFile(t *testing.T) {
	m := load(t)
	for name, text := range map[string]string{
		"m.lp":  "max\n obj: 2 x + y + 3\nst\n a: x + y <= 4\nbounds\n x <= 3\nend\n",
		"m.mps": "NAME m\nROWS\n N obj\n L a\nCOLUMNS\n x obj -2 a 1\n y obj -1 a 1\nRHS\n rhs a 4 obj 3\nBOUNDS\n UP b x 3\nENDATA\n",
	} {
		want := 10.0
		if name == "m.mps" {
			want = -want
		}
		s, err := m.SolveFile(t.Context(), name, []byte(text), Options{})
		if err != nil || s.Status != problem.Optimal || s.Objective != want || len(s.Values) != 2 {
			t.Errorf("%s: %+v %v", name, s, err)
		}
	}
	if s, err := m.SolveFile(t.Context(), "m.lp", []byte("min\n x\nst\n a: x >= 2\n b: x <= 1\nend\n"), Options{}); err != nil || s.Status != problem.Infeasible {
		t.Errorf("%+v %v", s, err)
	}
}
