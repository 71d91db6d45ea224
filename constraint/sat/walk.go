package sat

import "context"

// A walker looks for a model by local search: it flips one variable after another and prefers those that break few
// clauses (ProbSAT: Balint and Schöning 2012). It starts with the saved phases and leaves its best assignment there.
type walker struct {
	s      *Solver
	random uint64

	vals    []int8 // by literal: 1 true, 0 false
	clauses []ref
	trues   []int32  // by clause: number of true literals
	which   []uint32 // by clause: exclusive or of the true literals, the literal itself if there is one
	broken  []int32  // clauses without a true literal
	place   []int32  // by clause: index in broken
	begin   []int32  // by literal: begin of its clauses in occs
	occs    []int32
	breaks  []int32 // by literal: number of clauses in which it is the only true one

	score  []float64 // by number of broken clauses
	chance []float64 // by literal of the current clause
	flips  []lit     // literals made true
	best   int       // length of the prefix of flips with the best assignment
	fewest int       // number of clauses broken there
	steps  int64
}

// Limits of walks, in visits of clauses. A visit of a watch in propagation takes about half as long.
const (
	firstWalk    = 2         // times the words of the formula, for the first walk
	minWalk      = 160_000   // minimum of the first walk
	uniformWalk  = 6_000_000 // the first walk of a uniform formula
	maxWalk      = 100_000_000
	earlyVisits  = 6_000_000 // up to that many visits of propagation, walks get a share of one in earlyShare
	earlyShare   = 5
	earlyUniform = 2_000_000  // up to that many visits, walks of uniform formulas get earlyFifths more
	earlyFifths  = 4          // in addition to soonFifths
	soonUniform  = 12_000_000 // up to that many visits, they get soonFifths
	soonFifths   = 2
	laterShare   = 25 // later share of the visits of propagation: one in laterShare
	nearModel    = 5  // a walk that ends with at most that many broken clauses is promising
)

// walk replaces the saved phases by an assignment that breaks fewer clauses, if it finds one in about steps visits.
func (s *Solver) walk(ctx context.Context, steps int64) {
	size := int64(0)
	for _, c := range s.irredundant {
		size += int64(s.arena.Words[c])
	}
	if steps = min(steps, maxWalk); len(s.assumed) > 0 || 3*size > steps || len(s.irredundant) == 0 {
		return
	}
	w := &walker{s: s, random: uint64(s.stats.Conflicts+1) * 0x9e3779b97f4a7c15, steps: steps}
	w.build(size)
	for tick := uint32(0); w.fewest > 0 && w.steps > 0 && (tick&1023 != 0 || !s.ended(ctx)); tick++ {
		w.step()
	}
	if w.fewest > nearModel {
		s.work.doubts++
	}
	w.keep()
}

// base returns the base of the exponential break score for a mean clause length (values of Balint, interpolated
// linearly).
func base(length float64) float64 {
	lengths := []float64{0, 3, 4, 5, 6, 7}
	bases := []float64{2, 2.5, 2.85, 3.7, 5.1, 5.4}
	for i := 1; i < len(lengths); i++ {
		if length <= lengths[i] {
			part := (length - lengths[i-1]) / (lengths[i] - lengths[i-1])
			return bases[i-1] + part*(bases[i]-bases[i-1])
		}
	}
	return bases[len(bases)-1]
}

func (w *walker) build(size int64) {
	s := w.s
	w.vals = make([]int8, len(s.vals))
	for v, phase := range s.saved {
		p := lit(2 * v)
		if known := s.vals[p]; known != 0 && s.about[v].level == 0 {
			phase = known
		}
		if phase < 0 {
			p ^= 1
		}
		w.vals[p] = 1
	}
	n := len(s.irredundant)
	w.clauses = s.irredundant
	w.trues, w.which, w.place = make([]int32, n), make([]uint32, n), make([]int32, n)
	w.begin, w.breaks = make([]int32, len(s.vals)+1), make([]int32, len(s.vals))
	w.occs = make([]int32, size)
	for _, c := range w.clauses {
		for _, p := range s.arena.Clause(c) {
			w.begin[p]++
		}
	}
	sum := int32(0)
	for p, k := range w.begin {
		sum += k
		w.begin[p] = sum // the end; filled backwards
	}
	for i := n - 1; i >= 0; i-- {
		for _, p := range s.arena.Clause(w.clauses[i]) {
			w.begin[p]--
			w.occs[w.begin[p]] = int32(i)
			if w.vals[p] > 0 {
				w.trues[i]++
				w.which[i] ^= p
			}
		}
		switch w.trues[i] {
		case 0:
			w.addBroken(int32(i))
		case 1:
			w.breaks[w.which[i]]++
		}
	}
	w.fewest = len(w.broken)
	b := base(float64(size) / float64(n))
	for score := 1.0; score > 1e-30; score /= b {
		w.score = append(w.score, score)
	}
}

