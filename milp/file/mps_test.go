package file

import (
	"strings"
	"testing"

	"farbank/milp/problem"
)

const everything = `* all there is
NAME          EVERYTHING  HERE
OBJSENSE
    MAX
ROWS
 N  COST
 L  LIM1
 L  LIM2
 G  MYEQN
 E  E1
 E  E2
 E  E3
 N  FREE
COLUMNS
    X1        COST               1.0   LIM1               1.0
    X1        MYEQN              1.0   FREE              -1.0
    M1        'MARKER'                 'INTORG'
    X2        COST             2.0D0   LIM1               1.0
    X2        LIM2               1.0   E1                 1.0
    X3        E1                 1.0   E2                 1.0
    X4        E2                 1.0
    M2        'MARKER'                 'INTEND'
    X5        E3                 1.0
    X6        E3                 1.0
    X7        E3                 1.0   LIM2               0.0
    X8        E3                 1.0
    X9        E3                 1.0
RHS
    RHS       COST              -7.0   LIM1               4.0
    RHS       LIM2               1.0   MYEQN              2.0
    RHS       E1                 5.0   E2                 5.0
    OTHER     E3                99.0
RANGES
    RNG       LIM1              -2.5   MYEQN              1.0
    RNG       E1                 2.0   E2                -2.0
BOUNDS
 UP BND       X1                -1.0
 LO BND       X3                 2.0
 UP BND       X4                 9.0
 FR BND       X5
 MI BND       X6
 UP BND       X6                 3.0
 FX BND       X7                 1.5
 BV BND       X8
 LI BND       X9                 1.0
 UI BND       X9                 6.0
 PL OTHER     X1
SOS
 S1 SOS       SET1      5
    SOS       X1                 1.0
    SOS       X2                 2.0
 S2 SET2
    X4        9
    X3        3
ENDATA
`

func TestMPSParts(t *testing.T) {
	words := strings.Fields
	free := strings.Builder{}
	for _, line := range strings.Split(everything, "\n") {
		if strings.HasPrefix(line, " ") {
			free.WriteString(" ")
		}
		free.WriteString(strings.Join(words(line), " ") + "\n")
	}
	for _, text := range []string{everything, free.String(), strings.ReplaceAll(everything, "\n", "  \r\n")} {
		p, err := Decode(strings.NewReader(text), "t.mps", MPS)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(p.Name, "EVERYTHING") || !p.Maximize || p.Offset != 7 {
			t.Errorf("%+v", p)
		}
		for i, want := range [][2]float64{{1.5, 4}, {-inf, 1}, {2, 3}, {5, 7}, {3, 5}, {0, 0}, {-inf, inf}} {
			if r := p.Rows[i]; r.Lower != want[0] || r.Upper != want[1] {
				t.Errorf("row %+v, not %v", r, want)
			}
		}
		for j, want := range []problem.Column{
			{Name: "X1", Lower: -inf, Upper: -1, Cost: 1}, {Name: "X2", Upper: 1, Integer: true, Cost: 2}, {Name: "X3", Lower: 2, Upper: inf, Integer: true},
			{Name: "X4", Upper: 9, Integer: true}, {Name: "X5", Lower: -inf, Upper: inf}, {Name: "X6", Lower: -inf, Upper: 3}, {Name: "X7", Lower: 1.5, Upper: 1.5},
			{Name: "X8", Upper: 1, Integer: true}, {Name: "X9", Lower: 1, Upper: 6, Integer: true},
		} {
			if p.Columns[j] != want {
				t.Errorf("column %+v, not %+v", p.Columns[j], want)
			}
		}
		if len(p.Sets) != 2 || p.Sets[0].Name != "SET1" || p.Sets[0].Kind != 1 || p.Sets[1].Columns[0] != 2 || p.Sets[1].Weights[0] != 3 {
			t.Errorf("sets %+v", p.Sets)
		}
	}
}

// TestFixedNames reads names with blanks, which are recognized because the file declares the
// columns.
func TestFixedNames(t *testing.T) {
	text := `NAME          BLANKS
ROWS
 N  THE COST
 L  ROW A
 G  ROW B
COLUMNS
    COL  1    THE COST           1.0   ROW A              1.0
    COL 2     ROW B              1.0
    C         ROW B              1.0
RHS
              ROW A              4.0   ROW B              1.0
RANGES
              ROW A              1.5
BOUNDS
 UP           COL  1             4.0
 FR           COL 2
ENDATA
`
	for _, f := range []Format{MPS, FixedMPS, Auto} {
		p, err := Decode(strings.NewReader(text), "t.mps", f)
		if err != nil {
			t.Fatal(err)
		}
		if p.Columns[0].Name != "COL  1" || p.Columns[0].Upper != 4 || p.Rows[0].Lower != 2.5 || p.Rows[1].Name != "ROW B" || p.Columns[1].Lower != -inf || p.Columns[0].Cost != 1 {
			t.Errorf("%+v", p)
		}
	}
	if _, err := Decode(strings.NewReader(text), "t.mps", FreeMPS); err == nil {
		t.Error("names with blanks pass for free MPS")
	}
}

