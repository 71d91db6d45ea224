package propagate

import (
	"math/bits"
	"slices"
)

// An XOR states that an odd number of Atoms hold, or an even number.
type XOR struct {
	Atoms []Atom
	Odd   bool
}

// Simplified returns x without atoms that are decided, with atoms x >= v only, each at most once, in order.
func (x XOR) Simplified(s *solver) XOR {
	e := XOR{Odd: x.Odd}
	for _, a := range x.Atoms {
		switch {
		case s.Holds(a):
			e.Odd = !e.Odd
		case s.Fails(a):
		case a.View&1 != 0:
			e.Odd = !e.Odd
			e.Atoms = append(e.Atoms, a.Not())
		default:
			e.Atoms = append(e.Atoms, a)
		}
	}
	slices.SortFunc(e.Atoms, func(a, b Atom) int {
		if a.View != b.View {
			return int(a.View) - int(b.View)
		}
		return int(min(max(a.Value-b.Value, -1), 1))
	})
	n := 0
	for i := 0; i < len(e.Atoms); i++ {
		if i+1 < len(e.Atoms) && e.Atoms[i] == e.Atoms[i+1] { // they cancel out
			i++
			continue
		}
		e.Atoms[n] = e.Atoms[i]
		n++
	}
	e.Atoms = e.Atoms[:n]
	return e
}

// maxParityClauses is the number of atoms up to which a parity becomes clauses.
const maxParityClauses = 4

// Parity adds the constraint x.
func Parity(s *solver, x XOR) {
	x = x.Simplified(s)
	n := len(x.Atoms)
	if n > maxParityClauses {
		addParities(s, []XOR{x}, false)
		return
	}
	for set := range 1 << n { // excludes each assignment of the wrong parity
		if bits.OnesCount(uint(set))%2 != 0 == x.Odd {
			continue
		}
		clause := slices.Clone(x.Atoms)
		for i := range clause {
			if set>>i&1 == 1 {
				clause[i] = clause[i].Not()
			}
		}
		s.AddClause(clause...)
	}
}

// Parities adds what several parities imply together. They must be constraints of their own. It reports whether it added
// a constraint, not if no sum of them can imply more than each of them, or if there are too many.
func Parities(s *solver, list []XOR) bool {
	var rows []XOR
	links := 0
	columns := map[Atom]bool{}
	for _, x := range list {
		if x = x.Simplified(s); len(x.Atoms) > 0 {
			rows = append(rows, x)
			links += len(x.Atoms)
			for _, a := range x.Atoms {
				columns[a] = true
			}
		}
	}
	if links < len(rows)+len(columns) { // a tree: unit propagation is complete (Laitinen, Junttila and Niemelä 2012)
		return false
	}
	if words := (len(columns) + 63) / 64 * len(rows); words > maxParityWords {
		return false
	}
	addParities(s, rows, true)
	return true
}

// maxParityWords bounds the size of a matrix.
const maxParityWords = 1 << 16

// parity is a system of parities in reduced row echelon form: each row that has an undecided atom has a basic one that
// occurs in no other row (Gauss-Jordan elimination during the search: Han and Jiang 2012). So a row with a single
// undecided atom is the only way in which the system implies an atom. When a basic atom is decided, an undecided atom of
// the row becomes basic. The form remains valid after backtracking.
//
// An explanation is the other atoms of the row, which are recorded at once, since rows change.
type parity struct {
	atoms    []Atom // by column
	words    int    // of a row
	rows     [][]uint64
	odd      []bool
	basic    []int // by row: a column; -1: none
	other    []int // by row: another column that was undecided last time; -1: unknown
	decided  []uint64
	holds    []uint64
	given    []XOR // as stated
	because  []Atom
	implied  bool // each row is a constraint of its own
	runs     int
	effects  int
	skipping int
}