func (w *walker) addBroken(i int32) {
	w.place[i] = int32(len(w.broken))
	w.broken = append(w.broken, i)
}

func (w *walker) mend(i int32) {
	last := w.broken[len(w.broken)-1]
	w.broken[w.place[i]], w.place[last] = last, w.place[i]
	w.broken = w.broken[:len(w.broken)-1]
}

// next returns a pseudorandom number (xorshift: Marsaglia 2003).
func (w *walker) next() uint64 {
	w.random ^= w.random << 13
	w.random ^= w.random >> 7
	w.random ^= w.random << 17
	return w.random
}

// step makes a literal of a broken clause true.
func (w *walker) step() {
	c := w.broken[w.next()>>11%uint64(len(w.broken))]
	ls := w.s.arena.Clause(w.clauses[c])
	w.chance = w.chance[:0]
	sum := 0.0
	for _, p := range ls {
		k := 0.0
		if w.s.vals[p] == 0 {
			k = w.score[min(int(w.breaks[p^1]), len(w.score)-1)]
		}
		sum += k
		w.chance = append(w.chance, k)
	}
	at := sum * float64(w.next()>>11) / (1 << 53)
	i := 0
	for ; i < len(ls)-1 && at >= w.chance[i]; i++ {
		at -= w.chance[i]
	}
	w.flip(lit(ls[i]))
	if len(w.broken) < w.fewest {
		w.fewest, w.best = len(w.broken), len(w.flips)
	}
}

// flip makes a literal true.
func (w *walker) flip(p lit) {
	q := p ^ 1
	w.vals[p], w.vals[q] = 1, 0
	w.flips = append(w.flips, p)
	yes, no := w.occs[w.begin[p]:w.begin[p+1]], w.occs[w.begin[q]:w.begin[q+1]]
	w.steps -= int64(len(yes) + len(no) + 4)
	for _, i := range yes {
		switch w.trues[i] {
		case 0:
			w.mend(i)
			w.breaks[p]++
		case 1:
			w.breaks[w.which[i]]--
		}
		w.trues[i]++
		w.which[i] ^= uint32(p)
	}
	for _, i := range no {
		w.trues[i]--
		w.which[i] ^= uint32(q)
		switch w.trues[i] {
		case 0:
			w.addBroken(i)
			w.breaks[q]--
		case 1:
			w.breaks[w.which[i]]++
		}
	}
}

// keep saves the best assignment as the phases of the search.
func (w *walker) keep() {
	if w.best == 0 {
		return
	}
	for _, p := range w.flips[:w.best] {
		w.s.saved[p.Var()] = 1 - int8(p&1)<<1
	}
}

// firstWalk returns the limit of the first walk, in visits.
func (s *Solver) firstWalk() int64 {
	s.work.walked = s.visits
	s.work.uniform = s.isUniform()
	if s.work.uniform {
		return uniformWalk
	}
	return minWalk + firstWalk*int64(len(s.arena.Words))
}

// isUniform reports whether 90% of the clauses have the same length of at least three, as random formulas do.
func (s *Solver) isUniform() bool {
	counts := map[uint32]int{}
	most := 0
	for _, c := range s.irredundant {
		n := s.arena.Words[c]
		counts[n]++
		if n >= 3 {
			most = max(most, counts[n])
		}
	}
	return 10*most >= 9*len(s.irredundant)
}

// walkLimit returns the limit of the next walk, in visits. Walks get a large share early in the search of uniform
// formulas. Each walk that ends far from a model halves the limit.
func (s *Solver) walkLimit() int64 {
	limit := s.walkShare(s.visits) - s.walkShare(s.work.walked)
	s.work.walked = s.visits
	return limit >> min(s.work.doubts, 10)
}

// walkShare returns the total visits allowed to walks after that many visits of propagation.
func (s *Solver) walkShare(visits int64) int64 {
	if s.work.uniform {
		early, soon := min(visits, earlyUniform), min(visits, soonUniform)
		return (earlyFifths*early+soonFifths*soon)/5 + (visits-soon)/laterShare
	}
	early := min(visits, earlyVisits)
	return early/earlyShare + (visits-early)/laterShare
}
