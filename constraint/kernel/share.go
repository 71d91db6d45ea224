package kernel

import (
	"errors"
	"slices"

	"farbank/constraint/internal/clause"
)

// A Fact is an atom that another solver of the same model understands: equalities that were made on
// the way have different variables there.
type Fact struct {
	Atom  Atom // of a variable of the model
	Equal bool // Atom.Value is a value of Atom.Side.Var(), which it has
	Not   bool // or has not
}

// What is worth telling others: short clauses, or such as join few levels.
const (
	shortClause = 2
	lowGlue     = 2
	longestTold = 12
)

// ErrBudget says that a search came to the end of its budget of contradictions.
var ErrBudget = errors.New("the search has had the contradictions it was given")

// Export has learned clauses that are worth it told, in terms of the variables that there are now.
func (s *Solver) Export(tell func(clause []Fact)) { s.exported, s.own = tell, Var(len(s.ladders)) }

// Budget has Next end with ErrBudget after so many contradictions more; 0: it need not.
func (s *Solver) Budget(conflicts int64) {
	s.budget = 0
	if conflicts > 0 {
		s.budget = s.stats.Conflicts + conflicts
	}
}

// Recall has the search go back to level 0 soon, as at a restart.
func (s *Solver) Recall() { s.recalled = true }

// LimitMemory changes how many bytes may be used, about.
func (s *Solver) LimitMemory(n int64) { s.options.Memory = n }

// A Style is how a free search differs from that of others.
type Style struct {
	Restart int64 // the shortest stretch between restarts, in contradictions; 0: as usual
	High    bool  // try large values first
	Last    bool  // of variables that nothing is known of, the last ones first
}

// SetStyle changes the free search. It is for the time before the first Next.
func (s *Solver) SetStyle(style Style) {
	if style.Restart > 0 {
		s.restartUnit, s.restartAt = style.Restart, style.Restart
	}
	s.high = style.High
	if style.Last {
		slices.Reverse(s.wanted)
	}
}

// Guide has the free search try first what a solution has, told by value of a variable.
func (s *Solver) Guide(values []int64) {
	s.longest = 0
	for v, a := range s.meaning {
		if x := int(a.Side.Var()); x < len(values) {
			s.saved[v], s.target[v] = -1, 0
			if values[x] >= a.Value {
				s.saved[v] = 1
			}
		}
	}
}

// Near calls with the variables that share a constraint with one, as far as they wake one.
func (s *Solver) Near(x Var) []Var {
	if s.members == nil {
		s.members = make([][]Var, len(s.propagators))
		for i := range s.wakes {
			s.join(Side(i).Var(), s.wakes[i])
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
		if m := s.members[w.id]; len(m) == 0 || m[len(m)-1] != x {
			s.members[w.id] = append(m, x)
		}
	}
}

// sharing is what a solver needs to work with others.
type sharing struct {
	exported func(clause []Fact)
	own      Var // variables below it are those of the model
	budget   int64
	recalled bool
	high     bool
	members  [][]Var // by propagator: what wakes it
}

// export tells others of s.clause, that its atoms cannot hold together.
func (s *Solver) export(glue int) {
	if len(s.clause) > shortClause && (glue > lowGlue || len(s.clause) > longestTold) {
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

// Import adds a clause that another solver of the same model has learned. It is for level 0.
func (s *Solver) Import(facts []Fact) {
	if s.refuted {
		return
	}
	atoms := make([]Atom, len(facts))
	for i, f := range facts {
		atoms[i] = f.Atom
		if f.Equal || f.Not {
			if atoms[i] = s.Equal(f.Atom.Side.Var(), f.Atom.Value); f.Not {
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
