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

// TestWitness: a solution that is found for some lines left out is one for more of them, and is
// not looked for again.
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
	if r.Asked > 35 { // where none serves again there are 40
		t.Errorf("%d problems were solved", r.Asked)
	}
}
