package rete_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank/internal/testing/long"
	"farbank/rules/rete"
	"farbank/rules/value"
)

// generator generates conditions and facts of two relations and of one that extends the first. Slots
// 0 and 1 are single, slot 2 is a multislot.
type generator struct {
	*rand.Rand
	relations []*rete.Relation
	symbols   []value.Value
}

func newGenerator(seed uint64) *generator {
	a, b := &rete.Relation{Name: "a"}, &rete.Relation{Name: "b"}
	m := &generator{Rand: rand.New(rand.NewPCG(seed, 1)), relations: []*rete.Relation{a, b, {Name: "c", Parent: a}}}
	var table value.Table
	for _, text := range strings.Fields("p q r s t u v w x y") {
		m.symbols = append(m.symbols, table.Symbol(text))
	}
	return m
}

func (m *generator) chance(n int) bool { return m.IntN(n) == 0 }

func (m *generator) value() value.Value {
	if m.chance(2) {
		return value.Integer(int64(m.IntN(3)))
	}
	if m.chance(10) {
		return m.symbols[m.IntN(len(m.symbols))]
	}
	return m.symbols[m.IntN(2)]
}

func (m *generator) fact(number int) *rete.Fact {
	var items []value.Value
	for range m.IntN(4) {
		items = append(items, m.value())
	}
	return &rete.Fact{Index: int64(number), Time: uint64(number), Relation: m.relations[m.IntN(3)],
		Slots: []value.Value{m.value(), m.value(), value.List(items...)}}
}

// conditions generates a sequence that starts at a level; bound are the values of those before.
func (m *generator) conditions(level, depth int, bound []rete.Ref) []rete.Condition {
	var list []rete.Condition
	for range 1 + m.IntN(3) {
		var c rete.Condition
		switch n := m.IntN(10); {
		case n < 6 || depth == 0:
			c, bound = m.pattern(level, bound)
		case n < 8:
			c, _ = m.pattern(level, bound)
			c.Negated, c.Exists = true, n == 7
			m.after(&c, bound)
		case n < 9:
			m.after(&c, bound)
			c.Tests, c.After = c.After, nil
		default:
			c = rete.Condition{Group: m.conditions(level, depth-1, bound), Exists: m.chance(2)}
			for _, r := range bound {
				c.Tests = append(c.Tests, rete.Test{Kind: rete.Equal, Left: r, Right: r})
				c.Left, c.Right = append(c.Left, r), append(c.Right, r)
			}
			c.Text = fmt.Sprint("group", bound)
			m.after(&c, bound)
		}
		list = append(list, c)
		level++
	}
	return list
}

// after adds a test of the conditions before.
func (m *generator) after(c *rete.Condition, bound []rete.Ref) {
	if len(bound) > 0 && m.chance(2) {
		r, want := bound[m.IntN(len(bound))], m.value()
		c.After = append(c.After, rete.Test{Func: func(v *rete.View) (bool, error) {
			if x := v.Value(&r); x.Kind() == value.MultifieldKind {
				return len(x.Items()) < 2, nil
			} else if x.Kind() == value.FactKind {
				return x.Ref().(*rete.Fact).Index%3 > 0, nil
			} else {
				return !value.Equal(x, want), nil
			}
		}})
		c.Text += fmt.Sprint("after", r, want)
	}
}

