package constraint

import (
	"io"
	"sync"

	"farbank/constraint/kernel"
	"farbank/internal/durable"
	"farbank/solver"
)

// CheckpointVersion must be increased if the format of checkpoints changes, or the numbers of the variables that a
// model is translated into. Version 2: aliases have no variables.
const CheckpointVersion = 2

// learned holds the contents of a checkpoint: bounds and clauses that hold for all solutions better than the best known
// one, weights of variables, and the best solution, whose values are tried first.
type learned struct {
	lo, hi  []int64
	weights []int64
	best    []int64
	clauses [][]kernel.Fact
}

// save writes what a solver has learned. It backtracks to level 0.
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
				e.Uint(uint64(f.Atom.View))
				e.Int(f.Atom.Value)
				e.Bool(f.Equal)
				e.Bool(f.Not)
			}
		})
		e.Uint(0)
		return e.Err()
	})
}

// restore reads a checkpoint. It returns nil if there is no checkpoint, or if it is of another model.
func (m *Model) restore(b *building, own kernel.Var) (*learned, error) {
	if m.Checkpoint == nil || m.Proof != nil {
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
		return nil, &solver.CheckpointError{Err: err}
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
			view := kernel.View(d.Len(2*int(own) - 1))
			c = append(c, kernel.Fact{Atom: kernel.Atom{View: view, Value: d.Int()}, Equal: d.Bool(), Not: d.Bool()})
		}
		l.clauses = append(l.clauses, c)
	}
}

// teach passes the checkpoint to a solver before its first search. l may be nil.
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

// keeps makes a solver save what it learns at restarts, and returns a function that saves it at the end. Saving holds
// lock, which protects the best solution.
func (m *Model) keeps(b *building, own kernel.Var, restarted func(), lock sync.Locker) (end func()) {
	if m.Checkpoint == nil || m.Proof != nil {
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
