package planning

import (
	"math/bits"
	"slices"
)

// A sites describes the sites of an orbit: places, or classes of places that always move together, such as
// those of the stickers of one corner. No two tokens are in the same site, so their states are ranked
// without gaps: by the rank of their arrangement and by their orientations.
type sites struct {
	count, inner int      // number of sites, and orientations of a token in one
	code         []uint16 // by state of a token: its site, and above siteBits its orientation
	closed       bool     // the sum of the orientations of all tokens is invariant

	back, on  []permutationStep // by operator: where tokens come from, and where they go
	rotations [][]uint16        // by number: the new orientation by the old one
}

// A permutationStep is the effect of an operator on tokens by their sites.
type permutationStep struct {
	to       []int // by site: the new site
	rotation []int // by site: the number of the change of the orientation
}

const (
	siteBits        = 6
	siteMask        = 1<<siteBits - 1
	maxOrientations = 1 << (16 - siteBits)

	maxRanked = 1 << 28 // maximum size of a ranking
)

// sites returns the sites of an orbit, or nil if its places do not form sites.
func (t *permutation) sites(i int) *sites {
	o := &t.orbits[i]
	class := o.class
	if class == nil {
		class = make([]int, len(o.places))
		for p := range class {
			class[p] = p
		}
	}
	var members [][]int // by class: the states of a token there
	number := map[int]int{}
	site := make([]int, o.states())
	for x := range site {
		c := class[x/o.orientations]
		n, known := number[c]
		if !known {
			n = len(members)
			number[c], members = n, append(members, nil)
		}
		site[x], members[n] = n, append(members[n], x)
	}
	s := &sites{count: len(members), inner: len(members[0]), code: slices.Repeat([]uint16{unknownCode}, len(site))}
	if s.count > siteMask || s.inner >= maxOrientations {
		return nil
	}
	for k, x := range members[0] {
		s.code[x] = uint16(k << siteBits)
	}
	if !s.spread(o, site, members) || !t.apart(i, s) {
		return nil
	}
	s.closed = t.sumKept(i, s)
	for op := range t.s.ops {
		s.back, s.on = append(s.back, s.step(o.before[op])), append(s.on, s.step(o.after[op]))
	}
	return s
}

// unknownCode marks a state without a code; no site has its number.
const unknownCode = 1<<16 - 1

// spread orders the states in each site as operators lead there from the first site. It returns false if an
// operator leads from one site to several.
func (s *sites) spread(o *orbit, site []int, members [][]int) bool {
	for queue := []int{0}; len(queue) > 0; queue = queue[1:] {
		from := members[queue[0]]
		for _, after := range o.after {
			to := site[after[from[0]]]
			if len(members[to]) != s.inner || slices.ContainsFunc(from, func(x int) bool { return site[after[x]] != to }) {
				return false
			}
			if s.code[members[to][0]] != unknownCode {
				continue
			}
			for _, x := range from {
				s.code[after[x]] = s.code[x]&^siteMask | uint16(to)
			}
			queue = append(queue, to)
		}
	}
	return !slices.Contains(s.code, unknownCode)
}

// step returns the effect of an operator.
func (s *sites) step(turned []uint16) permutationStep {
	step := permutationStep{make([]int, s.count), make([]int, s.count)}
	what := make([][]uint16, s.count)
	for site := range what {
		what[site] = make([]uint16, s.inner)
	}
	for x, y := range turned {
		a, b := s.code[x], s.code[y]
		step.to[a&siteMask] = int(b & siteMask)
		what[a&siteMask][a>>siteBits] = b >> siteBits
	}
	for site, row := range what {
		k := slices.IndexFunc(s.rotations, func(other []uint16) bool { return slices.Equal(other, row) })
		if k < 0 {
			k, s.rotations = len(s.rotations), append(s.rotations, row)
		}
		step.rotation[site] = k
	}
	return step
}

// apart reports whether the tokens of an orbit are in different sites initially, which is invariant.
func (t *permutation) apart(i int, s *sites) bool {
	begin, used := make([]uint16, len(t.tokens)), uint64(0)
	t.read(t.s.begin, begin)
	for k := range t.tokens {
		if t.tokens[k].orbit != i {
			continue
		}
		bit := uint64(1) << (s.code[begin[k]] & siteMask)
		if used&bit != 0 {
			return false
		}
		used |= bit
	}
	return true
}

// sumKept reports whether the sum of the orientations is invariant and equal in the initial state and the
// goal: every site has a token, and the changes of each operator add up to 0. Then the orientation of the
// last token follows from the others.
func (t *permutation) sumKept(i int, s *sites) bool {
	o := &t.orbits[i]
	begin := make([]uint16, len(t.tokens))
	t.read(t.s.begin, begin)
	count, sum := 0, 0
	for k := range t.tokens {
		token := &t.tokens[k]
		if token.orbit != i {
			continue
		}
		if count++; len(token.goal) != 1 {
			return false
		}
		sum += int(s.code[begin[k]]>>siteBits) - int(s.code[token.goal[0]]>>siteBits)
	}
	if count != s.count || sum%s.inner != 0 {
		return false
	}
	for _, after := range o.after {
		turned := slices.Repeat([]int{-1}, s.count)
		for x, y := range after {
			a, b := s.code[x], s.code[y]
			by := (int(b>>siteBits) - int(a>>siteBits) + s.inner) % s.inner
			was := &turned[a&siteMask]
			if *was >= 0 && *was != by {
				return false
			}
			*was = by
		}
		sum := 0
		for _, by := range turned {
			sum += by
		}
		if sum%s.inner != 0 {
			return false
		}
	}
	return true
}

