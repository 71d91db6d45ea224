package cnf

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

func TestReadWeighted(t *testing.T) {
	for text, want := range map[string]string{
		"c x\nh 1 -2 0\n3 2 0\n1 -1 3 0":            "3 [1 -2]:0 [2]:3 [-1 3]:1",
		"p wcnf 3 3 7\n7 1 -2 0\n3 2 0\n1 -1 3 0\n": "3 [1 -2]:0 [2]:3 [-1 3]:1",
		"p wcnf 3 2 7\n9 1\n-2 0 6 2 0":             "3 [1 -2]:0 [2]:6",
		"p wcnf 2 1\n5 1 0":                         "2 [1]:5",
		"p wcnf 2 1 99999999999999999999999\n":      "",
		"p wcnf 1 1 18446744073709551615\n9 1 0":    "1 [1]:9",
		"":                                          "0",
		"h 0":                                       "0 []:0",
		"2305843009213693951 1 0\nh 2 0":            "2 [1]:2305843009213693951 [2]:0",
		"p wcnf 1 1 18446744073709551615\n18446744073709551615 1 0": "1 [1]:9223372036854775807 or hard",
	} {
		f, err := ReadWeighted(strings.NewReader(text), "t")
		if want == "" {
			if err == nil {
				t.Errorf("%q is read", text)
			}
			continue
		}
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		got := fmt.Sprint(f.Variables)
		for i := range f.Len() {
			got += fmt.Sprintf(" %v:%d", f.Clause(i), f.Weights[i])
		}
		if strings.HasSuffix(want, "or hard") {
			want = "1 [1]:0"
		}
		if got != want {
			t.Errorf("%q: %s, not %s", text, got, want)
		}
		var out bytes.Buffer
		if err := f.Write(&out); err != nil {
			t.Fatal(err)
		}
		again, err := ReadWeighted(&out, "t")
		if err != nil || fmt.Sprint(again.Weights) != fmt.Sprint(f.Weights) || fmt.Sprint(again.lits, again.ends) != fmt.Sprint(f.lits, f.ends) {
			t.Errorf("%q is read back as %+v, %v", text, again, err)
		}
	}
}

func TestWrongWeighted(t *testing.T) {
	for text, want := range map[string]string{
		"p wcnf 2":                       "t:1: expected p wcnf VARIABLES",
		"p cnf 2 1\n1 0":                 "t:1: expected p wcnf VARIABLES",
		"p wcnf x 1 3":                   "t:1: expected two numbers",
		"p wcnf 2 1 0":                   "t:1: expected a positive weight of hard",
		"p wcnf 999999999999 1 3":        "t:1: 999999999999 variables",
		"h 1 0\np wcnf 2 1 3":            "t:2: the line p must come once",
		"p wcnf 2 1 3\n3 1 0\n1 1 0":     "t:3: more clauses",
		"p wcnf 2 2 3\n3 1 0\n":          "t:3: the file has 1 clauses",
		"p wcnf 2 1 3\nh 1 0":            "t:2: expected the weight of a clause",
		"p wcnf 2 1 3\n1 3 0":            "t:2: the variable of literal 3",
		"h 1\n2":                         "t:1: the clause that begins here",
		"x 1 0":                          "t:1: expected the weight of a clause, a number from 1 or h",
		"0 1 0":                          "t:1: the weight of a clause must not be 0",
		"-2 1 0":                         "t:1: expected the weight of a clause",
		"2 1 y 0":                        "t:1: expected a literal",
		"2 99999999999 0":                "t:1: the variable of literal 99999999999",
		"2305843009213693951 1 0\n1 1 0": "t:2: the total weight exceeds",
		"99999999999999999999 1 0":       "t:1: expected the weight of a clause",
	} {
		if _, err := ReadWeighted(strings.NewReader(text), "t"); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, not %s", text, err, want)
		}
	}
}
