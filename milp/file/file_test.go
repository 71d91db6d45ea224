package file

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"farbank/milp/made"
	"farbank/milp/problem"
)

var inf = problem.Infinity

// sorted returns the problem with the terms of rows in the order of columns.
func sorted(p *problem.Problem) *problem.Problem {
	q := *p
	q.Rows = slices.Clone(p.Rows)
	for i := range q.Rows {
		q.Rows[i].Terms = slices.Clone(q.Rows[i].Terms)
		slices.SortFunc(q.Rows[i].Terms, func(a, b problem.Term) int { return a.Column - b.Column })
	}
	return &q
}

func difference(a, b *problem.Problem) string {
	a, b = sorted(a), sorted(b)
	if reflect.DeepEqual(a, b) {
		return "" // much faster than comparing
	}
	return cmp.Diff(a, b, cmpopts.EquateEmpty())
}

// wild replaces numbers of a problem by awkward ones.
func wild(r *rand.Rand, p *problem.Problem) {
	number := func() float64 {
		switch r.IntN(4) {
		case 0:
			return float64(r.IntN(2000)+1) / -8
		case 1:
			return (r.Float64() - 0.5) * math.Pow(10, float64(r.IntN(30)-15))
		case 2:
			return 1 / float64(1+r.IntN(100))
		}
		return math.Nextafter(float64(1+r.IntN(9)), inf)
	}
	for j := range p.Columns {
		c := &p.Columns[j]
		c.Cost = number()
		if !c.Integer && r.IntN(2) == 0 {
			c.Lower = number()
			c.Upper = c.Lower + math.Abs(number())
		}
	}
	for i := range p.Rows {
		for k := range p.Rows[i].Terms {
			p.Rows[i].Terms[k].Coefficient = number()
		}
	}
	p.Offset = number()
	p.Name = "wild"
}

// TestWriteAndRead checks that every format reads back what was written.
func TestWriteAndRead(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	for n := range 1500 {
		p := made.Random(r, made.Shape{Columns: 8, Rows: 6, Free: true, Fractions: true, Sets: true})
		if n%3 == 0 {
			wild(r, p)
		}
		for _, f := range []Format{LP, MPS, FreeMPS} {
			var b bytes.Buffer
			if err := Encode(&b, p, f); err != nil {
				t.Fatal(err)
			}
			q, err := Decode(bytes.NewReader(b.Bytes()), "p", f)
			if err != nil {
				t.Fatalf("%v: %v\n%s", f, err, b.Bytes())
			}
			if d := difference(Legal(p, f), q); d != "" {
				t.Fatalf("%v: %s\n%s", f, d, b.Bytes())
			}
			again, err := Decode(bytes.NewReader(b.Bytes()), "p", Auto)
			if err != nil || difference(q, again) != "" {
				t.Fatalf("%v: not recognized by its content: %v\n%s", f, err, b.Bytes())
			}
		}
	}
}

// TestFixed checks that problems that fit are written and read in the fixed layout.
func TestFixed(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 2))
	for range 200 {
		p := made.Random(r, made.Shape{Columns: 8, Rows: 6, Free: true, Fractions: true, Sets: true})
		var b, c bytes.Buffer
		if err := errors.Join(Encode(&b, p, FixedMPS), Encode(&c, p, MPS)); err != nil {
			t.Fatal(err)
		}
		if b.String() != c.String() {
			t.Fatalf("the layout is not fixed:\n%s", c.Bytes())
		}
		q, err := Decode(&b, "p", FixedMPS)
		if err != nil {
			t.Fatalf("%v\n%s", err, c.Bytes())
		}
		if d := difference(p, q); d != "" {
			t.Fatalf("%s\n%s", d, c.Bytes())
		}
	}
	p := made.Queens(4)
	p.Columns[0].Cost = 1.0 / 3
	if err := Encode(&bytes.Buffer{}, p, FixedMPS); err == nil || !strings.Contains(err.Error(), "0.3333333333333333") {
		t.Errorf("a number without room: %v", err)
	}
}