// A ranking numbers the states of some tokens of an orbit.
type ranking struct {
	*sites
	tokens []int
	free   int // number of tokens whose orientations count
	block  int // number of states of one arrangement
	ranks  int // number of arrangements
}

// newRanking returns the ranking of some of the all tokens of an orbit, or nil if it has more than most
// states.
func newRanking(s *sites, tokens []int, all, most int) *ranking {
	r := &ranking{sites: s, tokens: tokens, free: len(tokens), block: 1, ranks: 1}
	if s.closed && len(tokens) == all {
		r.free--
	}
	for j := range tokens {
		if r.ranks *= s.count - j; r.ranks > most {
			return nil
		}
	}
	for range r.free {
		if r.block *= s.inner; r.block*r.ranks > most {
			return nil
		}
	}
	if power(s.inner*len(s.rotations), (r.free+1)/2) > maxRotations {
		return nil
	}
	return r
}

// maxRotations is the maximum size of the precomputed tables for half of the tokens.
const maxRotations = 1 << 22

// power returns n to the power of times, or a number above maxRotations.
func power(n, times int) int {
	x := 1
	for range times {
		x = min(x*n, maxRotations+1)
	}
	return x
}

// rankWork is the number of steps to find the arrangement after an operator.
const rankWork = 32

// rankings returns, by orbit, the rankings of wide tables. Together these take at most a quarter of the
// memory for tables and the given number of steps. The list of an orbit is empty if wide tables hold no
// more tokens than ordinary ones. The unused part of the share of an orbit is left to the orbits after it.
func (t *permutation) rankings(places, steps int) [][]*ranking {
	list := make([][]*ranking, len(t.orbits))
	if steps == 0 || slices.ContainsFunc(t.s.ops, func(o operator) bool { return o.cost != t.unit }) {
		return list
	}
	numbers := int(t.s.room / 2) // numbers of four bits
	for i := range t.orbits {
		share := len(t.orbits) - i
		list[i] = t.ranked(i, places, numbers/share, steps/share)
		for _, r := range list[i] {
			numbers, steps = numbers-r.ranks*r.block, steps-r.steps(t)
		}
	}
	return list
}

// ranked returns the rankings of an orbit, each with as many tokens as possible within the given number of
// states and steps.
func (t *permutation) ranked(i, places, numbers, steps int) []*ranking {
	s, tokens := t.sites(i), t.tokensOf(i)
	if s == nil {
		return nil
	}
	for n := len(tokens); n > t.fit(i, len(tokens), t.room(places)); n-- {
		parts := runs(tokens, n)
		var list []*ranking
		for _, part := range parts {
			r := newRanking(s, part, len(tokens), min(maxRanked, numbers/len(parts)))
			if r == nil || r.steps(t) > steps/len(parts) {
				break
			}
			list = append(list, r)
		}
		if len(list) == len(parts) {
			return list
		}
	}
	return nil
}

// steps returns an upper bound of the number of steps to compute the table.
func (r *ranking) steps(t *permutation) int { return len(t.s.ops) * r.ranks * (rankWork + r.block) }

// A ranker computes a number, token by token.
type ranker struct {
	used                          uint64
	rank, orientation, unit, rest int
}

func (r *ranking) ranker() ranker { return ranker{unit: 1, rest: r.count} }

func (k *ranker) add(code uint16, inner int) {
	site := code & siteMask
	k.rank = k.rank*k.rest + int(site) - bits.OnesCount64(k.used&(1<<site-1))
	k.rest--
	k.used |= 1 << site
	k.orientation += int(code>>siteBits) * k.unit
	k.unit *= inner
}

// number returns the number of the tokens added. It omits the orientation of the last token if it follows
// from the others.
func (r *ranking) number(k *ranker) int {
	orientation := k.orientation
	if r.free < len(r.tokens) {
		orientation %= r.block
	}
	return k.rank*r.block + orientation
}

// unrank computes the sites of an arrangement.
func (r *ranking) unrank(rank int, at []int) {
	for j := len(at) - 1; j >= 0; j-- {
		n := r.count - j
		at[j] = rank % n
		rank /= n
	}
	used := uint64(0)
	for j, digit := range at {
		free := ^used
		for range digit {
			free &= free - 1
		}
		at[j] = bits.TrailingZeros64(free)
		used |= 1 << at[j]
	}
}

// codes returns, by operator, for each token of a wide table the codes of its states after the operator.
func (t *permutation) codes(table *permutationTable) [][]uint16 {
	list := make([][]uint16, len(t.s.ops))
	for op := range list {
		for _, i := range table.tokens {
			for _, x := range t.orbits[t.tokens[i].orbit].after[op] {
				list[op] = append(list[op], table.wide.code[x])
			}
		}
	}
	return list
}
