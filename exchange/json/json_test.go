package json_test

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/exchange/writing"
	"farbank/internal/testing/sample"
	"farbank/model"
)

type expr struct {
	Op     string  `json:"op"`
	Truth  bool    `json:"truth"`
	Value  *int64  `json:"value"`
	Args   []int   `json:"args"`
	Values []int64 `json:"values"`
	Dims   []struct{ Lo, N, Stride int64 }
}

type rule struct {
	Cond int    `json:"cond"`
	Text string `json:"text"`
	Line int    `json:"line"`
}

type document struct {
	Format      string
	FindCells   int
	Cells       []struct{ Lo, Hi int64 }
	Expressions []expr
	Start       []int
	Require     []rule
	Safety      []rule
	Goal        []rule
	Moves       []struct {
		Move string
		Cost int
		Body []struct{ Kind string }
	}
	Objective *struct {
		Maximize bool
		Value    int
	}
}

// eval evaluates an expression as docs/json.md specifies; ok is false if it is undefined. A
// truth value is false then.
func (d *document) eval(at int, s model.State) (v int64, ok bool) {
	v, ok = d.value(at, s)
	if !ok && d.Expressions[at].Truth {
		return 0, true
	}
	return v, ok
}

func (d *document) value(at int, s model.State) (v int64, ok bool) {
	e := &d.Expressions[at]
	args := make([]int64, len(e.Args))
	oks := make([]bool, len(e.Args))
	all := true
	for i, a := range e.Args {
		args[i], oks[i] = d.eval(a, s)
		all = all && oks[i]
	}
	truth := func(b bool) (int64, bool) {
		if b {
			return 1, true
		}
		return 0, true
	}
	switch e.Op {
	case "const":
		return *e.Value, true
	case "cell":
		return s[*e.Value], true
	case "not":
		return truth(!(oks[0] && args[0] != 0))
	case "and", "or":
		n := 0
		for i := range args {
			if oks[i] && args[i] != 0 {
				n++
			}
		}
		return truth(e.Op == "and" && n == len(args) || e.Op == "or" && n > 0)
	case "if":
		if oks[0] && args[0] != 0 {
			return args[1], oks[1]
		}
		return args[2], oks[2]
	case "at", "table", "select":
		off := int64(0)
		for k, dim := range e.Dims {
			if !oks[k] || args[k] < dim.Lo || args[k] >= dim.Lo+dim.N {
				return 0, false
			}
			off += (args[k] - dim.Lo) * dim.Stride
		}
		switch e.Op {
		case "at":
			return s[*e.Value+off], true
		case "table":
			return e.Values[off], true
		}
		return args[int64(len(e.Dims))+off], oks[int64(len(e.Dims))+off]
	}
	if !all {
		return 0, false
	}
	switch e.Op {
	case "sum":
		for _, a := range args {
			v += a
		}
		return v, true
	case "mul":
		return args[0] * args[1], true
	case "neg":
		return -args[0], true
	case "abs":
		return max(args[0], -args[0]), true
	case "min":
		return slices.Min(args), true
	case "max":
		return slices.Max(args), true
	case "div", "mod":
		if args[1] == 0 {
			return 0, false
		}
		q := args[0] / args[1]
		if args[0]%args[1] != 0 && (args[0] < 0) != (args[1] < 0) {
			q--
		}
		if e.Op == "div" {
			return q, true
		}
		return args[0] - q*args[1], true
	case "eq":
		return truth(args[0] == args[1])
	case "ne":
		return truth(args[0] != args[1])
	case "lt":
		return truth(args[0] < args[1])
	case "le":
		return truth(args[0] <= args[1])
	case "distinct":
		slices.Sort(args)
		return truth(len(slices.Compact(args)) == len(e.Args))
	}
	panic(e.Op)
}

// TestMeaning reads the document by its description alone, and compares the values of its
// expressions with the interpreter.
func TestMeaning(t *testing.T) {
	for i := range sample.Problems {
		s := &sample.Problems[i]
		p := sample.Parse(t, s.Source)
		var doc document
		if err := json.Unmarshal([]byte(sample.Export(t, p, "json", writing.Options{})), &doc); err != nil {
			t.Fatal(err)
		}
		if doc.Format != "farbank model 1" || len(doc.Cells) != len(p.Cells) || doc.FindCells != p.NumFind || len(doc.Moves) != len(p.Moves) {
			t.Errorf("%s: %s, %d cells, %d to find, %d moves", s.Name, doc.Format, len(doc.Cells), doc.FindCells, len(doc.Moves))
		}
		r := rand.New(rand.NewPCG(1, 2))
		for range 200 {
			state := make(model.State, len(doc.Cells))
			for c, cell := range doc.Cells {
				state[c] = cell.Lo + r.Int64N(cell.Hi-cell.Lo+1)
			}
			same := func(what string, at int, e *model.Expr) {
				v, ok := doc.eval(at, state)
				want, _, err := p.Eval(e, state)
				if err != nil || ok && v != want || !ok && e.Bool && want != 0 {
					t.Fatalf("%s, %s in %v: %d %v, want %d (%v)", s.Name, what, state, v, ok, want, err)
				}
			}
			for k, list := range [][]rule{doc.Require, doc.Safety, doc.Goal} {
				rules := [][]model.Rule{p.Require, p.Safety, p.Goal}[k]
				for j, r := range list {
					same(r.Text, r.Cond, rules[j].Cond)
				}
			}
			for j, m := range doc.Moves {
				same("the cost of "+m.Move, m.Cost, p.Moves[j].Cost)
			}
			if doc.Objective != nil {
				same("the objective", doc.Objective.Value, p.Goals.Value)
			}
		}
	}
}

// TestWritten compares the documents with golden files: go test . -args -update writes them.
func TestWritten(t *testing.T) {
	for i := range sample.Problems {
		s := &sample.Problems[i]
		sample.Same(t, s.Name+".json", sample.Export(t, sample.Parse(t, s.Source), "json", writing.Options{}))
	}
}
