package conflict_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/milp/branch"
	"farbank/milp/conflict"
	"farbank/milp/file"
	"farbank/milp/problem"
)

func read(t *testing.T, text string) *problem.Problem {
	t.Helper()
	p, err := file.Decode(strings.NewReader(text), "p.lp", file.LP)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestFind(t *testing.T) {
	for _, c := range []struct {
		text  string
		want  []string
		whole bool
	}{
		{"minimize x\nst\nneed: x + y >= 8\ncap: 3 x + 2 y <= 10\nother: x + z <= 5\nbounds\ny <= 2\nend\n", []string{"need: x + y >= 8", "cap: 3 x + 2 y <= 10", "x >= 0"}, false},
		{"minimize x\nst\na: 2 x = 3\nb: y >= 1\ngeneral\nx\nend\n", []string{"a: 2 x = 3"}, true},
		{"minimize x\nst\na: x + y >= 1\nbounds\nx >= 3\nx <= 2\nend\n", []string{"x >= 3", "x <= 2"}, false},
		{"minimize x\nst\na: x - y >= 1\nb: y - x >= 0\nend\n", []string{"a: x - y >= 1", "b: y - x >= 0"}, false},
		{"minimize x\nst\na: x + y + z = 2\nb: x + y + z = 3\nend\n", []string{"a: x + y + z <= 2", "b: x + y + z >= 3"}, false},
		{"minimize x\nst\nodd: 2 a + 2 b + 2 c = 7\nbinary\na b c\nend\n", []string{"odd: 2 a + 2 b + 2 c >= 7", "a <= 1", "b <= 1", "c <= 1"}, false},
	} {
		p := read(t, c.text)
		got, err := conflict.Find(t.Context(), p, conflict.Options{})
		if err != nil || !got.Minimal || got.Whole != c.whole || !slices.Equal(got.Lines(p), c.want) {
			t.Errorf("%s: %+v %v\n%s", c.text, got, err, strings.Join(got.Lines(p), "\n"))
		}
	}
}

func TestFeasible(t *testing.T) {
	p := read(t, "minimize x\nst\na: x >= 1\nend\n")
	if _, err := conflict.Find(t.Context(), p, conflict.Options{}); !errors.Is(err, conflict.ErrFeasible) {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if c, err := conflict.Find(ctx, read(t, "minimize x\nst\na: x >= 1\nb: x <= 0\nend\n"), conflict.Options{}); err == nil && c.Minimal || err != nil && !errors.Is(err, context.Canceled) {
		t.Error(c, err)
	}
}

// TestMinimal checks, for random programs, that conflicts are infeasible, and feasible without any
// one part.
func TestMinimal(t *testing.T) {
	found := 0
	for seed := range uint64(150) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := randomProgram(r)
		s, err := branch.Solve(t.Context(), p, branch.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, err := conflict.Find(t.Context(), p, conflict.Options{})
		if s.Status != problem.Infeasible {
			if !errors.Is(err, conflict.ErrFeasible) {
				t.Fatalf("seed %d: %v, %+v, %v", seed, s.Status, c, err)
			}
			continue
		}
		if err != nil || !c.Minimal {
			t.Fatalf("seed %d: %+v, %v", seed, c, err)
		}
		found++
		for k := -1; k < len(c.Parts); k++ {
			parts := slices.Clone(c.Parts)
			if k >= 0 {
				parts = slices.Delete(parts, k, k+1)
			}
			s, err := branch.Solve(t.Context(), reduced(p, parts, c.Whole), branch.Options{})
			if err != nil || (s.Status == problem.Infeasible) != (k < 0) {
				t.Fatalf("seed %d: without part %d of %v it is %v (%v)", seed, k, c.Lines(p), s.Status, err)
			}
		}
	}
	if found < 30 {
		t.Errorf("only %d of 150 have no solution", found)
	}
}

// randomProgram returns a program of few bounded integer variables.
func randomProgram(r *rand.Rand) *problem.Problem {
	p := &problem.Problem{}
	for range 2 + r.IntN(4) {
		lo := float64(r.IntN(5) - 2)
		p.Columns = append(p.Columns, problem.Column{Name: string(rune('a' + len(p.Columns))), Lower: lo, Upper: lo + float64(r.IntN(5)), Integer: r.IntN(3) > 0})
	}
	for i := range 2 + r.IntN(6) {
		row := problem.Row{Name: "r" + string(rune('0'+i)), Lower: -problem.Infinity, Upper: problem.Infinity}
		for j := range p.Columns {
			if x := r.IntN(7) - 3; x != 0 && r.IntN(3) > 0 {
				row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: float64(x)})
			}
		}
		at := float64(r.IntN(21) - 8)
		switch r.IntN(3) {
		case 0:
			row.Lower = at
		case 1:
			row.Upper = at
		default:
			row.Lower, row.Upper = at, at+float64(r.IntN(2))
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// reduced returns the program of the given parts.
func reduced(p *problem.Problem, parts []conflict.Part, whole bool) *problem.Problem {
	has := func(s conflict.Side, k int) bool { return slices.Contains(parts, conflict.Part{Side: s, Index: k}) }
	q := &problem.Problem{Columns: slices.Clone(p.Columns), Rows: slices.Clone(p.Rows)}
	for j := range q.Columns {
		c := &q.Columns[j]
		if c.Integer = c.Integer && whole; !has(conflict.ColumnLower, j) {
			c.Lower = -problem.Infinity
		}
		if !has(conflict.ColumnUpper, j) {
			c.Upper = problem.Infinity
		}
	}
	for i := range q.Rows {
		if !has(conflict.RowLower, i) {
			q.Rows[i].Lower = -problem.Infinity
		}
		if !has(conflict.RowUpper, i) {
			q.Rows[i].Upper = problem.Infinity
		}
	}
	return q
}