// TestNames checks that names become legal, stay distinct, and are read back.
func TestNames(t *testing.T) {
	names := []string{"", "a b", "a_b", "a\tb", "3x", ".5", "e1", "E", "ee", "free", "Inf", "END", "bin", "st", "subject", "x[1,2]", "x+y", "x-y", "größe",
		"$cost", "*star", "\"quoted\"", "a:b", "a<=b", strings.Repeat("long", 80), strings.Repeat("long", 80) + "er", "x1", "x2", "x3", "c1", "obj", "RHS", "'MARKER'", "same", "same", "same", "same_2", "~one", "~none", "same~", "NaN", "\\", "s1", "S2", "5", "nan"}
	p := &problem.Problem{Name: " a\nname "}
	for k, name := range names {
		p.Columns = append(p.Columns, problem.Column{Name: name, Upper: 1, Cost: float64(k)})
		p.Rows = append(p.Rows, problem.Row{Name: name, Lower: 1, Upper: inf, Terms: []problem.Term{{Column: k, Coefficient: 2}}})
		p.Sets = append(p.Sets, problem.Set{Name: name, Kind: 1 + k%2, Columns: []int{0, k/2 + 1}, Weights: []float64{1, 2}})
	}
	for _, f := range []Format{LP, MPS, FixedMPS, FreeMPS} {
		q := Legal(p, f)
		if Legal(q, f) != q {
			t.Errorf("%v: legal names change again", f)
		}
		if p.Columns[1].Name != "a b" {
			t.Fatal("the names given have changed")
		}
		var b bytes.Buffer
		if err := Encode(&b, p, f); err != nil {
			t.Fatal(err)
		}
		got, err := Decode(bytes.NewReader(b.Bytes()), "p", f)
		if err != nil {
			t.Fatalf("%v: %v\n%s", f, err, b.Bytes())
		}
		if d := difference(q, got); d != "" {
			t.Errorf("%v: %s\n%s", f, d, b.Bytes())
		}
	}
}

// TestOdd checks edge cases: an empty problem, empty rows, free rows, crossed bounds.
func TestOdd(t *testing.T) {
	x := []problem.Column{{Name: "x", Upper: inf}, {Name: "y", Lower: -inf, Upper: -2}, {Name: "z", Integer: true, Lower: -inf, Upper: inf}}
	terms := []problem.Term{{Column: 2, Coefficient: 1}, {Column: 0, Coefficient: -1}}
	for name, p := range map[string]*problem.Problem{
		"nothing":       {},
		"constant":      {Offset: -3, Maximize: true},
		"no columns":    {Rows: []problem.Row{{Name: "a", Lower: 1, Upper: inf}, {Name: "b", Lower: -1, Upper: 1}}},
		"no rows":       {Columns: x},
		"empty row":     {Columns: x, Rows: []problem.Row{{Name: "a", Lower: -inf, Upper: 0}}},
		"free row":      {Columns: x, Rows: []problem.Row{{Name: "a", Lower: -inf, Upper: inf, Terms: terms}}},
		"crossed":       {Columns: []problem.Column{{Name: "x", Lower: 2, Upper: 1}, {Name: "y", Lower: 0, Upper: -1}}},
		"range":         {Columns: x, Rows: []problem.Row{{Name: "a", Lower: 0.1, Upper: 0.3, Terms: terms}}},
		"integer range": {Columns: []problem.Column{{Name: "x", Integer: true, Lower: 1, Upper: inf}, {Name: "y", Integer: true, Upper: inf}}},
	} {
		for _, f := range []Format{LP, MPS, FreeMPS} {
			var b bytes.Buffer
			if err := Encode(&b, p, f); err != nil {
				t.Fatal(err)
			}
			q, err := Decode(bytes.NewReader(b.Bytes()), "p", f)
			if err != nil {
				t.Fatalf("%s, %v: %v\n%s", name, f, err, b.Bytes())
			}
			if d := difference(p, q); d != "" {
				t.Errorf("%s, %v: %s\n%s", name, f, d, b.Bytes())
			}
		}
	}
	p := &problem.Problem{Columns: x, Rows: []problem.Row{{Name: "a", Lower: 3, Upper: 1, Terms: terms}}}
	var b bytes.Buffer
	if err := Encode(&b, p, MPS); err != nil {
		t.Fatal(err)
	}
	if q, err := Decode(&b, "p", MPS); err != nil || len(q.Rows) != 1 || q.Rows[0].Lower != 3 || q.Rows[0].Upper != 1 {
		t.Errorf("a row with crossed bounds: %v %v", q, err)
	}
}

