package strategy

import (
	"maps"
	"slices"

	"farbank/model"
)

// A regular move does to a state what depends either on the values that never change or on what we see, not on both. In
// a belief it suffices to run it in one world: what it does in the others follows from a table by fixed parts. The fixed
// part of a world is the values of its find variables, known or not.
type regular struct {
	reduced *model.Move // what depends on the fixed part alone; nil if the move is not regular
	mask    []uint64    // the bits of the cells that reduced sets
	common  []uint64    // the bits of the cells that get the same value in all worlds of a belief
	after   []uint32    // by fixed part: 0 not computed, disabled, or 2 + the number of an outcome
}

const disabled = 1

// mostOutcomes is the maximum number of entries of the tables of an outcomes.
const mostOutcomes = 1 << 26

// outcomes has tables of what regular moves do.
type outcomes struct {
	s      *space
	step   *model.Stepper
	parts  map[string]int32
	short  map[uint64]int32 // parts, if a state has one word
	worlds [][]uint64       // by fixed part: a world with it
	fixed  []uint64         // the bits of the fixed part
	moves  []*regular       // by move; nil if it was not looked at
	room   int              // entries of tables that may still be added
	list   [][]uint64       // outcomes: the values of the cells that a move sets
	number map[string]uint32
	masks  map[string][]uint64

	state, next model.State
	words       []uint64
}

func newOutcomes(s *space) *outcomes {
	o := &outcomes{s: s, step: s.p.NewStepper(), parts: map[string]int32{}, short: map[uint64]int32{}, number: map[string]uint32{}, masks: map[string][]uint64{}, room: mostOutcomes,
		moves: make([]*regular, len(s.p.Moves)), state: make(model.State, len(s.p.Cells)), next: make(model.State, len(s.p.Cells))}
	o.words, o.fixed = make([]uint64, s.layout.Words), make([]uint64, s.layout.Words)
	for i := range s.p.NumFind {
		o.add(o.fixed, i)
	}
	for _, worlds := range s.starts {
		for _, w := range worlds {
			if _, ok := o.part(w); !ok {
				o.name(w)
			}
		}
	}
	return o
}

// add adds the bits of a cell to a mask.
func (o *outcomes) add(mask []uint64, cell int) {
	f := o.s.layout.Fields[cell]
	mask[f.Word] |= f.Mask << f.Shift
}

// mask returns the bits of cells.
func (o *outcomes) mask(cells map[int]bool) []uint64 {
	clear(o.words)
	for c := range cells {
		o.add(o.words, c)
	}
	key := text(o.words)
	if m, ok := o.masks[key]; ok {
		return m
	}
	o.masks[key] = slices.Clone(o.words)
	return o.masks[key]
}

// masked returns the words of a world under a mask. The result is valid until the next call.
func (o *outcomes) masked(world, mask []uint64) []uint64 {
	for i, w := range world {
		o.words[i] = w & mask[i]
	}
	return o.words
}

// part returns the number of the fixed part of a world.
func (o *outcomes) part(world []uint64) (int32, bool) {
	if len(world) == 1 {
		n, ok := o.short[world[0]&o.fixed[0]]
		return n, ok
	}
	n, ok := o.parts[text(o.masked(world, o.fixed))]
	return n, ok
}

func (o *outcomes) name(world []uint64) {
	n := int32(len(o.worlds))
	o.worlds = append(o.worlds, world)
	if len(world) == 1 {
		o.short[world[0]&o.fixed[0]] = n
		return
	}
	o.parts[text(o.masked(world, o.fixed))] = n
}

// text returns words as a key of a map.
func text(words []uint64) string {
	key := make([]byte, 0, 8*len(words))
	for _, w := range words {
		for k := range 8 {
			key = append(key, byte(w>>(8*k)))
		}
	}
	return string(key)
}

// of returns what is known of a move; its reduced is nil if the move is not regular.
func (o *outcomes) of(i int) *regular {
	if r := o.moves[i]; r != nil {
		return r
	}
	r := &regular{}
	o.moves[i] = r
	m := o.s.p.Moves[i]
	a := &analysis{s: o.s, sets: map[int]bool{}, common: map[int]bool{}, locals: map[int64]uses{}}
	body, ok := a.body(m.Body, false)
	if ok = ok && !a.uses(m.Cost).unseen; !ok || len(o.worlds) > o.room {
		return r
	}
	r.mask, r.common = o.mask(a.sets), o.mask(a.common)
	o.room -= len(o.worlds)
	r.after = make([]uint32, len(o.worlds))
	r.reduced = &model.Move{Schema: m.Schema, Body: body, Cost: free, Locals: m.Locals}
	return r
}

