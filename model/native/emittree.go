package native

import (
	"slices"

	"farbank/model"
	"farbank/model/transition"
)

// A walker emits the decision tree as the code of one function.
type walker struct {
	*emitter
	state, out int // locals: the position in the batch and the number of successors
	safe       int // the function that tests safety of successors, or -1
}

func (m *module) newWalker(f *function, state, out, words int) *walker {
	e := &emitter{function: f, m: m, words: words, known: map[*model.Expr]int{}, free: map[byte][]int{}}
	return &walker{emitter: e, state: state, out: out, safe: -1}
}

// writeExpand writes the function that expands a batch of n states and returns the number of
// successors, and the functions that it calls.
func (m *module) writeExpand(parts []block) {
	w := m.layout.Words
	safe := -1
	if m.safe != nil {
		f := &function{params: repeat(tI64, w), results: []byte{tI32}}
		m.newWalker(f, 0, 0, 0).conjunction(m.safe)
		safe = m.add(f)
	}
	var calls []int
	if len(parts) > 1 {
		for _, part := range parts {
			f := &function{params: append([]byte{tI32, tI32}, repeat(tI64, w)...), results: []byte{tI32}}
			k := m.newWalker(f, 0, 1, 2)
			k.safe = safe
			k.block(part)
			f.code.get(1)
			calls = append(calls, m.add(f))
		}
	}
	f := &function{export: "expand", params: []byte{tI32}, results: []byte{tI32},
		locals: append([]byte{tI32, tI32}, repeat(tI64, w)...)}
	k := m.newWalker(f, 1, 2, 3)
	k.safe = safe
	k.eachState(func() {
		if calls == nil && len(parts) == 1 {
			k.block(parts[0])
		}
		for _, c := range calls {
			f.code.get(k.state)
			f.code.get(k.out)
			for j := range w {
				f.code.get(k.words + j)
			}
			f.code.br(opCall, c)
			f.code.set(k.out)
		}
	})
	f.code.get(k.out)
	m.add(f)
}

// writeGoals writes the function that marks the goals among n states.
func (m *module) writeGoals() {
	f := &function{export: "goals", params: []byte{tI32}, locals: append([]byte{tI32}, repeat(tI64, m.layout.Words)...)}
	k := m.newWalker(f, 1, 0, 2)
	k.eachState(func() {
		f.code.get(k.state)
		k.conjunction(m.program.goal)
		f.code.memory(opI32Store8, m.goal)
	})
	m.add(f)
}

// eachState emits a loop over the states of the batch; their number is local 0. In body the
// words of the state are in their locals.
func (k *walker) eachState(body func()) {
	c := &k.code
	at := k.local(tI32)
	c.op(opBlock, noResult, opLoop, noResult)
	c.get(k.state)
	c.get(0)
	c.op(opI32GeU)
	c.br(opBrIf, 1)
	for j := range k.m.layout.Words {
		c.get(at)
		c.memory(opI64Load, k.m.inAt+8*j)
		c.set(k.words + j)
	}
	body()
	k.increase(k.state, 1)
	k.increase(at, int32(8*k.m.layout.Words))
	c.br(opBr, 0)
	c.op(opEnd, opEnd)
}

func (k *walker) increase(local int, by int32) {
	k.code.get(local)
	k.code.i32(by)
	k.code.op(opI32Add)
	k.code.set(local)
}

// block emits the items of a block. Common subexpressions are computed first.
func (k *walker) block(b block) {
	shared := k.share(b)
	for _, it := range b {
		switch {
		case it.leaf != nil:
			k.leaf(it.leaf)
		case it.test != nil:
			k.truth(it.test)
			k.code.op(opIf, noResult)
			k.block(it.then)
			k.code.op(opEnd)
		default:
			k.branch(it)
		}
	}
	k.forget(shared)
}

// branch emits a jump table on the value of an expression.
func (k *walker) branch(it item) {
	c := &k.code
	n := len(it.cases)
	for range n + 1 {
		c.op(opBlock, noResult)
	}
	least, greatest := it.cases[0].value, it.cases[n-1].value
	k.value(it.on, least)
	c.op(opI32WrapI64, opBrTable)
	c.unsigned(uint64(greatest - least + 1))
	next := 0
	for v := range model.Range(least, greatest) {
		if it.cases[next].value == v {
			c.unsigned(uint64(next))
			next++
		} else {
			c.unsigned(uint64(n))
		}
	}
	c.unsigned(uint64(n))
	for i, one := range it.cases {
		c.op(opEnd)
		k.block(one.then)
		if i < n-1 {
			c.br(opBr, n-1-i)
		}
	}
	c.op(opEnd)
}

