package file

import (
	"strings"
	"testing"

	"farbank/milp/problem"
)

func lp(t *testing.T, text string) *problem.Problem {
	t.Helper()
	p, err := Decode(strings.NewReader(text), "t.lp", LP)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return p
}

// TestDialect compares many spellings with the plain one.
func TestDialect(t *testing.T) {
	plain := lp(t, `Minimize
 obj: 3 x - 2 y + 7
Subject To
 c1: x + y <= 10
 c2: -1 <= x - y <= 5
 c3: 2 x + z = 4
Bounds
 -3 <= x <= 8
 y free
 z <= 1
Generals
 x
End
`)
	for _, text := range []string{
		"MIN 3x-2y+7\nST\nx+y<=10\n-1<=x-y<=5\n2x+z=4\nBOUND\nx>=-3\nx<=8\ny>=-inf\nz<=1\nGEN\nx\nEND",
		"minimise\n\\ comment\nobj: 3 x \\ here\n - 2 y + 7\nsuch that\nc1: x + y =< 10\nc2: 5 >= x - y >= -1\nc3: 2 x = 4 - z\nbounds\n-3 <= x\nx <= 8\n-infinity <= y <= +infinity\nz =< 1\nint\nx\nend\n",
		"Minimum\r\nobj: x + x + x + - 2 y + 3 + 4\r\nS.T.\r\nc1: x + y < 10\r\nc2:\r\n-1 <=\r\nx - y\r\n<= 5\r\nc3: 4 = 2 x + z\r\nBounds\r\n-3 <= x <= 8\r\ny FREE\r\n1 >= z\r\nInteger x\r\nEnd\r\n",
		"minimize\nobj: 0.3e1 x - 2.0E+0 y + 70e-1\nst.\nx + y + 5 <= 10 + 5\nrange: -1 <= x - y + 0 <= 5\nc3: 2 x + z - 4 = 0\nbounds\nx >= -3 x <= 8\ny free\nz <= 1\ngenerals\nx\nend",
		"min\nobj: 3 x - 2 y + 7\nst\nc1: 10 >= x + y\nc2: -1 <= x - y <= 5\nlazy constraints\nc3: 2x + z = 4\nbounds\n-3 <= x <= 8\ny free\nz <= 1\ninteger\nx\nend",
	} {
		q := lp(t, text)
		for i := range q.Rows {
			q.Rows[i].Name = plain.Rows[i].Name
		}
		if d := difference(plain, q); d != "" {
			t.Errorf("%s\n%s", d, text)
		}
	}
}

func TestLPParts(t *testing.T) {
	p := lp(t, `\Problem name: parts
max
st
 end: free + bin + 2 x[1] + "q"!#$%&(),;?@_'{}|~/ >= -1e30
 R1: 0 x[1] >= 1
 3 e1 + 2 e >= 2 \ unnamed
 bin <= 3
Bounds
 bin <= 5
 free <= -2
 e = 4
Binary
 e1
SOS
 s: S1:: free:1 bin:2
    e1:3
 S2:: e:2 bin:1
End
`)
	if p.Name != "parts" || !p.Maximize || len(p.Rows) != 4 || p.Rows[0].Name != "end" || p.Rows[2].Name != "c3" {
		t.Errorf("%+v", p)
	}
	want := []problem.Column{
		{Name: "free", Lower: 0, Upper: -2}, {Name: "bin", Upper: 5}, {Name: "x[1]", Upper: inf}, {Name: `"q"!#$%&(),;?@_'{}|~/`, Upper: inf},
		{Name: "e1", Upper: 1, Integer: true}, {Name: "e", Lower: 4, Upper: 4},
	}
	for j, c := range want {
		if p.Columns[j] != c {
			t.Errorf("column %d: %+v", j, p.Columns[j])
		}
	}
	if r := p.Rows[0]; r.Lower != -inf || r.Upper != inf || len(p.Rows[1].Terms) != 0 || p.Rows[1].Lower != 1 {
		t.Errorf("free and empty rows: %+v", p.Rows)
	}
	if len(p.Sets) != 2 || p.Sets[0].Kind != 1 || len(p.Sets[0].Columns) != 3 || p.Sets[1].Name != "s2" || p.Sets[1].Columns[0] != 1 {
		t.Errorf("sets: %+v", p.Sets)
	}
	q := lp(t, "min\nx + y\nst\nx + y >= 1\nsos2\nset: x:1,y:2\nother: y:1 , x:2\nend")
	if len(q.Sets) != 2 || q.Sets[1].Kind != 2 || q.Sets[1].Columns[0] != 1 || q.Sets[0].Name != "set" {
		t.Errorf("sets of a section of their kind: %+v", q.Sets)
	}
	long := "min\nobj: " + strings.Repeat("x + ", 100000) + "x\nend"
	if q := lp(t, long); q.Columns[0].Cost != 100001 {
		t.Errorf("a long line: %+v", q)
	}
}

