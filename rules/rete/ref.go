package rete

import "farbank/rules/value"

// RefKind is the part of a fact that a Ref reads.
type RefKind uint8

// The kinds of Ref.
const (
	RefFact  RefKind = iota // the address of the fact
	RefSlot                 // a whole slot
	RefField                // one field of a multifield slot, counted from the front
	RefBack                 // one field, counted from the end
	RefRange                // the fields of a slot except Front at the front and Back at the end
	RefMark                 // the fields of multifield variable number Mark
	RefAfter                // the field Front places after the end of that variable
)

// Ref locates the value of a variable: the condition (Level, from 1) and the place in its fact.
type Ref struct {
	Level       int
	Kind        RefKind
	Slot        int
	Front, Back int
	Mark        int
}

// read returns the value of r in the fact of a token's own level.
func (n *Network) read(r *Ref, t int32) value.Value {
	fact := n.tokens[t].fact
	if r.Kind == RefSlot {
		return n.slots[fact][r.Slot]
	}
	if r.Kind == RefFact {
		return Address(n.facts[fact])
	}
	return ReadSlot(r, n.slots[fact], n.marksOf(t))
}

// ReadSlot returns the value of r in the slots of a fact.
func ReadSlot(r *Ref, slots []value.Value, marks []mark) value.Value {
	v := slots[r.Slot]
	items := v.Items()
	switch r.Kind {
	case RefField:
		return items[r.Front]
	case RefBack:
		return items[len(items)-r.Back]
	case RefRange:
		if r.Front == 0 && r.Back == 0 {
			return v
		}
		return value.List(items[r.Front : len(items)-r.Back]...)
	case RefMark:
		m := marks[r.Mark]
		if int(m.end-m.start) == len(items) {
			return v
		}
		return value.List(items[m.start:m.end]...)
	case RefAfter:
		return items[int(marks[r.Mark].end)+r.Front]
	}
	return v
}

// Address returns the fact address of f.
func Address(f *Fact) value.Value {
	if f == nil {
		return value.False
	}
	if f.address.Kind() == value.None {
		f.address = value.Reference(value.FactKind, f, f.Time<<1|1)
	}
	return f.address
}

// SetAddress makes v the address of f. Patterns bind it instead of a fact address.
func (f *Fact) SetAddress(v value.Value) { f.address = v }

// at returns the token that binds a level: t or an ancestor.
func (n *Network) at(t int32, level int) int32 {
	for int(n.tokens[t].level) > level {
		t = n.tokens[t].parent
	}
	return t
}

// View is the input of a condition's test: a match of the conditions before it, and the fact, if
// any, that would extend it.
type View struct {
	network     *Network
	left, right int32
	level       int // of right
	fact        *Fact
	marks       []mark
	plain       *PlainMatch // a match outside a network
}

// Owner returns the Owner of the network whose facts are tested.
func (v *View) Owner() any { return v.network.Owner }

// Value returns the value of a variable.
func (v *View) Value(r *Ref) value.Value {
	if v.fact != nil {
		if r.Kind == RefFact {
			return Address(v.fact)
		}
		if r.Kind == RefSlot {
			return v.fact.Slots[r.Slot]
		}
		return ReadSlot(r, v.fact.Slots, v.marks)
	}
	if v.plain != nil {
		return v.plain.Value(r)
	}
	n := v.network
	t := v.right
	if r.Level < v.level || t == 0 {
		t = n.at(v.left, r.Level)
	}
	return n.read(r, t)
}

// TestKind is the comparison of a Test.
type TestKind uint8

// The kinds of tests. All but Call compare the values of two Refs.
const (
	Call TestKind = iota
	Equal
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	NumberEqual
	NumberNotEqual
)

// Test is a test of a join: of a new fact against the conditions before it.
type Test struct {
	Kind        TestKind
	Left, Right Ref
	Func        func(*View) (bool, error) // of Call; of other kinds, for values that are not numbers
}

// passes evaluates tests for a pair of tokens. failed reports that one returned an error.
func (n *Network) passes(j *join, tests []Test, left, right int32) (pass, failed bool) {
	for i := range tests {
		t := &tests[i]
		if t.Kind != Call {
			if ok, known := n.compare(j, t, left, right); known {
				if !ok {
					return false, false
				}
				continue
			}
		}
		n.view = View{network: n, left: left, right: right, level: j.level}
		ok, err := t.Func(&n.view)
		if err != nil {
			n.report(j, err)
			return false, true
		}
		if !ok {
			return false, false
		}
	}
	return true, false
}

// compare evaluates a test of two values. known is false if a numeric comparison gets values that
// are not numbers.
func (n *Network) compare(j *join, t *Test, left, right int32) (ok, known bool) {
	var lt, rt int32
	if j.fromRight && right != 0 { // of a match of a group and the conditions before it
		lt, rt = n.at(left, t.Left.Level), n.at(right, t.Right.Level)
	} else {
		lt, rt = n.sideOf(j, t.Left.Level, left, right), n.sideOf(j, t.Right.Level, left, right)
	}
	a, b := n.read(&t.Left, lt), n.read(&t.Right, rt)
	switch t.Kind {
	case Equal:
		return value.Equal(a, b), true
	case NotEqual:
		return !value.Equal(a, b), true
	}
	if !a.IsNumber() || !b.IsNumber() {
		return false, false
	}
	return compareNumbers(t.Kind, a, b), true
}

// sideOf returns the token that binds a level: right or an ancestor of left.
func (n *Network) sideOf(j *join, level int, left, right int32) int32 {
	if level >= j.level {
		return right
	}
	return n.at(left, level)
}

func compareNumbers(kind TestKind, a, b value.Value) bool {
	if a.Kind() == value.IntegerKind && b.Kind() == value.IntegerKind {
		return holds(kind, a.Int(), b.Int())
	}
	return holds(kind, a.Number(), b.Number())
}

func holds[T int64 | float64](kind TestKind, a, b T) bool {
	switch kind {
	case Less:
		return a < b
	case LessEqual:
		return a <= b
	case Greater:
		return a > b
	case GreaterEqual:
		return a >= b
	case NumberEqual:
		return a == b
	}
	return a != b
}

// hashOf returns the hash of the values of keys in a token.
func (n *Network) hashOf(keys []Ref, t int32) uint32 {
	var h uint32
	for i := range keys {
		h = h*509 + n.hashAt(&keys[i], n.at(t, keys[i].Level))
	}
	return h ^ h>>15
}

// alphaHash is like hashOf for an alpha token, which binds no level.
func (n *Network) alphaHash(keys []Ref, t int32) uint32 {
	var h uint32
	for i := range keys {
		h = h*509 + n.hashAt(&keys[i], t)
	}
	return h ^ h>>15
}

// hashAt returns the hash of one value. It builds no value for part of a multifield.
func (n *Network) hashAt(r *Ref, t int32) uint32 {
	switch r.Kind {
	case RefSlot:
		return n.slots[n.tokens[t].fact][r.Slot].Hash()
	case RefRange:
		items := n.slots[n.tokens[t].fact][r.Slot].Items()
		return value.HashItems(items[r.Front : len(items)-r.Back])
	case RefMark:
		m := n.marksOf(t)[r.Mark]
		return value.HashItems(n.slots[n.tokens[t].fact][r.Slot].Items()[m.start:m.end])
	}
	return n.read(r, t).Hash()
}
