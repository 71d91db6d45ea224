package planning_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/engine/planning"
	"farbank/internal/testing/long"
	"farbank/lang"
)

// A ruleMaker generates random problems with layered recursive definitions and values that may be
// undefined.
type ruleMaker struct{ *rand.Rand }

func (m ruleMaker) one(list ...string) string { return list[m.IntN(len(list))] }

// number returns a random number expression in some names.
func (m ruleMaker) number(names ...string) string {
	name := m.one(append(names, "pos", "load")...)
	switch m.IntN(9) {
	case 0:
		return fmt.Sprint(m.IntN(4))
	case 1:
		return "(" + name + " + 1)"
	case 2:
		return "(4 / load)"
	case 3:
		return "(" + name + " - load)"
	case 4:
		return "w[" + m.one(append(names, "pos", "load")...) + "]"
	case 5:
		return "(if " + m.truth(0, nil, names...) + " then " + name + " else " + m.number(names...) + ")"
	}
	return name
}

// truth returns a random condition that may call some functions.
func (m ruleMaker) truth(depth int, calls []string, names ...string) string {
	if depth > 0 {
		a, b := m.truth(depth-1, calls, names...), m.truth(depth-1, calls, names...)
		switch m.IntN(7) {
		case 0, 1:
			return "(" + a + " or " + b + ")"
		case 2, 3:
			return "(" + a + " and " + b + ")"
		case 4:
			v := fmt.Sprint("v", len(names))
			return m.one("(any ", "(all ") + v + ": 1..3 { " + m.truth(depth-1, calls, append(names, v)...) + " })"
		case 5:
			return "(if " + m.truth(0, nil, names...) + " then " + a + " else " + b + ")"
		}
		return a
	}
	if len(calls) > 0 && m.IntN(2) == 0 {
		return m.one(calls...) + "(" + m.number(names...) + ")"
	}
	x := m.one("", "not ")
	switch m.IntN(3) {
	case 0:
		return x + "door[" + m.number(names...) + "]"
	case 1:
		return x + "(" + m.number(names...) + m.one(" == ", " < ", " != ") + m.number(names...) + ")"
	}
	return m.number(names...) + m.one(" == ", " <= ", " != ") + m.number(names...)
}

func (m ruleMaker) problem() string {
	var b strings.Builder
	say := func(text string, args ...any) { fmt.Fprintf(&b, text+"\n", args...) }
	say("puzzle \"rules\"\nstate door[1..3]: bool = %s\nstate pos: 1..3 = %d\nstate load: 0..3 = %d\nstate w[1..3]: 0..3 = %d", m.one("true", "false"), 1+m.IntN(3), m.IntN(4), m.IntN(4))
	say("def ra(a: 1..3) = %s or any c: 1..3 { %s and ra(c) }", m.truth(1, nil, "a"), m.truth(1, nil, "a", "c"))
	low := []string{"ra", "not ra"}
	say("def rb(a: 1..3) = %s", m.truth(2, append(low, "rb", "rc"), "a"))
	say("def rc(a: 1..3) = %s", m.truth(2, append(low, "rb", "rc"), "a"))
	all := append(low, "rb", "not rb", "rc", "not rc")
	say("def rd(a: 1..3) = %s or any c: 1..3 { %s and rd(c) }", m.truth(1, all, "a"), m.truth(1, all, "a", "c"))
	all = append(all, "rd", "not rd")
	cost := func() string {
		return m.one("", "", " cost "+m.number(), " cost if "+m.truth(1, all)+" then 3 else 1", " cost 0", " cost load")
	}
	say("move flip(k: 1..3)%s {\n require %s\n door[k] = not door[k]\n}", cost(), m.truth(1, all, "k"))
	say("move go(k: 1..3)%s {\n require pos != k\n pos = %s\n}", cost(), m.one("k", m.number("k")))
	say("move lift()%s {\n load += 1\n if %s { door[%s] = %s }\n}", cost(), m.truth(1, all), m.number(), m.truth(0, all))
	say("move drop(k: 1..3)%s {\n require %s\n load = %s\n}", cost(), m.truth(0, all, "k"), m.number("k"))
	say("move fill(k: 1..3)%s {\n w[%s] = %s\n}", cost(), m.number("k"), m.number("k"))
	if m.IntN(2) == 0 {
		say("never %s and %s", m.truth(1, all), m.truth(1, all))
	}
	if m.IntN(3) == 0 {
		say("always %s or %s", m.truth(1, all), m.truth(1, all))
	}
	say("goal pos == %d and load == %d and w[2] == %d and %s", 1+m.IntN(3), m.IntN(4), m.IntN(3), m.truth(m.IntN(3), all))
	return b.String()
}

// TestRules compares answers with those of the engine search for random problems with recursive definitions
// and undefined values.
func TestRules(t *testing.T) {
	count := uint64(15)
	if long.Enabled() {
		count = 500
	}
	tally := map[string]int{}
	for seed := *first; seed < *first+count; seed++ {
		source := ruleMaker{rand.New(rand.NewPCG(seed, 5))}.problem()
		p, err := lang.Parse("rules.far", source, lang.Options{Limit: 2_000_000})
		if err != nil {
			tally["no problem"]++
			continue
		}
		ask := func(e engine.Engine, q farbank.Question) *farbank.Answer {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			defer cancel()
			q.Memory = 256 << 20
			a, err := farbank.SolveWith(ctx, e, p, q, nil)
			if err != nil || a.Status != engine.Solved && a.Status != engine.None {
				tally[e.Name()+" has no answer"]++
				return nil
			}
			return a
		}
		want := ask(farbank.Engines[0], farbank.Question{})
		if want == nil {
			continue
		}
		tally["search: "+want.Status.String()]++
		for k := range 6 {
			q := farbank.Question{}
			if k%2 == 1 {
				q.Plans = engine.Any
			}
			a := ask(planning.NewFew(k/2*20), q)
			if a == nil {
				continue
			}
			tally["compared"]++
			if a.Best != nil {
				if _, cost, err := p.Verify(*a.Best); err != nil || cost != a.Best.Cost {
					t.Errorf("seed %d: cost %d, reported %d; %v\n%s", seed, cost, a.Best.Cost, err, source)
				}
			}
			if a.Status != want.Status || a.Best != nil && (a.Best.Cost < want.Best.Cost || q.Plans != engine.Any && a.Best.Cost != want.Best.Cost) {
				t.Errorf("seed %d, few %d, %q: %s %+v, search: %s %+v\n%s", seed, k/2*20, q.Plans, a.Status, a.Best, want.Status, want.Best, source)
			}
		}
	}
	t.Log(tally)
	if tally["compared"] < int(count) {
		t.Error("too few answers were compared")
	}
}
