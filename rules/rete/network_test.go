package rete_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// world is a network with one relation, whose facts have a number and a symbol.
type world struct {
	*rete.Network
	relation *rete.Relation
	table    value.Table
	time     uint64
}

func newWorld(s rete.Strategy) *world {
	w := &world{Network: rete.New(), relation: &rete.Relation{Name: "n"}}
	w.Agendas.Rearrange(s, false, nil)
	w.Prime()
	return w
}

func (w *world) fact(number int64, symbol string) *rete.Fact {
	w.time++
	return &rete.Fact{Index: int64(w.time), Time: w.time, Relation: w.relation, Slots: []value.Value{value.Integer(number), w.table.Symbol(symbol)}}
}

func (w *world) assert(number int64, symbol string) *rete.Fact {
	f := w.fact(number, symbol)
	w.Assert(f)
	return f
}

// any returns a condition that matches every fact; of, one that matches facts with a symbol.
func (w *world) any() rete.Condition {
	return rete.Condition{Pattern: &rete.Pattern{Relation: w.relation, Fields: []rete.Field{{Slot: -1, Whole: true}}}}
}

func (w *world) of(symbol string) rete.Condition {
	v := w.table.Symbol(symbol)
	return rete.Condition{Pattern: &rete.Pattern{Relation: w.relation, Fields: []rete.Field{{Slot: 1, Whole: true, Constant: &v, Text: symbol}}}}
}

// hashed adds an equality test of the number with that of the fact at a level.
func hashed(c rete.Condition, own, level int) rete.Condition {
	l, r := rete.Ref{Level: level, Kind: rete.RefSlot}, rete.Ref{Level: own, Kind: rete.RefSlot}
	c.Tests = []rete.Test{{Kind: rete.Equal, Left: l, Right: r}}
	c.Left, c.Pattern.Keys, c.Pattern.KeyText, c.Text = []rete.Ref{l}, []rete.Ref{r}, "0", fmt.Sprint("=", level)
	return c
}

func (w *world) add(r *rete.Rule, conditions ...rete.Condition) *rete.Rule {
	w.AddRule([]*rete.Rule{r}, [][]rete.Condition{conditions}, true)
	return r
}

// fire takes the next activation of module 0 and describes it.
func (w *world) fire() string {
	a := w.Agendas.Top(0)
	if a == nil {
		return ""
	}
	m := w.Take(a)
	w.Fired()
	return m.Rule.Name + ":" + strings.TrimSpace(text(m.Facts))
}

func (w *world) fireAll() string {
	var all []string
	for f := w.fire(); f != ""; f = w.fire() {
		all = append(all, f)
	}
	return strings.Join(all, " ")
}

// TestStrategies checks the order in which activations fire. For all strategies but random and
// jess it is that of CLIPS. It is the same if the strategy is set late.
func TestStrategies(t *testing.T) {
	for _, c := range []struct{ strategy, want string }{
		{"depth", "top:3 one:3 two:3 3 two:3 1 two:1 3 one:2 one:1 two:1 1"},
		{"breadth", "top:3 two:1 1 one:1 one:2 two:1 3 two:3 1 two:3 3 one:3"},
		{"lex", "top:3 two:3 3 two:1 3 two:3 1 one:3 one:2 two:1 1 one:1"},
		{"mea", "top:3 two:3 3 two:3 1 one:3 one:2 two:1 3 two:1 1 one:1"},
		{"complexity", "top:3 two:1 1 two:1 3 two:3 1 two:3 3 one:1 one:2 one:3"},
		{"simplicity", "top:3 one:1 one:2 one:3 two:1 1 two:1 3 two:3 1 two:3 3"},
		{"random", "top:3 one:3 two:3 3 two:3 1 two:1 3 one:2 one:1 two:1 1"},
		{"jess", "top:3 two:3 3 two:1 3 two:3 1 one:3 one:2 two:1 1 one:1"},
	} {
		s, ok := rete.StrategyNamed(c.strategy)
		if !ok || s.String() != c.strategy {
			t.Fatalf("%s is %v, %v", c.strategy, s, ok)
		}
		for _, first := range []rete.Strategy{s, rete.Depth, rete.Lex} {
			w := newWorld(first)
			number := uint32(100)
			w.Listener.Random = func() uint32 { number--; return number }
			w.add(&rete.Rule{Name: "one", Order: 1, Complexity: 1}, w.any())
			w.add(&rete.Rule{Name: "two", Order: 2, Complexity: 2}, w.of("a"), w.of("a"))
			w.add(&rete.Rule{Name: "top", Salience: func(any) int { return 5 }}, w.third())
			w.assert(1, "a")
			w.assert(2, "b")
			w.assert(3, "a")
			if first != s {
				w.Agendas.Rearrange(s, true, []int{0})
			}
			if got := w.fireAll(); got != c.want || w.Agendas.Strategy() != s {
				t.Errorf("%s, %s first: %s\nwant %s", c.strategy, first, got, c.want)
			}
		}
	}
	if _, ok := rete.StrategyNamed("best"); ok {
		t.Error("StrategyNamed accepts best")
	}
}

