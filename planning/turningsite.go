package planning

import (
	"math/bits"
	"slices"
)

// Sites are the places of an orbit, or classes of places that always go together, such as those of the stickers of
// one corner. No two tokens are in one site, so that their states can be numbered without gaps: by the rank of
// their arrangement, and by what each is like in its site.
type sites struct {
	count, inner int      // how many there are, and a token's states in one
	code         []uint16 // by state of a token: its site, and above siteBits what it is like there
	closed       bool     // the sum of what all tokens are like in their sites never changes

	back, on []turningStep // by operator: where tokens come from, and where they go
	spins    [][]uint16    // by number: what becomes of what a token is like
}

// A turningStep is what an operator does to tokens by their sites.
type turningStep struct {
	to   []int // by site
	spin []int // likewise: the number of what it does to what a token there is like
}

const (
	siteBits = 6
	siteMask = 1<<siteBits - 1
	mostSpun = 1 << (16 - siteBits)

	mostRanked = 1 << 28 // numbers of a ranking
)

// sites finds those of an orbit; nil if places do not fall apart so.
func (t *turning) sites(i int) *sites {
	o := &t.orbits[i]
	class := o.class
	if class == nil {
		class = make([]int, len(o.places))
		for p := range class {
			class[p] = p
		}
	}
	var members [][]int // by class: states of a token there
	number := map[int]int{}
	site := make([]int, o.states())
	for x := range site {
		c := class[x/o.stuck]
		n, known := number[c]
		if !known {
			n = len(members)
			number[c], members = n, append(members, nil)
		}
		site[x], members[n] = n, append(members[n], x)
	}
	s := &sites{count: len(members), inner: len(members[0]), code: slices.Repeat([]uint16{unknownCode}, len(site))}
	if s.count > siteMask || s.inner >= mostSpun {
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

// unknownCode is that of a state that has none yet: no site has its number.
const unknownCode = 1<<16 - 1

// spread numbers the states in one site after the other as operators lead there from the first; false if they lead
// from one site into several.
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

// step looks at an operator so.
func (s *sites) step(turned []uint16) turningStep {
	step := turningStep{make([]int, s.count), make([]int, s.count)}
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
		k := slices.IndexFunc(s.spins, func(other []uint16) bool { return slices.Equal(other, row) })
		if k < 0 {
			k, s.spins = len(s.spins), append(s.spins, row)
		}
		step.spin[site] = k
	}
	return step
}

// apart reports whether the tokens of an orbit begin in different sites: then they always are.
func (t *turning) apart(i int, s *sites) bool {
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

// sumKept reports whether every site has a token, operators turn these on their way by numbers that add up to none,
// and the start has the sum that the goal has: then what the last is like follows from the others.
func (t *turning) sumKept(i int, s *sites) bool {
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
	free   int // tokens of which it matters what they are like in their sites
	block  int // numbers of one arrangement
	ranks  int // arrangements
}

// newRanking is that of some tokens of an orbit that has so many; nil if there are more numbers than may be.
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
	if spun(s.inner*len(s.spins), (r.free+1)/2) > mostSpins {
		return nil
	}
	return r
}

// mostSpins bounds what is worked out beforehand for half of the tokens.
const mostSpins = 1 << 22

// spun is a power, or more than mostSpins.
func spun(n, times int) int {
	x := 1
	for range times {
		x = min(x*n, mostSpins+1)
	}
	return x
}

// rankWork is how many steps it takes to find where an operator leads an arrangement.
const rankWork = 32

// rankings are, by orbit, those of wide tables, which together take at most a quarter of the room and so many steps to
// be made; nil where they take in no more tokens than others. What an orbit leaves of its share is for those after it.
func (t *turning) rankings(places, steps int) [][]*ranking {
	list := make([][]*ranking, len(t.orbits))
	if steps == 0 || slices.ContainsFunc(t.s.ops, func(o operator) bool { return o.cost != t.unit }) {
		return list
	}
	numbers := int(t.s.room / 2) // of four bits
	for i := range t.orbits {
		share := len(t.orbits) - i
		list[i] = t.ranked(i, places, numbers/share, steps/share)
		for _, r := range list[i] {
			numbers, steps = numbers-r.ranks*r.block, steps-r.steps(t)
		}
	}
	return list
}

// ranked are the rankings of an orbit of the most tokens each that keep within so many numbers and steps together.
func (t *turning) ranked(i, places, numbers, steps int) []*ranking {
	s, tokens := t.sites(i), t.tokensOf(i)
	if s == nil {
		return nil
	}
	for n := len(tokens); n > t.fit(i, len(tokens), t.room(places)); n-- {
		parts := runs(tokens, n)
		var list []*ranking
		for _, part := range parts {
			r := newRanking(s, part, len(tokens), min(mostRanked, numbers/len(parts)))
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

// steps is how many it takes to make the table, at most.
func (r *ranking) steps(t *turning) int { return len(t.s.ops) * r.ranks * (rankWork + r.block) }

// A ranker works out a number, token by token.
type ranker struct {
	used                   uint64
	rank, spin, unit, rest int
}

func (r *ranking) ranker() ranker { return ranker{unit: 1, rest: r.count} }

func (k *ranker) add(code uint16, inner int) {
	site := code & siteMask
	k.rank = k.rank*k.rest + int(site) - bits.OnesCount64(k.used&(1<<site-1))
	k.rest--
	k.used |= 1 << site
	k.spin += int(code>>siteBits) * k.unit
	k.unit *= inner
}

// number is that of what has been added. What the last token is like is left out where it does not matter.
func (r *ranking) number(k *ranker) int {
	spin := k.spin
	if r.free < len(r.tokens) {
		spin %= r.block
	}
	return k.rank*r.block + spin
}

// unrank tells the sites of an arrangement.
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

// codes has, by operator, for one place in a wide table's pattern after the other, the code of each state of the token
// there after the operator.
func (t *turning) codes(table *turnTable) [][]uint16 {
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
