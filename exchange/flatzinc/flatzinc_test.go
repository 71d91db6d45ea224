package flatzinc

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

func solve(t *testing.T, text string, o Options) (string, Verdict) {
	t.Helper()
	var out bytes.Buffer
	v, err := Solve(t.Context(), []byte(text), "t.fzn", o, &out)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return out.String(), v
}

func TestSolve(t *testing.T) {
	got, v := solve(t, `% a comment
predicate mine(var int: x);
array [1..2] of int: c = [1,-1];
var 1..3: x :: output_var; var {1,3}: y :: output_var; var bool: b :: output_var;
var set of 1..4: s :: output_var;
array [1..2] of var int: xs :: output_array([1..2]) = [x,y];
array [1..4] of var int: grid :: output_array([1..2,0..1]) = [x,y,2,x];
constraint int_lin_eq(c,xs,1); constraint set_in(x,s); constraint set_card(s,2); constraint set_in_reif(1,s,b);
constraint bool_eq(b,true);
solve :: int_search(xs,input_order,indomain_min,complete) satisfy;`, Options{})
	want := "x = 2;\ny = 1;\nb = true;\ns = 1..2;\nxs = array1d(1..2, [2, 1]);\ngrid = array2d(1..2, 0..1, [2, 1, 2, 2]);\n----------\n"
	if got != want || v != Some {
		t.Errorf("%v\n%s", v, got)
	}
}

