package core

import (
	"fmt"
	"slices"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// A Pending is an activation of a saved agenda. Key identifies its match; see [rete.Network.MatchKey].
type Pending struct {
	Rule     string
	Part     int
	Key      string
	Salience int
}

// FactState is a saved fact.
type FactState struct {
	Index, Time int64
	Born, Ends  int64  // when it was asserted, and when it expires; 0: unknown, and never
	Template    string // with its module
	Slots       []value.Value
}

// Agenda returns the activations in the order of their creation.
func (e *Environment) Agenda() []Pending {
	var all []*rete.Activation
	for _, m := range e.Modules {
		all = append(all, e.Network.Agendas.List(m.Number)...)
	}
	slices.SortFunc(all, func(a, b *rete.Activation) int {
		if a.Time < b.Time {
			return -1
		}
		return 1
	})
	var list []Pending
	for _, a := range all {
		list = append(list, e.pendingOf(a))
	}
	return list
}

func (e *Environment) pendingOf(a *rete.Activation) Pending {
	r := a.Rule.Data.(*Rule)
	return Pending{r.Module.Name + "::" + r.Name, slices.Index(r.Parts, a.Rule), e.Network.MatchKey(a), a.Salience}
}

// Clockwork is the part of a saved state that numbers facts.
type Clockwork struct{ Next, Time int64 }

// Clockwork returns the index and the time tag of the next fact.
func (e *Environment) Clockwork() Clockwork {
	return Clockwork{e.FactList.next, int64(e.FactList.clock)}
}

// FactStates returns the facts, the oldest first.
func (e *Environment) FactStates() []FactState {
	var list []FactState
	ends := e.Network.Ends()
	for _, f := range e.FactList.List() {
		t := f.Relation.Data.(*Template)
		list = append(list, FactState{f.Index, int64(f.Time), f.Born, ends[f], t.Module.Name + "::" + t.Name, f.Slots})
	}
	return list
}

// Refill replaces the facts of an environment that is as after (reset) by saved ones, with their numbers.
func (e *Environment) Refill(facts []FactState, next Clockwork) error {
	if err := e.emptied(); err != nil {
		return err
	}
	if err := e.WhileMatching(e.Network.Prime); Fatal(err) {
		return err
	}
	for _, s := range facts {
		t := e.templateNamed(s.Template)
		if t == nil {
			return fmt.Errorf("rules: the base has no template %s", s.Template)
		}
		if len(s.Slots) != len(t.Slots) {
			return fmt.Errorf("rules: the template %s has %d slots, not %d", s.Template, len(t.Slots), len(s.Slots))
		}
		f := &Fact{Relation: t.Relation, Slots: s.Slots}
		e.FactList.next, e.FactList.clock = s.Index, uint64(s.Time)
		e.FactList.add(f, hashFact(f))
		f.Born = s.Born
		e.Network.Now = max(e.Network.Now, f.Born)
		if s.Ends > 0 {
			e.Network.ExpireAt(f, s.Ends)
		}
		if err := e.WhileMatching(func() { e.Network.Assert(f) }); Fatal(err) {
			return err
		}
	}
	e.FactList.next, e.FactList.clock = next.Next, uint64(next.Time)
	return nil
}

func (e *Environment) templateNamed(name string) *Template {
	for _, m := range e.Modules {
		for _, t := range m.Templates {
			if m.Name+"::"+t.Name == name {
				return t
			}
		}
	}
	return nil
}

// Reagenda reduces the agenda to the saved activations, in their order. The others have fired. It returns an error
// for one that does not exist.
func (e *Environment) Reagenda(list []Pending) error {
	have := map[Pending][]*rete.Activation{}
	for _, m := range e.Modules {
		for _, a := range e.Network.Agendas.List(m.Number) {
			p := e.pendingOf(a)
			p.Salience = 0
			have[p] = append(have[p], a)
		}
	}
	var kept []*rete.Activation
	for _, p := range list {
		salience := p.Salience
		p.Salience = 0
		if len(have[p]) == 0 {
			return fmt.Errorf("rules: the activation of %s with %s does not exist under this base", p.Rule, p.Key)
		}
		a := have[p][0]
		have[p] = have[p][1:]
		a.Salience = salience
		kept = append(kept, a)
	}
	e.Network.Agendas.Keep(kept)
	return nil
}

// Support is a saved logical support of a fact.
type Support struct {
	Fact int64 // its index
	Rule string
	Part int
	Key  string // of the match of the logical conditions
}

// SupportStates returns the logical support of all facts.
func (e *Environment) SupportStates() []Support {
	of := map[*Fact][]Support{}
	for _, m := range e.Modules {
		for _, r := range m.Rules {
			for i, p := range r.Parts {
				for f, keys := range e.Network.SupportKeys(p) {
					for _, key := range keys {
						of[f] = append(of[f], Support{f.Index, m.Name + "::" + r.Name, i, key})
					}
				}
			}
		}
	}
	var list []Support
	for _, f := range e.FactList.List() {
		list = append(list, of[f]...)
	}
	return list
}

// Resupport restores logical support.
func (e *Environment) Resupport(list []Support) error {
	if len(list) == 0 {
		return nil
	}
	facts := map[int64]*Fact{}
	for _, f := range e.FactList.List() {
		facts[f.Index] = f
	}
	rules := map[string]*Rule{}
	for _, m := range e.Modules {
		for _, r := range m.Rules {
			rules[m.Name+"::"+r.Name] = r
		}
	}
	supporters := map[*rete.Rule]func(string, *Fact) bool{}
	for _, s := range list {
		f, r := facts[s.Fact], rules[s.Rule]
		found := false
		if f != nil && r != nil && s.Part >= 0 && s.Part < len(r.Parts) {
			p := r.Parts[s.Part]
			if supporters[p] == nil {
				supporters[p] = e.Network.Supporters(p)
			}
			found = supporters[p](s.Key, f)
		}
		if !found {
			return fmt.Errorf("rules: the logical support of fact f-%d by %s does not exist under this base", s.Fact, s.Rule)
		}
	}
	return nil
}
