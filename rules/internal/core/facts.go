package core

import (
	"fmt"
	"iter"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// Fact is a fact of the working memory.
type Fact = rete.Fact

// factList has the facts by age, with a hash table to find equal ones.
type factList struct {
	All    []*Fact // nil where facts were retracted
	gaps   int
	closed int    // how often the gaps were removed
	next   int64  // the index of the next fact
	clock  uint64 // the time tag of the next fact
	byHash map[uint32]*Fact
}

func newFactList() factList { return factList{byHash: map[uint32]*Fact{}, clock: 1} }

// restart resets the index and the time tag.
func (l *factList) restart() { l.next, l.clock = 0, 1 }

// Len returns the number of facts.
func (l *factList) Len() int { return len(l.All) - l.gaps }

// first returns the oldest fact, or nil.
func (l *factList) first() *Fact {
	for _, f := range l.All {
		if f != nil {
			return f
		}
	}
	return nil
}

func hashFact(f *Fact) uint32 {
	h := value.HashItems(f.Slots)
	for _, c := range []byte(f.Relation.Name) {
		h = h*31 + uint32(c)
	}
	return h
}

// same returns a fact equal to f, or nil.
func (l *factList) same(f *Fact, hash uint32) *Fact {
	for g := l.byHash[hash]; g != nil; g = g.Link {
		if g.Relation == f.Relation && value.EqualItems(g.Slots, f.Slots) {
			return g
		}
	}
	return nil
}

func (l *factList) add(f *Fact, hash uint32) {
	f.Link = l.byHash[hash]
	l.byHash[hash] = f
	f.Index, f.Time = l.next, l.clock
	l.next++
	l.clock++
	f.Place = len(l.All)
	l.All = append(l.All, f)
}

func (l *factList) remove(f *Fact) {
	hash := hashFact(f)
	if l.byHash[hash] == f {
		if f.Link == nil {
			delete(l.byHash, hash)
		} else {
			l.byHash[hash] = f.Link
		}
	} else {
		for g := l.byHash[hash]; g != nil; g = g.Link {
			if g.Link == f {
				g.Link = f.Link
				break
			}
		}
	}
	l.All[f.Place] = nil
	l.gaps++
	if l.gaps > 64 && l.gaps > len(l.All)/2 {
		l.close()
	}
}

// close removes the gaps.
func (l *factList) close() {
	kept := l.All[:0]
	for _, f := range l.All {
		if f != nil {
			f.Place = len(kept)
			kept = append(kept, f)
		}
	}
	clear(l.All[len(kept):])
	l.All, l.gaps = kept, 0
	l.closed++
}

// List returns the facts by age.
func (l *factList) List() []*Fact {
	facts := make([]*Fact, 0, l.Len())
	for _, f := range l.All {
		if f != nil {
			facts = append(facts, f)
		}
	}
	return facts
}

// Live yields the facts by age. Changes during the iteration take effect for facts not yet yielded.
func (l *factList) Live() iter.Seq[*Fact] {
	return func(yield func(*Fact) bool) {
		last, closed := int64(-1), l.closed
		for i := 0; i < len(l.All); i++ {
			f := l.All[i]
			if f == nil || f.Index <= last {
				continue
			}
			last = f.Index
			if !f.Deleted && !yield(f) {
				return
			}
			if l.closed != closed {
				i, closed = -1, l.closed // the facts have moved
			}
		}
	}
}

// byIndex returns the fact with an index, or nil.
func (l *factList) byIndex(index int64) *Fact {
	for _, f := range l.All {
		if f != nil && f.Index == index {
			return f
		}
	}
	return nil
}

// Facts yields the facts, the oldest first.
func (e *Environment) Facts() iter.Seq[*Fact] {
	return func(yield func(*Fact) bool) {
		for _, f := range e.FactList.List() {
			if !f.Deleted && !yield(f) {
				return
			}
		}
	}
}

// errMatching refuses a change of the facts by a condition.
var errMatching = fmt.Errorf("[FACTMNGR2] Facts may not be asserted or retracted during pattern-matching")

// ErrBusy refuses other changes by a condition.
var ErrBusy = fmt.Errorf("rules and agendas may not be changed during pattern-matching")

// errUntested ends the actions that changed a fact if a condition could not be tested for it. The
// error of the condition has been reported.
var errUntested = fmt.Errorf("a condition could not be tested")

// WhileMatching calls change, which changes the network. Conditions tested by it must change nothing.
func (e *Environment) WhileMatching(change func()) error {
	outer := e.Matching
	e.Matching, e.untested = true, false
	defer func() { e.Matching = outer }()
	change()
	if err := e.pending; err != nil {
		e.pending = nil
		return err
	}
	if e.untested {
		if err := e.Interrupted(); err != nil {
			return err
		}
		return errUntested
	}
	return nil
}

// Assert adds a new fact. It returns nil if an equal one exists, or if the conditions that would
// support it no longer hold.
func (e *Environment) Assert(f *Fact) (*Fact, error) {
	if e.Matching {
		return nil, errMatching
	}
	hash := hashFact(f)
	if !e.Options.Duplication {
		if old := e.FactList.same(f, hash); old != nil {
			e.Network.SupportAgain(old)
			e.because(old)
			return nil, nil
		}
	}
	if !e.Network.Support(f) {
		return nil, nil
	}
	e.FactList.add(f, hash)
	e.Total.Asserted++
	e.born(f)
	e.watchFact("==> ", f)
	e.because(f)
	e.hookFact(f, onAssert)
	err := e.WhileMatching(func() { e.Network.Assert(f) })
	e.retractOrphans()
	return f, err
}

// Equal returns the fact that is equal to f, or nil.
func (e *Environment) Equal(f *Fact) *Fact { return e.FactList.same(f, hashFact(f)) }

// Retract removes a fact.
func (e *Environment) Retract(f *Fact) error {
	if e.Matching {
		return errMatching
	}
	if f.Deleted {
		return nil
	}
	e.watchFact("<== ", f)
	e.hookFact(f, onRetract)
	e.FactList.remove(f)
	err := e.WhileMatching(func() { e.Network.Retract(f) })
	e.retractOrphans()
	return err
}

// retractOrphans retracts the facts that have lost their support, and those that lose it thereby.
func (e *Environment) retractOrphans() {
	if e.orphaning {
		return // the outer loop retracts new orphans
	}
	e.orphaning = true
	defer func() { e.orphaning = false }()
	for f := e.Network.Orphan(); f != nil; f = e.Network.Orphan() {
		if f.Relation == supportRelation {
			_ = e.DeleteInstance(f.Slots[0].Ref().(*Instance))
		} else if !f.Deleted {
			_ = e.Retract(f)
		}
	}
}

// FactText returns a fact as text that can be asserted.
func FactText(f *Fact) string { return WriteFact(f, value.Value.String) }

// Shown returns a value as listings of facts print it: quotes within strings are not escaped.
func Shown(v value.Value) string {
	if v.Kind() == value.StringKind {
		return `"` + v.Text() + `"`
	}
	return v.String()
}

// WriteFact returns a fact as text; write formats its values.
func WriteFact(f *Fact, write func(value.Value) string) string {
	t := f.Relation.Data.(*Template)
	if t.Object {
		return f.Slots[1].String()
	}
	var b strings.Builder
	b.WriteByte('(')
	b.WriteString(t.Name)
	for i, v := range f.Slots {
		switch {
		case t.Implied:
			WriteFields(&b, v, write)
		case t.Slots[i].Multi:
			b.WriteString(" (" + t.Slots[i].Name)
			WriteFields(&b, v, write)
			b.WriteByte(')')
		default:
			b.WriteString(" (" + t.Slots[i].Name + " " + write(v) + ")")
		}
	}
	b.WriteByte(')')
	return b.String()
}

// WriteFields writes the values of a multifield, each after a space.
func WriteFields(b *strings.Builder, v value.Value, write func(value.Value) string) {
	for _, item := range v.Items() {
		b.WriteByte(' ')
		b.WriteString(write(item))
	}
}

// FactLine returns a fact with its number, as in listings.
func FactLine(f *Fact) string {
	return fmt.Sprintf("%-7s %s", fmt.Sprintf("f-%d", f.Index), WriteFact(f, Shown))
}

// FactOf returns the fact given by its address or by its index, an integer, or nil if it does not exist.
func (e *Environment) FactOf(v value.Value) *Fact {
	switch v.Kind() {
	case value.FactKind:
		return v.Ref().(*Fact)
	case value.IntegerKind:
		if v.Int() >= 0 {
			return e.FactList.byIndex(v.Int())
		}
	}
	return nil
}

// AssertChecked asserts a fact. With the setting DynamicCheck it then checks the constraints of its
// slots: a violation is an error, though the fact stays.
func (e *Environment) AssertChecked(f *Fact) (*Fact, error) {
	asserted, err := e.Assert(f)
	if err == nil && e.Options.DynamicCheck && asserted != nil {
		err = e.checkFact(f.Relation.Data.(*Template), f)
	}
	return asserted, err
}

// checkFact checks a fact against the constraints of its slots.
func (e *Environment) checkFact(t *Template, f *Fact) error {
	for i, v := range f.Slots {
		if problem := t.Slots[i].Constraint.Check(v, t.Slots[i].Multi); problem != "" {
			return fmt.Errorf("[CSTRNCHK1] Slot value %s found in fact f-%d %s for slot %s", v, f.Index, problem, t.Slots[i].Name)
		}
	}
	return nil
}

// FactsOf returns the facts of a template, the oldest first.
func (e *Environment) FactsOf(t *Template) []*Fact {
	var facts []*Fact
	for _, f := range e.FactList.All {
		if f != nil && f.Relation.Data.(*Template).Extends(t) {
			facts = append(facts, f)
		}
	}
	return facts
}

// Basis returns the facts of an activation as text: f-1,f-7,* where * binds none.
func Basis(facts []*Fact) string {
	parts := make([]string, len(facts))
	for i, f := range facts {
		parts[i] = "*"
		if f != nil && f.Relation != ResultRelation {
			parts[i] = FactName(f)
		}
	}
	return strings.Join(parts, ",")
}

// FactName returns f-7, or the name of the instance that a pattern has matched.
func FactName(f *Fact) string {
	if f.Relation == ResultRelation {
		return "*"
	}
	if f.Relation.Data.(*Template).Object {
		if i := rete.Address(f).Ref().(*Instance); i.Deleted {
			return "<stale instance " + f.Slots[1].String() + ">"
		}
		return f.Slots[1].String()
	}
	return fmt.Sprintf("f-%d", f.Index)
}
