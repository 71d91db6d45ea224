package certificate_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	"farbank/model"
	"farbank/study/certificate"
)

// prove writes a certificate by proof, even if all assignments could be enumerated.
func prove(t *testing.T, p *farbank.Problem) (*farbank.Answer, []byte) {
	t.Helper()
	var b bytes.Buffer
	a, _, err := certificate.Prove(t.Context(), &b, p, farbank.Question{})
	if err != nil {
		t.Fatal(err)
	}
	return a, b.Bytes()
}

// unlike damages a proof so that it becomes another one: by a missing line, another number, a line
// from elsewhere, another claimed value.
func unlike(r *rand.Rand, text []byte) []byte {
	lines := strings.SplitAfter(string(text), "\n")
	lines = lines[:len(lines)-1]
	for range 1 + r.IntN(3) {
		i := 3 + r.IntN(len(lines)-3)
		switch r.IntN(6) {
		case 0:
			lines = slices.Delete(lines, i, i+1)
		case 1:
			lines[i] = lines[3+r.IntN(len(lines)-3)]
		case 2:
			lines[i] = strings.Replace(lines[i], fmt.Sprint(r.IntN(10)), fmt.Sprint(r.IntN(10)), 1+r.IntN(3))
		case 3:
			lines[i] = strings.Replace(lines[i], []string{">=", "<=", "; ", ":"}[r.IntN(4)], []string{"<=", ">=", "; c1; ", ":-"}[r.IntN(4)], 1)
		case 4:
			for k, l := range lines {
				var n int64
				if c, _ := fmt.Sscanf(l, "best %d", &n); c == 1 {
					lines[k] = fmt.Sprintf("best %d\n", n+2*r.Int64N(2)-1)
				}
			}
		case 5:
			lines[i] = []string{"qed\n", "found\n", "none\n", "best 0\n", "stage 2\n", "x c1\n", "r p0 !\n", "weights 1 0:1\n"}[r.IntN(8)]
		}
		if len(lines) < 5 {
			break
		}
	}
	return resum([]byte(strings.Join(lines, "")))
}

// TestProofs certifies generated problems without moves. Each certificate must be accepted and agree with
// enumeration; damaged ones that are accepted must agree too.
func TestProofs(t *testing.T) {
	n := uint64(150)
	if long.Enabled() {
		n = 15_000
	}
	seen := map[string]int{}
	var other []byte
	var last model.Digest // of the problem of other: problems without rules may differ only in the names of values
	for seed := range n {
		p, _ := oracle.Problem(seed, generated.Options{Moves: generated.Never, Find: generated.Always, Without: oracle.Wide})
		plans, err := oracle.Plans(p, farbank.Question{})
		if err != nil {
			seen["not listed"]++
			continue
		}
		a, text := prove(t, p)
		seen[a.Status.String()]++
		if a.Status != farbank.Solved && a.Status != farbank.None {
			if a.Status != farbank.Unsupported {
				t.Fatalf("seed %d: %v %s", seed, a.Status, a.Reason)
			}
			continue
		}
		v, err := check(p, text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		if (v.Claim == certificate.None) != (len(plans) == 0) || v.Claim == certificate.Best && v.Cost != plans[0].Cost {
			t.Fatalf("seed %d: claim %d of %d; %d solutions are listed\n%s", seed, v.Claim, v.Cost, len(plans), text)
		}
		if v.Proof {
			seen["proofs"]++
		}
		var wrong *certificate.Error
		if _, err := check(p, other); other != nil && p.Digest() != last && !errors.As(err, &wrong) {
			t.Fatalf("seed %d: the certificate of another problem: %v", seed, err)
		}
		other, last = text, p.Digest()
		r := rand.New(rand.NewPCG(seed, 3))
		for range 4 {
			bad := unlike(r, text)
			got, err := check(p, bad)
			switch {
			case err == nil && (got.Claim != v.Claim || got.Cost != v.Cost):
				t.Fatalf("seed %d: %+v is shown, not %+v\n%s", seed, got, v, bad)
			case err == nil:
				seen["damaged and right"]++
			case !errors.As(err, &wrong):
				t.Fatalf("seed %d: %v\n%s", seed, err, bad)
			default:
				seen["damaged"]++
			}
		}
	}
	t.Log(seen)
	if seen["proofs"] < int(n/4) || seen["damaged"] < int(n/2) || seen["no plan"]+seen["none"] < 10 {
		t.Errorf("too little was made: %v", seen)
	}
}

// TestFound checks a certificate with a solution after a long proof that was not needed.
func TestFound(t *testing.T) {
	p, _ := oracle.Problem(7820, generated.Options{Moves: generated.Never, Find: generated.Always, Without: oracle.Wide})
	_, text := prove(t, p)
	if v, err := check(p, text); err != nil || v.Claim != certificate.Least || v.Cost != 0 || len(text) < 1<<16 {
		t.Errorf("%+v %v, of %d bytes", v, err, len(text))
	}
}
