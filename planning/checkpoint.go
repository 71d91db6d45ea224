package planning

import (
	"io"
	"strings"

	"farbank/internal/durable"
)

// A Checkpoint keeps what a search has found so far, so that another of the same name, of the
// same task, goes on from there.
type Checkpoint interface {
	Due() bool                                                // it is time to save; asked often
	Save(write func(io.Writer) error) error                   // an error is of no matter to the search
	Restore(read func(io.Reader) error) (found bool, _ error) // read may be called again, and then begins anew
}

// checkpoint is that of a search, nil if nothing is kept.
func (o *Options) checkpoint(search string, h Heuristic) Checkpoint {
	if o.Checkpoint == nil {
		return nil
	}
	name := search
	if h != nil {
		name += " " + h.Name()
	}
	return o.Checkpoint(strings.Map(plain, name))
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
	if a.kept = a.o.checkpoint(a.name, a.h); a.kept == nil {
		return nil
	}
	_, err := a.kept.Restore(func(r io.Reader) error {
		d := durable.NewDecoder(r)
		a.restore(d)
		return d.Err()
	})
	return err
}

// save keeps the states with how each was met. Those that are open can be told from that.
// Where a plan that another search has met has kept states out nothing is saved: that plan
// would be missing.
func (a *astar) save() {
	if a.kept == nil || a.best < 0 && a.below < a.asked() {
		return
	}
	_ = a.kept.Save(func(w io.Writer) error {
		e := durable.NewEncoder(w)
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

// restore is the inverse of save.
func (a *astar) restore(d *durable.Decoder) {
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
	a.store, a.nodes, a.open = newStore(a.space.words), column[node]{}, newQueue[uint32](false)
	packed := make([]uint64, a.space.words)
	for i := 0; i < n && d.Err() == nil; i++ {
		d.Words(packed, 8)
		if k, fresh := a.store.add(packed); k != i || !fresh {
			d.Fail("state %d is there twice", i)
		}
		*a.nodes.of(i) = node{cost: d.Int(), parent: uint32(d.Uint()), op: int32(d.Int()), left: uint32(d.Uint()), closed: d.Bool()}
		if of := a.nodes.of(i); int(of.op) >= len(a.space.ops) || of.op >= 0 && int(of.parent) >= n || best < -1 || best >= n {
			d.Fail("state %d is met by what is not there", i)
		}
	}
	if d.Err() != nil {
		return
	}
	a.bound, a.below, a.best = bound, below, best
	a.stats.Expanded, a.stats.Evaluated, a.stats.Generated, a.stats.Reopened = st[0], st[1], st[2], st[3]
	for i := range n {
		if !a.nodes.of(i).closed {
			a.put(i)
		}
	}
}
