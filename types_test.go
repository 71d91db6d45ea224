package farbank_test

import (
	"bytes"
	"context"
	"math/big"
	"os"
	"strings"
	"testing"

	"farbank"
	"farbank/show/render"
)

// TestTypes checks that all engines agree on models with shared member names, subtypes, unions, none and
// labels, and that plans can be read back.
func TestTypes(t *testing.T) {
	for name, want := range map[string]struct{ count, length int64 }{
		"names": {1, 2}, "subtypes": {30, 5}, "finds": {360, 0}, "optional": {180, 5}, "expressions": {2, 2}, "labels": {24, 4},
	} {
		source, err := os.ReadFile("testdata/types/" + name + ".far")
		if err != nil {
			t.Fatal(err)
		}
		p, err := farbank.Parse(name+".far", string(source))
		if err != nil {
			t.Fatal(err)
		}
		answered := 0
		for _, e := range farbank.Engines {
			for _, w := range []farbank.Question{{Want: farbank.Count}, {}} {
				var plans []farbank.Plan
				a, err := farbank.SolveWith(context.Background(), e, p, w, func(plan farbank.Plan) bool { plans = append(plans, plan); return true })
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if a.Status != farbank.Solved {
					continue
				}
				answered++
				if w.Want == farbank.Count && a.Count.Cmp(big.NewInt(want.count)) != 0 {
					t.Errorf("%s: %s counts %s plans, not %d", name, e.Name(), a.Count, want.count)
				}
				for _, plan := range plans {
					readsBack(t, p, plan, want.length)
				}
			}
		}
		if answered < 4 {
			t.Errorf("%s: only %d answers", name, answered)
		}
	}
}

func readsBack(t *testing.T, p *farbank.Problem, plan farbank.Plan, length int64) {
	t.Helper()
	steps, cost, err := p.Verify(plan)
	if err != nil || cost != length {
		t.Fatalf("%s: cost %d, %v", p.File, cost, err)
	}
	var b bytes.Buffer
	if err := render.Plan(&b, p, steps); err != nil {
		t.Fatal(err)
	}
	if _, again, err := farbank.Verify(p, b.String()); err != nil || again != cost {
		t.Errorf("%s: %v\n%s", p.File, err, b.String())
	}
}

// TestLabelsShown checks that tables show labels, and plans names.
func TestLabelsShown(t *testing.T) {
	source, err := os.ReadFile("testdata/types/labels.far")
	if err != nil {
		t.Fatal(err)
	}
	p, err := farbank.Parse("labels.far", string(source))
	if err != nil {
		t.Fatal(err)
	}
	const plan = "ferry((wife, 2))\nferry((husband, 1))\nferry((husband, 2))\nferry((wife, 1))\n"
	steps, _, err := farbank.Verify(p, plan)
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render.Table(&b, p, steps); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Ehemann 1, Ehemann 2, Ehefrau 1, Ehefrau 2", "Ehefrau 2 nach linkes Ufer", "Ehefrau 1 wife (Ehemann, 1) Ehefrau"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("the table has no %q:\n%s", want, b.String())
		}
	}
}
