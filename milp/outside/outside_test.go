package outside

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

	"farbank/milp/made"
	"farbank/milp/problem"
)

func TestNamed(t *testing.T) {
	if _, err := Named("gurobi"); err == nil {
		t.Error("a solver that is not known")
	}
	t.Setenv("PATH", t.TempDir())
	if _, err := Named("cbc"); !errors.Is(err, ErrNotInstalled) {
		t.Error(err)
	}
	if list := Find(); len(list) != 0 {
		t.Error(list)
	}
}

func TestVersions(t *testing.T) {
	for _, s := range Find() {
		if s.Version == "" || !filepath.IsAbs(s.Path) {
			t.Errorf("%+v", s)
		}
		t.Logf("%+v", s)
	}
	for text, want := range map[string]string{
		"GLPSOL--GLPK LP/MIP Solver 5.0\n":                                                                                         "5.0",
		"Welcome to the CBC MILP Solver \nVersion: 2.10.8 \nBuild Date: May  9 2022 ":                                              "2.10.8",
		"HiGHS version 1.7.2 Githash 5ce7a2753. Copyright (c) 2024 HiGHS":                                                          "1.7.2",
		"SCIP version 8.0.3 [precision: 8 byte] [memory: block] [mode: optimized] [LP solver: SoPlex 6.0.3] [GitHash: 62fab8a2e3]": "8.0.3",
	} {
		if m := versionNumber().FindStringSubmatch(text); m == nil || m[1] != want {
			t.Errorf("%s: %v", text, m)
		}
	}
}

// TestOptimum solves problems whose optimum is known with every solver.
func TestOptimum(t *testing.T) {
	for _, s := range Find() {
		for n, want := range map[int]float64{4: 4, 6: 6} {
			got, err := s.Solve(t.Context(), made.Queens(n), Options{Time: time.Minute, Gap: 1e-6})
			if err != nil || got.Status != problem.Optimal || got.Objective != want || got.Bound != want {
				t.Errorf("%s, %d queens: %+v %v", s.Name, n, got, err)
			}
		}
	}
}

func TestTrivial(t *testing.T) {
	x := problem.Column{Name: "x", Lower: 2, Upper: 1}
	for n, c := range []struct {
		p    problem.Problem
		want problem.Status
	}{
		{problem.Problem{Offset: 3}, problem.Optimal},
		{problem.Problem{Rows: []problem.Row{{Lower: 1, Upper: 2}}}, problem.Infeasible},
		{problem.Problem{Columns: []problem.Column{x}}, problem.Infeasible},
		{problem.Problem{Columns: []problem.Column{{Upper: 1}}, Rows: []problem.Row{{Lower: 3, Upper: 2}}}, problem.Infeasible},
	} {
		for _, s := range Find() {
			if got, err := s.Solve(t.Context(), &c.p, Options{}); err != nil || got.Status != c.want {
				t.Errorf("%d: %v %v", n, got, err)
			}
		}
	}
}

// script installs a shell script under that name at the front of the path.
func script(t *testing.T, name, text string) Solver {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o777); err != nil {
		t.Fatal(err)
	}
	return Solver{Name: name, Path: path, Version: "0"}
}

// TestFailures checks programs that end with an error, write nothing, or write nonsense.
func TestFailures(t *testing.T) {
	p := made.Queens(4)
	for _, c := range []struct{ text, want string }{
		{"echo first; echo out of luck >&2; exit 3", "exit status 3; its last words:\nfirst\nout of luck"},
		{"echo fine", "it wrote no solution"},
		{"echo nonsense > solution.txt", "its solution:1: the name of a column and its value must stand here"},
		{"echo 'Optimal - objective value 0' > solution.txt\necho '0 q_1_1 7 0' >> solution.txt", "q_1_1 = 7 is not within [0, 1]"},
		{"echo 'Optimal - objective value 0' > solution.txt\necho '0 q_1_1 1 0' >> solution.txt; echo '0 q_1_2 1 0' >> solution.txt", "row row1 = 2 is not within [-Inf, 1]"},
		{"echo 'Optimal - objective value 0' > solution.txt\necho '0 q_1_1 0.5 0' >> solution.txt", "q_1_1 = 0.5 is not an integer"},
		{"echo '3 errors on input'", "it does not understand the model"},
	} {
		_, err := script(t, "cbc", c.text).Solve(t.Context(), p, Options{})
		var failure *Failure
		if !errors.As(err, &failure) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.text, err)
		}
	}
	if _, err := script(t, "glpsol", "").Solve(t.Context(), &problem.Problem{Columns: p.Columns, Sets: []problem.Set{{}}}, Options{}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("sets: %v", err)
	}
}

// TestEnd checks that the solver and its children are killed if the context ends.
func TestEnd(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	s, err := script(t, "cbc", "sleep 100").Solve(ctx, made.Queens(4), Options{})
	if err != nil || !errors.Is(s.Reason, context.DeadlineExceeded) {
		t.Error(s.Reason, err)
	}
	for _, s := range Find() {
		ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
		if a, err := s.Solve(ctx, made.Cover(400, 4000, 1), Options{}); err != nil || !errors.Is(a.Reason, context.DeadlineExceeded) {
			t.Errorf("%s: %v, %v", s.Name, a.Reason, err)
		}
		cancel()
	}
}

// TestTime checks that a time limit returns the best solution so far.
func TestTime(t *testing.T) {
	for _, s := range Find() {
		var log bytes.Buffer
		p := made.Cover(200, 1000, 1)
		got, err := s.Solve(t.Context(), p, Options{Time: time.Second, Log: &log})
		if err != nil || got.Status == problem.Infeasible || got.Status == problem.Unbounded {
			t.Errorf("%s: %v %v\n%s", s.Name, got.Status, err, log.Bytes())
		}
		if got.Status == problem.Feasible && (got.Values == nil || !math.IsInf(got.Bound, -1)) {
			t.Errorf("%s: %+v", s.Name, got)
		}
		if log.Len() == 0 {
			t.Errorf("%s: no log", s.Name)
		}
	}
}

func TestTail(t *testing.T) {
	var w tail
	for range 1000 {
		w.Write(bytes.Repeat([]byte("x"), 1000))
	}
	w.Write([]byte("\nend \n\n"))
	if len(w.text) > 2*kept+1000 || lastLines(w.text, 1) != "end" {
		t.Error(len(w.text))
	}
}
