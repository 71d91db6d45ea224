package rete

import (
	"slices"
	"strconv"

	"farbank/rules/value"
)

// Field is one step of a pattern: a test of one field, or the position of a multifield variable.
// The caller leaves out steps without tests, except the last step of a pattern.
type Field struct {
	Slot     int  // -1: none, any fact of the relation matches
	Position int  // in a multifield slot, from 0, counting multifield variables as one
	Back     int  // or, if not 0, the position from the end, from 1
	Whole    bool // the slot is single, or is tested as a whole
	Multi    bool // a multifield variable: every length is tried
	Last     bool // the last step within its multifield slot
	After    int  // the number of single fields after it in its slot; -1 for a single field before a multifield variable

	Length   LengthTest
	Constant *value.Value // the value of the field, if that is the only test
	Tests    []AlphaTest
	Text     string // identifies the tests, for sharing
}

// LengthTest tests the length of a multifield slot.
type LengthTest struct {
	Kind    uint8 // 0: none, 1: exactly, 2: at least
	Minimum int
}

// AlphaTest tests a field of a fact against a constant or another field of the fact.
type AlphaTest struct {
	Kind  TestKind // Call, Equal or NotEqual
	Value value.Value
	Other *Ref // compare with this field of the same fact instead of Value
	Func  func(*View) (bool, error)
}

// Pattern is the part of a condition that tests one fact alone.
type Pattern struct {
	Relation *Relation
	Fields   []Field
	Keys     []Ref // the values that the join after it compares for equality
	KeyText  string
	Window   int64 // if not 0: a fact matches for this time after its assertion, in nanoseconds
}

// node is a node of a relation's tree of tests.
type node struct {
	field    Field
	parent   *node
	children []*node // in the reverse of the order in which they are visited: the newest last
	byStep   map[stepKey]*node
	selector bool // its children differ in the constant that they test for
	byValue  map[uint64]*node
	keyText  string
	root     *Relation // the relation whose tree it is in

	memory int32 // the number of the alpha memory of a leaf
	keys   []Ref
	joins  []*join // newest last
	number int32
	window int64
	stop   bool
	fresh  bool // a leaf that is being added with a rule
	onPath bool // on the path to such a leaf
}

// leaf returns the node at which a pattern ends. It adds missing nodes.
func (n *Network) leaf(p *Pattern) *node {
	if p.Relation.root == nil {
		p.Relation.root = &node{root: p.Relation}
	}
	at := p.Relation.root
	for i := range p.Fields {
		key := ""
		if i == len(p.Fields)-1 {
			key = p.KeyText
			if p.Window > 0 {
				key += "over " + strconv.FormatInt(p.Window, 10)
			}
		}
		at = at.child(&p.Fields[i], key)
	}
	if !at.stop {
		at.stop, at.fresh = true, true
		at.keys = p.Keys
		at.memory = n.newMemory(len(p.Keys) > 0)
		at.window = p.Window
		if p.Window > 0 && !n.Windows {
			n.Windows = true
			for _, f := range n.inOrder() {
				f.Born = n.Now
			}
		}
		if at.number == 0 {
			n.alphas = append(n.alphas, at)
			at.number = int32(len(n.alphas) - 1)
		}
	}
	if at.fresh {
		for p := at; p != nil; p = p.parent {
			p.onPath = true
		}
	}
	return at
}

// child returns the child of at for step f.
func (at *node) child(f *Field, key string) *node {
	if f.Constant == nil {
		return at.step(f, key, false)
	}
	return at.step(f, key, true).constant(f, key)
}

// stepKey identifies the step that patterns share.
type stepKey struct {
	selector, whole, multi, last bool
	slot, position, back, after  int
	length                       LengthTest
	keyText, text                string
}

func keyOfStep(f *Field, keyText string, selector bool) stepKey {
	k := stepKey{selector: selector, whole: f.Whole, multi: f.Multi, last: f.Last, slot: f.Slot, position: f.Position, back: f.Back,
		length: f.Length, keyText: keyText}
	if f.Multi {
		k.after = f.After
	}
	if !selector {
		k.text = f.Text
	}
	return k
}