// free is the cost 0.
var free = &model.Expr{Op: model.Const}

// outcome returns the number of the outcome of a regular move in worlds with a fixed part, or disabled.
func (o *outcomes) outcome(r *regular, part int32) (uint32, error) {
	if k := r.after[part]; k != 0 {
		return k, nil
	}
	o.s.layout.Unpack(o.worlds[part], o.state)
	_, applies, err := o.step.Step(r.reduced, o.state, o.next)
	if err != nil {
		return 0, err
	}
	k := uint32(disabled)
	if applies {
		o.s.layout.Pack(o.next, o.words)
		set := text(o.masked(o.words, r.mask))
		n, ok := o.number[set]
		if !ok {
			n = uint32(len(o.list)) + 2
			o.number[set] = n
			o.list = append(o.list, slices.Clone(o.words))
		}
		k = n
	}
	r.after[part] = k
	return k, nil
}

// apply sets to to the world after a regular move with an outcome. The world first is after the move in another
// world of the same belief.
func (o *outcomes) apply(r *regular, k uint32, world, first, to []uint64) {
	set := o.list[k-2]
	for i, w := range world {
		to[i] = w&^(r.mask[i]|r.common[i]) | set[i] | first[i]&r.common[i]
	}
}

// uses says what an expression depends on.
type uses struct {
	unseen bool // something that we do not see
	state  bool // the state: values that change
}

// an analysis finds out whether a move is regular.
type analysis struct {
	s      *space
	sets   map[int]bool // cells that get a value of the fixed part
	common map[int]bool // cells that get a value of what we see
	locals map[int64]uses
}

// uses returns what an expression depends on, with the values that cells and locals have at this place of the body.
func (a *analysis) uses(e *model.Expr) (u uses) {
	if e.Op == model.Known { // the same in all worlds of a belief
		return uses{state: true}
	}
	switch {
	case e.Op == model.Local:
		u = a.locals[e.Value]
	case e.Locals:
		u = uses{true, true}
	default:
		e.Reads(func(c int) {
			switch {
			case c < a.s.p.NumFind:
				u.unseen = u.unseen || !a.s.seen[c]
			case a.common[c]:
				u.state = true
			case a.sets[c]:
				u.unseen = true
			default:
				u.unseen, u.state = u.unseen || !a.s.seen[c], true
			}
		})
	}
	for _, arg := range e.Args {
		v := a.uses(arg)
		u = uses{u.unseen || v.unseen, u.state || v.state}
	}
	return u
}

// body returns the statements of a body that depend on the fixed part alone, and reports whether the others depend only on what
// is seen. The latter are not allowed within a branch.
func (a *analysis) body(body []model.Stmt, within bool) (kept []model.Stmt, ok bool) {
	for _, st := range body {
		u := a.uses(st.Value)
		switch {
		case u.state && (u.unseen || within):
			return nil, false
		case st.Kind == model.Let:
			a.locals[st.Target.Value] = u
		case st.Kind == model.Assign:
			if st.Target.Op != model.Cell {
				return nil, false
			}
			c := int(st.Target.Value)
			delete(a.common, c)
			delete(a.sets, c)
			if u.state {
				a.common[c] = true
			} else {
				a.sets[c] = true
			}
		case st.Kind == model.Branch:
			if u.state || !a.branch(st) {
				return nil, false
			}
		}
		if !u.state {
			kept = append(kept, st)
		}
	}
	return kept, true
}

// branch reports whether both parts of a branch depend on the fixed part alone and set the same cells.
func (a *analysis) branch(st model.Stmt) bool {
	then := &analysis{s: a.s, sets: maps.Clone(a.sets), common: maps.Clone(a.common), locals: maps.Clone(a.locals)}
	other := &analysis{s: a.s, sets: maps.Clone(a.sets), common: maps.Clone(a.common), locals: maps.Clone(a.locals)}
	for i, part := range [][]model.Stmt{st.Then, st.Else} {
		if _, ok := []*analysis{then, other}[i].body(part, true); !ok {
			return false
		}
	}
	a.sets = then.sets
	return maps.Equal(then.sets, other.sets) && maps.Equal(then.common, a.common) && maps.Equal(other.common, a.common)
}