// TestLoose reads files with optional parts left out, and with extensions of other programs.
func TestLoose(t *testing.T) {
	p, err := Decode(strings.NewReader(`NAME
OBJSENSE MAXIMIZE
OBJNAME
 z
ROWS
 N y
 N z
 L a
 G b
COLUMNS
 x z 1 a 1 $ a comment
 x b 2
 w a 1
RHS
 a 4 b 1
RANGES
 a 3
BOUNDS
 UP x 5
 BV w
 LO x -Inf
ENDATA
what follows does not count
`), "t", Auto)
	if err != nil {
		t.Fatal(err)
	}
	if len(p.Rows) != 3 || p.Columns[0].Cost != 1 || !p.Maximize || p.Rows[1].Lower != 1 || p.Columns[0].Lower != -inf || !p.Columns[1].Integer {
		t.Errorf("%+v", p)
	}
}

func TestMPSMistakes(t *testing.T) {
	begin := "NAME t\nROWS\n N o\n L a\n G b\nCOLUMNS\n x o 1 a 1\n y b 1\n"
	for _, c := range []struct{ text, want string }{
		{"", "t.mps:1: the file ends without ENDATA"},
		{"ROWS\n N o\n", "t.mps:3: the file ends without ENDATA"},
		{"NAME\nENDATA\n", "t.mps:2: the file has no section ROWS\nt.mps:2: the file has no section COLUMNS"},
		{" x\nENDATA\n", "t.mps:1:2: the name of a section must stand here, in the first column"},
		{"NAME\nROWS\n N o\n Q r\n L\n L a\n L a\nCOLUMNS\nENDATA\n", "t.mps:4:2: the type of a row is N, L, G or E, not \"Q\"\nt.mps:5:2: the type (N, L, G or E) and the name of a row must stand here\nt.mps:7:4: a second row called \"a\""},
		{"NAME\nROWS\n N o\n L a\nCOLUMNS\n x o 1 a 1\n x q 1\n x a 2\n y a 1\n x o 3\n z a 1.5.2\n z o nan\n z o 1e999\n v a inf\nENDATA\n",
			"t.mps:7:4: no row is called \"q\"\nt.mps:8:4: column \"x\" stands in row \"a\" twice\nt.mps:10:2: a second column called \"x\": the lines of a column must stand together\nt.mps:11:6: \"1.5.2\" is not a number\nt.mps:12:6: \"nan\" is not a number\nt.mps:13:6: \"1e999\" is out of the range of 64-bit floating point\nt.mps:14:6: \"inf\" is not a number"},
		{begin + " y o 1\n y o 2\nENDATA\n", "t.mps:10:4: column \"y\" stands in the objective twice"},
		{begin + "RHS\n R a 1 q 2\n R a 3\n R b inf\nRANGES\n R o 1\n R b\n R b 1 b 2\nENDATA\n",
			"t.mps:10:8: no row is called \"q\"\nt.mps:11:4: a second right-hand side of row \"a\"\nt.mps:12:6: row \"b\" can't be reached by any finite value\nt.mps:14:4: the objective can't have a range\nt.mps:15:4: \"b\" is not a number\nt.mps:16:4: row \"b\" has an infinite right-hand side: it can't have a range\nt.mps:16:8: a second range of row \"b\""},
		{begin + "RANGES\n R a 1\nRHS\n R a 3\nENDATA\n", "t.mps:11:1: section RHS must come before section RANGES"},
		{begin + "BOUNDS\n UP B z 1\n XX B x 1\n SC B x 1\n UP B x\n LO B x inf\n UP B x 1..2\nENDATA\n",
			"t.mps:10:7: no column is called \"z\"\nt.mps:11:2: there is no bound \"XX\": LO, UP, FX, FR, MI, PL, BV, LI, UI, SC and SI are known\nt.mps:13:2: a kind of bound, a set, a column and a number must stand here\nt.mps:14:9: column \"x\" can't be +Inf\nt.mps:15:9: \"1..2\" is not a number"},
		{"COLUMNS\n x o 1\nENDATA\n", "t.mps:1:1: section COLUMNS must come behind section ROWS\nt.mps:2:4: no row is called \"o\"\nt.mps:3: the file has no section ROWS"},
		{begin + "BOUNDS\n UP B x 1\n UP B x 1\n UP B x 2\n SC B x 0\nENDATA\n", "t.mps:12:2: a second bound UP of column \"x\": 2, and 1 before\nt.mps:13:9: the upper bound of a semi-continuous column must not be 0"},
		{begin + "INDICATORS\n IF a x 1\n IF a x 2\n IF b x 1\n IF q z 1\n IF a 1\nENDATA\n", "t.mps:11:9: the value of an indicator is 0 or 1, not \"2\"\nt.mps:13:5: no row is called \"q\"\nt.mps:13:7: no column is called \"z\"\nt.mps:14:2: IF, a row, a column and 0 or 1 must stand here\nt.mps:10: column \"x\" of an indicator is not binary\nt.mps:12: column \"x\" of an indicator is not binary"},
		{"NAME t\nROWS\n N o\n L a\nCOLUMNS\n M1 'MARKER' 'INTORG'\n x o 1 a 1\n M2 'MARKER' 'INTORG'\n y o 1\nRHS\nENDATA\n", "t.mps:8:14: a second 'INTORG' before the 'INTEND' of the one in line 6\nt.mps:8: the marker 'INTORG' has no 'INTEND': where do the integer columns end?"},
		{"NAME t\nROWS\n N o\n L a\nCOLUMNS\n x o 1 a 1\n M2 'MARKER' 'INTEND'\nRHS\nENDATA\n", "t.mps:7:14: 'INTEND' without 'INTORG': where do the integer columns begin?"},
		{"NAME t\nROWS\n N o\n L a\nCOLUMNS\n my x o 1 a 1\n my y o 1\nRHS\nENDATA\n", "t.mps:6:2: a column, and one or two pairs of a row and a number, must stand here, not more: names in the free layout cannot contain blanks\nt.mps:7:5: \"y\" is not a number: names in the free layout cannot contain blanks"},
		{begin + "QUADOBJ\n x q 1\n x x\n x x z\nQMATRIX\n x x 2\nENDATA\n", "t.mps:10:4: no column is called \"q\"\nt.mps:11:2: two columns and a number must stand here\nt.mps:12:6: \"z\" is not a number"},
		{begin + "QCMATRIX a\n x x 1\nWHAT\n x\nROWS\nENDATA\n", "t.mps:9:1: section QCMATRIX: quadratic terms are not supported\nt.mps:11:1: there is no section \"WHAT\"\nt.mps:13:1: a second section ROWS"},
		{begin + "SOS\n x 1\n S1 s\n x 1\n x 2\n S2 s2\n z 1\n S2 e\nENDATA\n", "t.mps:10:2: S1 or S2 and the name of a set must stand here\nt.mps:11:2: column \"x\" stands in set \"s\" twice\nt.mps:15:2: no column is called \"z\"\nt.mps:14:2: set \"s2\" has no column\nt.mps:16:2: set \"e\" has no column"},
		{"NAME\nOBJSENSE\n UP\nROWS\n N o\nCOLUMNS\n M 'MARKER' 'WHAT'\nENDATA\n", "t.mps:3:2: MAX or MIN must stand here, not \"UP\"\nt.mps:7:13: 'INTORG' or 'INTEND' must stand here, not \"'WHAT'\""},
		{"OBJNAME z\nROWS\n N o\nCOLUMNS\nENDATA\n", "t.mps:5: no row of type N is called \"z\", as OBJNAME says"},
	} {
		_, err := Decode(strings.NewReader(c.text), "t.mps", MPS)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q:\n got %v\nwant %s", c.text, err, c.want)
		}
	}
}

func FuzzMPS(f *testing.F) {
	f.Add(everything)
	f.Add("NAME\nROWS\n N o\n L a b\nCOLUMNS\n    x         a b                  1\nRHS\n a 1\nRANGES\n a 1 o 3\nBOUNDS\n UP x 1\n MI x\nSOS\n S1 s\n x 1\nENDATA\n")
	f.Add("NAME\nROWS\n N none\n G none~\nCOLUMNS\n none none 1 none~ 1\nENDATA\n")
	f.Add("NAME\nROWS\n N a\n L a\nCOLUMNS\nRHS\n a 1\nENDATA\n") // two rows of one name
	f.Add(negated + "\nROWS\n N o\nCOLUMNS\n ~one o 3\nBOUNDS\n FX ~one 1\nENDATA\n")
	f.Fuzz(func(t *testing.T, text string) {
		fuzz(t, text, MPS)
		fuzz(t, text, FixedMPS)
		fuzz(t, text, FreeMPS)
	})
}