// step returns the child with the tests of f. It adds a missing one before the others.
func (at *node) step(f *Field, key string, selector bool) *node {
	k := keyOfStep(f, key, selector)
	if c := at.stepNamed(k); c != nil {
		return c
	}
	c := &node{field: *f, parent: at, keyText: key, selector: selector, root: at.root}
	if selector {
		c.field.Tests = nil
	}
	at.insert(c)
	if at.byStep != nil {
		at.byStep[k] = c
	}
	return c
}

// few is the number of children up to which a search compares one after the other.
const few = 6

// stepNamed returns the child with a key, or nil.
func (at *node) stepNamed(k stepKey) *node {
	if len(at.children) <= few {
		for _, c := range at.children {
			if keyOfStep(&c.field, c.keyText, c.selector) == k {
				return c
			}
		}
		return nil
	}
	if at.byStep == nil {
		at.byStep = make(map[stepKey]*node, len(at.children))
		for _, c := range at.children {
			at.byStep[keyOfStep(&c.field, c.keyText, c.selector)] = c
		}
	}
	return at.byStep[k]
}

// insert adds a child before the others or, in a pattern of objects, after those that test the same slot.
// The children are stored in the reverse of their order.
func (at *node) insert(c *node) {
	place := len(at.children)
	if at.root.Objects {
		for i, other := range slices.Backward(at.children) {
			if other.field.Slot == c.field.Slot {
				place = i
			}
		}
	}
	at.children = slices.Insert(at.children, place, c)
}

// constant returns the child of a selector for f's constant.
func (at *node) constant(f *Field, key string) *node {
	if c := at.choose(*f.Constant); c != nil {
		return c
	}
	c := &node{field: *f, parent: at, keyText: key, root: at.root}
	at.children = append(at.children, c)
	if at.byValue != nil {
		at.byValue[f.Constant.Word()] = c
	}
	return c
}

// indexChildren builds the map of the children of a selector by their constants.
func (at *node) indexChildren() {
	byValue := make(map[uint64]*node, len(at.children))
	for _, c := range at.children {
		byValue[c.field.Constant.Word()] = c
	}
	at.byValue = byValue
}

// choose returns the child for a value, by comparison or, for many children, by a map.
func (at *node) choose(v value.Value) *node {
	if len(at.children) > few {
		if at.byValue == nil {
			at.indexChildren()
		}
		c := at.byValue[v.Word()]
		if c == nil || value.Equal(*c.field.Constant, v) {
			return c
		}
	}
	for _, c := range at.children {
		if value.Equal(*c.field.Constant, v) {
			return c
		}
	}
	return nil
}

// match passes a fact through the tree of its relation and those that it extends.
func (n *Network) match(f *Fact) {
	for r := f.Relation; r != nil; r = r.Parent {
		if r.root != nil {
			n.path = n.path[:0]
			n.descend(f, r.root, 0, -1)
		}
	}
}

// descend tries the children of a node. shift is the number of fields by which the multifield
// variables before it in slot exceed one field each.
func (n *Network) descend(f *Fact, at *node, shift, slot int) {
	for i := len(at.children) - 1; i >= 0; i-- {
		c := at.children[i]
		if n.adding && !c.onPath {
			continue
		}
		s := 0
		if c.field.Slot == slot {
			s = shift
		}
		if c.field.Multi {
			n.tryLengths(f, c, s)
		} else {
			n.tryField(f, c, s, slot)
		}
	}
}

// tryField tests a child with a single field.
func (n *Network) tryField(f *Fact, c *node, shift, slot int) {
	v, ok := c.field.find(f, shift, slot)
	if !ok {
		return
	}
	if c.selector {
		if c = c.choose(v); c == nil || n.adding && !c.onPath {
			return
		}
	} else if !n.alphaPasses(f, &c.field, v) {
		return
	}
	n.arrive(f, c, shift, c.field.Slot)
}