// third returns a condition that matches a fact with the number 3.
func (w *world) third() rete.Condition {
	c := w.of("a")
	r := rete.Ref{Level: 1, Kind: rete.RefSlot}
	c.Text, c.Tests = "third", []rete.Test{{Func: func(v *rete.View) (bool, error) { return v.Value(&r).Int() == 3, nil }}}
	return c
}

// TestNetworkHoldsManyFacts checks that memories grow and that retraction leaves nothing behind.
func TestNetworkHoldsManyFacts(t *testing.T) {
	const most = 3000
	for _, s := range []rete.Strategy{rete.Depth, rete.Breadth, rete.Lex} {
		w := newWorld(s)
		before := w.Memory()
		pair := w.add(&rete.Rule{Name: "pair"}, w.of("a"), hashed(w.of("b"), 2, 1))
		alone := hashed(w.of("b"), 2, 1)
		alone.Negated = true
		lone := w.add(&rete.Rule{Name: "lone", Module: 1}, w.of("a"), alone)
		var facts []*rete.Fact
		for i := range int64(most) {
			facts = append(facts, w.assert(i, "a"), w.assert(i, "b"))
		}
		if n := len(agenda(w.Network, pair)); n != most || w.Agendas.Len() != most || w.Agendas.Top(1) != nil || w.Agendas.Top(2) != nil {
			t.Errorf("%s: %d activations of pairs, %d in all", s, n, w.Agendas.Len())
		}
		if w.Memory() <= before {
			t.Error("Memory is 0")
		}
		for i := 1; i < len(facts); i += 4 {
			w.Retract(facts[i])
		}
		if n := len(w.Agendas.List(1)); n != most/2 || w.Agendas.Len() != most || w.Agendas.Top(1).Rule != lone {
			t.Errorf("%s: %d activations without a partner, %d in all", s, n, w.Agendas.Len())
		}
		w.Deactivate(1, func(r *rete.Rule) bool { return r == lone })
		if n := len(w.Agendas.List(1)); n != 0 {
			t.Errorf("%s: %d are left", s, n)
		}
		for i, f := range facts {
			if i%4 != 1 {
				w.Retract(f)
			}
		}
		if w.Agendas.Len() != 0 {
			t.Errorf("%s: %d are left", s, w.Agendas.Len())
		}
	}
}

// TestLogical checks that a fact asserted under logical conditions is orphaned with the last match
// that supports it, and stays if it is asserted without conditions.
func TestLogical(t *testing.T) {
	w := newWorld(rete.Depth)
	first := w.of("a")
	first.Logical = true
	w.add(&rete.Rule{Name: "r"}, first, w.of("b"))
	a1, a2, b := w.assert(1, "a"), w.assert(2, "a"), w.assert(3, "b")
	fired := func() bool { a := w.Agendas.Top(0); return a != nil && w.Take(a) != nil }
	supported, free := w.fact(4, "c"), w.fact(5, "c")
	for i := 0; fired(); i++ {
		if !w.Support(supported) {
			t.Error("Support returns false though the conditions hold")
		}
		if i == 0 {
			w.Assert(supported)
			w.Support(free)
			w.Assert(free)
		} else {
			w.SupportAgain(supported) // a second time
		}
		w.Fired()
	}
	w.SupportAgain(free)
	if n := len(w.Supports(supported)); n < 2 || len(w.Supports(free)) != 0 {
		t.Errorf("%d supports", n)
	}
	if got := w.Dependents(a1); len(got) != 1 || got[0] != supported || w.Dependents(b) != nil {
		t.Errorf("%v depend", got)
	}
	w.Retract(a1)
	if f := w.Orphan(); f != nil {
		t.Errorf("%d has lost its support", f.Index)
	}
	w.Retract(b) // not matched by a logical condition
	w.Retract(a2)
	if f, g := w.Orphan(), w.Orphan(); f != supported || g != nil {
		t.Errorf("%v and %v have lost their support", f, g)
	}
	w.Retract(supported)
}

