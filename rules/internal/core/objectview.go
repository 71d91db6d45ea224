package core

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// An ObjectView is what object patterns with the same classes and slots see of instances: facts of a
// template with the class, the name and these slots. A slot that no such pattern names may change
// without another match.
type ObjectView struct {
	Template *Template
	classes  map[*Class]bool
}

// A SlotTest is the test of a slot by an object pattern: the name of the slot, and a text that is equal
// for equal tests. All tests for a constant have the same text.
type SlotTest struct{ Slot, Text string }

// A viewNode is a node of the tree of views. It orders the views of an instance as CLIPS visits the
// nodes of its object patterns: the newest slot first, and of a slot the oldest test first.
type viewNode struct {
	views  []*ObjectView // whose patterns end here, the newest first
	groups []*viewGroup  // by the next slot, the newest first
	text   string
}

// A viewGroup has the tests of a slot, the oldest first.
type viewGroup struct {
	slot  string
	tests []*viewNode
}

// at returns the node for the tests that follow. It adds missing nodes.
func (n *viewNode) at(tests []SlotTest) *viewNode {
	if len(tests) == 0 {
		return n
	}
	var group *viewGroup
	for _, g := range n.groups {
		if g.slot == tests[0].Slot {
			group = g
		}
	}
	if group == nil {
		group = &viewGroup{slot: tests[0].Slot}
		n.groups = slices.Insert(n.groups, 0, group)
	}
	for _, t := range group.tests {
		if t.text == tests[0].Text {
			return t.at(tests[1:])
		}
	}
	t := &viewNode{text: tests[0].Text}
	group.tests = append(group.tests, t)
	return t.at(tests[1:])
}

// all appends the views of a tree in order.
func (n *viewNode) all(list []*ObjectView) []*ObjectView {
	list = append(list, n.views...)
	for _, g := range n.groups {
		for _, t := range g.tests {
			list = t.all(list)
		}
	}
	return list
}

// ObjectTemplate returns a template of what patterns see of instances with the given slots.
func ObjectTemplate(slots []Slot) *Template {
	t := &Template{Name: "object", Slots: slices.Concat([]Slot{{Name: "is-a"}, {Name: "name"}}, slots), Object: true}
	t.Relation = &rete.Relation{Name: "object", Data: t, Objects: true}
	return t
}

// ViewOf returns the view of instances of some classes by a template. Tested are the tests of the pattern
// in its order, for the order of matches.
func (e *Environment) ViewOf(classes []*Class, t *Template, tested []SlotTest) *ObjectView {
	o := e.Objects
	var key strings.Builder
	for _, c := range classes {
		fmt.Fprintf(&key, "%s::%s ", c.Module.Name, c.Name)
	}
	for _, s := range t.Slots {
		fmt.Fprintf(&key, "(%s %v)", s.Name, s.Multi)
	}
	fmt.Fprint(&key, tested)
	if v := o.viewOf[key.String()]; v != nil && !slices.ContainsFunc(classes, func(c *Class) bool { return !v.classes[c] }) {
		return v
	}
	v := &ObjectView{Template: t, classes: map[*Class]bool{}}
	for _, c := range classes {
		v.classes[c] = true
	}
	o.viewOf[key.String()] = v
	at := o.tree.at(tested)
	at.views = slices.Insert(at.views, 0, v)
	o.views = o.tree.all(nil)
	for _, i := range o.all {
		if i != nil && !i.Deleted && v.classes[i.Class] && !i.pending[""] {
			f := v.fact(e, i)
			i.views[v] = f
			i.shown = append(i.shown, v)
			e.Network.Assert(f) // no pattern reads it yet
		}
	}
	return v
}

// fact returns what the view shows of an instance.
func (v *ObjectView) fact(e *Environment, i *Instance) *rete.Fact {
	t := v.Template
	f := &rete.Fact{Relation: t.Relation, Slots: make([]value.Value, len(t.Slots)), Time: i.time, Index: -1}
	f.SetAddress(i.address)
	f.Slots[0], f.Slots[1] = e.Symbol(i.Class.Name), i.NameValue()
	for n, s := range t.Slots[2:] {
		w := i.SlotValue(i.Class.Slot(s.Name))
		if s.Multi && w.Kind() != value.MultifieldKind {
			w = value.List(w)
		}
		f.Slots[n+2] = w
	}
	return f
}

// instanceChanged notifies the patterns of a change of a slot of an instance, or of all of it for "".
func (e *Environment) instanceChanged(i *Instance, slot string) {
	if !i.Class.Reactive {
		return
	}
	if i.pending == nil {
		i.pending = map[string]bool{}
		e.Objects.waiting = append(e.Objects.waiting, i)
	}
	i.pending[slot] = true
	if e.Objects.delays == 0 {
		e.matchInstances()
	}
}

// DelayMatching calls do while patterns see no changes of instances.
func (e *Environment) DelayMatching(do func() error) error {
	o := e.Objects
	o.delays++
	err := do()
	if o.delays--; o.delays == 0 && e.Objects == o {
		e.matchInstances()
	}
	return err
}

// matchInstances matches the instances that have changed.
func (e *Environment) matchInstances() {
	o := e.Objects
	for len(o.waiting) > 0 {
		i := o.waiting[0]
		o.waiting = o.waiting[1:]
		changed := i.pending
		i.pending = nil
		e.matchInstance(i, changed)
	}
	e.retractOrphans()
}

// matchInstance retracts and asserts what the patterns see of an instance.
func (e *Environment) matchInstance(i *Instance, changed map[string]bool) {
	var affected []*ObjectView
	for _, v := range e.Objects.views {
		if v.classes[i.Class] && (changed[""] || slices.ContainsFunc(v.Template.Slots[2:], func(s Slot) bool { return changed[s.Name] })) {
			affected = append(affected, v)
		}
	}
	_ = e.WhileMatching(func() {
		for _, v := range affected {
			if f := i.views[v]; f != nil && i.leaving {
				f.Deleted = true // no other match of the instance may arise meanwhile
			}
		}
		for _, v := range slices.Backward(slices.Clone(i.shown)) { // the newest matches first
			if f := i.views[v]; f != nil && slices.Contains(affected, v) {
				delete(i.views, v)
				i.shown = RemoveItem(i.shown, v)
				e.Network.Retract(f)
			}
		}
	})
	if i.leaving {
		return
	}
	if len(affected) > 0 && !changed[""] {
		i.time = e.FactList.clock
		e.FactList.clock++
	}
	_ = e.WhileMatching(func() {
		for _, v := range affected {
			f := v.fact(e, i)
			i.views[v] = f
			i.shown = append(i.shown, v)
			e.Network.Assert(f)
		}
	})
}