func addParities(s *solver, list []XOR, implied bool) {
	p := &parity{given: list, implied: implied}
	column := map[Atom]int{}
	for _, x := range list {
		for _, a := range x.Atoms {
			if _, ok := column[a]; !ok {
				column[a] = len(p.atoms)
				p.atoms = append(p.atoms, a)
			}
		}
	}
	p.words = (len(p.atoms) + 63) / 64
	p.decided, p.holds = make([]uint64, p.words), make([]uint64, p.words)
	for _, x := range list {
		row := make([]uint64, p.words)
		for _, a := range x.Atoms {
			c := column[a]
			row[c/64] ^= 1 << (c % 64)
		}
		p.rows, p.odd = append(p.rows, row), append(p.odd, x.Odd)
		p.basic, p.other = append(p.basic, -1), append(p.other, -1)
	}
	priority := 3
	if len(p.rows) == 1 {
		priority = 1
	}
	id := s.AddPropagator(p, priority)
	for _, a := range p.atoms {
		s.Watch(id, a.View)
		s.Watch(id, a.View^1)
	}
}

// Limits of runs.
const (
	manyRuns   = 2000
	seldom     = 100 // fewer than one run in that many has an effect
	parityTurn = 16  // then it runs in one of that many calls
)

func (p *parity) Propagate(s *solver) bool {
	if p.implied && p.runs > manyRuns && p.effects < p.runs/seldom {
		if p.skipping++; p.skipping%parityTurn != 0 {
			return true
		}
	}
	p.runs++
	clear(p.decided)
	clear(p.holds)
	for c, a := range p.atoms {
		if s.Holds(a) {
			p.holds[c/64] |= 1 << (c % 64)
		} else if !s.Fails(a) {
			continue
		}
		p.decided[c/64] |= 1 << (c % 64)
	}
	s.AddWork(int64(len(p.atoms) + len(p.rows)))
	for r := range p.rows {
		if b := p.basic[r]; b < 0 || p.isDecided(b) {
			p.pivot(s, r)
		}
	}
	for r := range p.rows {
		if !p.infer(s, r) {
			return false
		}
	}
	return true
}

func (p *parity) isDecided(c int) bool { return p.decided[c/64]>>(c%64)&1 != 0 }

func (p *parity) has(r, c int) bool { return p.rows[r][c/64]>>(c%64)&1 != 0 }

// undecided returns an undecided column of row r other than c, or -1.
func (p *parity) undecided(r, c int) int {
	for i, w := range p.rows[r] {
		w &^= p.decided[i]
		if c >= 0 && c/64 == i {
			w &^= 1 << (c % 64)
		}
		if w != 0 {
			return 64*i + bits.TrailingZeros64(w)
		}
	}
	return -1
}

// pivot makes an undecided column basic in row r, if there is one.
func (p *parity) pivot(s *solver, r int) {
	p.other[r] = -1
	c := p.undecided(r, -1)
	if p.basic[r] = c; c < 0 {
		return
	}
	for q := range p.rows {
		if q == r || !p.has(q, c) {
			continue
		}
		for i, w := range p.rows[r] {
			p.rows[q][i] ^= w
		}
		p.odd[q] = p.odd[q] != p.odd[r]
		p.other[q] = -1
	}
	s.AddWork(int64(len(p.rows)))
}

// infer checks a row with at most one undecided atom.
func (p *parity) infer(s *solver, r int) bool {
	b := p.basic[r]
	if b >= 0 {
		if o := p.other[r]; o >= 0 && !p.isDecided(o) {
			return true
		}
		if p.other[r] = p.undecided(r, b); p.other[r] >= 0 {
			return true
		}
	}
	odd := false
	for i, w := range p.rows[r] {
		if bits.OnesCount64(w&p.holds[i])%2 != 0 {
			odd = !odd
		}
	}
	if b < 0 && odd == p.odd[r] {
		return true
	}
	p.because = p.because[:0]
	for i, w := range p.rows[r] {
		for w &= p.decided[i]; w != 0; w &= w - 1 {
			a := p.atoms[64*i+bits.TrailingZeros64(w)]
			if s.Fails(a) {
				a = a.Not()
			}
			p.because = append(p.because, a)
		}
	}
	s.AddWork(int64(len(p.because)))
	p.effects++
	if b < 0 {
		return s.Fail(p.because...)
	}
	a := p.atoms[b]
	if odd == p.odd[r] {
		a = a.Not()
	}
	if s.Holds(p.atoms[b]) || s.Fails(p.atoms[b]) { // by another atom of its variable, which wakes the constraint
		return true
	}
	return s.Set(a, s.Because(p.because...))
}

// Explain is not called, since the reasons are atoms.
func (p *parity) Explain(*solver, Atom, uint64, int32) {}
