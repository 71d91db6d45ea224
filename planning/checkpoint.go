package planning

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"farbank/internal/digest"
	"farbank/internal/durable"
)

// A Checkpoint keeps what a search has found so far, so that another of the same name, of the
// same task, goes on from there.
type Checkpoint interface {
	Due() bool                                                // it is time to save; asked often
	Save(write func(io.Writer) error) error                   // an error is of no matter to the search
	Restore(read func(io.Reader) error) (found bool, _ error) // read may be called again, and then begins anew
}

// CheckpointVersion is to rise with every change of what Save writes.
const CheckpointVersion = 2

// checkpoint is that of a search, nil if nothing is kept.
func (o *Options) checkpoint(search string, h Heuristic) Checkpoint {
	if !durable.Possible || o.Checkpoint == nil {
		return nil
	}
	name := search
	if h != nil {
		name += " " + h.Name()
	}
	return o.Checkpoint(strings.Map(plain, name))
}

// numbered gives searches that would have the same name different ones, in the order in which they begin.
func numbered(checkpoint func(string) Checkpoint) func(string) Checkpoint {
	if checkpoint == nil {
		return nil
	}
	met := map[string]int{}
	return func(search string) Checkpoint {
		if met[search]++; met[search] > 1 {
			search = fmt.Sprint(search, "-", met[search])
		}
		return checkpoint(search)
	}
}

// A CheckpointError says that what was kept of a search cannot be read.
type CheckpointError struct{ Err error }

func (e *CheckpointError) Error() string { return e.Err.Error() }

func (e *CheckpointError) Unwrap() error { return e.Err }

// signature tells spaces apart: the same states and operators have the same numbers only in one that was prepared
// in the same way.
func (s *Space) signature() []byte {
	h := digest.New()
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
	_ = e.Err() // a hash takes everything
	return h.Sum(nil)
}

// plain keeps of a name what may stand in the name of a file everywhere.
func plain(r rune) rune {
	switch {
	case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
		return r
	case r == '*':
		return 'x'
	}
	return '-'
}

// asked is the cost below which plans are asked for.
func (a *astar) asked() int64 {
	if a.o.Below > 0 {
		return a.o.Below
	}
	return Infinite
}

// resume takes up what another search of this kind has saved. A heuristic that keeps something of
// each state cannot be gone on with, since that is not saved.
func (a *astar) resume() error {
	if a.begun || a.track != nil {
		return nil
	}
	a.begun = true
	if a.kept = a.o.checkpoint(a.name, a.h); !durable.Possible || a.kept == nil {
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
		return &CheckpointError{err}
	}
	return nil
}

// save keeps the states with how each was met. Those that are open can be told from that.
// Where a plan that another search has met has kept states out nothing is saved: that plan
// would be missing.
func (a *astar) save() {
	if !durable.Possible || a.kept == nil || a.best < 0 && a.below < a.asked() {
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

// restore is the inverse of save. It changes nothing where what was kept is of another space or cannot be read.
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
		d.Fail("its states are of %d words, not %d", w, a.space.words)
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
			d.Fail("state %d is there twice", i)
		}
		*nodes.of(i) = node{cost: d.Int(), parent: uint32(d.Uint()), op: int32(d.Int()), left: uint32(d.Uint()), closed: d.Bool()}
		if of := nodes.of(i); int(of.op) >= len(a.space.ops) || of.op >= 0 && int(of.parent) >= n || best < -1 || best >= n {
			d.Fail("state %d is met by what is not there", i)
		}
	}
	if d.Err() != nil {
		return
	}
	a.store, a.nodes, a.open = store, nodes, newQueue[uint32](false)
	a.bound, a.below, a.best = bound, below, best
	a.stats.Expanded, a.stats.Evaluated, a.stats.Generated, a.stats.Reopened = st[0], st[1], st[2], st[3]
	for i := range n {
		if !a.nodes.of(i).closed {
			a.put(i)
		}
	}
}