// leaf emits the store of a successor.
func (k *walker) leaf(a *transition.Operator) {
	c, m, w := &k.code, k.m, k.m.layout.Words
	words := make([]int, w)
	for j := range words {
		words[j] = k.words + j
		if k.changes(a, j) {
			words[j] = k.local(tI64)
			k.word(a, j)
			c.set(words[j])
		}
	}
	if k.safe >= 0 {
		for _, l := range words {
			c.get(l)
		}
		c.br(opCall, k.safe)
		c.op(opIf, noResult)
	}
	four := k.local(tI32)
	c.get(k.out)
	c.i32(2)
	c.op(opI32Shl)
	c.tee(four)
	c.i32(int32(a.Move))
	c.memory(opI32Store, m.labelAt)
	c.get(four)
	c.get(k.state)
	c.memory(opI32Store, m.fromAt)
	for j, l := range words {
		c.get(four)
		c.i32(int32(2 * w))
		c.op(opI32Mul)
		c.get(l)
		c.memory(opI64Store, m.outAt+8*j)
	}
	if !m.unit {
		c.get(four)
		c.i32(1)
		c.op(opI32Shl)
		k.value(a.Cost, 0)
		c.memory(opI64Store, m.costAt)
	}
	k.increase(k.out, 1)
	if k.safe >= 0 {
		c.op(opEnd)
	}
	k.release(tI32, four)
	for j, l := range words {
		if l != k.words+j {
			k.release(tI64, l)
		}
	}
}

func (k *walker) changes(a *transition.Operator, word int) bool {
	return slices.ContainsFunc(a.Updates, func(u transition.Update) bool { return k.m.layout.Fields[u.Cell].Word == word })
}

// word emits a word of the successor: the old word with the bits of the changed cells replaced.
func (k *walker) word(a *transition.Operator, word int) {
	c := &k.code
	var gone, bits uint64
	parts := 0
	join := func() {
		if parts++; parts > 1 {
			c.op(opI64Or)
		}
	}
	for _, u := range a.Updates {
		f := k.m.layout.Fields[u.Cell]
		if f.Word != word || f.Mask == 0 {
			continue
		}
		gone |= f.Mask << f.Shift
		if u.Value.IsConst() {
			bits |= uint64(u.Value.Value-f.Lo) << f.Shift
			continue
		}
		k.value(u.Value, f.Lo)
		if f.Shift > 0 {
			c.i64(int64(f.Shift))
			c.op(opI64Shl)
		}
		join()
	}
	if ^gone != 0 {
		c.get(k.words + word)
		c.i64(int64(^gone))
		c.op(opI64And)
		join()
	}
	if bits != 0 || parts == 0 {
		c.i64(int64(bits))
		join()
	}
}

// share computes the common subexpressions of a block into locals: cells, and expressions that
// are evaluated in every case. It returns those to be forgotten after the block.
func (k *walker) share(b block) []*model.Expr {
	u := &usage{known: k.known, refs: map[*model.Expr]int{}, always: map[*model.Expr]bool{}}
	u.block(b, true)
	var shared []*model.Expr
	for x, n := range u.refs {
		if n > 1 && !x.IsConst() && !x.Partial && (x.Op == model.Cell || u.always[x]) {
			shared = append(shared, x)
		}
	}
	slices.SortFunc(shared, func(x, y *model.Expr) int { return int(x.ID - y.ID) })
	for _, x := range shared {
		t := byte(tI64)
		switch {
		case x.Op == model.Cell:
			k.raw(x)
		case x.Bool:
			t = tI32
			k.truth(x)
		default:
			k.value(x, 0)
		}
		l := k.local(t)
		k.code.set(l)
		k.known[x] = l
	}
	return shared
}

func (k *walker) forget(shared []*model.Expr) {
	for _, x := range shared {
		t := byte(tI64)
		if x.Bool && x.Op != model.Cell {
			t = tI32
		}
		k.release(t, k.known[x])
		delete(k.known, x)
	}
}

// A usage counts the uses of expressions in a block.
type usage struct {
	known  map[*model.Expr]int
	refs   map[*model.Expr]int
	always map[*model.Expr]bool // evaluated in every state
}

func (u *usage) block(b block, always bool) {
	for _, it := range b {
		switch {
		case it.leaf != nil:
			for _, up := range it.leaf.Updates {
				u.expr(up.Value, always)
			}
			u.expr(it.leaf.Cost, always)
		case it.test != nil:
			u.expr(it.test, always)
			u.block(it.then, false)
		default:
			u.expr(it.on, always)
			for _, c := range it.cases {
				u.block(c.then, false)
			}
		}
	}
}

func (u *usage) expr(x *model.Expr, always bool) {
	if _, ok := u.known[x]; ok || x.IsConst() {
		return
	}
	u.refs[x]++
	if u.refs[x] > 1 && (!always || u.always[x]) {
		return
	}
	if always {
		u.always[x] = true
	}
	if x.Op == model.At || x.Op == model.Select { // only one of the elements is evaluated
		for i, a := range x.Args {
			u.expr(a, always && i < len(x.Dims))
		}
		return
	}
	for i, a := range x.Args {
		u.expr(a, always && (x.Op != model.If || i == 0))
	}
}