// TestLogicalLost checks that conditions that cease to hold while their rule fires support
// nothing, and that the facts of a removed rule stay.
func TestLogicalLost(t *testing.T) {
	w := newWorld(rete.Depth)
	c := w.of("a")
	c.Logical = true
	r := w.add(&rete.Rule{Name: "r"}, c)
	a := w.assert(1, "a")
	w.Take(w.Agendas.Top(0))
	w.Retract(a)
	if w.Support(w.fact(2, "b")) {
		t.Error("a retracted match supports a fact")
	}
	w.Fired()
	w.assert(3, "a")
	w.Take(w.Agendas.Top(0))
	f := w.fact(4, "b")
	w.Support(f)
	w.Assert(f)
	w.Fired()
	w.RemoveRule(r)
	if w.Orphan() != nil || len(w.Supports(f)) != 0 {
		t.Error("a fact is orphaned by the removal of its rule")
	}
}

// TestMatch reads the variables of a rule that fires, by all kinds of Refs.
func TestMatch(t *testing.T) {
	w := newWorld(rete.Depth)
	many := &rete.Relation{Name: "many"}
	p := &rete.Pattern{Relation: many, Fields: []rete.Field{
		{Multi: true, After: 1, Length: rete.LengthTest{Kind: 2, Minimum: 1}}, {Position: 2, Multi: true, Last: true}}}
	w.add(&rete.Rule{Name: "r"}, rete.Condition{Pattern: p})
	var items []value.Value
	for i := range 4 {
		items = append(items, value.Integer(int64(i)))
	}
	f := &rete.Fact{Index: 7, Time: 7, Relation: many, Slots: []value.Value{value.List(items...)}}
	w.Assert(f)
	read := func(m *rete.Match, kind rete.RefKind, front, back, mark int) string {
		return m.Value(&rete.Ref{Level: 1, Kind: kind, Front: front, Back: back, Mark: mark}).String()
	}
	var got []string
	for a := w.Agendas.Top(0); a != nil; a = w.Agendas.Top(0) {
		m := w.Take(a)
		got = append(got, read(m, rete.RefMark, 0, 0, 0)+read(m, rete.RefAfter, 0, 0, 0)+read(m, rete.RefMark, 0, 0, 1))
		if all := read(m, rete.RefSlot, 0, 0, 0) + read(m, rete.RefField, 1, 0, 0) + read(m, rete.RefBack, 0, 1, 0) + read(m, rete.RefRange, 1, 1, 0) +
			read(m, rete.RefRange, 0, 0, 0) + read(m, rete.RefFact, 0, 0, 0); all != "(0 1 2 3)13(1 2)(0 1 2 3)<Fact-7>" {
			t.Error(all)
		}
		w.Fired()
	}
	if all := strings.Join(got, " "); all != "()0(1 2 3) (0)1(2 3) (0 1)2(3) (0 1 2)3()" {
		t.Error(all)
	}
	if !rete.Address(nil).IsFalse() || rete.Address(f).Ref() != any(f) {
		t.Error("wrong addresses")
	}
}

// TestMatches lists the matches of conditions, including those of groups.
func TestMatches(t *testing.T) {
	w := newWorld(rete.Depth)
	none := w.of("c")
	none.Negated = true
	group := rete.Condition{Group: []rete.Condition{w.of("b"), hashed(w.of("c"), 3, 2)}, Text: "group"}
	plain := w.add(&rete.Rule{Name: "plain"}, w.of("a"), w.of("b"), none)
	nested := w.add(&rete.Rule{Name: "nested"}, w.of("a"), group)
	empty := w.add(&rete.Rule{Name: "empty"})
	w.assert(1, "a")
	w.assert(2, "b")
	w.assert(3, "b")
	for _, c := range []struct {
		rule *rete.Rule
		want string
	}{
		{plain, "[1] [2 3] [] / 1 - 2: 1 2, 1 3 / 1 - 3: 1 2, 1 3"},
		{nested, "[1] [2 3] [] / 1 - 2: 1 2, 1 3 / 1 - 3:  / 1 (P1) , 2 (P2 - P3): 1"},
		{empty, "[]"},
	} {
		list := w.Matches(c.rule)
		var parts []string
		for _, p := range list.Patterns {
			parts = append(parts, "["+matchTexts(p, " ")+"]")
		}
		text := strings.Join(parts, " ")
		for _, p := range list.Partial {
			text += " / " + p.Conditions + ": " + matchTexts(p.Matches, ", ")
		}
		if text != c.want {
			t.Errorf("%s: %s\nwant %s", c.rule.Name, text, c.want)
		}
	}
}

