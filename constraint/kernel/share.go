package kernel

import (
	"errors"
	"slices"

	"farbank/constraint/internal/clause"
)

// A Fact is an atom in terms that another solver of the same model understands. Equality variables created during the
// search have different numbers there.
type Fact struct {
	Atom  Atom // of a variable of the model
	Equal bool // the fact is that Atom.View.Var() equals Atom.Value
	Not   bool // or that it does not
}

// Clauses worth exporting are short, or have few levels.
const (
	shortClause = 2
	lowGlue     = 2
	maxExported = 12
)

// ErrBudget reports that the conflict budget of the search is used up.
var ErrBudget = errors.New("the search has used up its conflict budget")

// Export makes the solver call f with learned clauses worth sharing, in terms of the current variables.
func (s *Solver) Export(f func(clause []Fact)) { s.exported, s.own = f, Var(len(s.ladders)) }

// Budget makes Next end with ErrBudget after the given number of further conflicts; 0 means no limit.
func (s *Solver) Budget(conflicts int64) {
	s.budget = 0
	if conflicts > 0 {
		s.budget = s.stats.Conflicts + conflicts
	}
}

// Recall makes the search restart soon.
func (s *Solver) Recall() { s.recalled = true }

// LimitMemory changes the approximate limit of memory, in bytes.
func (s *Solver) LimitMemory(n int64) { s.options.Memory = n }

// Effort makes Next return [ErrBudget] after about n more propagations, too. A value of 0 removes the limit.
func (s *Solver) Effort(n int64) {
	s.effort = 0
	if n > 0 {
		s.effort = s.stats.Propagations + n
	}
}

// Exerted reports whether the limit of Effort is reached.
func (s *Solver) Exerted() bool { return s.effort > 0 && s.stats.Propagations >= s.effort }

// A Style varies the free search, so that parallel workers search differently.
type Style struct {
	Restart int64 // the shortest restart interval, in conflicts; 0: the default
	High    bool  // try large values first
	Last    bool  // fix variables that are in no clause in reverse order
}

// SetStyle changes the free search. It must be called before the first Next.
func (s *Solver) SetStyle(style Style) {
	if style.Restart > 0 {
		s.restartUnit, s.restartAt = style.Restart, style.Restart
	}
	s.high = style.High
	if style.Last {
		slices.Reverse(s.wanted)
	}
}

// Guide makes the free search try the values of a solution first. values is by variable.
func (s *Solver) Guide(values []int64) {
	s.longest = 0
	for v, a := range s.meaning {
		if x := int(a.View.Var()); x < len(values) {
			s.saved[v], s.target[v] = -1, 0
			if values[x] >= a.Value {
				s.saved[v] = 1
			}
		}
	}
}

// Lean makes the search give a variable that no literal decides the value nearest to that in values, which is by variable
// and may be nil, instead of a bound.
func (s *Solver) Lean(values []int64) { s.leaning = values }

// Near returns the variables that share with x a propagator that watches both, other than those of
// [Solver.WakeAtRestart]. It may repeat variables.
func (s *Solver) Near(x Var) []Var {
	if s.members == nil {
		s.members = make([][]Var, len(s.propagators))
		for i := range s.wakes {
			s.join(View(i).Var(), s.wakes[i])
		}
		for x := range s.holes {
			s.join(Var(x), s.holes[x])
		}
	}
	var list []Var
	for _, wakes := range [][]wake{s.wakes[2*x], s.wakes[2*x+1], s.holes[x]} {
		for _, w := range wakes {
			if int(w.id) < len(s.members) {
				list = append(list, s.members[w.id]...)
			}
		}
	}
	return list
}

func (s *Solver) join(x Var, wakes []wake) {
	for _, w := range wakes {
		if slices.Contains(s.revisited, w.id) { // it watches nearly all variables
			continue
		}
		if m := s.members[w.id]; len(m) == 0 || m[len(m)-1] != x {
			s.members[w.id] = append(m, x)
		}
	}
}

// sharing holds the state for cooperation with other solvers.
type sharing struct {
	exported func(clause []Fact)
	own      Var // variables below it are those of the model
	budget   int64
	effort   int64 // number of propagations at which Next ends; 0: no limit
	recalled bool
	high     bool
	members  [][]Var // by propagator: the variables that wake it
}

// export passes on the negation of s.clause if it is worth sharing.
func (s *Solver) export(glue int) {
	if len(s.clause) > shortClause && (glue > lowGlue || len(s.clause) > maxExported) {
		return
	}
	facts := make([]Fact, len(s.clause))
	for i, a := range s.clause {
		f, ok := s.fact(a.Not(), s.own)
		if !ok {
			return
		}
		facts[i] = f
	}
	s.exported(facts)
}

// Import adds a clause that another solver of the same model has learned. It must be called at level 0.
func (s *Solver) Import(facts []Fact) {
	if s.refuted {
		return
	}
	atoms := make([]Atom, len(facts))
	for i, f := range facts {
		atoms[i] = f.Atom
		if f.Equal || f.Not {
			if atoms[i] = s.Equal(f.Atom.View.Var(), f.Atom.Value); f.Not {
				atoms[i] = atoms[i].Not()
			}
		}
	}
	kept, holds := s.normal(atoms)
	if holds {
		return
	}
	if len(kept) < 2 {
		s.AddClause(kept...)
		return
	}
	lits := make([]lit, len(kept))
	for i, a := range kept {
		lits[i] = s.literal(a)
	}
	c := s.arena.Add(lits, clause.LearnedFlag)
	s.arena.SetGlue(c, len(lits))
	s.arena.SetUsed(c, 1)
	s.learned = append(s.learned, c)
	s.attach(c)
}
