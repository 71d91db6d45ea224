package main

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

func output(t *testing.T, args ...string) string {
	t.Helper()
	var b strings.Builder
	if err := run(args, &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestSizes checks that flags determine the sizes, and that equal flags produce equal data.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		args, fact string
		n          int
	}{
		{"waltz -regions 3", "(line ", 216},
		{"join -parts 400", "(part (kind", 400},
		{"join -parts 400", "(road ", 30},
		{"retract -posts 10", "(post ", 10},
		{"retract -posts 9", "(beside ", 24},
		{"manners -guests 8", "(table (seats 8))", 1},
	} {
		args := strings.Fields(c.args)
		text := output(t, args...)
		if got := strings.Count(text, c.fact); got != c.n {
			t.Errorf("%s: %d of %s, want %d", c.args, got, c.fact, c.n)
		}
		if again := output(t, args...); again != text {
			t.Errorf("%s: the data differ in a second run", c.args)
		}
	}
}

// TestSeed checks that the seed changes the data.
func TestSeed(t *testing.T) {
	for _, name := range []string{"manners", "join", "retract"} {
		if output(t, name, "-seed", "7") == output(t, name, "-seed", "8") {
			t.Errorf("%s: two seeds produce equal data", name)
		}
	}
}

// TestDinner checks by exhaustive search that the guests can be seated.
func TestDinner(t *testing.T) {
	for seed := range uint64(50) {
		list := dinner(rand.New(rand.NewPCG(seed, 0)), 8, 5)
		men := 0
		for _, p := range list {
			if p.sex == 'm' {
				men++
			}
			if len(p.hobbies) < 2 || len(p.hobbies) > 3 || !slices.IsSorted(p.hobbies) {
				t.Errorf("seed %d: hobbies %v", seed, p.hobbies)
			}
		}
		if men != 4 {
			t.Errorf("seed %d: %d men of 8", seed, men)
		}
		if !canSit(list, nil) {
			t.Errorf("seed %d: no seating for %v", seed, list)
		}
	}
}

func canSit(list []person, row []int) bool {
	if len(row) == len(list) {
		return true
	}
	for i, p := range list {
		if slices.Contains(row, i) || len(row) > 0 && !fits(list[row[len(row)-1]], p) {
			continue
		}
		if canSit(list, append(row, i)) {
			return true
		}
	}
	return false
}

func fits(a, b person) bool {
	return a.sex != b.sex && slices.ContainsFunc(a.hobbies, func(h int) bool { return slices.Contains(b.hobbies, h) })
}

func TestErrors(t *testing.T) {
	for _, args := range []string{"", "chess", "manners -guests 7", "manners -hobbies 2", "waltz -regions 0", "waltz 5", "join -parts 1", "retract -posts 0"} {
		var b strings.Builder
		if err := run(strings.Fields(args), &b); err == nil || b.Len() > 0 {
			t.Errorf("%q: error %v, output %q", args, err, b.String())
		}
	}
}
