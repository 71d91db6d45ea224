package ground_test

import (
	"errors"
	"strings"
	"testing"

	"farbank/internal/testing/generated"
	"farbank/lang/check"
	"farbank/lang/ground"
	"farbank/lang/syntax"
)

// TestForeseen checks that the steps foreseen are a lower bound: problems can be grounded with
// the limit that they need.
func TestForeseen(t *testing.T) {
	sources := []string{
		"puzzle \"t\"\nfind x[1..5]: 0..3\nrequire all a, b: 1..5 where a < b { all c: 1..5 { x[a] + x[b] != -x[c] and x[1] in 0..2 or not (x[a] == 7) } }\n",
		"puzzle \"t\"\nfind x[1..5]: 0..3\nrequire sum(a: 1..5, b in {1, 2} -> if x[a] > b then a else b / 2) > 3 and false and all a, b, c: 1..5 { false implies x[a] > b }\n",
		"puzzle \"t\"\nfind x: 1..4\nrequire any p: (1..3, 1..3) { p.1 + p.2 == x } and size({a: 1..3, b: 1..3 where a != b -> (a, b)}) > 2\n",
	}
	for i := range 300 {
		sources = append(sources, generated.New(uint64(i), generated.Options{}).Source)
	}
	n := 0
	for _, source := range sources {
		in, err := info(source, check.Options{})
		if err != nil {
			continue
		}
		_, steps, err := ground.Written(in, ground.Options{})
		if err != nil {
			continue
		}
		n++
		if _, err := ground.Ground(in, ground.Options{Limit: max(1, steps)}); err != nil {
			t.Fatalf("%d steps: %v\n%s", steps, err, source)
		}
	}
	if n < 100 {
		t.Errorf("only %d problems", n)
	}
}

// TestForesees checks that a comprehension with too many choices is refused before it is
// started.
func TestForesees(t *testing.T) {
	in, err := info("puzzle \"t\"\nfind x[1..99]: 0..3\nrequire all a, b, c: 1..99 { sum(d, e: 1..99 -> x[d] * x[e]) > x[a] + x[b] + x[c] }\n", check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, steps, err := ground.Written(in, ground.Options{Limit: 50_000_000})
	if err == nil || !strings.Contains(err.Error(), "3:9: the problem is too large") || steps > 100 {
		t.Errorf("%d steps: %v", steps, err)
	}
}

// TestFallsOnce checks that a function with a decreasing number is evaluated once for each
// argument.
func TestFallsOnce(t *testing.T) {
	_, j := problem(t, "puzzle \"t\"\nstate n: 0..9 = 0\nmove up { n += 1 }\n"+
		"def f(k: 0..60) = if k == 0 then n else min(9, max(f(k - 1), n) + f(k - 1) - f(k - 1))\ngoal f(60) == 3\n", ground.Options{Limit: 100_000})
	s, err := j.Begin(nil)
	if err != nil {
		t.Fatal(err)
	}
	if missed, err := j.Missed(s); err != nil || len(missed) != 1 {
		t.Errorf("%d goals are missed, %v", len(missed), err)
	}
}

// TestRepeatedHint checks that the hint about a repeated call names the outermost choice that the
// call does not depend on.
func TestRepeatedHint(t *testing.T) {
	in, err := info("puzzle \"t\"\nfind v[1..20]: 0..9\ndef f(x: 1..20) = sum(k: 1..20 -> v[k] * x)\n"+
		"def h(x: 1..20) = sum(a: 1..20 -> sum(b: 1..5 -> f(x) + b) + a)\nrequire all z: 1..20 { h(1) > z }\n", check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 10 {
		_, err = ground.Ground(in, ground.Options{Limit: 20_000})
		var e *syntax.Error
		if !errors.As(err, &e) || !strings.Contains(e.Hint, "f(x) is written out again for each a:") {
			t.Fatalf("%v, %q", err, e.Hint)
		}
	}
}
