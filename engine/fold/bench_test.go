package fold_test

import (
	"context"
	"testing"

	"farbank"
)

// BenchmarkQueens counts 12 queens through the language.
func BenchmarkQueens(b *testing.B) {
	p, err := farbank.Load("queens", farbank.WithParam("n", "12"))
	if err != nil {
		b.Fatal(err)
	}
	e, err := farbank.Engines.Find("fold")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		a, err := farbank.SolveWith(context.Background(), e, p, farbank.Question{Want: farbank.Count, Workers: 1}, nil)
		if err != nil || a.Count.Int64() != 14200 {
			b.Fatal(err, a.Count)
		}
	}
}