// TestLPMistakes checks the message for each file.
func TestLPMistakes(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", `t.lp:1:1: an LP file begins with Minimize or Maximize, not with the end of the file`},
		{"x + y\n", `t.lp:1:1: an LP file begins with Minimize or Maximize, not with "x"`},
		{"min\nobj: x\n", `t.lp:3:1: the file ends without the word End`},
		{"min\nx +\nend", `t.lp:3:4: the file ends without the word End`},
		{"min\nx\nst\na: x >= 1\na: x <= 5\nend", `t.lp:5:1: a second constraint called "a"`},
		{"min\nx\nst\na: x + y\nb: x >= 1\nend", `t.lp:5:1: <=, >= or = must stand here, not "b"`},
		{"min\nx\nst\na: x > 1e999\nend", `t.lp:4:8: "1e999" is out of the range of 64-bit floating point`},
		{"min\nx\nst\na: 1.2.3 x > 1\nend", `t.lp:4:4: "1.2.3" is not a number`},
		{"min\nx\nst\na: x > 1,5\nend", `t.lp:4:8: "1,5" is not a number`},
		{"min\nx\nst\na: x >= inf\nend", `t.lp:4:1: no finite value can be at least inf or at most -inf`},
		{"min\nx\nst\na: 1 <= x >= 0\nend", `t.lp:4:11: the two relations of a range must point the same way`},
		{"min\nx\nst\na: y <= x <= 1\nend", `t.lp:4:11: two relations need a number, an expression and a number: -1 <= x + y <= 5`},
		{"min\nx\nst\na: 1 <= x <= y\nend", `t.lp:4:14: behind the second relation a number must stand`},
		{"min\nx + inf\nend", `t.lp:3:1: the constant of the objective is +Inf`},
		{"min\nx * y\nend", `t.lp:2:3: products must stand in brackets: [ x ^ 2 + 2 x * y ] / 2`},
		{"min\nx\nst\na: x * y <= 3\nend", `t.lp:4:6: products are supported in the objective only`},
		{"min\nx\nst\na: [ x ^ 2 ] <= 3\nend", `t.lp:4:4: products are supported in the objective only`},
		{"min\n[ x ^ 3 ] / 2\nend", `t.lp:2:7: the exponent must be 2, not "3"`},
		{"min\n[ x ^ 2 ] / 3\nend", `t.lp:2:13: the brackets are divided by 2, not by "3"`},
		{"min\n[ x ^ 2 ]\nst\nx >= 1\nend", `t.lp:3:1: / 2 must follow the brackets, not "st"`},
		{"min\n[ x ] / 2\nend", `t.lp:2:5: ^ 2 or * and a column must stand here, not "]"`},
		{"min\n[ 2 * x ] / 2\nend", `t.lp:2:5: the name of a column must stand here, not "*"`},
		{"min\n[ x * 3 ] / 2\nend", `t.lp:2:7: the name of a column must stand here, not "3"`},
		{"min\n[ x ^ 2 y ^ 2 ] / 2\nend", `t.lp:2:9: +, - or ] must stand here, not "y"`},
		{"min multi-objectives\nx\nst\nx >= 1\nend", `t.lp:2:1: a name and a colon must stand before each of several objectives`},
		{"min multi-objectives\na: Order=3\nx\nst\nx >= 1\nend", `t.lp:2:4: Priority, Weight, AbsTol or RelTol must stand here, not "Order"`},
		{"min multi-objectives\na: RelTol=-3\nx\nst\nx >= 1\nend", `t.lp:2:12: a tolerance must not be negative`},
		{"min multi-objectives\na: Weight=z\nx\nst\nx >= 1\nend", `t.lp:2:11: a number must stand here, not "z"`},
		{"min\nx\nst\na: x = 1 -> y <= 3\nend", `t.lp:4:1: column "x" of an indicator is not binary`},
		{"min\nx\nst\na: x = 2 -> y <= 3\nbinary\nx\nend", `t.lp:4:1: in front of -> a binary column must be equal to 0 or 1: b = 1 -> x + y <= 5`},
		{"min\nx\nst\na: x + y = 1 -> y <= 3\nbinary\nx\nend", `t.lp:4:1: in front of -> a binary column must be equal to 0 or 1: b = 1 -> x + y <= 5`},
		{"min\nx\nst\na: x = 1 -> y = 1 -> y <= 3\nbinary\nx\nend", `t.lp:4:19: a second ->`},
		{"min\nx\nbounds\nx <= 3\nx >= 1\n1 <= x <= 4\nend", `t.lp:6:8: a second upper bound of column "x": 4, and 3 in line 4`},
		{"min\nx\nbounds\ny <= 4\nx >= q\nx <= 5\nx >= inf\nend", "t.lp:4:1: no column is called \"y\": it stands neither in the objective nor in a constraint\nt.lp:5:6: a number or inf must stand here, not \"q\"\nt.lp:7:1: a column can't be +Inf"},
		{"min\nx\ngeneral\nx z\n3\nend", "t.lp:4:3: no column is called \"z\": it stands neither in the objective nor in a constraint\nt.lp:5:1: the name of a column must stand here, not \"3\""},
		{"min\nx\nsemi-continuous\ny\nend", `t.lp:4:1: no column is called "y": it stands neither in the objective nor in a constraint`},
		{"min\nx\nsos\na: S3:: x:1\nend", `t.lp:4:4: S1 or S2 must stand here, not "S3"`},
		{"min\nx + y\nsos\na: S1:: x:1 x:2\nb: S1:: y:1\nb: S2:: x:1\nend", "t.lp:4:1: column \"x\" stands in set \"a\" twice\nt.lp:6:1: a second set called \"b\""},
		{"min\nx\nmax\ny\nend", `t.lp:3:1: a second objective`},
		{"min\nx\nend\nmore", `t.lp:4:1: "more" stands after End`},
		{"min\nx <= 3\nst\nend", `t.lp:2:3: the objective has no "<="`},
		{"min\nx\nst\na: x <= 1e308 + 1e308 - inf\nend", `t.lp:4:1: the bounds are not numbers`},
		{"min\nx\nst\na: 1e308 x + 1e308 x >= 2\nend", `t.lp:4:1: the coefficients of "x" add up to +Inf`},
	} {
		_, err := Decode(strings.NewReader(c.text), "t.lp", LP)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
	many := "min\nx\nbounds\n" + strings.Repeat("y <= 1\n", 100) + "end"
	_, err := Decode(strings.NewReader(many), "t.lp", LP)
	if list, ok := err.(Errors); !ok || len(list) != MaxErrors || len(list.Unwrap()) != MaxErrors || list[3].Line != 7 {
		t.Errorf("many mistakes: %v", err)
	}
}