func (m *generator) pattern(level int, bound []rete.Ref) (rete.Condition, []rete.Ref) {
	p := &rete.Pattern{Relation: m.relations[m.IntN(2)]}
	own := []rete.Ref{{Level: level, Kind: rete.RefFact}, {Level: level, Kind: rete.RefSlot, Slot: 0}, {Level: level, Kind: rete.RefSlot, Slot: 1}}
	for slot := range 2 {
		f := rete.Field{Slot: slot, Whole: true}
		switch m.IntN(6) {
		case 0, 1:
			v := m.value()
			f.Constant, f.Text = &v, v.String()
		case 2:
			want := m.value()
			f.Tests, f.Text = []rete.AlphaTest{{Kind: rete.NotEqual, Value: want}}, "~"+want.String()
		case 3:
			read, text := rete.Ref{Kind: rete.RefSlot, Slot: slot}, fmt.Sprint("call", slot)
			f.Tests, f.Text = []rete.AlphaTest{{Func: func(v *rete.View) (bool, error) {
				x := v.Value(&read)
				if x.Kind() == value.SymbolKind {
					return false, fmt.Errorf("%s is no number", x)
				}
				return x.Int() > 0, nil
			}}}, text
		case 4:
			f.Tests, f.Text = []rete.AlphaTest{{Kind: rete.Equal, Other: &rete.Ref{Kind: rete.RefSlot, Slot: 1 - slot}}}, "="
		default:
			continue
		}
		p.Fields = append(p.Fields, f)
	}
	own = append(own, m.many(p, level)...)
	c := rete.Condition{Pattern: p}
	if len(bound) > 0 && m.chance(2) {
		l, r := bound[m.IntN(len(bound))], own[m.IntN(len(own))]
		c.Tests = append(c.Tests, rete.Test{Kind: rete.Equal, Left: l, Right: r})
		c.Left, p.Keys, p.KeyText = []rete.Ref{l}, []rete.Ref{r}, fmt.Sprint(r.Kind, r.Slot, r.Front, r.Back, r.Mark)
		c.Text = fmt.Sprint("=", l, r)
	}
	if len(bound) > 0 && m.chance(3) {
		l, r, kind := bound[m.IntN(len(bound))], own[m.IntN(len(own))], rete.Equal+rete.TestKind(m.IntN(8))
		t := rete.Test{Kind: kind, Left: l, Right: r, Func: func(v *rete.View) (bool, error) {
			x, y := v.Value(&l), v.Value(&r)
			return x.IsNumber() && y.IsNumber() && compares(kind, x.Number(), y.Number()), nil
		}}
		c.Tests = append(c.Tests, t)
		c.Text += fmt.Sprint(kind, l, r)
	}
	return c, append(slices.Clone(bound), own...)
}

func compares(kind rete.TestKind, x, y float64) bool {
	return map[rete.TestKind]bool{rete.Less: x < y, rete.LessEqual: x <= y, rete.Greater: x > y, rete.GreaterEqual: x >= y,
		rete.NumberEqual: x == y, rete.NumberNotEqual: x != y}[kind]
}

// many generates a test of the multislot.
func (m *generator) many(p *rete.Pattern, level int) []rete.Ref {
	ref := rete.Ref{Level: level, Slot: 2}
	field := func(f rete.Field) { f.Slot = 2; p.Fields = append(p.Fields, f) }
	with := func(kind rete.RefKind, front, back, mark int) rete.Ref {
		r := ref
		r.Kind, r.Front, r.Back, r.Mark = kind, front, back, mark
		return r
	}
	switch m.IntN(5) {
	case 0: // a $?rest
		field(rete.Field{Whole: true, Last: true, Length: rete.LengthTest{Kind: 2, Minimum: 1}, After: -1})
		return []rete.Ref{with(rete.RefField, 0, 0, 0), with(rete.RefRange, 1, 0, 0)}
	case 1: // $?rest a
		v := m.value()
		field(rete.Field{Position: 1, Back: 1, Last: true, Length: rete.LengthTest{Kind: 2, Minimum: 1}, Constant: &v, Text: v.String()})
		return []rete.Ref{with(rete.RefRange, 0, 1, 0), with(rete.RefBack, 0, 1, 0), with(rete.RefRange, 0, 0, 0)}
	case 2: // $?x a $?y
		field(rete.Field{Multi: true, After: 1, Length: rete.LengthTest{Kind: 2, Minimum: 1}})
		field(rete.Field{Position: 2, Multi: true, Last: true})
		return []rete.Ref{with(rete.RefMark, 0, 0, 0), with(rete.RefAfter, 0, 0, 0), with(rete.RefMark, 0, 0, 1)}
	case 3: // exactly two
		field(rete.Field{Whole: true, Last: true, Length: rete.LengthTest{Kind: 1, Minimum: 2}})
		return []rete.Ref{with(rete.RefField, 0, 0, 0), with(rete.RefField, 1, 0, 0), with(rete.RefSlot, 0, 0, 0)}
	}
	if len(p.Fields) == 0 {
		p.Fields = []rete.Field{{Slot: -1, Whole: true}}
	}
	return nil
}

