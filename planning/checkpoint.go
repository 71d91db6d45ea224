package planning

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"strings"

	"farbank/internal/durable"
	"farbank/solver"
)

// CheckpointVersion is the version of the format of checkpoints. It must be increased with every change.
const CheckpointVersion = 2

// checkpoint returns the checkpoint of a search, or nil if nothing is saved.
func (o *Options) checkpoint(search string, h Heuristic) solver.Checkpoint {
	if o.Checkpoints == nil {
		return nil
	}
	name := search
	if h != nil {
		name += " " + h.Name()
	}
	return o.Checkpoints(strings.Map(plain, name))
}

// numbered appends numbers to the names of searches that would have the same name, in the order in which
// they start.
func numbered(checkpoint func(string) solver.Checkpoint) func(string) solver.Checkpoint {
	if checkpoint == nil {
		return nil
	}
	met := map[string]int{}
	return func(search string) solver.Checkpoint {
		if met[search]++; met[search] > 1 {
			search = fmt.Sprint(search, "-", met[search])
		}
		return checkpoint(search)
	}
}

// signature returns a hash of the space. States and operators have the same numbers only in spaces that
// were prepared in the same way.
func (s *Space) signature() []byte {
	h := sha256.New()
	e := durable.NewEncoder(h)
	list := func(facts []Fact) {
		e.Uint(uint64(len(facts)))
		for _, f := range facts {
			e.Uint(uint64(f.Var))
			e.Uint(uint64(f.Value))
		}
	}
	lists := func(all [][]Fact) {
		e.Uint(uint64(len(all)))
		for _, l := range all {
			list(l)
		}
	}
	e.Uint(uint64(len(s.fields)))
	for v, f := range s.fields {
		e.Uint(uint64(f.word))
		e.Uint(uint64(f.shift))
		e.Uint(f.mask)
		e.Uint(uint64(s.begin[v]))
	}
	list(s.Task.Goal)
	lists(s.Task.GoalSome)
	lists(s.some)
	for i := range s.ops {
		o, c := &s.Task.Operators[i], &s.ops[i]
		e.Int(c.cost)
		list(o.Pre)
		e.Uint(uint64(len(c.some)))
		for _, k := range c.some {
			e.Uint(uint64(k))
		}
		e.Uint(uint64(len(o.Effects)))
		for _, x := range o.Effects {
			list(x.When)
			list([]Fact{x.Fact})
		}
	}
	for _, a := range s.Task.Axioms {
		list(a.When)
		list([]Fact{a.Fact})
	}
	_ = e.Err() // writing to a hash does not fail
	return h.Sum(nil)
}

// plain replaces runes that are not allowed in file names on every system.
func plain(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return r
	case r == '*':
		return 'x'
	}
	return '-'
}

// costLimit returns the cost below which the caller asks for plans.
func (a *astar) costLimit() int64 {
	if a.o.Below > 0 {
		return a.o.Below
	}
	return Infinite
}

// resume restores the search from its checkpoint. A path-dependent heuristic stores data for each state,
// which is not saved, so its search is not resumed.
func (a *astar) resume() error {
	if a.begun || a.track != nil {
		return nil
	}
	a.begun = true
	if a.kept = a.o.checkpoint(a.name, a.h); a.kept == nil {
		return nil
	}
	a.signed = a.space.signature()
	_, err := a.kept.Restore(func(r io.Reader) error {
		d := durable.NewDecoder(r)
		a.restore(d)
		return d.Err()
	})
	switch {
	case errors.Is(err, ErrMemory):
		return ErrMemory
	case err != nil:
		return &solver.CheckpointError{Err: err}
	}
	return nil
}

// save saves the states and their parents; the open list follows from these. If another search has found a
// plan that pruned states, nothing is saved, since that plan would be missing.
func (a *astar) save() {
	if a.kept == nil || a.best < 0 && a.below < a.costLimit() {
		return
	}
	_ = a.kept.Save(func(w io.Writer) error {
		e := durable.NewEncoder(w)
		e.Bytes(a.signed)
		e.Int(a.bound)
		e.Int(a.below)
		e.Int(int64(a.best))
		for _, n := range []int64{a.stats.Expanded, a.stats.Evaluated, a.stats.Generated, a.stats.Reopened} {
			e.Int(n)
		}
		e.Uint(uint64(a.space.words))
		e.Uint(uint64(a.store.count))
		for i := range a.store.count {
			n := a.nodes.of(i)
			e.Words(a.store.at(i), 8)
			e.Int(n.cost)
			e.Uint(uint64(n.parent))
			e.Int(int64(n.op))
			e.Uint(uint64(n.left))
			e.Bool(n.closed && i != a.expanding)
		}
		return e.Err()
	})
}

// restore is the inverse of save. It changes nothing if the checkpoint belongs to another space or cannot
// be read.
func (a *astar) restore(d *durable.Decoder) {
	if string(d.Bytes()) != string(a.signed) {
		return
	}
	bound, below, best := d.Int(), d.Int(), int(d.Int())
	var st [4]int64
	for i := range st {
		st[i] = d.Int()
	}
	if w := d.Len(1 << 20); w != a.space.words {
		d.Fail("its states have %d words instead of %d", w, a.space.words)
	}
	n := d.Len(MaxStates)
	if d.Err() != nil {
		return
	}
	store, nodes := newStore(a.space.words), column[node]{}
	packed := make([]uint64, a.space.words)
	for i := 0; i < n && d.Err() == nil; i++ {
		if i%1024 == 0 && a.o.Memory > 0 && store.bytes()+int64(len(nodes.pages))<<pageBits*24 > a.o.Memory {
			d.Fail("%w", ErrMemory)
		}
		d.Words(packed, 8)
		if k, fresh := store.add(packed); k != i || !fresh {
			d.Fail("state %d occurs twice", i)
		}
		*nodes.of(i) = node{cost: d.Int(), parent: uint32(d.Uint()), op: int32(d.Int()), left: uint32(d.Uint()), closed: d.Bool()}
		if of := nodes.of(i); int(of.op) >= len(a.space.ops) || of.op >= 0 && int(of.parent) >= n || best < -1 || best >= n {
			d.Fail("state %d has an invalid parent or operator", i)
		}
	}
	if d.Err() != nil {
		return
	}
	a.store, a.nodes, a.open = store, nodes, newOpenList(a.space)
	a.bound, a.below, a.best = bound, below, best
	a.stats.Expanded, a.stats.Evaluated, a.stats.Generated, a.stats.Reopened = st[0], st[1], st[2], st[3]
	for i := range n {
		if !a.nodes.of(i).closed {
			a.put(i)
		}
	}
}
