package certificate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/milp/branch"
	"farbank/milp/certificate"
	"farbank/milp/problem"
)

// made returns a random program: small, mostly with integers, some infeasible, unbounded or without integers.
func made(r *rand.Rand) *problem.Problem {
	p := &problem.Problem{Maximize: r.IntN(2) == 0, Offset: float64(r.IntN(3))}
	n, m := 1+r.IntN(5), 1+r.IntN(5)
	for j := range n {
		c := problem.Column{Name: fmt.Sprintf("x%d", j), Upper: float64(1 + r.IntN(6)), Integer: r.IntN(4) > 0, Cost: float64(r.IntN(11) - 5)}
		switch r.IntN(8) {
		case 0:
			c.Upper = problem.Infinity
		case 1:
			c.Lower = -problem.Infinity
		case 2:
			c.Cost /= 3
		case 3:
			c.Lower = -2.5
		case 4:
			c.Cost /= 10
		}
		p.Columns = append(p.Columns, c)
	}
	for i := range m {
		row := problem.Row{Name: fmt.Sprintf("r%d", i), Lower: -problem.Infinity, Upper: problem.Infinity}
		for j := range n {
			if a := float64(r.IntN(9) - 4); a != 0 && r.IntN(3) > 0 {
				row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: a})
			}
		}
		side := float64(r.IntN(21)-6) / float64(1+r.IntN(2))
		if r.IntN(5) == 0 { // tenths: 0.1 is a tenth
			for k := range row.Terms {
				row.Terms[k].Coefficient /= 10
			}
		}
		switch r.IntN(4) {
		case 0:
			row.Lower = side
		case 1:
			row.Lower, row.Upper = side-3, side
		case 2:
			if r.IntN(3) == 0 {
				row.Lower = side
			}
			row.Upper = side
		default:
			row.Upper = side
		}
		p.Rows = append(p.Rows, row)
	}
	return p
}

// proven returns the certificate of a program, or nil without one.
func proven(t *testing.T, p *problem.Problem) (problem.Solution, *certificate.Proof, []byte) {
	t.Helper()
	s, err := branch.Solve(t.Context(), p, branch.Options{Nodes: 5000})
	if err != nil {
		t.Fatal(err)
	}
	proof, err := certificate.Prove(t.Context(), p, s, certificate.Options{Nodes: 20_000})
	if errors.Is(err, certificate.ErrInexact) || errors.Is(err, certificate.ErrNodes) || errors.Is(err, certificate.ErrUnknown) {
		return s, nil, nil
	}
	if err != nil {
		t.Fatalf("%v: %v", s.Status, err)
	}
	var b bytes.Buffer
	if err := proof.Write(&b); err != nil {
		t.Fatal(err)
	}
	return s, proof, b.Bytes()
}

// TestProofs proves the results of random programs and checks the certificates.
func TestProofs(t *testing.T) {
	count, missing := 1500, 0
	if long.Enabled() {
		count = 100_000
	}
	found := map[problem.Status]int{}
	for seed := range uint64(count) {
		p := made(rand.New(rand.NewPCG(seed, 3)))
		s, proof, text := proven(t, p)
		if proof == nil {
			missing++
			if testing.Verbose() && missing < 12 {
				t.Logf("seed %d: %v %+v is not proven", seed, s.Status, p)
			}
			continue
		}
		v, err := certificate.Check(t.Context(), p, bytes.NewReader(text))
		if err != nil || v.Status != s.Status {
			t.Fatalf("seed %d: %v, want %v: %v\n%s", seed, v, s.Status, err, text)
		}
		if v.Status == problem.Optimal {
			if x, _ := v.Objective.Float64(); math.Abs(x-s.Objective) > 1e-5*max(1, math.Abs(x)) {
				t.Fatalf("seed %d: objective %v, want %v", seed, x, s.Objective)
			}
		}
		found[s.Status]++
	}
	if t.Logf("%v, %d not proven", found, missing); missing*50 > count || len(found) < 3 {
		t.Errorf("%d of %d were not proven", missing, count)
	}
}

