package file

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/problem"
)

// TestObjectives reads products and several objectives.
func TestObjectives(t *testing.T) {
	p, err := Decode(strings.NewReader("min\n 2 x + [ x^2 + 4 x*y - 3 y ^ 2 ] / 2 + z + [ z*x]/2\nend"), "t.lp", LP)
	if err != nil {
		t.Fatal(err)
	}
	want := []problem.Product{{A: 0, B: 0, Coefficient: 0.5}, {A: 0, B: 1, Coefficient: 2}, {A: 1, B: 1, Coefficient: -1.5}, {A: 2, B: 0, Coefficient: 0.5}}
	if !reflect.DeepEqual(p.Products, want) || p.Columns[2].Cost != 1 {
		t.Errorf("%+v", p)
	}
	text := "max multi-objectives\nlow: Priority=1 AbsTol=7\n x + 3\nhigh: Priority=2 Weight=-2 AbsTol=0.5 RelTol=0.1\n x + y\nalso: Priority=2\n 3 y\nst\n x + y <= 4\nend"
	if p, err = Decode(strings.NewReader(text), "t.lp", LP); err != nil {
		t.Fatal(err)
	}
	if p.Columns[0].Cost != -2 || p.Columns[1].Cost != 1 || len(p.Then) != 1 || !reflect.DeepEqual(p.Then[0], problem.Objective{Name: "low", Offset: 3, Terms: []problem.Term{{Column: 0, Coefficient: 1}}, Absolute: 0.5, Relative: 0.1}) {
		t.Errorf("%+v", p)
	}
	weighted, err := Decode(strings.NewReader("min multi-objectives\na: Weight=-3\n x + [ x^2 ] / 2\nb: Weight=0.5\n [ x*y ] / 2\nst\n x + y <= 4\nend"), "t.lp", LP)
	if err != nil {
		t.Fatal(err)
	}
	if want := []problem.Product{{A: 0, B: 0, Coefficient: -1.5}, {A: 0, B: 1, Coefficient: 0.25}}; !reflect.DeepEqual(weighted.Products, want) || weighted.Columns[0].Cost != -3 {
		t.Errorf("weights of products: %+v", weighted)
	}
	if err := Encode(&bytes.Buffer{}, p, MPS); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("MPS with several objectives: %v", err)
	}
	text = "NAME\nROWS\n N o\nCOLUMNS\n x o 1\n y o 1\nQMATRIX\n x x 2\n x y 3\n y x 3\nENDATA\n"
	if p, err = Decode(strings.NewReader(text), "t.mps", MPS); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(p.Products, []problem.Product{{A: 0, B: 0, Coefficient: 1}, {A: 0, B: 1, Coefficient: 1.5}, {A: 1, B: 0, Coefficient: 1.5}}) {
		t.Errorf("%+v", p.Products)
	}
}

// TestObjectivesAgain writes random objectives and reads them.
func TestObjectivesAgain(t *testing.T) {
	count := uint64(300)
	if long.Enabled() {
		count = 20000
	}
	for seed := range count {
		r := rand.New(rand.NewPCG(seed, 31))
		p := &problem.Problem{Name: "t", Maximize: r.IntN(2) == 0, Offset: float64(r.IntN(3))}
		n := 1 + r.IntN(5)
		for j := range n {
			p.Columns = append(p.Columns, problem.Column{Name: string(rune('p' + j)), Upper: problem.Infinity, Cost: float64(r.IntN(5)-2) / 10})
		}
		terms := func() (list []problem.Term) {
			for j := range n {
				if v := r.IntN(5) - 2; v != 0 {
					list = append(list, problem.Term{Column: j, Coefficient: float64(v) / 8})
				}
			}
			return list
		}
		p.Rows = []problem.Row{{Name: "r", Lower: 1, Upper: problem.Infinity, Terms: terms()}}
		f := []Format{LP, MPS, FixedMPS, FreeMPS}[r.IntN(4)]
		seen := map[[2]int]bool{}
		for range r.IntN(4) {
			a, b := r.IntN(n), r.IntN(n)
			if a, b = min(a, b), max(a, b); !seen[[2]int{a, b}] {
				seen[[2]int{a, b}] = true
				p.Products = append(p.Products, problem.Product{A: a, B: b, Coefficient: float64(1+r.IntN(9)) / 8})
			}
		}
		if f == LP {
			for range r.IntN(3) {
				p.Then = append(p.Then, problem.Objective{Name: "o" + string(rune('a'+len(p.Then))), Terms: terms(), Offset: float64(r.IntN(3) - 1), Absolute: float64(r.IntN(3)), Relative: 0.25})
			}
		}
		var b bytes.Buffer
		if err := Encode(&b, p, f); err != nil {
			t.Fatal(err)
		}
		q, err := Decode(bytes.NewReader(b.Bytes()), "t", f)
		if err != nil || !reflect.DeepEqual(p, q) {
			t.Fatalf("seed %d: %v\n%+v\n%+v\n%s", seed, err, p, q, b.String())
		}
	}
}

// TestDecimals checks that ranges and sums of a file are those of its decimals.
func TestDecimals(t *testing.T) {
	text := "NAME\nROWS\n N o\n G a\nCOLUMNS\n x o 1 a 1\nRHS\n R a 0.1\nRANGES\n R a 0.2\nENDATA\n"
	p, err := Decode(strings.NewReader(text), "t.mps", MPS)
	if err != nil || p.Rows[0].Upper != 0.3 {
		t.Errorf("%+v, %v", p, err)
	}
	p, err = Decode(strings.NewReader("min\n 0.1 x + 0.2 x\nst\n x >= 0.1 + 0.2\nend"), "t.lp", LP)
	if err != nil || p.Columns[0].Cost != 0.3 || p.Rows[0].Lower != 0.3 {
		t.Errorf("%+v, %v", p, err)
	}
}
