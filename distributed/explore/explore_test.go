package explore_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"farbank"
	"farbank/distributed/cluster"
	"farbank/distributed/cluster/clustertest"
	"farbank/distributed/explore"
	"farbank/distributed/layer"
	"farbank/distributed/problem"
	"farbank/engine"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
)

func TestMain(m *testing.M) { clustertest.Main(m) }

// example returns a shipped problem with parameters.
func example(t testing.TB, name string, params ...string) *problem.Problem {
	t.Helper()
	s, err := farbank.FindSource(context.Background(), "example:"+name, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := &problem.Problem{File: s.File, Text: s.Text}
	for _, x := range params {
		name, value, _ := strings.Cut(x, "=")
		p.Params = append(p.Params, problem.Param{Name: name, Value: value})
	}
	return p
}

// text returns a problem with the given text.
func text(source string) *problem.Problem { return &problem.Problem{File: "test.far", Text: source} }

// driver returns a driver for a problem in a folder.
func driver(t testing.TB, c *cluster.Cluster, source *problem.Problem, dir string) *explore.Driver {
	t.Helper()
	p, err := source.Read(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return &explore.Driver{Cluster: c, Dir: dir, Source: source, Problem: p, Layers: 4}
}

// explored runs a driver to the end.
func explored(t testing.TB, d *explore.Driver) *engine.Space {
	t.Helper()
	defer d.Close()
	err := d.Open(context.Background())
	if err == nil {
		err = d.Explore(context.Background(), false)
	}
	if err != nil {
		t.Fatal(err)
	}
	return d.Space(0, "")
}

// same compares a space with that of the engines.
func same(t testing.TB, p *farbank.Problem, got *engine.Space) {
	t.Helper()
	want, err := farbank.Explore(context.Background(), p, farbank.Question{})
	if err != nil {
		t.Fatal(err)
	}
	if !got.Complete || !slices.Equal(got.Layers, want.Layers) || !slices.Equal(got.Branching, want.Branching) ||
		got.States != want.States || got.Starts != want.Starts || got.Moves != want.Moves || got.DeadEnds != want.DeadEnds ||
		got.GoalStates != want.GoalStates || got.FirstGoal != want.FirstGoal {
		t.Errorf("%+v\nnot\n%+v", got, want)
	}
}

func TestExamples(t *testing.T) {
	c := clustertest.Start(t, 0, cluster.Options{})
	for _, list := range [][]string{{"wolf"}, {"husbands"}, {"jugs"}, {"tiles", "rows=3", "cols=3"}, {"hanoi", "pegs=4", "discs=10"}, {"sokoban"}} {
		t.Run(strings.Join(list, " "), func(t *testing.T) {
			d := driver(t, c, example(t, list[0], list[1:]...), t.TempDir())
			same(t, d.Problem, explored(t, d))
		})
	}
}

// oneWay has irreversible moves, dead ends, and more layers than are merged into one file.
const oneWay = `
state a: 0..40 = 0
state b: 0..3 = 0
move up() { a = a + 1 }
move side() {
    require a % 7 == 0
    b = b + 1
}
move back() {
    require a == 33
    a = 5
}
never a == 20 and b == 2
goal a == 40 and b == 3
`

// wide has states of several words and several initial states.
const wide = `
find f: 1..3
state a: 0..1000000000000 = 0
state b: 0..1000000000000 = 5
state c[1..6]: 0..1000000 = 0
move add(k: 1..6) {
    require c[k] < 2
    c[k] = c[k] + 1
    a = a + 1000 * k
}
move sub(k: 1..6) {
    require c[k] > 0
    c[k] = c[k] - 1
    a = a - 1000 * k
}
move swap() {
    let x = a
    a = b
    b = x
}
goal c[1] == 2 and c[2] == 1
`

func TestShapes(t *testing.T) {
	c := clustertest.Start(t, 0, cluster.Options{})
	for name, source := range map[string]string{
		"one way": oneWay, "wide": wide,
		"no moves": "find a: 1..5\nrequire a != 3", "no start": "find a: 1..5\nstate b: 1..2 = 1\nrequire a > 7\nmove m() { b = 2 }\ngoal b == 2",
		"no goal": "state b: 1..2 = 1\nmove m() { b = 2 }", "no cells": "goal true",
	} {
		for _, layers := range []int{1, 7} {
			t.Run(fmt.Sprint(name, layers), func(t *testing.T) {
				p, err := text(source).Read(context.Background(), nil)
				if err != nil {
					t.Fatal(err)
				}
				d := driver(t, c, text(source), t.TempDir())
				d.Layers, d.Parts, d.Undo = layers, 3, explore.Auto
				same(t, p, explored(t, d))
			})
		}
	}
}

// TestMade explores random problems.
func TestMade(t *testing.T) {
	c := clustertest.Start(t, 0, cluster.Options{})
	tries := 40
	if long.Enabled() {
		tries = 1000
	}
	for seed := range uint64(tries) {
		m := generated.New(seed, generated.Options{Moves: generated.Always})
		source := text(m.Source)
		for _, s := range m.Settings {
			source.Params = append(source.Params, problem.Param{Name: s.Name, Value: s.Value})
		}
		if m.Data != "" {
			source.Data = append(source.Data, problem.Data{Name: "data", JSON: m.Data})
		}
		for _, f := range m.Files {
			source.Uses = map[string]string{f.Name: f.Source}
		}
		p, err := source.Read(context.Background(), nil)
		if err != nil || p.Strict {
			continue
		}
		want, err := farbank.Explore(context.Background(), p, farbank.Question{Memory: 1 << 20})
		if err != nil || !want.Complete {
			continue
		}
		d := driver(t, c, source, t.TempDir())
		d.Layers, d.Parts = 8, 3
		same(t, p, explored(t, d))
		if t.Failed() {
			t.Fatalf("seed %d:\n%s", seed, m.Source)
		}
	}
}

func TestPlans(t *testing.T) {
	c := clustertest.Start(t, 0, cluster.Options{})
	for _, source := range []*problem.Problem{example(t, "wolf"), example(t, "husbands"), text(oneWay), text(wide)} {
		d := driver(t, c, source, t.TempDir())
		if err := d.Open(context.Background()); err != nil {
			t.Fatal(err)
		}
		if err := d.Explore(context.Background(), true); err != nil {
			t.Fatal(err)
		}
		at, goal := d.FirstGoal()
		plan, err := d.Plan(context.Background(), at, goal)
		if err != nil {
			t.Fatal(err)
		}
		if _, _, err := d.Problem.Verify(plan); err != nil {
			t.Errorf("%s: %v", source.Text, err)
		}
		want, err := farbank.Solve(context.Background(), d.Problem, farbank.Question{})
		if err != nil || len(want.Best.Moves) != len(plan.Moves) {
			t.Errorf("%d moves, not %v, %v", len(plan.Moves), want.Best, err)
		}
		d.Close()
	}
}

// TestUndoing checks --undo yes for irreversible moves that are detected only at the end.
func TestUndoing(t *testing.T) {
	c := clustertest.Start(t, 0, cluster.Options{})
	d := driver(t, c, text(oneWay), t.TempDir())
	d.Undo = explore.Yes
	err := d.Open(context.Background())
	if err == nil {
		err = d.Explore(context.Background(), false)
	}
	if err == nil || !strings.Contains(err.Error(), "reversible") {
		t.Errorf("%v", err)
	}
}

// TestGoesOn interrupts an exploration and resumes it.
func TestGoesOn(t *testing.T) {
	c := clustertest.Start(t, 0, cluster.Options{})
	dir := t.TempDir()
	source := example(t, "tiles", "rows=3", "cols=3")
	ctx, stop := context.WithCancel(context.Background())
	d := driver(t, c, source, dir)
	d.Tell = func(p explore.Progress) {
		if p.Layers > 10 {
			stop()
		}
	}
	err := d.Open(ctx)
	if err == nil {
		err = d.Explore(ctx, false)
	}
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	d.Close()
	d = driver(t, c, source, dir)
	same(t, d.Problem, explored(t, d))
	if d.Kept < 10 {
		t.Errorf("%d layers were kept", d.Kept)
	}
	d = driver(t, c, example(t, "wolf"), dir) // another problem
	var foreign *explore.ForeignError
	if err := d.Open(context.Background()); !errors.As(err, &foreign) {
		t.Errorf("%v", err)
	}
	d = driver(t, c, source, dir) // another number of parts
	if d.Parts = 77; !errors.As(d.Open(context.Background()), &foreign) {
		t.Errorf("77 parts were accepted")
	}
}

// TestDamage damages files of layers in various ways and checks that the error names the file.
func TestDamage(t *testing.T) {
	c := clustertest.Start(t, 0, cluster.Options{Retries: 3})
	source := example(t, "tiles", "rows=3", "cols=3")
	at := layer.States(9, 0)
	other := layer.States(8, 0)
	for name, change := range map[string]func(b, other []byte) []byte{
		"cut":      func(b, _ []byte) []byte { return b[:len(b)-5] },
		"empty":    func(_, _ []byte) []byte { return nil },
		"flipped":  func(b, _ []byte) []byte { b[len(b)/2] ^= 16; return b },
		"longer":   func(b, _ []byte) []byte { return append(b, 0) },
		"exchange": func(_, other []byte) []byte { return other },
		"other":    func(b, _ []byte) []byte { b[20] ^= 1; return b },
		"removed":  nil,
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			ctx, stop := context.WithCancel(context.Background())
			d := driver(t, c, source, dir)
			d.Layers, d.Parts = 9, 2
			d.Tell = func(explore.Progress) { stop() }
			if err := d.Open(ctx); err != nil {
				t.Fatal(err)
			}
			d.Explore(ctx, false)
			d.Close()
			file := filepath.Join(dir, filepath.FromSlash(at))
			b, err := os.ReadFile(file)
			o, err2 := os.ReadFile(filepath.Join(dir, filepath.FromSlash(other)))
			if err := errors.Join(err, err2); err != nil {
				t.Fatal(err)
			}
			if change == nil {
				err = os.Remove(file)
			} else {
				err = os.WriteFile(file, change(b, o), 0o666)
			}
			if err != nil {
				t.Fatal(err)
			}
			d = driver(t, c, source, dir)
			defer d.Close()
			if err := d.Open(context.Background()); err != nil {
				t.Fatal(err)
			}
			err = d.Explore(context.Background(), false)
			var again *cluster.PermanentError
			if !errors.As(err, &again) || !strings.Contains(err.Error(), "part-0000") {
				t.Errorf("%v", err)
			}
		})
	}
}

