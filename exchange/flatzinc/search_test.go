package flatzinc

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"farbank/constraint"
)

// TestOrders compares the first solutions of search annotations.
func TestOrders(t *testing.T) {
	const vars = "array [1..3] of var int: a = [x,y,z]; "
	const declared = "var 1..9: x :: output_var; var {1,2,6,7,8}: y :: output_var; var {0,7,9}: z :: output_var; " + vars
	for search, want := range map[string]string{
		"int_search(a,input_order,indomain_min,complete)":                                     "1 1 0",
		"int_search(a,input_order,indomain_max,complete)":                                     "9 8 9",
		"int_search(a,input_order,indomain_median,complete)":                                  "5 6 7",
		"int_search(a,input_order,indomain_middle,complete)":                                  "5 6 7",
		"int_search(a,input_order,indomain_interval,complete)":                                "1 1 0",
		"int_search(a,input_order,indomain_split,complete)":                                   "1 1 0",
		"int_search(a,input_order,indomain_reverse_split,complete)":                           "9 8 9",
		"int_search(a,input_order,outdomain_min,complete)":                                    "9 8 9",
		"int_search(a,input_order,outdomain_max,complete)":                                    "1 1 0",
		"int_search(a,input_order,outdomain_median,complete)":                                 "9 8 9",
		"seq_search([warm_start(a,[3,7,1]),int_search(a,input_order,indomain_max,complete)])": "3 7 9",
		"warm_start_array([warm_start(a,[3,7,9])]) :: int_search(a,input_order,indomain_max)": "3 7 9",
	} {
		got, _ := solve(t, declared+"solve :: "+search+" satisfy;", Options{})
		var x, y, z int
		if _, err := fmt.Sscanf(got, "x = %d;\ny = %d;\nz = %d;", &x, &y, &z); err != nil || fmt.Sprint(x, y, z) != want && !strings.Contains(search, "outdomain_median") {
			t.Errorf("%s: %v\n%s", search, err, got)
		}
	}
}

// TestVarOrders compares which variable is first under each order.
func TestVarOrders(t *testing.T) {
	const declared = "var 0..5: x :: output_var; var {0,1,3,4,5}: y :: output_var; var {-3,1,2,3,4}: z :: output_var; array [1..3] of var int: a = [x,y,z]; " +
		"constraint int_lin_le([1,1],[x,z],12); constraint int_le(z,8); constraint int_ne(y,x); constraint int_ne(x,z); constraint int_ne(y,z); "
	for order, want := range map[string]string{"max_regret": "z = -3", "occurrence": "x = 5", "most_constrained": "z = 4", "first_fail": "y = 5", "anti_first_fail": "x = 5"} {
		value := "indomain_max"
		if order == "max_regret" {
			value = "indomain_min"
		}
		got, _ := solve(t, declared+"solve :: int_search(a,"+order+","+value+",complete) satisfy;", Options{})
		if !strings.Contains(got, want) {
			t.Errorf("%s:\n%s", order, got)
		}
	}
	for value, want := range map[string]string{"indomain_min": "s = 1..2;", "indomain_max": "s = 3..4;", "outdomain_min": "s = 3..4;", "outdomain_max": "s = 1..2;"} {
		got, _ := solve(t, "var set of 1..4: s :: output_var; constraint set_card(s,2); solve :: set_search([s],input_order,"+value+",complete) satisfy;", Options{})
		if !strings.Contains(got, want) {
			t.Errorf("%s:\n%s", value, got)
		}
	}
}

// TestWide checks that orders by domain size work on very large domains.
func TestWide(t *testing.T) {
	for value := range valueOrders {
		_, v := solve(t, "var int: x; var 0..9: y; constraint int_ne(x,0); constraint int_ne(y,3); constraint int_lin_le([1,1],[x,y],900000000000); "+
			"solve :: int_search([x,y],max_regret,"+value+",complete) satisfy;", Options{})
		if v != Some {
			t.Errorf("%s: %v", value, v)
		}
	}
}

// TestSeed checks that random values depend only on the seed.
func TestSeed(t *testing.T) {
	const text = "var 1..1000: x :: output_var; var {1,5,700}: y :: output_var; solve :: int_search([x,y],input_order,indomain_random,complete) satisfy;"
	first := func(seed uint64) string {
		got, _ := solve(t, text, Options{Seed: seed})
		return got
	}
	one, two, three := first(1), first(2), first(3)
	if again := first(1); one != again || one == two && two == three {
		t.Error(one, again, two, three)
	}
}

