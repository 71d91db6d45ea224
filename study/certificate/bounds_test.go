package certificate_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	"farbank/internal/testing/sample"
	"farbank/study/certificate"
)

// barred has too many states to explore and no path to the goal.
const barred = `puzzle "Barred"
state at: 0..9 = 0
state lamp[1..60]: bool = [i: 1..60 -> false]
move go "go" {
    require at != 4
    at = at + 1
}
move press(i: 1..60) "press" {
    lamp[i] = not lamp[i]
}
goal at == 9
`

// proposed returns problems with certificates by tables.
func proposed(t *testing.T) []struct {
	p    *farbank.Problem
	text []byte
} {
	t.Helper()
	var list []struct {
		p    *farbank.Problem
		text []byte
	}
	add := func(p *farbank.Problem, claim certificate.Claim) {
		t.Helper()
		var plan farbank.Plan
		if claim == certificate.Least {
			a, err := farbank.Solve(t.Context(), p, farbank.Question{})
			if err != nil || a.Best == nil {
				t.Fatal(a, err)
			}
			plan = *a.Best
		}
		c, err := certificate.Propose(t.Context(), p, claim, plan)
		if err != nil {
			t.Fatalf("%s: %v", p.Title, err)
		}
		var b bytes.Buffer
		if err := farbank.WriteCertificate(&b, p, c); err != nil {
			t.Fatal(err)
		}
		list = append(list, struct {
			p    *farbank.Problem
			text []byte
		}{p, b.Bytes()})
	}
	add(sample.Load(t, "tiles", "rows", "2", "cols", "3"), certificate.Least)
	p, err := farbank.Parse("barred.far", barred)
	if err != nil {
		t.Fatal(err)
	}
	add(p, certificate.None)
	return list
}

// TestTables checks that certificates by tables are accepted, and that damaged ones are rejected or, if
// their checksum is right, show the same claim.
func TestTables(t *testing.T) {
	for k, s := range proposed(t) {
		want, err := check(s.p, s.text)
		if err != nil || want.Tables == 0 {
			t.Fatalf("%s: %v, %v", s.p.Title, want, err)
		}
		r := rand.New(rand.NewPCG(uint64(k), 3))
		for range 100 {
			how, bad := damage(r, s.text)
			if bytes.Equal(bad, s.text) {
				continue
			}
			var wrong *certificate.Error
			if v, err := check(s.p, bad); !errors.As(err, &wrong) {
				t.Fatalf("%s: %s: verdict %v, error %v\n%s", s.p.Title, how, v, err, bad)
			}
			v, err := check(s.p, resum(bad))
			if err == nil && (v.Claim != want.Claim || v.Cost != want.Cost) || err != nil && !errors.As(err, &wrong) {
				t.Fatalf("%s: %s: verdict %v, error %v\n%s", s.p.Title, how, v, err, bad)
			}
		}
	}
}

// TestTablesLie checks that a false claim is rejected with any tables, and that a true one is accepted
// unless the tables are rejected.
func TestTablesLie(t *testing.T) {
	seeds := uint64(150)
	if long.Enabled() {
		seeds = 3000
	}
	shown, pruned := 0, 0
	for seed := range seeds {
		p, _ := oracle.Problem(seed, generated.Options{Moves: generated.Always, Without: slices.Concat(oracle.Wide, oracle.Staged)})
		if p.Goals != nil {
			continue
		}
		plans, err := oracle.Plans(p, farbank.Question{})
		if err != nil {
			continue
		}
		limit := int64(certificate.Endless)
		if len(plans) > 0 {
			limit = plans[0].Cost
		}
		all, err := certificate.SearchWithin(p, nil, limit)
		if err != nil {
			continue // too many states for this test
		}
		r := rand.New(rand.NewPCG(seed, 4))
		for range 4 {
			tables := someTables(r, p)
			looked, err := certificate.SearchWithin(p, tables, limit)
			if err == nil {
				shown++
			}
			if err == nil && looked < all {
				pruned++
			}
			if len(plans) == 0 {
				continue
			}
			if _, err := certificate.SearchWithin(p, tables, limit+1); err == nil {
				t.Fatalf("seed %d: tables %v show that no plan costs %d", seed, tables, limit)
			}
		}
	}
	t.Log(shown, pruned)
	if shown < 100 || pruned < 20 {
		t.Errorf("%d claims shown, in %d some states left out", shown, pruned)
	}
}

// someTables generates tables of some cells or of an array.
func someTables(r *rand.Rand, p *farbank.Problem) []certificate.Table {
	var t certificate.Table
	for range 1 + r.IntN(3) {
		if c := r.IntN(len(p.Cells)); !slices.Contains(t.Cells, c) {
			t.Cells = append(t.Cells, c)
		}
	}
	v := &p.Vars[r.IntN(len(p.Vars))]
	if v.Cells < 2 || r.IntN(3) == 0 {
		return []certificate.Table{t}
	}
	for c := range v.Cells {
		t.Array = append(t.Array, v.Base+c)
	}
	info := &p.Cells[v.Base]
	var list []certificate.Table
	shared := info.Lo + r.Int64N(3)
	if r.IntN(2) == 0 {
		t.Shared = []int64{shared}
	}
	for x := info.Lo; x <= info.Hi && len(list) < 3; x++ {
		if len(t.Shared) > 0 && x == shared {
			continue
		}
		one := t
		one.Values = []int64{x}
		list = append(list, one)
	}
	return list
}
