package constraint

import (
	"io"
	"sync"

	"farbank/constraint/kernel"
	"farbank/internal/durable"
)

// A Checkpoint keeps what was learned of a model, so that a later search for the same, of a model
// that is made in the same way, goes on with it.
type Checkpoint interface {
	Due() bool                                                // it is time to save; asked often
	Save(write func(io.Writer) error) error                   // an error is of no matter to the search
	Restore(read func(io.Reader) error) (found bool, _ error) // read may be called again, and then begins anew
}

// CheckpointVersion is to rise with every change of what Save writes, and of what variables a model comes to: what is kept speaks of them by
// number. 2: aliases have none.
const CheckpointVersion = 2

// A CheckpointError says that what was kept of a search cannot be read.
type CheckpointError struct{ Err error }

func (e *CheckpointError) Error() string { return e.Err.Error() }

func (e *CheckpointError) Unwrap() error { return e.Err }

// learned is what is kept: bounds and clauses that hold for all solutions better than the best one known, weights
// of variables, and the values of the best solution met, which are tried first.
type learned struct {
	lo, hi  []int64
	weights []int64
	best    []int64
	clauses [][]kernel.Fact
}

// save writes what a solver has learned. It goes back to level 0.
func (m *Model) save(b *building, own kernel.Var) {
	s := b.s
	s.Root()
	if s.Refuted() {
		return
	}
	_ = m.Checkpoint.Save(func(w io.Writer) error {
		e := durable.NewEncoder(w)
		e.Bytes([]byte(m.Signature))
		e.Uint(uint64(own))
		for x := range own {
			e.Int(s.Min(x))
			e.Int(s.Max(x))
			e.Int(s.Weight(x))
		}
		best := s.Best()[:min(len(s.Best()), int(own))]
		e.Uint(uint64(len(best)))
		for _, v := range best {
			e.Int(v)
		}
		s.Learned(own, func(_ int, clause []kernel.Fact) {
			e.Uint(uint64(len(clause)))
			for _, f := range clause {
				e.Uint(uint64(f.Atom.Side))
				e.Int(f.Atom.Value)
				e.Bool(f.Equal)
				e.Bool(f.Not)
			}
		})
		e.Uint(0)
		return e.Err()
	})
}

// restore reads what was learned; nil if there is nothing, or if it is of a model that was made
// otherwise.
func (m *Model) restore(b *building, own kernel.Var) (*learned, error) {
	if !durable.Possible || m.Checkpoint == nil || m.Proof != nil {
		return nil, nil
	}
	var l *learned
	found, err := m.Checkpoint.Restore(func(r io.Reader) error {
		l = nil
		d := durable.NewDecoder(r)
		signature, n := string(d.Bytes()), d.Uint()
		if d.Err() != nil || signature != m.Signature || n != uint64(own) {
			return d.Err()
		}
		l = &learned{}
		l.read(d, own)
		return d.Err()
	})
	switch {
	case err != nil:
		return nil, &CheckpointError{err}
	case !found:
		return nil, nil
	}
	return l, nil
}

func (l *learned) read(d *durable.Decoder, own kernel.Var) {
	for range own {
		l.lo, l.hi, l.weights = append(l.lo, d.Int()), append(l.hi, d.Int()), append(l.weights, d.Int())
	}
	for n := d.Len(int(own)); n > 0 && d.Err() == nil; n-- {
		l.best = append(l.best, d.Int())
	}
	for n := d.Len(1 << 30); n > 0 && d.Err() == nil; n = d.Len(1 << 30) {
		var c []kernel.Fact
		for k := 0; k < n && d.Err() == nil; k++ {
			side := kernel.Side(d.Len(2*int(own) - 1))
			c = append(c, kernel.Fact{Atom: kernel.Atom{Side: side, Value: d.Int()}, Equal: d.Bool(), Not: d.Bool()})
		}
		l.clauses = append(l.clauses, c)
	}
}

// teach has a solver take over what was learned, before its first search.
func (l *learned) teach(s *kernel.Solver) {
	if l == nil {
		return
	}
	s.SetWeights(l.weights)
	s.SetBest(l.best)
	for i := range l.lo {
		x := kernel.Var(i)
		s.AddClause(x.AtLeast(l.lo[i]))
		s.AddClause(x.AtMost(l.hi[i]))
	}
	for _, c := range l.clauses {
		s.Import(c)
	}
}

// keeps has a solver save what it learns at restarts, and returns what saves it at the end. It holds lock, under which
// better solutions are told.
func (m *Model) keeps(b *building, own kernel.Var, restarted func(), lock sync.Locker) (end func()) {
	if !durable.Possible || m.Checkpoint == nil || m.Proof != nil {
		b.s.OnRestart(restarted)
		return func() {}
	}
	save := func() {
		lock.Lock()
		defer lock.Unlock()
		m.save(b, own)
	}
	b.s.OnRestart(func() {
		if restarted != nil {
			restarted()
		}
		if m.Checkpoint.Due() {
			save()
		}
	})
	return save
}