// TestRefused checks that problems that no file can represent are rejected.
func TestRefused(t *testing.T) {
	nan := math.NaN()
	one := []problem.Column{{Name: "x"}}
	for want, p := range map[string]*problem.Problem{
		"constant":     {Offset: nan},
		"cost":         {Columns: []problem.Column{{Cost: inf}}},
		"lower bound":  {Columns: []problem.Column{{Lower: nan}}},
		"upper bound":  {Rows: []problem.Row{{Lower: -inf, Upper: -inf}}},
		"coefficient":  {Columns: one, Rows: []problem.Row{{Terms: []problem.Term{{Coefficient: nan}}}}},
		"no column 1":  {Columns: one, Rows: []problem.Row{{Terms: []problem.Term{{Column: 1}}}}},
		"twice":        {Columns: one, Rows: []problem.Row{{Terms: []problem.Term{{Coefficient: 1}, {Coefficient: 1}}}}},
		"kind 3":       {Columns: one, Sets: []problem.Set{{Kind: 3}}},
		"weights":      {Columns: one, Sets: []problem.Set{{Kind: 1, Columns: []int{0}}}},
		"the weight":   {Columns: one, Sets: []problem.Set{{Kind: 1, Columns: []int{0}, Weights: []float64{nan}}}},
		"no column -1": {Columns: one, Sets: []problem.Set{{Kind: 1, Columns: []int{-1}, Weights: []float64{1}}}},
	} {
		for _, f := range []Format{LP, MPS} {
			if err := Encode(&bytes.Buffer{}, p, f); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: %v", want, err)
			}
		}
	}
}

func TestByName(t *testing.T) {
	for name, want := range map[string]Format{"a.lp": LP, "b/A.LP.gz": LP, "x.mps": MPS, "x.mps.gz": MPS, "x": Auto, "x.txt": Auto} {
		if got := ByName(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestFiles(t *testing.T) {
	dir := t.TempDir()
	p := made.Cover(20, 30, 1)
	for _, name := range []string{"a.lp", "a.mps", "a.lp.gz", "a.mps.gz", "a"} {
		name = filepath.Join(dir, name)
		if err := Write(name, p); err != nil {
			t.Fatal(err)
		}
		q, err := Read(name)
		if err != nil {
			t.Fatal(err)
		}
		if d := difference(p, q); d != "" {
			t.Errorf("%s: %s", name, d)
		}
	}
	var z bytes.Buffer
	w := gzip.NewWriter(&z)
	fmt.Fprint(w, "Minimize\nobj: x\nEnd\n")
	w.Close()
	os.WriteFile(filepath.Join(dir, "cut.lp.gz"), z.Bytes()[:z.Len()-5], 0o666)
	if _, err := Read(filepath.Join(dir, "cut.lp.gz")); err == nil {
		t.Error("half a packed file is read")
	}
	if _, err := Read(filepath.Join(dir, "none.lp")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
	bad := *p
	bad.Offset = math.NaN()
	if err := Write(filepath.Join(dir, "bad.lp"), &bad); err == nil {
		t.Error("NaN is written")
	}
	if _, err := os.Stat(filepath.Join(dir, "bad.lp")); err == nil {
		t.Error("half a file is left behind")
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]float64{"0": 0, "-0": 0, "+7": 7, "1.5": 1.5, ".5": .5, "5.": 5, "1e3": 1000, "1D3": 1000, "-2.5d-1": -.25, "1E+2": 100, "123456789012345678": 123456789012345678, "4e-400": 0} {
		if v, err := parseNumber([]byte(text)); err != nil || v != want {
			t.Errorf("%s: %v %v", text, v, err)
		}
	}
	for _, text := range []string{"", "+", ".", "e5", "1e", "1e+", "0x10", "1_000", "nan", "inf", "1.2.3", "--1", "1e5.5", "1f", "Infinity"} {
		if v, err := parseNumber([]byte(text)); !errors.Is(err, errMalformed) {
			t.Errorf("%q: %v %v", text, v, err)
		}
	}
	for _, text := range []string{"1e309", "-1e400"} {
		if _, err := parseNumber([]byte(text)); !errors.Is(err, errRange) {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]float64{"inf": inf, "-Infinity": -inf, "+INF": inf, "1e20": inf, "-1e30": -inf, "9e19": 9e19} {
		if v, err := parseBound([]byte(text)); err != nil || v != want {
			t.Errorf("%q: %v %v", text, v, err)
		}
	}
}