// TestWorkers uses worker processes and kills one of them from time to time.
func TestWorkers(t *testing.T) {
	var lost atomic.Int64
	c := clustertest.Start(t, 2, cluster.Options{Retries: 100, Tell: func(string) { lost.Add(1) }})
	d := driver(t, c, example(t, "tiles", "rows=3", "cols=3"), t.TempDir())
	d.Threads = 1
	done := make(chan struct{})
	go func() {
		defer close(done)
		for lost.Load() < 3 {
			time.Sleep(200 * time.Millisecond)
			if ids := c.Processes(); len(ids) > 0 && d.Kept == 0 {
				syscall.Kill(ids[0], syscall.SIGKILL)
			}
		}
	}()
	sp := explored(t, d)
	same(t, d.Problem, sp)
	if lost.Load() == 0 {
		t.Error("no worker was lost")
	}
	lost.Store(3)
	<-done
}

// TestLimit reaches the time limit of a job until no retries are left.
func TestLimit(t *testing.T) {
	c := clustertest.Start(t, 0, cluster.Options{Limit: time.Nanosecond, Retries: 2})
	d := driver(t, c, example(t, "wolf"), t.TempDir())
	err := d.Open(context.Background())
	if err == nil {
		err = d.Explore(context.Background(), false)
	}
	if !errors.Is(err, cluster.ErrSlow) {
		t.Error(err)
	}
}
