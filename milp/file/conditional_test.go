package file

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/milp/made"
	"farbank/milp/problem"
)

// TestConditional writes programs with semi-continuous columns and indicators in all formats, and
// reads them back.
func TestConditional(t *testing.T) {
	written := 0
	for seed := range uint64(4000) {
		r := rand.New(rand.NewPCG(seed, 12))
		p := made.Every(r)
		if p.Columns = append(p.Columns, problem.Column{Name: "switch", Upper: 1, Integer: true}); r.IntN(2) == 0 {
			wild(r, p)
			c := &p.Columns[len(p.Columns)-1]
			c.Lower, c.Upper, c.Integer = 0, 1, true
		}
		b := len(p.Columns) - 1
		for j := range p.Columns[:b] {
			if p.Columns[j].Semi = r.IntN(3) == 0; p.Columns[j].Semi && p.Columns[j].Upper == 0 {
				p.Columns[j].Upper = 4
			}
		}
		for range r.IntN(4) {
			d := problem.Indicator{Column: b, Zero: r.IntN(2) == 0}
			d.Row = problem.Row{Name: []string{"", "if", "c1", "then~"}[r.IntN(4)], Lower: -inf, Upper: float64(r.IntN(9))}
			for j := range p.Columns {
				if r.IntN(2) == 0 {
					d.Row.Terms = append(d.Row.Terms, problem.Term{Column: j, Coefficient: float64(1 + r.IntN(5))})
				}
			}
			if r.IntN(2) == 0 {
				d.Row.Lower = d.Row.Upper - float64(r.IntN(3))
			}
			p.Indicators = append(p.Indicators, d)
		}
		for _, f := range []Format{LP, MPS, FreeMPS} {
			want := Legal(p, f)
			var text bytes.Buffer
			if err := Encode(&text, p, f); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			got, err := Decode(strings.NewReader(text.String()), "t", f)
			if err != nil {
				t.Fatalf("seed %d: %v\n%s", seed, err, text.String())
			}
			if d := difference(inOneOrder(want), inOneOrder(got)); d != "" {
				t.Fatalf("seed %d, %v: %s\n%s", seed, f, d, text.String())
			}
			written += len(got.Indicators)
		}
	}
	if written < 1000 {
		t.Errorf("only %d indicators", written)
	}
}

// inOneOrder sorts the terms of rows and indicators.
func inOneOrder(p *problem.Problem) *problem.Problem {
	q := sorted(p)
	q.Indicators = slices.Clone(p.Indicators)
	for k := range q.Indicators {
		terms := slices.Clone(q.Indicators[k].Row.Terms)
		slices.SortFunc(terms, func(a, b problem.Term) int { return a.Column - b.Column })
		q.Indicators[k].Row.Terms = terms
	}
	return q
}