func FuzzLP(f *testing.F) {
	f.Add("Minimize\n obj: 3 x - 2 y + 7\nSubject To\n c1: x + y <= 10\n c2: -1 <= x - y <= 5\nBounds\n -3 <= x <= 8\n y free\nGenerals\n x\nBinary\n y\nSOS\n s: S1:: x:1 y:2\nEnd\n")
	f.Add("min\n none\nst\n none: 0 none >= 1\nend")
	f.Add("max\n 2 + ~one\nst\n ~none~: 0 <= 0 ~one <= 1\nend")
	f.Add("max\n\\Problem name: a\n3x4 2 -> [ ] ^2\nst\n1e5 <= x <= -inf\nend")
	f.Fuzz(func(t *testing.T, text string) { fuzz(t, text, LP) })
}

// fuzz checks that a problem that can be read can also be written, and is then read as the same
// problem.
func fuzz(t *testing.T, text string, f Format) {
	p, err := Decode(strings.NewReader(text), "f", f)
	if err != nil {
		return
	}
	for _, to := range []Format{LP, FreeMPS} {
		var b strings.Builder
		if err := Encode(&b, p, to); err != nil {
			t.Fatalf("%v: %v", to, err)
		}
		q, err := Decode(strings.NewReader(b.String()), "f", to)
		if err != nil {
			t.Fatalf("%v: %v\n%s", to, err, b.String())
		}
		if d := difference(Legal(p, to), q); d != "" {
			t.Fatalf("%v: %s\n%s", to, d, b.String())
		}
	}
}