func matchTexts(matches [][]*rete.Fact, between string) string {
	var all []string
	for _, facts := range matches {
		all = append(all, strings.TrimSpace(text(facts)))
	}
	slices.Sort(all)
	return strings.Join(all, between)
}

// TestRefreshAndClear checks that fired rules fire again after Refresh and none after Clear.
func TestRefreshAndClear(t *testing.T) {
	w := newWorld(rete.Depth)
	reported := ""
	w.Listener.Activate = func(a *rete.Activation) { reported += "+" + a.Rule.Name }
	w.Listener.Deactivate = func(a *rete.Activation) { reported += "-" + a.Rule.Name }
	w.Listener.Focus = func(r *rete.Rule) { reported += "!" + r.Name }
	r := w.add(&rete.Rule{Name: "r", AutoFocus: true}, w.any())
	always := w.add(&rete.Rule{Name: "s"})
	f := w.assert(1, "a")
	w.assert(2, "a")
	if got := w.fireAll(); got != "r:2 r:1 s:" {
		t.Error(got)
	}
	w.Refresh(r)
	w.Refresh(always)
	w.Retract(f)
	if got := w.fireAll(); got != "s: r:2" {
		t.Error(got)
	}
	if reported != "+s!r+r!r+r!r+r!r+r+s-r" {
		t.Error(reported)
	}
	w.Refresh(r)
	w.Agendas.Clear()
	if w.Agendas.Len() != 0 || w.fireAll() != "" {
		t.Error("activations are left")
	}
	w.Clear()
	if w.Agendas.Strategy() != rete.Depth || len(w.Agendas.List(0)) != 0 {
		t.Error("the network is not empty")
	}
}

// TestFailingTests checks that an error in a condition is reported with the rules or the fact and
// counts as false, but in a negated condition as true.
func TestFailingTests(t *testing.T) {
	w := newWorld(rete.Depth)
	fails := func(*rete.View) (bool, error) { return true, fmt.Errorf("no number") }
	var reported []string
	w.Listener.Failed = func(rules []*rete.Rule, f *rete.Fact, err error) {
		for _, r := range rules {
			reported = append(reported, r.Name)
		}
		if f != nil {
			reported = append(reported, fmt.Sprint(f.Index))
		}
	}
	join := w.of("a")
	join.Tests, join.Text = []rete.Test{{Func: fails}}, "fails"
	negated := join
	negated.Negated = true
	alpha := w.of("a")
	alpha.Pattern.Fields = append(alpha.Pattern.Fields, rete.Field{Slot: 0, Whole: true, Text: "fails", Tests: []rete.AlphaTest{{Func: fails}}})
	w.add(&rete.Rule{Name: "join"}, w.of("b"), join)
	w.add(&rete.Rule{Name: "not"}, w.of("b"), negated)
	w.add(&rete.Rule{Name: "alpha"}, alpha)
	w.assert(1, "b")
	w.assert(2, "a")
	if got := w.fireAll(); got != "" {
		t.Error(got)
	}
	slices.Sort(reported)
	if got := strings.Join(reported, " "); got != "2 join not" {
		t.Error(got)
	}
}

// TestLimits checks that a network reports that its limit is exceeded and that Stop ends matching.
func TestLimits(t *testing.T) {
	w := newWorld(rete.Depth)
	w.Limit = 200_000
	w.add(&rete.Rule{Name: "r"}, w.any(), w.any())
	for i := 0; i < 1000 && !w.Full; i++ {
		w.assert(int64(i), "a")
	}
	if !w.Full || w.Memory() < w.Limit/2 {
		t.Errorf("%v with %d bytes", w.Full, w.Memory())
	}
	s := newWorld(rete.Depth)
	s.Listener.Stop = func() bool { return true }
	s.add(&rete.Rule{Name: "r"}, s.any(), s.any(), s.any())
	for i := range int64(100) {
		s.assert(i, "a")
	}
	if n := s.Agendas.Len(); n >= 1_000_000 {
		t.Errorf("matching continued to %d", n)
	}
}