// generatedRule is a rule in the network, and what its agenda is known by.
// generatedRule is a rule in the network and its conditions.
type generatedRule struct {
	*rete.Rule
	conditions []rete.Condition
}

// agenda counts the activations of a rule by their facts.
func agenda(n *rete.Network, r *rete.Rule) map[string]int {
	count := map[string]int{}
	for _, a := range n.Agendas.List(0) {
		if a.Rule == r {
			count[text(n.Facts(a))]++
		}
	}
	return count
}

func text(facts []*rete.Fact) string {
	var b strings.Builder
	for _, f := range facts {
		if f != nil {
			fmt.Fprint(&b, f.Index, " ")
		}
	}
	return b.String()
}

// compareAgenda compares the activations of all rules with those found by MatchPlainly.
func compareAgenda(n *rete.Network, rules []generatedRule, facts []*rete.Fact) error {
	for _, r := range rules {
		want := map[string]int{}
		for _, m := range rete.New().MatchPlainly(r.conditions, facts) {
			want[text(m.Facts)]++
		}
		got := agenda(n, r.Rule)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			return fmt.Errorf("rule %s has the activations %v, not %v\n%+v", r.Name, got, want, r.conditions)
		}
	}
	return nil
}

// TestNetworkAsPlain adds and removes rules and facts in random order and compares the agenda
// with MatchPlainly.
func TestNetworkAsPlain(t *testing.T) {
	seeds := uint64(200)
	if long.Enabled() {
		seeds = 20000
	}
	for seed := range seeds {
		m := newGenerator(seed)
		n := rete.New()
		n.Listener.Failed = func([]*rete.Rule, *rete.Fact, error) {}
		n.Agendas.Rearrange(rete.Strategy(m.IntN(8)), false, nil)
		n.Prime()
		var rules []generatedRule
		var facts []*rete.Fact
		for step := range 40 {
			switch k := m.IntN(20); {
			case k < 4 && len(rules) < 6:
				r := generatedRule{&rete.Rule{Name: fmt.Sprint(step), Order: step, Complexity: m.IntN(3)}, m.conditions(1, 2, nil)}
				n.AddRule([]*rete.Rule{r.Rule}, [][]rete.Condition{r.conditions}, true)
				rules = append(rules, r)
			case k < 5 && len(rules) > 0:
				i := m.IntN(len(rules))
				n.RemoveRule(rules[i].Rule)
				rules = slices.Delete(rules, i, i+1)
			case k < 9 && len(facts) > 0:
				i := m.IntN(len(facts))
				n.Retract(facts[i])
				facts = slices.Delete(facts, i, i+1)
			case k == 9:
				n.Agendas.Rearrange(rete.Strategy(m.IntN(8)), true, nil)
			default:
				facts = append(facts, m.fact(step+1))
				n.Assert(facts[len(facts)-1])
			}
			if err := compareAgenda(n, rules, facts); err != nil {
				t.Fatalf("seed %d, step %d: %v", seed, step, err)
			}
		}
		if step := resetAgain(n, facts); step != nil {
			t.Fatalf("seed %d: %v", seed, step)
		}
		if err := compareAgenda(n, rules, facts); err != nil {
			t.Fatalf("seed %d, after a reset: %v", seed, err)
		}
	}
}

// resetAgain retracts all facts and asserts them again, as a reset does.
func resetAgain(n *rete.Network, facts []*rete.Fact) error {
	n.Unprime()
	for _, f := range facts {
		n.Retract(f)
	}
	if k := n.Agendas.Len(); k > 0 {
		return fmt.Errorf("%d activations rest on nothing", k)
	}
	n.Prime()
	for _, f := range facts {
		f.Deleted = false
		n.Assert(f)
	}
	return nil
}