// find returns the value that a step tests: the field at its position, or the whole slot. It
// returns false if the slot does not have that field.
func (f *Field) find(fact *Fact, shift, slot int) (value.Value, bool) {
	if f.Slot < 0 {
		return value.Value{}, true
	}
	v := fact.Slots[f.Slot]
	items := v.Items()
	if !f.Length.holds(len(items)) {
		return v, false
	}
	if f.Whole {
		return v, true
	}
	at := f.Position + shift
	if f.Back > 0 {
		at = len(items) - f.Back
	} else if f.Last && f.Slot == slot && f.After >= 0 && at+1+f.After != len(items) {
		return v, false
	}
	if at < 0 || at >= len(items) {
		return v, f.Constant == nil && len(f.Tests) == 0
	}
	return items[at], true
}

// arrive adds the match if c is a leaf, and descends.
func (n *Network) arrive(f *Fact, c *node, shift, slot int) {
	if c.stop && (c.fresh || !n.adding) {
		n.alphaMatch(f, c)
	}
	if len(c.children) > 0 {
		n.descend(f, c, shift, slot)
	}
}

// tryLengths tries every possible length of a multifield variable, the longest first.
func (n *Network) tryLengths(f *Fact, c *node, shift int) {
	items := f.Slots[c.field.Slot].Items()
	if !c.field.Length.holds(len(items)) {
		return
	}
	start := c.field.Position + shift
	longest := len(items) - c.field.After - start
	if longest < 0 {
		return
	}
	shortest := 0
	if c.field.Last {
		shortest = longest
	}
	for i := longest; i >= shortest && !n.stopping(); i-- {
		length := i
		if c.root.Objects {
			length = longest - (i - shortest)
		}
		n.path = append(n.path, mark{int32(c.field.Slot), int32(start), int32(start + length)})
		if len(c.field.Tests) == 0 || n.alphaPasses(f, &c.field, value.List(items[start:start+length]...)) {
			n.arrive(f, c, shift+length-1, c.field.Slot)
		}
		n.path = n.path[:len(n.path)-1]
	}
}

// holds reports whether length passes the test.
func (l LengthTest) holds(length int) bool {
	return l.Kind == 0 || length == l.Minimum || l.Kind == 2 && length > l.Minimum
}

// alphaPasses reports whether v passes the tests of field.
func (n *Network) alphaPasses(f *Fact, field *Field, v value.Value) bool {
	for i := range field.Tests {
		t := &field.Tests[i]
		if t.Kind == Call {
			n.view = View{network: n, fact: f, marks: n.path}
			ok, err := t.Func(&n.view)
			if err != nil {
				n.reportFact(f, err)
				return false
			}
			if !ok {
				return false
			}
			continue
		}
		want := t.Value
		if t.Other != nil {
			want = ReadSlot(t.Other, f.Slots, n.path)
		}
		if value.Equal(v, want) != (t.Kind == Equal) {
			return false
		}
	}
	return true
}

// alphaMatch adds a match to the leaf's memory and passes it to its joins.
func (n *Network) alphaMatch(f *Fact, c *node) {
	if n.matched != nil {
		n.matched(n.path)
		return
	}
	if c.window > 0 && !n.enterWindow(f, c) {
		return
	}
	t := n.newToken()
	marks := n.saveMarks()
	k := &n.tokens[t]
	k.fact, k.side, k.owner, k.parent = f.id, alphaSide, c.number, marks
	k.nextLeft = f.matches
	f.matches = t
	if len(c.keys) > 0 {
		k.hash = n.alphaHash(c.keys, t)
	}
	n.queue(c.memory, t)
	for i := len(c.joins) - 1; i >= 0; i-- {
		n.assertRight(t, c.joins[i], false)
	}
}

// saveMarks stores the positions of multifield variables and returns their number.
func (n *Network) saveMarks() int32 {
	if len(n.path) == 0 {
		return 0
	}
	own := append([]mark(nil), n.path...)
	if k := len(n.freeMk); k > 0 {
		m := n.freeMk[k-1]
		n.freeMk = n.freeMk[:k-1]
		n.marks[m] = own
		return m
	}
	n.marks = append(n.marks, own)
	return int32(len(n.marks) - 1)
}