func TestVerdicts(t *testing.T) {
	for _, c := range []struct {
		text string
		o    Options
		want string
		v    Verdict
	}{
		{"var 1..2: x :: output_var; solve satisfy;", Options{All: true}, "x = 1;\n----------\nx = 2;\n----------\n==========\n", Complete},
		{"var 1..3: x :: output_var; solve satisfy;", Options{Number: 2}, "x = 1;\n----------\nx = 2;\n----------\n", Some},
		{"var 1..3: x :: output_var; solve maximize x;", Options{}, "x = 3;\n----------\n==========\n", Complete},
		{"var 1..2: x :: output_var; solve maximize x;", Options{Intermediate: true}, "x = 1;\n----------\nx = 2;\n----------\n==========\n", Complete},
		{"var 1..3: x; constraint int_lt(x,1); solve satisfy;", Options{}, "=====UNSATISFIABLE=====\n", None},
		{"var 1..3: x; constraint int_lt(x,1); solve minimize x;", Options{}, "=====UNSATISFIABLE=====\n", None},
		{"var bool: b :: output_var; var 0..1: x :: output_var; constraint bool2int(b,x); solve satisfy;", Options{All: true},
			"b = false;\nx = 0;\n----------\nb = true;\nx = 1;\n----------\n==========\n", Complete},
		{"var 0..1: x :: output_var; var bool: b :: output_var; constraint bool2int(b,x); solve maximize x;", Options{}, "x = 1;\nb = true;\n----------\n==========\n", Complete},
		{"var 1..9: x; var 1..3: y :: output_var; solve satisfy;", Options{All: true}, "y = 1;\n----------\ny = 2;\n----------\ny = 3;\n----------\n==========\n", Complete},
		{"array [1..2] of int: c = [1,-1]; var 1..3: x :: output_var; var 0..9: y :: is_defined_var :: output_var; var 0..9: z :: is_defined_var :: output_var; " +
			"constraint int_lin_eq(c,[x,y],-6); constraint int_lin_eq(c,[z,y],-1); constraint int_times(y,x,18); solve satisfy;", Options{All: true},
			"=====UNSATISFIABLE=====\n", None},
		{"array [1..2] of int: c = [1,-1]; var 1..3: x :: output_var; var 0..9: y :: is_defined_var :: output_var; var 0..9: z :: is_defined_var :: output_var; " +
			"constraint int_lin_eq(c,[x,y],-6); constraint int_lin_eq(c,[z,y],-1); constraint int_times(y,x,16); solve satisfy;", Options{All: true},
			"x = 2;\ny = 8;\nz = 7;\n----------\n==========\n", Complete},
		{"var int: x :: output_var; var int: y :: output_var; constraint farbank_table([x,y],[7,2,9,3]); constraint farbank_regular([y],1,2,[0,1],1,{1}); solve satisfy;",
			Options{}, "x = 7;\ny = 2;\n----------\n", Some},
		{"var 1..3: x :: output_var; var bool: p :: output_var; var bool: q :: output_var; constraint int_eq_reif(x,2,p); constraint int_le_reif(3,x,q); " +
			"constraint int_ne_reif(x,1,p); solve satisfy;", Options{All: true}, "x = 1;\np = false;\nq = false;\n----------\nx = 2;\np = true;\nq = false;\n----------\n==========\n", Complete},
		{"array [1..3] of int: p = [4,5,4]; array [1..4] of int: q = [6,7,8,9]; var 1..9: x :: output_var; var 1..9: y :: output_var; var {1,3,4}: i; " +
			"constraint array_int_element(i,p,x); constraint array_int_element(i,q,y); solve satisfy;", Options{All: true},
			"x = 4;\ny = 6;\n----------\nx = 4;\ny = 8;\n----------\n==========\n", Complete},
		{"var set of int: s :: output_var; constraint set_union({1},{5},s); solve satisfy;", Options{}, "s = {1,5};\n----------\n", Some},
	} {
		if got, v := solve(t, c.text, c.o); got != c.want || v != c.v {
			t.Errorf("%s: %v\n%s", c.text, v, got)
		}
	}
	got, _ := solve(t, "var 1..3: x; solve minimize x;", Options{Statistics: true})
	for _, want := range []string{"%%%mzn-stat: objective=1\n", "objectiveBound=1\n", "solutions=1\n", "%%%mzn-stat-end\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

const vars = "var -2..2: x :: output_var; var -2..2: y :: output_var; var -2..2: z :: output_var; var bool: p :: output_var; var bool: q :: output_var; var bool: r :: output_var; "
const sets = "var set of 1..2: s :: output_var; var set of 1..2: t :: output_var; var set of 1..2: u :: output_var; var bool: r :: output_var; var 0..3: n :: output_var; "

// builtins are calls with their numbers of solutions over small domains.
var builtins = map[string]int{
	"int_eq(x,y)": 5, "int_ne(x,y)": 20, "int_le(x,y)": 15, "int_lt(x,y)": 10, "int_eq_reif(x,y,r)": 25, "int_le_imp(x,y,r)": 40, "int_ne_reif(x,y,r)": 25,
	"int_lt_reif(x,y,r)": 25, "int_plus(x,y,z)": 19, "int_times(x,y,z)": 5*1 + 5 + 5 + 3 + 3, "int_div(x,y,z)": 20, "int_mod(x,y,z)": 20, "int_abs(x,y)": 5, "int_max(x,y,z)": 25,
	"int_min(x,y,z)": 25, "int_pow(x,2,z)": 3, "int_lin_le([1,-1],[x,y],0)": 15, "int_lin_eq([2,1],[x,y],1)": 2, "int_lin_ne([1,1],[x,y],0)": 20,
	"int_lin_eq_reif([1,1],[x,y],0,r)": 25, "int_lin_le_reif([1,1],[x,y],0,r)": 25, "int_lin_ne_reif([1,1],[x,y],0,r)": 25,
	"bool_eq(p,q)": 2, "bool_not(p,q)": 2, "bool_le(p,q)": 3, "bool_lt(p,q)": 1, "bool_xor(p,q,r)": 4, "bool_and(p,q,r)": 4, "bool_or(p,q,r)": 4, "bool_eq_reif(p,q,r)": 4,
	"bool_le_reif(p,q,r)": 4, "bool_lt_reif(p,q,r)": 4, "bool_clause([p],[q])": 3, "bool_clause_reif([p],[q],r)": 4, "array_bool_and([p,q],r)": 4,
	"array_bool_or([p,q],r)": 4, "array_bool_xor([p,q,r])": 4, "bool_lin_eq([1,1],[p,q],x)": 4, "bool_lin_le([1,1],[p,q],1)": 3, "bool2int(p,x)": 2,
	"array_int_element(x,[2,-1],y)": 2, "array_var_int_element(x,[y,z],-1)": 10, "array_bool_element(x,[true,false],p)": 4 /* true has an r */, "array_var_bool_element(x,[p,q],r)": 8,
	"array_int_maximum(x,[y,z])": 25, "array_int_minimum(x,[y,z])": 25, "set_in(x,{-2,1})": 2, "set_in(x,-1..1)": 3, "set_in_reif(x,{-2,1},r)": 5,
	"set_card(s,n)": 4, "set_in(n,s)": 4, "set_in_reif(n,s,r)": 16, "set_eq(s,t)": 4, "set_ne(s,t)": 12, "set_subset(s,t)": 9, "set_superset(s,t)": 9, "set_le(s,t)": 10,
	"set_lt(s,t)": 6, "set_union(s,t,u)": 16, "set_intersect(s,t,u)": 16, "set_diff(s,t,u)": 16, "set_symdiff(s,t,u)": 16, "set_eq_reif(s,t,r)": 16, "set_ne_reif(s,t,r)": 16,
	"set_subset_reif(s,t,r)": 16, "set_superset_reif(s,t,r)": 16, "set_le_reif(s,t,r)": 16, "set_lt_reif(s,t,r)": 16, "array_set_element(n,[{1},{}],s)": 2,
	"array_var_set_element(n,[s,t],u)": 32,
	"farbank_all_different([x,y])":     20, "farbank_all_different_except([x,y],0)": 21, "farbank_table([x,y],[1,2,0,0,7,7])": 2, "farbank_nvalue(x,[y,z])": 25,
	"farbank_circuit(-1,[x,y,z])": 2, "farbank_subcircuit(0,[x,y])": 2, "farbank_inverse([x,y],0,[z,1],0)": 1, "farbank_lex_less([x],[y])": 10, "farbank_lex_lesseq([x],[y])": 15,
	"farbank_cardinality([x,y],[1],[z])": 25, "farbank_cardinality_closed([x,y],[1,0],[1,z])": 2, "farbank_value_precede(1,2,[x,y])": 17,
	"farbank_regular([x,y],2,2,[1,2,2,1],1,{2})": 2, "farbank_bin_packing(0,[1,1],[x,y],[1,1])": 2, "farbank_cumulative([x,y],[1,1],[1,1],1)": 20,
	"farbank_disjunctive([x,y],[2,1])": 25 - 9, "farbank_diffn([x,y],[0,0],[1,1],[1,1])": 20, "farbank_diffn_nonstrict([x,y],[0,0],[1,0],[1,1])": 25,
	"farbank_table_reif([x,y],[1,2,0,0,7,7],r)": 25, "farbank_table_imp([x,y],[1,2,0,0,7,7],r)": 25 + 2, "farbank_regular_nfa([x,y],2,2,[{1,2},{},{2},{1}],1,{2})": 1,
	"farbank_cost_regular([x,y],2,2,[1,2,2,0],1,{1,2},[2,-1,0,4],z)": 2, "farbank_mdd([x,y],2,[1,2],[1,1,2],[{1},{2,5},-9..1],[2,0,0])": 4,
	"farbank_mdd_nondet([x,y],3,[1,2,2],[1,1,2,3],[{1,2},{1},{0},{0,1}],[2,3,0,0])": 3, "farbank_cost_mdd([x,y],2,[1,2],[1,1,2],[{1},{2},{0,1}],[2,2,0],[3,1,-1],z)": 4,
	"farbank_precede_chain([1,2],[x,y,z])": 76, "farbank_diffn_k(1,[x,y],[2,1])": 16, "farbank_diffn_nonstrict_k(1,[x,y],[2,0])": 25,
	"farbank_arg_max(0,[x,y],z)": 25, "farbank_arg_min(0,[x,y,x],z)": 25, "farbank_arg_max_bool(1,[p,q],x)": 4, "farbank_arg_min_bool(1,[p,q],x)": 4,
}

// declaredFor returns the declarations for a call; variables that the call does not have are
// not output.
func declaredFor(call string) string {
	declared := vars
	if strings.HasPrefix(call, "set_") && !strings.Contains(call, "(x") || strings.Contains(call, "set_element") {
		declared = sets
	}
	_, inside, _ := strings.Cut(call, "(")
	for _, v := range strings.Fields("x y z p q r s t u n") {
		if strings.Contains(declared, ": "+v+" ::") && !strings.Contains(inside, v) {
			declared = strings.Replace(declared, ": "+v+" :: output_var", ": "+v, 1)
		}
	}
	return declared
}

// TestBuiltins compares the numbers of solutions over small domains.
func TestBuiltins(t *testing.T) {
	for call, want := range builtins {
		got, _ := solve(t, declaredFor(call)+"constraint "+call+"; solve satisfy;", Options{All: true})
		if n := strings.Count(got, "----------"); n != want {
			t.Errorf("%s: %d solutions, not %d", call, n, want)
		}
	}
}

func TestWrong(t *testing.T) {
	for text, want := range map[string]string{
		"":                            "t.fzn:1: there is no solve",
		"var 1..3: x;\nsolve satisfy": "t.fzn:2: a ; is needed",
		"var 1..3: x; var 1..3: x; solve satisfy;":                                                    "t.fzn:1: x is declared twice",
		"constraint int_eq(x,1); solve satisfy;":                                                      "t.fzn:1: x is not declared",
		"\nconstraint nothing(1); solve satisfy;":                                                     "t.fzn:2: there is no constraint nothing",
		"var float: f; solve satisfy;":                                                                "t.fzn:1: f: floats",
		"constraint float_eq(1.0,2.0); solve satisfy;":                                                "t.fzn:1: float_eq: floats",
		"constraint int_eq(1); solve satisfy;":                                                        "t.fzn:1: there are only 1 arguments",
		"constraint int_eq(true,1); solve satisfy;":                                                   "t.fzn:1: argument 1 must be an integer",
		"var int: x = 99999999999999999999; solve satisfy;":                                           "t.fzn:1: 99999999999999999999 is no number",
		"var 1..9999999999999999: x; solve satisfy;":                                                  "t.fzn:1: x: values are at most",
		"constraint int_eq(" + strings.Repeat("[", 1000):                                              "t.fzn:1: expressions are nested",
		"var set of 1..99999999999: s; solve satisfy;":                                                "t.fzn:1: 1..99999999999 has too many",
		"array [1..2] of var int: a; solve satisfy;":                                                  "t.fzn:1: a has no value",
		"var 1..2: x; solve minimize y;":                                                              "t.fzn:1: y is not declared",
		"solve satisfy; solve satisfy;":                                                               "t.fzn:1: a second solve",
		"constraint int_eq(a[3],1); solve satisfy;":                                                   "t.fzn:1: a[3] does not exist",
		"var 1..2: x :: \"open\nsolve satisfy;":                                                       "t.fzn:1: a text is not closed",
		"constraint int_lin_eq([1],[1,2],3); solve satisfy;":                                          "t.fzn:1: there are 1 numbers",
		"var int: x; var int: y; constraint int_lin_le([4000000000000000,1],[x,y],0); solve satisfy;": "t.fzn: a sum",
	} {
		var out bytes.Buffer
		if _, err := Solve(t.Context(), []byte(text), "t.fzn", Options{}, &out); err == nil || !strings.HasPrefix(err.Error(), want) || out.Len() > 0 {
			t.Errorf("%.60q: %v\n%s", text, err, out.String())
		}
	}
}

func TestLimit(t *testing.T) {
	var text strings.Builder
	for range 14 {
		text.WriteString("var 1..13: x" + strings.Repeat("x", text.Len()/20) + " :: output_var;\n")
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	var out bytes.Buffer
	v, err := Solve(ctx, []byte(text.String()+"solve satisfy;"), "t", Options{All: true}, &out)
	if v != Some || !errors.Is(err, context.DeadlineExceeded) || strings.Contains(out.String(), "=====") {
		t.Errorf("%v, %v", v, err)
	}
}

// TestLimitOfReading checks that a cancelled context ends the reading of a long file at each
// stage, with the output of the standard.
func TestLimitOfReading(t *testing.T) {
	over, end := context.WithCancel(t.Context())
	end()
	text := []byte("var bool: x;\n" + strings.Repeat("constraint bool_clause([x],[]);\n", 2*itemsBetween) + "solve satisfy;\n")
	var out bytes.Buffer
	v, err := Solve(over, text, "t", Options{}, &out)
	if v != Unknown || !errors.Is(err, context.Canceled) || out.String() != "=====UNKNOWN=====\n" {
		t.Errorf("%v, %v, %q", v, err, out.String())
	}
	f, err := parse(t.Context(), text, "t")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := build(over, f, "t"); !errors.Is(err, context.Canceled) {
		t.Errorf("built: %v", err)
	}
	if _, err := Check(over, text, "t", strings.NewReader(""), "proof"); !errors.Is(err, context.Canceled) {
		t.Errorf("checked: %v", err)
	}
}

// TestErrorOf checks that only a bad panic becomes an error, and that another panic continues.
func TestErrorOf(t *testing.T) {
	if err := errorOf(bad{&Error{"t", 3, "wrong"}}); err == nil || errorOf(nil) != nil {
		t.Error(err)
	}
	defer func() {
		if r := recover(); r != "a bug" {
			t.Errorf("%v", r)
		}
	}()
	_ = errorOf("a bug")
}

func FuzzSolve(f *testing.F) {
	f.Add([]byte("array [1..2] of int: c = [1,-1];\nvar 1..3: x :: output_var; constraint int_lin_eq(c,[x,2],0); solve :: int_search([x],first_fail,indomain_min) minimize x;"))
	f.Add([]byte("var set of 1..3: s; constraint set_card(s,2); solve satisfy;"))
	f.Fuzz(func(t *testing.T, text []byte) {
		ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
		defer cancel()
		var out bytes.Buffer
		_, _ = Solve(ctx, text, "t", Options{Memory: 1 << 24}, &out)
	})
}
