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
// for equal tests. Tests for a constant have the same text, and the constant.
type SlotTest struct {
	Slot, Text string
	Constant   *value.Value
}

// A viewNode is a node of the tree of views. It orders the views of an instance as CLIPS visits the
// nodes of its object patterns: the newest slot first, and of a slot the oldest test first.
type viewNode struct {
	views     []*ObjectView // whose patterns end here, the newest first
	groups    []*viewGroup  // by the next slot, the newest first
	text      string
	constants map[uint32]*viewNode // of tests for constants, by their hashes
}

// A viewGroup has the tests of a slot, the oldest first.
type viewGroup struct {
	slot  string
	tests []*viewNode
}

// add adds a view to the node for some tests. It adds missing nodes.
func (n *viewNode) add(v *ObjectView, tests []SlotTest) {
	if len(tests) == 0 {
		if !slices.Contains(n.views, v) {
			n.views = slices.Insert(n.views, 0, v)
		}
		return
	}
	g := n.group(tests[0].Slot)
	k := slices.IndexFunc(g.tests, func(t *viewNode) bool { return t.text == tests[0].Text })
	if k < 0 {
		k = len(g.tests)
		g.tests = append(g.tests, &viewNode{text: tests[0].Text})
	}
	t := g.tests[k]
	if c := tests[0].Constant; c != nil {
		if t.constants == nil {
			t.constants = map[uint32]*viewNode{}
		}
		of := t.constants[c.Hash()]
		if of == nil {
			of = &viewNode{}
			t.constants[c.Hash()] = of
		}
		t = of
	}
	t.add(v, tests[1:])
}

// group returns the tests of a slot that follow. It adds a missing group.
func (n *viewNode) group(slot string) *viewGroup {
	for _, g := range n.groups {
		if g.slot == slot {
			return g
		}
	}
	g := &viewGroup{slot: slot}
	n.groups = slices.Insert(n.groups, 0, g)
	return g
}

// order appends the views in the order in which an instance reaches them.
func (n *viewNode) order(i *Instance, list []*ObjectView) []*ObjectView {
	list = append(list, n.views...)
	for _, g := range n.groups {
		for _, t := range g.tests {
			if of := t.constants[i.hash(g.slot)]; of != nil {
				list = of.order(i, list)
			}
			list = t.order(i, list)
		}
	}
	return list
}

// hash returns the hash of what patterns see in a slot, or 0 if the instance has no such slot.
func (i *Instance) hash(slot string) uint32 {
	if slot == "name" {
		return i.NameValue().Hash()
	}
	if k := i.Class.Slot(slot); k >= 0 {
		return i.SlotValue(k).Hash()
	}
	return 0
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
	constant := false
	for _, t := range tested {
		fmt.Fprintf(&key, "{%s %s}", t.Slot, t.Text)
		constant = constant || t.Constant != nil
	}
	if v := o.viewOf[key.String()]; v != nil && !slices.ContainsFunc(classes, func(c *Class) bool { return !v.classes[c] }) {
		if constant {
			o.tree.add(v, tested) // other constants may have been compared before
		}
		return v
	}
	v := &ObjectView{Template: t, classes: map[*Class]bool{}}
	for _, c := range classes {
		v.classes[c] = true
	}
	o.viewOf[key.String()] = v
	o.tree.add(v, tested)
	o.views = append(o.views, v)
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

// viewsOf returns all views in the order in which an instance is shown to them. Last are those that it fails.
func (o *objectStore) viewsOf(i *Instance) []*ObjectView {
	list := o.tree.order(i, make([]*ObjectView, 0, len(o.views)))
	if len(list) == len(o.views) {
		return list
	}
	reached := make(map[*ObjectView]bool, len(list))
	for _, v := range list {
		reached[v] = true
	}
	for _, v := range o.views {
		if !reached[v] {
			list = append(list, v)
		}
	}
	return list
}

// matchInstance retracts and asserts what the patterns see of an instance.
func (e *Environment) matchInstance(i *Instance, changed map[string]bool) {
	var affected []*ObjectView
	for _, v := range e.Objects.viewsOf(i) {
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
