package generate_test

import (
	"context"
	"encoding/json"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/long"
	"farbank/model"
	"farbank/study/generate"
)

// slow lists examples with large state spaces.
var slow = map[string]bool{"klotski": true, "sokoban": true, "rush-hour": true}

// made returns the instances of an example.
func made(t *testing.T, name string, o generate.Options) []*generate.Instance {
	t.Helper()
	p, err := farbank.Load("example:" + name)
	if err != nil {
		t.Fatal(err)
	}
	var list []*generate.Instance
	for inst, err := range farbank.Generate(context.Background(), p, o) {
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		list = append(list, inst)
	}
	return list
}

// again loads an instance as a user would.
func again(t *testing.T, name string, inst *generate.Instance) *model.Problem {
	t.Helper()
	data, err := json.Marshal(inst.Data)
	if err != nil {
		t.Fatal(err)
	}
	if inst.Source != "" {
		p, err := farbank.Parse(name, inst.Source, farbank.WithData("data", data))
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	p, err := farbank.Load(name, farbank.WithData("data", data))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func text(t *testing.T, list []*generate.Instance) string {
	t.Helper()
	all := ""
	for _, inst := range list {
		b, err := json.Marshal([]any{inst.Data, inst.Source, inst.Measures})
		if err != nil {
			t.Fatal(err)
		}
		all += string(b) + "\n"
	}
	return all
}

// TestInstances checks that instances can be loaded and satisfy the options, that a seed gives the
// same instances again, and that another seed gives others.
func TestInstances(t *testing.T) {
	tests := map[string]generate.Options{
		"husbands":   {Count: 3, Vary: []generate.Vary{{Name: "couples", Lo: 2, Hi: 4}, {Name: "seats", Lo: 2, Hi: 3}}, Least: 5, Most: 11},
		"wolf":       {Count: 2, Walk: 5, Most: -1},
		"jugs":       {Count: 2, Vary: []generate.Vary{{Name: "small", Lo: 2, Hi: 9}, {Name: "big", Lo: 3, Hi: 20}}, Least: 5, Most: -1, Unique: true},
		"sokoban":    {Count: 1, Walk: 12, Least: 3, Most: -1},
		"klotski":    {Count: 1, Walk: 10, Least: 2, Most: -1, Data: map[string]any{"slides": false}},
		"hanoi":      {Count: 2, Walk: 12, Least: 2, Most: -1, Data: map[string]any{"discs": 4}},
		"blocks":     {Count: 1, Walk: 4, Least: 1, Most: -1},
		"solitaire":  {Count: 1, Walk: 6, Least: 4, Most: -1},
		"rush-hour":  {Count: 1, Walk: 10, Least: 2, Most: -1},
		"lights":     {Count: 1, Vary: []generate.Vary{{Name: "n", Lo: 2, Hi: 3}}, Most: -1},
		"subset-sum": {Count: 1, Vary: []generate.Vary{{Name: "target", Lo: 5, Hi: 40}}, Most: -1},
	}
	for name, o := range tests {
		if slow[name] && !long.Enabled() {
			continue
		}
		o.Seed = 1
		list := made(t, name, o)
		if len(list) != o.Count {
			t.Errorf("%s: %d instances", name, len(list))
		}
		for _, inst := range list {
			p := again(t, name, inst)
			a, err := farbank.Solve(context.Background(), p, farbank.Question{})
			if err != nil || a.Best == nil {
				t.Fatalf("%s: %v, %v", name, a, err)
			}
			if n := len(a.Best.Moves); n != inst.Measures.Length || n < o.Least || o.Most >= 0 && n > o.Most {
				t.Errorf("%s: %d moves, measured %d", name, n, inst.Measures.Length)
			}
			if o.Unique && *inst.Measures.Plans != "1" {
				t.Errorf("%s: %s plans", name, *inst.Measures.Plans)
			}
		}
		if text(t, list) != text(t, made(t, name, o)) {
			t.Errorf("%s: the seed gives others", name)
		}
	}
}

// TestGivens checks that the solution is unique, and no longer unique without any one of the
// givens.
func TestGivens(t *testing.T) {
	for _, name := range []string{"sudoku", "queens", "map", "langford"} {
		inst := made(t, name, generate.Options{Seed: 4, Givens: true, Most: -1})[0]
		q := engine.Question{Plans: engine.Simple, Want: engine.Count}
		a, err := farbank.Solve(context.Background(), again(t, name, inst), q)
		if err != nil || a.Count.Int64() != 1 {
			t.Fatalf("%s: %v solutions, %v", name, a.Count, err)
		}
		if name != "sudoku" {
			continue
		}
		board := inst.Data["board"].(string)
		for i := range board {
			if board[i] == '.' || board[i] == '\n' {
				continue
			}
			fewer := &generate.Instance{Data: map[string]any{"board": board[:i] + "." + board[i+1:]}}
			limited := engine.Question{Plans: engine.Simple, Want: engine.All, Limit: 2}
			n := 0
			_, err := farbank.SolveWith(context.Background(), nil, again(t, name, fewer), limited, func(farbank.Plan) bool { n++; return true })
			if err != nil || n != 2 {
				t.Errorf("without sign %d: %d solutions, %v", i, n, err)
			}
		}
	}
}

// TestNothingFits checks the error if no draw fits.
func TestNothingFits(t *testing.T) {
	p, err := farbank.Load("wolf")
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range []generate.Options{{Walk: 3, Least: 50, Most: -1, Tries: 5}, {Givens: true}, {Walk: 0, Least: 9, Most: 9, Tries: 2}} {
		failed := false
		for _, err := range farbank.Generate(context.Background(), p, o) {
			failed = err != nil
		}
		if !failed {
			t.Errorf("%+v: it found an instance", o)
		}
	}
}
