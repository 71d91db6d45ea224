package rules

import (
	"fmt"
	"iter"
	"strings"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// Fact is a fact of the working memory.
type Fact = rete.Fact

// factList holds the facts by age, and finds equal ones by their hash.
type factList struct {
	all    []*Fact // with gaps where facts were retracted
	gaps   int
	closed int    // how often the facts were moved together
	next   int64  // the index of the next fact
	clock  uint64 // its time tag
	byHash map[uint32]*Fact
}

func newFactList() factList { return factList{byHash: map[uint32]*Fact{}, clock: 1} }

func (l *factList) restart() { l.next, l.clock = 0, 1 }

func (l *factList) len() int { return len(l.all) - l.gaps }

func (l *factList) first() *Fact {
	for _, f := range l.all {
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

// same finds a fact equal to f.
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
	f.Place = len(l.all)
	l.all = append(l.all, f)
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
	l.all[f.Place] = nil
	l.gaps++
	if l.gaps > 64 && l.gaps > len(l.all)/2 {
		l.close()
	}
}

// close moves the facts together.
func (l *factList) close() {
	kept := l.all[:0]
	for _, f := range l.all {
		if f != nil {
			f.Place = len(kept)
			kept = append(kept, f)
		}
	}
	clear(l.all[len(kept):])
	l.all, l.gaps = kept, 0
	l.closed++
}

// list gives the facts there are now, by age.
func (l *factList) list() []*Fact {
	facts := make([]*Fact, 0, l.len())
	for _, f := range l.all {
		if f != nil {
			facts = append(facts, f)
		}
	}
	return facts
}

// live goes through the facts by age; those that come or go meanwhile are there
// or not as they are when their turn comes.
func (l *factList) live() iter.Seq[*Fact] {
	return func(yield func(*Fact) bool) {
		last, closed := int64(-1), l.closed
		for i := 0; i < len(l.all); i++ {
			f := l.all[i]
			if f == nil || f.Index <= last {
				continue
			}
			last = f.Index
			if !f.Deleted && !yield(f) {
				return
			}
			if l.closed != closed {
				i, closed = -1, l.closed // they have moved
			}
		}
	}
}

func (l *factList) byIndex(index int64) *Fact {
	for _, f := range l.all {
		if f != nil && f.Index == index {
			return f
		}
	}
	return nil
}

// Facts goes through the facts, the oldest first.
func (e *Environment) Facts() iter.Seq[*Fact] {
	return func(yield func(*Fact) bool) {
		for _, f := range e.facts.list() {
			if !f.Deleted && !yield(f) {
				return
			}
		}
	}
}

// errMatching refuses changes of the facts from within a condition.
var errMatching = fmt.Errorf("[FACTMNGR2] Facts may not be asserted or retracted during pattern-matching")

// errBusy refuses other changes there.
var errBusy = fmt.Errorf("rules and agendas may not be changed during pattern-matching")

// errUntested ends the actions that changed a fact when a condition could not be
// tested for it, which has been told.
var errUntested = fmt.Errorf("a condition could not be tested")

// whileMatching changes the network, within which nothing else must change it.
func (e *Environment) whileMatching(change func()) error {
	outer := e.matching
	e.matching, e.untested = true, false
	defer func() { e.matching = outer }()
	change()
	if err := e.pending; err != nil {
		e.pending = nil
		return err
	}
	if e.untested {
		if err := e.interrupted(); err != nil {
			return err
		}
		return errUntested
	}
	return nil
}

// tell calls a hook, which must not change anything.
func (e *Environment) tell(hook func(*Fact), f *Fact) {
	if hook == nil {
		return
	}
	outer := e.matching
	e.matching = true
	defer func() { e.matching = outer }()
	hook(f)
}

// assert puts a new fact in; nil if there is an equal one already, or if what
// it would depend on is gone.
func (e *Environment) assert(f *Fact) (*Fact, error) {
	if e.matching {
		return nil, errMatching
	}
	hash := hashFact(f)
	if !e.options.duplication {
		if old := e.facts.same(f, hash); old != nil {
			e.network.SupportAgain(old)
			return nil, nil
		}
	}
	if !e.network.Support(f) {
		return nil, nil
	}
	e.facts.add(f, hash)
	e.total.Asserted++
	e.watchFact("==> ", f)
	e.tell(e.hooks.Assert, f)
	err := e.whileMatching(func() { e.network.Assert(f) })
	e.retractOrphans()
	return f, err
}

// retract takes a fact out.
func (e *Environment) retract(f *Fact) error {
	if e.matching {
		return errMatching
	}
	if f.Deleted {
		return nil
	}
	e.watchFact("<== ", f)
	e.tell(e.hooks.Retract, f)
	e.facts.remove(f)
	err := e.whileMatching(func() { e.network.Retract(f) })
	e.retractOrphans()
	return err
}

// retractOrphans takes out the facts that have lost their support, and those that lose it
// by that.
func (e *Environment) retractOrphans() {
	if e.orphaning {
		return // those that come are taken by the loop that is going on
	}
	e.orphaning = true
	defer func() { e.orphaning = false }()
	for f := e.network.Orphan(); f != nil; f = e.network.Orphan() {
		if !f.Deleted {
			_ = e.retract(f)
		}
	}
}

// FactText writes a fact as it could be asserted again.
func FactText(f *Fact) string { return factText(f, value.Value.String) }

// shown writes a value as listings of facts do: quotes within strings stand as
// they are.
func shown(v value.Value) string {
	if v.Kind() == value.StringKind {
		return `"` + v.Text() + `"`
	}
	return v.String()
}

func factText(f *Fact, write func(value.Value) string) string {
	t := f.Relation.Data.(*Template)
	var b strings.Builder
	b.WriteByte('(')
	b.WriteString(t.Name)
	for i, v := range f.Slots {
		switch {
		case t.Implied:
			writeFields(&b, v, write)
		case t.Slots[i].Multi:
			b.WriteString(" (" + t.Slots[i].Name)
			writeFields(&b, v, write)
			b.WriteByte(')')
		default:
			b.WriteString(" (" + t.Slots[i].Name + " " + write(v) + ")")
		}
	}
	b.WriteByte(')')
	return b.String()
}

func writeFields(b *strings.Builder, v value.Value, write func(value.Value) string) {
	for _, item := range v.Items() {
		b.WriteByte(' ')
		b.WriteString(write(item))
	}
}

// factLine is a fact with its number, as listings have it.
func factLine(f *Fact) string {
	return fmt.Sprintf("%-7s %s", fmt.Sprintf("f-%d", f.Index), factText(f, shown))
}

// factOf gives the fact a value names: by its address or, a positive integer,
// by its index; nil if there is none.
func (e *Environment) factOf(v value.Value) *Fact {
	switch v.Kind() {
	case value.FactKind:
		return v.Ref().(*Fact)
	case value.IntegerKind:
		if v.Int() >= 0 {
			return e.facts.byIndex(v.Int())
		}
	}
	return nil
}
