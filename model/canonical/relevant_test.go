package canonical_test

import (
	"fmt"
	"slices"
	"testing"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/model"
	"farbank/model/canonical"
)

func TestIrrelevant(t *testing.T) {
	for src, want := range map[string]string{
		"state x: 0..3 = 0\nstate n: 0..3 = 0\nmove go { x += 1\n n = (n + 1) % 4 }\ngoal x == 3":                                 "[n]",
		"state x: 0..3 = 0\nstate n: 0..3 = 0\nmove go { x += 1\n n += 1 }\ngoal x == 3":                                          "[]", // n limits the move
		"state x: 0..3 = 0\nstate n: 0..3 = 0\nmove go { n = x\n x += 1 }\ngoal x == 3":                                           "[n]",
		"state x: 0..3 = 0\nstate n: 0..3 = 0\nmove go { x = n\n n = 2 }\ngoal x == 2":                                            "[]",
		"state x: 0..3 = 0\nstate n: 0..3 = 0\nmove go cost n { x += 1\n n = 2 }\ngoal x == 2":                                    "[]",
		"state x: 0..3 = 0\nstate n: 0..3 = 0\nmove go { let k = n\n x = k }\nmove up { n = 3 }\ngoal x == 3":                     "[]",
		"state x: 0..3 = 0\nstate n: 0..3 = 0\nmove go { if n == 0 { x = 3 } else { n = 0 } }\ngoal x == 3":                       "[]",
		"state x: 0..3 = 0\nstate a[1..3]: bool = false\nstate k: 1..3 = 1\nmove go { a[k] = true\n k = 2\n x = 1 }\ngoal x == 1": "[a k]",
		"state x: 0..3 = 0\nstate a[1..3]: bool = false\nstate k: 1..4 = 1\nmove go { a[k] = true\n k = 2\n x = 1 }\ngoal x == 1": "[]", // a[4] does not exist
	} {
		p, err := lang.Parse("test.far", src, lang.Options{})
		if err != nil {
			t.Fatalf("%s: %v", src, err)
		}
		var got []string
		for _, v := range canonical.Irrelevant(p) {
			got = append(got, p.Vars[v].Name)
		}
		if fmt.Sprint(got) != want {
			t.Errorf("%s: %v, want %s", src, got, want)
		}
	}
}

// TestWithoutIrrelevant explores generated problems and checks that the problem without its irrelevant variables does the
// same: the same moves apply at the same cost, to states that are alike in safety and goals.
func TestWithoutIrrelevant(t *testing.T) {
	count := 500
	if long.Enabled() {
		count = 50_000
	}
	reduced := 0
	for seed := range uint64(count) {
		m := generated.New(seed, generated.Options{Moves: generated.Always, Find: generated.Never})
		o := lang.Options{Limit: 200_000}
		for _, s := range m.Settings {
			o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
		}
		if m.Data != "" {
			o.Data = []check.Data{{Name: "data.json", JSON: []byte(m.Data)}}
		}
		p, err := lang.Parse("test.far", m.Source, o)
		if err != nil {
			continue
		}
		q := canonical.WithoutIrrelevant(p)
		if q == p {
			continue
		}
		reduced++
		if err := alike(p, q); err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, m.Source)
		}
	}
	if t.Logf("%d of %d problems have irrelevant variables", reduced, count); reduced < count/100 {
		t.Errorf("only %d problems have irrelevant variables", reduced)
	}
}

// alike explores p and q beside each other and describes a difference.
func alike(p, q *model.Problem) error {
	type pair struct{ p, q model.State }
	var open []pair
	seen := map[string]bool{}
	visit := func(a, b model.State) error {
		x, errX := p.Safe(a)
		y, errY := q.Safe(b)
		if x != y || (errX == nil) != (errY == nil) {
			return fmt.Errorf("%v is safe: %t, %v; without: %t, %v", a, x, errX, y, errY)
		}
		goal, errX := p.AtGoal(a)
		other, errY := q.AtGoal(b)
		if goal != other || (errX == nil) != (errY == nil) {
			return fmt.Errorf("%v is a goal: %t, %v; without: %t, %v", a, goal, errX, other, errY)
		}
		if key := fmt.Sprint(a); x && errX == nil && !seen[key] && len(seen) < 200 {
			seen[key] = true
			open = append(open, pair{slices.Clone(a), slices.Clone(b)})
		}
		return nil
	}
	a, okA, errA := p.Begin(nil)
	b, okB, errB := q.Begin(nil)
	if okA != okB || (errA == nil) != (errB == nil) {
		return fmt.Errorf("the start: %t, %v; without: %t, %v", okA, errA, okB, errB)
	}
	if !okA || errA != nil {
		return nil
	}
	if err := visit(a, b); err != nil {
		return err
	}
	for len(open) > 0 {
		s := open[0]
		open = open[1:]
		for i := range p.Moves {
			x, errX := p.Apply(p.Moves[i], s.p)
			y, errY := q.Apply(q.Moves[i], s.q)
			if errX != nil || errY != nil {
				if (errX == nil) != (errY == nil) {
					return fmt.Errorf("%v in %v: %v; without: %v", p.Moves[i], s.p, errX, errY)
				}
				continue
			}
			if (x.Next == nil) != (y.Next == nil) || x.Next != nil && x.Cost != y.Cost {
				return fmt.Errorf("%v in %v: %+v; without: %+v", p.Moves[i], s.p, x, y)
			}
			if x.Next == nil {
				continue
			}
			if err := visit(x.Next, y.Next); err != nil {
				return err
			}
		}
	}
	return nil
}
