package flatzinc

import (
	"context"
	"io"
	"strings"
	"testing"
	"time"
)

// solvedBy returns the output for a model.
func solvedBy(t *testing.T, text string, o Options) (string, Verdict) {
	t.Helper()
	var out strings.Builder
	v, err := Solve(t.Context(), []byte(text), "t", o, &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out.String(), v
}

// TestOnRestart solves the models of MiniZinc's tests of on_restart, as the compiler writes them: what the predicate of
// the restart says are constraints over variables that each restart sets.
func TestOnRestart(t *testing.T) {
	const head = "predicate fzn_on_restart_status(var int: s);\npredicate fzn_on_restart_sol_int(var int: i, var int: o);\n" +
		"predicate fzn_on_restart_last_val_int(var int: i, var int: o);\npredicate fzn_on_restart_complete(var bool: b);\n" +
		"predicate fzn_on_restart_sol_bool(var bool: i, var bool: o);\npredicate fzn_on_restart_sol_set(var set of int: i, var set of int: o);\n" +
		"predicate fzn_on_restart_uniform_int(int: l, int: h, var int: o);\n"
	const solve = "solve :: restart_constant(100) :: on_restart(\"foo\") :: int_search([x],input_order,indomain_min,complete) maximize a;\n"
	const start = "var 1..5: s;\nvar bool: first;\nconstraint fzn_on_restart_status(s);\nconstraint int_eq_reif(s,1,first);\n"
	for name, test := range map[string]struct{ text, want string }{
		// if status() = START then y = 0 else y = sol(x) endif
		"sol": {head + "var -1..3: x :: output_var;\nvar -1..3: y :: output_var;\nvar -1..3: o;\nvar 0..3: a;\n" + start +
			"constraint fzn_on_restart_sol_int(x,o);\nvar bool: zero;\nvar bool: same;\nconstraint int_eq_reif(y,0,zero);\nconstraint int_eq_reif(y,o,same);\n" +
			"constraint bool_clause([zero],[first]);\nconstraint bool_clause([first,same],[]);\nconstraint int_abs(x,a);\n" + solve, "x = 3;\ny = 2;\n----------\n==========\n"},
		// if status() = START then y = 0 else y = last_val(y) + 1 endif
		"last_val": {head + "var -1..4: x :: output_var;\nvar 0..100: y :: output_var;\nvar 0..100: o;\nvar 0..4: a;\n" + start +
			"constraint fzn_on_restart_last_val_int(y,o);\nvar bool: zero;\nvar bool: same;\nconstraint int_eq_reif(y,0,zero);\nconstraint int_lin_eq_reif([1,-1],[y,o],1,same);\n" +
			"constraint bool_clause([zero],[first]);\nconstraint bool_clause([first,same],[]);\nconstraint int_abs(x,a);\n" + solve, "x = 4;\ny = 3;\n----------\n==========\n"},
		// status() != START -> (x > 2 -> complete())
		"complete": {head + "var -1..5: x :: output_var;\nvar 0..5: a;\n" + start +
			"var bool: m;\nconstraint fzn_on_restart_complete(m);\nvar bool: big;\nconstraint int_le_reif(3,x,big);\n" +
			"constraint bool_clause([m,first],[big]);\nconstraint int_abs(x,a);\n" + solve, "x = 3;\n----------\n==========\n"},
		// A neighbourhood of the last solution: one of five Bools is free, chosen at random.
		"neighbourhood": {head + "array [1..5] of var bool: b :: output_array([1..5]) = [b1,b2,b3,b4,b5];\n" + bools + start +
			"var 1..5: u;\nconstraint fzn_on_restart_uniform_int(1,5,u);\nvar 0..5: a;\n" + neighbours +
			strings.ReplaceAll(solve, "[x]", "[u]"), "b = array1d(1..5, [true, true, true, true, true]);\n----------\n==========\n"},
	} {
		if got, _ := solvedBy(t, ordered(test.text), Options{Seed: 3}); got != test.want {
			t.Errorf("%s: %q, not %q", name, got, test.want)
		}
	}
	// A restart that forbids everything ends the search instead of repeating itself.
	stuck := head + "var 0..3: x :: output_var;\n" + start + "var 0..3: a;\nconstraint int_eq(x,a);\nconstraint bool_eq(first,true);\n" + solve
	done := time.AfterFunc(time.Minute, func() { panic("repeats itself") })
	got, v := solvedBy(t, ordered(stuck), Options{})
	done.Stop()
	if v != Some || got != "x = 0;\n----------\n" {
		t.Errorf("%q, %v", got, v)
	}
	if _, err := Solve(t.Context(), []byte(ordered(stuck)), "t", Options{Proof: &strings.Builder{}}, &strings.Builder{}); err != errRestartProven {
		t.Errorf("a proof: %v", err)
	}
}

// TestOnRestartStops ends searches with on_restart that would go on: a limit keeps the best solution, and so does an
// output that fails.
func TestOnRestartStops(t *testing.T) {
	const text = "predicate fzn_on_restart_uniform_int(int: l, int: h, var int: o);\nvar 0..9: x :: output_var;\nvar 0..9: u;\n" +
		"constraint fzn_on_restart_uniform_int(0,4,u);\nconstraint int_le(x,u);\nsolve maximize x;\n"
	ctx, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	var out strings.Builder
	v, err := Solve(ctx, []byte(text), "t", Options{}, &out)
	if v != Some || !isLimit(err) || out.String() != "x = 4;\n----------\n" {
		t.Errorf("a limit: %q, %v, %v", out.String(), v, err)
	}
	broken := writerFunc(func([]byte) (int, error) { return 0, io.ErrClosedPipe })
	if _, err := Solve(t.Context(), []byte(text), "t", Options{Intermediate: true}, broken); err != io.ErrClosedPipe {
		t.Errorf("a closed pipe: %v", err)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(b []byte) (int, error) { return f(b) }

var bools, neighbours = func() (decls, rules string) {
	var names, ones []string
	for _, n := range []string{"1", "2", "3", "4", "5"} {
		decls += "var bool: b" + n + ";\nvar bool: o" + n + ";\nvar bool: f" + n + ";\nvar 0..1: i" + n + ";\nvar bool: k" + n + ";\n"
		rules += "constraint fzn_on_restart_sol_bool(b" + n + ",o" + n + ");\nconstraint int_eq_reif(u," + n + ",f" + n + ");\nconstraint bool2int(b" + n + ",i" + n + ");\n" +
			"constraint bool_eq_reif(b" + n + ",o" + n + ",k" + n + ");\nconstraint bool_clause([first,f" + n + ",k" + n + "],[]);\n"
		names, ones = append(names, "i"+n), append(ones, "1")
	}
	return decls, rules + "constraint int_lin_eq([" + strings.Join(ones, ",") + ",-1],[" + strings.Join(names, ",") + ",a],0);\n"
}()

// ordered puts predicates, variables and constraints in the order that FlatZinc requires.
func ordered(text string) string {
	var parts [4]strings.Builder
	for line := range strings.Lines(text) {
		k := 1
		switch {
		case strings.HasPrefix(line, "predicate"):
			k = 0
		case strings.HasPrefix(line, "array"), strings.HasPrefix(line, "constraint"):
			k = 2
		case strings.HasPrefix(line, "solve"):
			k = 3
		}
		parts[k].WriteString(line)
	}
	return parts[0].String() + parts[1].String() + parts[2].String() + parts[3].String()
}
