package explain

import (
	"context"
	"testing"
	"time"

	"farbank/engine"
	"farbank/engine/constraint"
	"farbank/engine/search"
	"farbank/lang/syntax"
)

// TestWitness checks that a solution for some relaxed lines is reused for supersets of them.
func TestWitness(t *testing.T) {
	file, err := syntax.Parse("t.far", "find x[1..6]: 0..1\nrequire all k: 1..6 { x[k] == 1 }\nrequire sum(x) <= 4\n")
	if err != nil {
		t.Fatal(err)
	}
	c := Case{File: file, Engines: engine.Registry{search.New(), constraint.New()}}
	r, err := Explain(context.Background(), c, Options{Each: 10 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Relaxations) != 16 || len(r.Conflicts) != 6 || !r.Complete { // any two lines; the sum
		t.Errorf("%d relaxations, %d conflicts, complete: %t", len(r.Relaxations), len(r.Conflicts), r.Complete)
	}
	if r.Asked > 35 { // 40 without reuse
		t.Errorf("%d problems were solved", r.Asked)
	}
}
