package builtin_test

import (
	"strings"
	"testing"

	"farbank/lang"
	"farbank/lang/builtin"
)

// wrong returns the error message of a goal.
func wrong(t *testing.T, goal string) string {
	t.Helper()
	_, err := lang.Parse("x.far", prelude+"state n: 0..9 = 1\nstate s: set of Thing = {}\nstate a[1..2]: bool = true\nstate t: Thing = goat\ngoal "+goal+"\n", lang.Options{})
	if err == nil {
		t.Fatalf("accepted: %s", goal)
	}
	return err.Error()
}

// TestNumberOfArguments checks that calls without arguments or with too many are refused with
// the numbers of arguments that the entry takes.
func TestNumberOfArguments(t *testing.T) {
	for _, f := range builtin.All() {
		if !f.Callable() {
			if m := wrong(t, f.Name+"(n) == 1"); !strings.Contains(m, f.Name+" needs something to choose from") {
				t.Errorf("%s(n): %s", f.Name, m)
			}
			continue
		}
		for _, n := range []int{0, 9} {
			call := f.Name + "(" + strings.TrimSuffix(strings.Repeat("n, ", n), ", ") + ")"
			if f.Form(n) != nil {
				continue
			}
			if m := wrong(t, call+" == 1"); !strings.Contains(m, f.Name+" takes "+f.Takes()) {
				t.Errorf("%s: %s", call, m)
			}
		}
	}
}

// TestKindsOfArguments calls every function with values of every type: what it does not accept
// must be refused with its needs.
func TestKindsOfArguments(t *testing.T) {
	values := []string{"n + 1", "true", "goat", "s", "a", "(1, 2)", `"text"`}
	for _, f := range builtin.All() {
		refused := 0
		for i := range f.Forms {
			form := &f.Forms[i]
			for _, v := range values {
				call := f.Name + "(" + strings.Join(repeat(v, len(form.Params)), ", ") + ")"
				_, err := lang.Parse("x.far", prelude+"state n: 0..9 = 1\nstate s: set of Thing = {}\nstate a[1..2]: bool = true\nshow \"x\" = "+call+"\n", lang.Options{})
				if err == nil {
					continue
				}
				refused++
				if m := err.Error(); !strings.Contains(m, f.Name) || !strings.Contains(m, "needs") && !strings.Contains(m, "compared") {
					t.Errorf("%s: %s", call, m)
				}
			}
		}
		if f.Callable() && refused == 0 {
			t.Errorf("%s takes everything", f.Name)
		}
	}
}

func repeat(s string, n int) []string {
	all := make([]string, n)
	for i := range all {
		all[i] = s
	}
	return all
}

// TestMessages checks the wording of messages.
func TestMessages(t *testing.T) {
	for _, c := range []struct{ goal, want string }{
		{"min() == 1", "min takes one argument or more, 0 given"},
		{"subset(s) == true", "subset takes 2 arguments, 1 given"},
		{"min(n) == 1", "n is a number; min of one argument needs an array of numbers, names, truth values, texts or tuples"},
		{"max(s) == 1", "s is a set of Thing; max of one argument needs an array of numbers, names, truth values, texts or tuples"},
		{"sum(a) == 1", "a is an array [1..2]: bool; sum needs an array of numbers"},
		{"max(n, true) == 1", "n is a number, true is a truth value; max needs one type"},
		{"max(s, s) == s", "s is a set of Thing; max needs numbers, names, truth values, texts or tuples"},
		{"max(n, 2, t) == 1", "n is a number, t is a Thing; max needs one type"},
		{"distinct(n, t)", "n is a number, t is a Thing; they cannot be compared"},
		{"distinct(n)", "n is a number; distinct of one argument needs an array"},
		{"union(s, n) == s", "n is a number; union needs a set"},
		{"union(s, 1..2) == s", "s is a set of Thing, 1..2 is a set of number; union needs sets of one type"},
		{`size("text") == 4`, `"text" is a text; size needs a set`},
		{"next(n + 1) == 1", "n + 1 is a number without a range; next needs one"},
		{"other(t) == goat", "other needs a type of two values; Thing has 4"},
		{`grid(if n == 1 then "a" else "b")[1, 1] == "a"`, "grid needs a constant text"},
		{"siz(s) == 0", "unknown function siz"},
		{"size == 0", "size is a built-in function"},
	} {
		if m := wrong(t, c.goal); !strings.Contains(m, c.want) {
			t.Errorf("%s: %s, want %s", c.goal, m, c.want)
		}
	}
}