// TestDamage checks that certificates in which one number or word was changed are rejected, unless they are still
// proofs of the same result.
func TestDamage(t *testing.T) {
	count, rejected, accepted := 300, 0, 0
	if long.Enabled() {
		count = 5000
	}
	for seed := range uint64(count) {
		r := rand.New(rand.NewPCG(seed, 3))
		p := made(r)
		s, proof, text := proven(t, p)
		if proof == nil {
			continue
		}
		for range 5 {
			words := strings.Split(string(text), " ")
			k := r.IntN(len(words))
			words[k] = []string{"0", "1", "-1", "7/3", "G", "L", "{", "lin", "2", words[r.IntN(len(words))]}[r.IntN(10)]
			v, err := certificate.Check(t.Context(), p, strings.NewReader(strings.Join(words, " ")))
			var bad *certificate.Error
			switch {
			case errors.As(err, &bad):
				rejected++
			case err != nil:
				t.Fatalf("seed %d: %v", seed, err)
			case v.Status == problem.Feasible || v.Status == s.Status && (v.Status != problem.Optimal || v.Objective.Cmp(proofObjective(p, proof)) == 0):
				accepted++
			default:
				t.Fatalf("seed %d: %+v was proven of a program that is %v\n%s", seed, v, s.Status, strings.Join(words, " "))
			}
		}
	}
	if t.Logf("%d rejected, %d still proofs", rejected, accepted); rejected < 2*accepted {
		t.Errorf("only %d rejected, %d accepted", rejected, accepted)
	}
}

// TestOther checks that a certificate is not one of another program.
func TestOther(t *testing.T) {
	p := made(rand.New(rand.NewPCG(2, 3)))
	_, _, text := proven(t, p)
	p.Rows[0].Terms = append(p.Rows[0].Terms[:0:0], p.Rows[0].Terms...)
	p.Rows[0].Terms[0].Coefficient += 0.5
	var bad *certificate.Error
	if _, err := certificate.Check(t.Context(), p, bytes.NewReader(text)); !errors.As(err, &bad) {
		t.Errorf("another program: %v", err)
	}
	p.Sets = []problem.Set{{Kind: 1}}
	if _, err := certificate.Check(t.Context(), p, bytes.NewReader(text)); !errors.Is(err, certificate.ErrUnsupported) {
		t.Errorf("with a set: %v", err)
	}
	if _, err := certificate.Prove(t.Context(), p, problem.Solution{Status: problem.Infeasible}, certificate.Options{}); !errors.Is(err, certificate.ErrUnsupported) {
		t.Errorf("with a set: %v", err)
	}
}

// TestDecimals checks that numbers mean decimals: in float64 numbers 0.1 + 0.2 exceeds 0.3.
func TestDecimals(t *testing.T) {
	column := func(name string) problem.Column {
		return problem.Column{Name: name, Upper: 1, Integer: true, Cost: 0.1}
	}
	p := &problem.Problem{Maximize: true, Offset: 0.1, Columns: []problem.Column{column("x"), column("y")}, Rows: []problem.Row{{Name: "r", Lower: -problem.Infinity, Upper: 0.3,
		Terms: []problem.Term{{Column: 0, Coefficient: 0.1}, {Column: 1, Coefficient: 0.2}}}}}
	_, proof, text := proven(t, p)
	if proof == nil || proof.Objective.RatString() != "1/5" || !strings.Contains(string(text), "3/10") {
		t.Fatalf("%+v\n%s", proof, text)
	}
	v, err := certificate.Check(t.Context(), p, bytes.NewReader(text))
	if err != nil || v.Objective.RatString() != "3/10" {
		t.Errorf("%+v, %v", v, err)
	}
}

