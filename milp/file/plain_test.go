package file

import (
	"fmt"
	"strings"
	"testing"

	"farbank/milp/problem"
)

// encoded returns the file as text.
func encoded(t *testing.T, p *problem.Problem, f Format) string {
	t.Helper()
	var b strings.Builder
	if err := Encode(&b, p, f); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestPlain checks that files contain nothing that GLPK, CBC and HiGHS read in different ways: a
// constant of the objective, a section for the sense, two bounds of a row in LP.
func TestPlain(t *testing.T) {
	p := &problem.Problem{Maximize: true, Offset: 7, Columns: []problem.Column{{Name: "x", Upper: 4, Cost: 3}, {Name: "y", Upper: 9, Cost: 0}},
		Rows: []problem.Row{{Name: "a", Lower: 1, Upper: 5, Terms: []problem.Term{{Column: 0, Coefficient: 1}, {Column: 1, Coefficient: 2}}}}}
	for f, want := range map[Format][]string{
		LP:      {" obj: 3 x + 0 y + 7 ~one\n", " a: x + 2 y >= 1\n", " a~: x + 2 y <= 5\n", " ~one = 1\n"},
		FreeMPS: {"x         neg_obj             -3", "~one      neg_obj             -7", "FX BND       ~one                 1", negated},
	} {
		text := encoded(t, p, f)
		for _, line := range want {
			if !strings.Contains(text, line) {
				t.Errorf("%v: no line %q:\n%s", f, line, text)
			}
		}
		if strings.Contains(text, "OBJSENSE") || strings.Contains(text, "RHS       obj") {
			t.Errorf("%v: not all programs read that:\n%s", f, text)
		}
		q, err := Decode(strings.NewReader(text), "p", Auto)
		if err != nil || difference(p, q) != "" {
			t.Errorf("%v: %v %s\n%s", f, err, difference(p, q), text)
		}
	}
	if text := encoded(t, &problem.Problem{Columns: p.Columns}, LP); !strings.Contains(text, "~none: 0 x >= 0") {
		t.Errorf("GLPK takes no LP file without rows:\n%s", text)
	}
}

// TestRestore reads files that look like the writer's encodings, but are not.
func TestRestore(t *testing.T) {
	for text, want := range map[string]string{
		"min\n x + 2 ~one\nst\n a: x >= 1\nend":                                "2 columns, 1 rows",
		"min\n x + 2 ~one\nst\n a: x + ~one >= 1\nbounds\n ~one = 1\nend":      "2 columns, 1 rows",
		"min\n x + 2 ~one\nst\n a: x >= 1\nbounds\n ~one = 1\ngen\n ~one\nend": "2 columns, 1 rows",
		"min\n x + 2 ~one\nst\n a: x >= 1\nbounds\n ~one = 1\nend":             "1 columns, 1 rows",
		"min\n x\nst\n a: x >= 1\n a~: 2 x <= 4\nend":                          "1 columns, 2 rows",
		"min\n x\nst\n a: x >= 1\n a~: x >= 4\nend":                            "1 columns, 2 rows",
		"min\n x\nst\n a~: x <= 4\n a: x >= 1\nend":                            "1 columns, 1 rows",
		"min\n x\nst\n a: x <= 4\n a~: x <= 1\nend":                            "1 columns, 2 rows",
		"min\n x\nst\n ~none: 0 x >= 1\nend":                                   "1 columns, 1 rows",
		"min\n x\nst\n ~none: 0 x >= 0\nend":                                   "1 columns, 0 rows",
	} {
		p := lp(t, text)
		if got := fmt.Sprintf("%d columns, %d rows", len(p.Columns), len(p.Rows)); got != want {
			t.Errorf("%s instead of %s\n%s", got, want, text)
		}
	}
}

// TestMark checks that a byte order mark is ignored.
func TestMark(t *testing.T) {
	for _, text := range []string{"min\n x\nst\n a: x >= 1\nend\n", "NAME\nROWS\n N o\n G a\nCOLUMNS\n x o 1 a 1\nRHS\n r a 1\nENDATA\n"} {
		p, err := Decode(strings.NewReader("\ufeff"+text), "p", Auto)
		if err != nil || len(p.Columns) != 1 || len(p.Rows) != 1 || p.Rows[0].Lower != 1 {
			t.Errorf("%v\n%s", err, text)
		}
	}
}

// TestNaN checks that NaN is neither a number nor a column.
func TestNaN(t *testing.T) {
	for text, want := range map[string]string{
		"min\n x\nst\n a: x >= nan\nend":      `t.lp:4:10: "nan" is not a number`,
		"min\n x\nst\n a: x >= - NaN\nend":    `t.lp:4:12: "NaN" is not a number`,
		"min\n 2 nan\nend":                    `t.lp:2:4: "nan" is not a number`,
		"min\n x\nbounds\n x <= nan\nend":     `t.lp:4:7: a number or inf must stand here, not "nan"`,
		"min\n x\nst\n a: nan <= x <= 1\nend": `t.lp:4:5: "nan" is not a number`,
	} {
		if _, err := Decode(strings.NewReader(text), "t.lp", LP); err == nil || err.Error() != want {
			t.Errorf("%q:\n got %v\nwant %s", text, err, want)
		}
	}
}