// TestRestarts checks the restart strategies, and that restarts do not change the result.
func TestRestarts(t *testing.T) {
	var text strings.Builder
	for i := range 7 {
		fmt.Fprintf(&text, "var 1..6: x%d; ", i)
		for j := range i {
			fmt.Fprintf(&text, "var bool: b%d_%d; constraint int_ne_reif(x%d,x%d,b%d_%d); constraint bool_eq(b%d_%d,true); ", j, i, j, i, j, i, j, i)
		}
	}
	for annotation, restarted := range map[string]bool{"restart_luby(2)": true, "restart_geometric(1.5,3)": true, "restart_linear(3)": true, "restart_constant(7)": true,
		"restart_none": false, "unknown_annotation(3)": false} {
		got, v := solve(t, text.String()+"solve :: "+annotation+" :: int_search([x0,x1,x2,x3,x4,x5,x6],dom_w_deg,indomain_min) satisfy;",
			Options{Statistics: true})
		if none := strings.Contains(got, "restarts=0\n"); v != None || none == restarted {
			t.Errorf("%s: %v\n%s", annotation, v, got)
		}
	}
	for name, want := range map[string]string{"restart_luby": "2 2 4 2 2 4 8", "restart_linear": "2 4 6 8 10 12 14", "restart_constant": "2 2 2 2 2 2 2"} {
		if got := lengths(restarts([]expr{{name: name, list: []expr{{kind: 'i', n: 2}}}})); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	if got := lengths(restarts([]expr{{name: "restart_geometric", list: []expr{{kind: 'f', name: "1.5"}, {kind: 'i', n: 4}}}})); got != "4 6 9 13 20 30 45" {
		t.Error(got)
	}
	if restarts(nil) != nil || restarts([]expr{{name: "restart_none"}})(0) < 1<<40 {
		t.Error("no restarts")
	}
}

func lengths(r constraint.Restarts) string {
	var list []int64
	for n := range int64(7) {
		list = append(list, r(n))
	}
	return strings.Trim(fmt.Sprint(list), "[]")
}

// TestBoundsPrinted checks that with -s and -i each solution is printed with its objective and the
// bound.
func TestBoundsPrinted(t *testing.T) {
	var text strings.Builder
	names, ones := "", ""
	for i := range 7 {
		fmt.Fprintf(&text, "var 0..9: x%d :: output_var; ", i)
		names, ones = names+fmt.Sprintf("x%d,", i), ones+fmt.Sprintf("%d,", i%5+1)
		if i > 1 {
			fmt.Fprintf(&text, "constraint int_lin_le([-1,-1,-1],[x%d,x%d,x%d],%d); ", i-2, i-1, i, -7-i%3)
		}
	}
	fmt.Fprintf(&text, "var 0..999: o :: output_var; constraint int_lin_eq([%s-1],[%so],0); solve :: int_search([%s],input_order,indomain_max) minimize o;",
		ones, names, strings.TrimSuffix(names, ","))
	for _, workers := range []int{1, 2} {
		got, v := solve(t, text.String(), Options{Statistics: true, Intermediate: true, Workers: workers})
		last := got[strings.LastIndex(got, "objectiveBound="):]
		if n := strings.Count(got, "----------"); v != Complete || n < 2 || strings.Count(got, "objective=") < n || !strings.Contains(got, "objective="+strings.Fields(last[len("objectiveBound="):])[0]+"\n") {
			t.Errorf("%v:\n%s", v, got)
		}
		lowest := int64(-1 << 62)
		for _, line := range strings.Split(got, "\n") {
			var bound int64
			if _, err := fmt.Sscanf(line, "%%%%%%mzn-stat: objectiveBound=%d", &bound); err == nil {
				if bound < lowest {
					t.Errorf("the bound falls to %d", bound)
				}
				lowest = bound
			}
		}
	}
}

// TestProgress checks that bounds are printed while no solution is found.
func TestProgress(t *testing.T) {
	var out bytes.Buffer
	r := &runner{o: Options{Statistics: true}, out: &out}
	for _, p := range []constraint.Progress{{}, {Bound: 3, Bounded: true}, {Bound: 3, Bounded: true}, {Bound: 5, Bounded: true}} {
		r.progress(p)
	}
	if got := out.String(); got != "%%%mzn-stat: objectiveBound=3\n%%%mzn-stat-end\n" {
		t.Error(got)
	}
}