// TestErrors checks what is said about programs and results without a proof.
func TestErrors(t *testing.T) {
	p := &problem.Problem{Columns: []problem.Column{{Name: "x", Upper: 3, Integer: true, Cost: -1}}, Rows: []problem.Row{{Lower: -problem.Infinity, Upper: 2.5, Terms: []problem.Term{{Column: 0, Coefficient: 1}}}}}
	if _, err := certificate.Prove(t.Context(), p, problem.Solution{Status: problem.Unknown}, certificate.Options{}); !errors.Is(err, certificate.ErrUnknown) {
		t.Error(err)
	}
	if proof, err := certificate.Prove(t.Context(), p, problem.Solution{Status: problem.Infeasible}, certificate.Options{}); err != nil || proof.Status != problem.Optimal {
		t.Errorf("%v, %v: a solution is found and proven instead", proof, err)
	}
	proof, err := certificate.Prove(t.Context(), p, problem.Solution{Status: problem.Optimal, Values: []float64{1}}, certificate.Options{})
	if err != nil || proof.Objective.RatString() != "-2" {
		t.Errorf("%v, %v: the better solution is not proven", proof, err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	end := errors.New("the end")
	cancel(end)
	if _, err := certificate.Prove(ctx, p, problem.Solution{Status: problem.Optimal, Values: []float64{2}}, certificate.Options{}); !errors.Is(err, end) {
		t.Error(err)
	}
}

// TestFewerIntegers checks that a certificate which calls a variable continuous still needs a solution in integers.
func TestFewerIntegers(t *testing.T) {
	p := &problem.Problem{Maximize: true, Columns: []problem.Column{{Name: "x", Upper: 3, Integer: true, Cost: 1}}, Rows: []problem.Row{{Lower: -problem.Infinity, Upper: 5, Terms: []problem.Term{{Column: 0, Coefficient: 2}}}}}
	text := "VER 1.0 VAR 1 x INT 0 OBJ max 1 0 1 CON 1 0 a L 5 1 0 2 RTP range 5/2 5/2 SOL 1 s 1 0 5/2 DER 1 d L 5/2 OBJ { lin 1 0 1/2 } -1"
	var bad *certificate.Error
	if v, err := certificate.Check(t.Context(), p, strings.NewReader(text)); !errors.As(err, &bad) || !strings.Contains(bad.Msg, "solution 0") {
		t.Errorf("%v, %v", v, err)
	}
}

// TestPaper reads a certificate written by hand, with case distinctions within case distinctions: there are no integers
// with 2x + 3y >= 1, 3x - 4y <= 2 and -x + 6y <= 3 (the program is that of Cheung, Gleixner, Steffy 2017).
func TestPaper(t *testing.T) {
	row := func(lower, upper, a, b float64) problem.Row {
		return problem.Row{Lower: lower, Upper: upper, Terms: []problem.Term{{Column: 0, Coefficient: a}, {Column: 1, Coefficient: b}}}
	}
	free := problem.Column{Lower: -problem.Infinity, Upper: problem.Infinity, Integer: true}
	p := &problem.Problem{Columns: []problem.Column{free, free}, Rows: []problem.Row{row(1, problem.Infinity, 2, 3), row(-problem.Infinity, 2, 3, -4), row(-problem.Infinity, 3, -1, 6)}}
	b, err := os.ReadFile(filepath.Join("testdata", "cases.vipr"))
	if err != nil {
		t.Fatal(err)
	}
	v, err := certificate.Check(t.Context(), p, bytes.NewReader(b))
	if err != nil || v.Status != problem.Infeasible {
		t.Errorf("%v, %v", v, err)
	}
}

// proofObjective returns the objective of a proof with the offset of the program.
func proofObjective(p *problem.Problem, proof *certificate.Proof) *big.Rat {
	offset := new(big.Rat).SetFloat64(p.Offset)
	return offset.Add(offset, proof.Objective)
}

// TestFractions proves that equations in free columns contradict each other. The multipliers are fractions of large
// determinants, so that numbers near them do not add up to nothing.
func TestFractions(t *testing.T) {
	for seed := range uint64(40) {
		r := rand.New(rand.NewPCG(seed, 4))
		p := &problem.Problem{}
		n := 3 + r.IntN(8)
		for j := range n {
			p.Columns = append(p.Columns, problem.Column{Name: fmt.Sprint("x", j), Lower: -problem.Infinity, Upper: problem.Infinity})
		}
		for i := range n + 1 {
			row := problem.Row{Name: fmt.Sprint("r", i), Lower: float64(r.IntN(1000)) / 100}
			row.Upper = row.Lower
			for j := range n {
				row.Terms = append(row.Terms, problem.Term{Column: j, Coefficient: float64(1+r.IntN(10_000)) / 1000})
			}
			p.Rows = append(p.Rows, row)
		}
		s, proof, text := proven(t, p)
		if proof == nil {
			t.Fatalf("seed %d: %v is not proven", seed, s.Status)
		}
		if v, err := certificate.Check(t.Context(), p, bytes.NewReader(text)); err != nil || v.Status != problem.Infeasible {
			t.Errorf("seed %d: %v: %v", seed, v, err)
		}
	}
}

// TestCorrects checks that results which contradict a proof are replaced, and others are not.
func TestCorrects(t *testing.T) {
	p := &problem.Problem{Maximize: true, Offset: 10,
		Columns: []problem.Column{{Upper: 5, Cost: 2, Integer: true}, {Upper: 1, Cost: 1}},
		Rows:    []problem.Row{{Lower: math.Inf(-1), Upper: 3.5, Terms: []problem.Term{{Column: 0, Coefficient: 1}}}},
	}
	right := problem.Solution{Status: problem.Optimal, Objective: 17, Bound: 17, Values: []float64{3, 1}}
	for _, c := range []struct {
		s    problem.Solution
		want bool
	}{
		{right, false},
		{problem.Solution{Status: problem.Infeasible}, true},
		{problem.Solution{Status: problem.Optimal, Objective: 15, Bound: 15, Values: []float64{2, 1}}, true},
	} {
		s := c.s
		proof, err := certificate.Prove(context.Background(), p, s, certificate.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := proof.Corrects(p, &s); got != c.want || s.Status != right.Status || s.Objective != right.Objective || s.Bound != right.Bound || fmt.Sprint(s.Values) != "[3 1]" {
			t.Errorf("%+v: %v, %+v", c.s, got, s)
		}
	}
}
