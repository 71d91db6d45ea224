package flatzinc

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"farbank/internal/testing/long"
)

// shareModels are MiniZinc constraints with their declarations.
var shareModels = []string{
	"array [1..3] of var 0..2: x; constraint table([x[1] > 0, x[2] > 1], [|true, false | false, true|]);",
	"array [1..2] of var 0..2: x; var bool: b; constraint b <-> table(x, [|1, 2 | 0, 0 | 1, 1|]);",
	"array [1..2] of var bool: x; array [1..2] of var bool: y; constraint lex_less(x, y);",
	"array [1..2] of var bool: x; array [1..3] of var bool: y; constraint lex_lesseq(x, y);",
	"array [1..4] of var 0..3: x; constraint regular_nfa(x, 3, 2, [|{1, 2}, {2} | {3}, {1} | {}, {3, 1}|], 1, {3});",
	"array [1..4] of var 1..2: x; var int: c; constraint cost_regular(x, 2, 2, [|1, 2 | 2, 0|], 1, {1, 2}, [|3, -1 | 0, 4|], c);",
	"array [1..3] of var 0..3: x; constraint mdd(x, 4, [1, 2, 2, 3], 6, [1, 1, 2, 3, 3, 4], [{0, 1}, {2}, {1}, {3}, {0}, {1, 2, 3}], [2, 3, 4, 4, 4, 0]);",
	"array [1..3] of var 1..3: x; var 0..20: c; constraint cost_mdd(x, 4, [1, 2, 2, 3], 6, [1, 1, 2, 3, 3, 4], [{3, 1}, {2}, {1}, {3}, {2}, {1, 2, 3}], [4, 1, 2, 5, 0, 3], [2, 3, 4, 4, 4, 0], c);",
	"array [1..4] of var 0..4: x; constraint value_precede_chain([3, 1, 4], x);",
	"array [2..4] of var -1..7: x; constraint seq_precede_chain(x);",
	"array [1..3, 1..3] of var 0..1: x; constraint diffn_k(x, [|1, 2, 1 | 1, 1, 0 | 2, 1, 1|]) /\\ x[1, 1] = 0;",
	"array [1..2, 1..2] of var 0..1: x; array [1..2, 1..2] of var 0..1: s; constraint diffn_nonstrict_k(x, s);",
	"array [1..3] of var 0..4: x; constraint disjunctive_strict(x, [1, 2, 1]);",
	"array [1..3] of var 0..3: x; constraint disjunctive_strict(x, [1, 0, 2]);",
	"array [0..3] of var 0..2: x; var -9..9: z; constraint z = arg_max(x);",
	"array [1..3] of var -1..2: x; var 2..3: z; constraint z = arg_min(x);",
	"array [2..4] of var bool: x; var 0..9: z; constraint z = arg_max(x);",
	"array [1..4] of var bool: x; var 0..9: z; constraint z = arg_min(x);",
	"array [1..4] of var 0..3: x; constraint global_cardinality_low_up(x, [1, 2], [1, 0], [2, 1]);",
	"array [1..4] of var 0..3: x; constraint global_cardinality_low_up_closed(x, [1, 3], [1, 0], [2, 9]);",
	"array [1..3] of var 0..3: x; constraint alldifferent_except(x, {2});",
	"array [1..3] of var 0..3: x; constraint alldifferent_except(x, {});",
	"array [1..2] of var 0..3: n; array [1..3] of var 0..2: x; constraint distribute(n, [2, 0], x);",
	"array [1..4] of var 0..2: x; constraint bin_packing(5, x, [3, 2, 2, 4]);",
	"array [1..4] of var -1..9: x; constraint bin_packing_capa([5, 3, 4], x, [3, 2, 2, 4]);",
	"array [1..4] of var -1..4: x; constraint seq_precede_chain(x);",
	"array [1..2] of var 0..5: x; constraint seq_precede_chain(x);",
	"array [1..2] of var 0..5: x; constraint seq_precede_chain(x) /\\ x[1] != 0;",
	"array [1..3] of var {-2, 1, 2, 9}: x; constraint seq_precede_chain(x);",
}

// apart are models that the library decomposes completely.
var apart = []string{
	"array [1..3] of var 0..3: x; constraint mdd_nondet(x, 4, [1, 2, 2, 3], 5, [1, 1, 2, 3, 4], [{0, 1}, {1, 2}, {1}, {1, 3}, {1, 2}], [2, 3, 4, 4, 0]);",
	"array [1..4] of var 0..3: x; constraint global_cardinality_low_up(x, [1, 1], [1, 0], [9, 2]);",
	"array [1..4] of var 0..3: x; constraint alldifferent_except(x, {1, 3});",
	"array [1..2] of var 0..3: n; array [1..2] of var 0..1: v; array [1..3] of var 0..2: x; constraint distribute(n, v, x);",
}

// TestShare compares the solutions of each model with our library and with MiniZinc's own.
func TestShare(t *testing.T) {
	minizinc, err := exec.LookPath("minizinc")
	if err != nil {
		t.Skip(err)
	}
	folder := t.TempDir()
	if _, err := Register(folder, "none", "0"); err != nil {
		t.Fatal(err)
	}
	std := filepath.Join(folder, "std.msc")
	if err := os.WriteFile(std, []byte(`{"id": "org.farbank.std", "name": "std", "version": "0", "executable": "farbank/fzn-farbank", "mznlib": "-Gstd", "supportsMzn": false, "supportsFzn": true}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for i, model := range slices.Concat(shareModels, apart) {
		if i%9 != 0 && !long.Enabled() {
			continue
		}
		path := filepath.Join(folder, "model.mzn")
		if err := os.WriteFile(path, []byte("include \"globals.mzn\";\n"+model+"\nsolve satisfy;\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		var counts [2]int
		var lists [2][]string
		for k, solver := range []string{filepath.Join(folder, "farbank.msc"), std} {
			text := compile(t, minizinc, solver, path)
			if strings.Contains(string(text), "constraint farbank_") != (k == 0) && !slices.Contains(apart, model) {
				t.Errorf("%s: which constraints there are\n%s", model, text)
			}
			lists[k] = allSolutions(t, text)
			counts[k] = len(lists[k])
		}
		if counts[0] == 0 || !slices.Equal(lists[0], lists[1]) {
			t.Errorf("%s: %d solutions, and %d with the library of MiniZinc", model, counts[0], counts[1])
		}
	}
}

// compile flattens a model for a solver with MiniZinc.
func compile(t *testing.T, minizinc, solver, path string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "model.fzn")
	cmd := exec.CommandContext(t.Context(), minizinc, "-c", "--solver", solver, "--no-output-ozn", "-o", out, path)
	if message, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", path, err, message)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func allSolutions(t *testing.T, text []byte) []string {
	t.Helper()
	var out bytes.Buffer
	if v, err := Solve(context.Background(), text, "t", Options{All: true}, &out); err != nil || v != Complete && v != None {
		t.Fatalf("%v: %v\n%s", v, err, text)
	}
	list := strings.Split(out.String(), "----------\n")
	for i, solution := range list {
		lines := strings.Split(solution, "\n")
		slices.Sort(lines)
		list[i] = strings.Join(lines, "\n")
	}
	slices.Sort(list)
	return list
}
