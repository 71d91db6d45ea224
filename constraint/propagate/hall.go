package propagate

import (
	"cmp"
	"slices"

	"farbank/constraint/kernel"
)

// hall propagates Hall intervals by the bounds consistency algorithm of López-Ortiz, Quimper, Tromp and van Beek
// (2003), with their names of arrays. The explanation is that the variables of the Hall set lie within the interval.
type hall struct {
	list   []Offset
	begun  bool          // has run before
	check  bool          // only detect overfull intervals, without propagating
	sweep                // of the current pass
	orders [2][2][]int32 // by pass: byLow and byHigh, kept since they change little
	idle   int           // consecutive runs without effect
}

// A long list that had no effect patience times in a row is propagated only one time in rarely.
const (
	patience = 30
	rarely   = 8
	shortest = 60 // shorter lists cost little
)

// A sweep is the working memory of a pass over the variables, or over their negations.
type sweep struct {
	sign     int64 // 1: raise lower bounds; -1: lower upper bounds
	low      []int64
	high     []int64 // the largest value plus one
	byLow    []int32
	byHigh   []int32
	bounds   []int64
	lowRank  []int32
	highRank []int32
	tree     []int32 // links between bounds
	room     []int64 // differences of capacities
	halls    []int32 // links of full intervals
}

func (p *hall) Propagate(s *solver) bool {
	if !p.begun {
		p.begun = true
		p.check = p.check || p.alone(s)
	}
	p.idle++
	if len(p.list) > shortest && p.idle > patience && p.idle%rarely != 0 {
		return true
	}
	now := s.Now()
	for pass, sign := range [2]int64{1, -1} {
		if p.check && pass > 0 {
			break
		}
		p.sign = sign
		p.read(s, pass)
		p.rank()
		if !p.filter(s) {
			p.idle = 0
			return false
		}
	}
	if s.Now() > now {
		p.idle = 0
	}
	return true
}

// alone reports whether no other constraint uses the bounds of the variables. Their values are then mere names, such as
// indices of elements.
func (p *hall) alone(s *solver) bool {
	for _, o := range p.list {
		if s.Bounded(o.X) {
			return false
		}
		for _, view := range []kernel.View{o.X.Lower(), o.X.Upper()} {
			for q := range s.Woken(view) {
				switch q := q.(type) {
				case *taken, *element, *elementVar:
				case *hall:
					if q != p {
						return false
					}
				default:
					return false
				}
			}
		}
	}
	return true
}

// read reads and sorts the current bounds.
func (p *hall) read(s *solver, pass int) {
	n := len(p.list)
	if p.low == nil {
		p.low, p.high = make([]int64, n), make([]int64, n)
		p.lowRank, p.highRank = make([]int32, n), make([]int32, n)
		for k := range 4 {
			order := make([]int32, n)
			for i := range order {
				order[i] = int32(i)
			}
			p.orders[k/2][k%2] = order
		}
	}
	for i, o := range p.list {
		lo, hi := s.Min(o.X)+o.Plus, s.Max(o.X)+o.Plus
		if p.sign < 0 {
			lo, hi = -hi, -lo
		}
		p.low[i], p.high[i] = lo, hi+1
	}
	p.byLow, p.byHigh = p.orders[pass][0], p.orders[pass][1]
	reorder(p.byLow, p.low)
	reorder(p.byHigh, p.high)
}

// reorder sorts a nearly sorted list by key, and by index where keys are equal.
func reorder(order []int32, key []int64) {
	moved := 0
	for k, i := range order {
		v, j := key[i], k
		for ; j > 0 && (key[order[j-1]] > v || key[order[j-1]] == v && order[j-1] > i); j-- {
			order[j] = order[j-1]
		}
		order[j] = i
		if moved += k - j; moved > 8*len(order) {
			slices.SortFunc(order, func(a, b int32) int { return cmp.Or(cmp.Compare(key[a], key[b]), cmp.Compare(a, b)) })
			return
		}
	}
}

// rank numbers the distinct bounds from 1, with a sentinel at both ends.
func (p *sweep) rank() {
	n := len(p.low)
	least := p.low[p.byLow[0]]
	p.bounds = append(p.bounds[:0], least-2)
	last, i, j := least-2, 0, 0
	for j < n {
		v := p.high[p.byHigh[j]]
		if i < n {
			v = min(v, p.low[p.byLow[i]])
		}
		if v != last {
			p.bounds, last = append(p.bounds, v), v
		}
		if i < n && p.low[p.byLow[i]] == v {
			p.lowRank[p.byLow[i]] = int32(len(p.bounds) - 1)
			i++
		} else {
			p.highRank[p.byHigh[j]] = int32(len(p.bounds) - 1)
			j++
		}
	}
	p.bounds = append(p.bounds, last+2)
	p.tree, p.halls, p.room = p.tree[:0], p.halls[:0], p.room[:0]
	for k := range p.bounds {
		p.tree, p.halls = append(p.tree, int32(k)-1), append(p.halls, int32(k)-1)
		p.room = append(p.room, p.bounds[k]-p.bounds[max(k-1, 0)])
	}
}

// top follows links upwards to their end.
func top(links []int32, i int32) int32 {
	for links[i] > i {
		i = links[i]
	}
	return i
}

// link makes all links from from to to point to end (path compression).

func link(links []int32, from, to, end int32) {
	for from != to {
		next := links[from]
		links[from] = end
		from = next
	}
}

// filter raises each variable that begins in a full interval and does not end in it.
func (p *hall) filter(s *solver) bool {
	for _, i := range p.byHigh {
		x, y := p.lowRank[i], p.highRank[i]
		z := top(p.tree, x+1)
		j := p.tree[z]
		if p.room[z]--; p.room[z] == 0 {
			p.tree[z] = z + 1
			z = top(p.tree, p.tree[z])
			p.tree[z] = j
		}
		link(p.tree, x+1, z, z)
		spare := p.bounds[z] - p.bounds[y]
		if p.room[z] < spare {
			return p.overfull(s, p.high[i])
		}
		if p.halls[x] > x && !p.check {
			w := top(p.halls, p.halls[x])
			if !p.raise(s, i, p.bounds[w]) {
				return false
			}
			link(p.halls, x, w, w)
		}
		if p.room[z] == spare {
			link(p.halls, p.halls[y], j-1, y)
			p.halls[y] = j - 1
		}
	}
	return true
}

// begin returns the greatest value, at most most, such that the variables between it and end number end - value +
// extra.
func (p *sweep) begin(most, end, extra int64) int64 {
	n := int64(0)
	for k := len(p.byLow) - 1; k >= 0; k-- {
		i := p.byLow[k]
		if p.high[i] > end {
			continue
		}
		if n++; p.low[i] <= most && n == end-p.low[i]+extra {
			return p.low[i]
		}
	}
	return end // not reached
}

// overfull reports the conflict that more variables than values lie in an interval below end.
func (p *hall) overfull(s *solver, end int64) bool {
	begin := p.begin(end, end, 1)
	return s.Fail(p.within(nil, begin, end, end-begin+1)...)
}

// raise moves a variable to the end of a full interval.
func (p *hall) raise(s *solver, i int32, end int64) bool {
	begin := p.begin(p.low[i], end, 0)
	because := append(p.within(make([]Atom, 0, 2*(end-begin)+1), begin, end, end-begin), p.atLeast(i, begin))
	return s.Set(p.atLeast(i, end), s.Because(because...))
}

// atLeast returns the atom that variable i is at least v, in the direction of the pass.
func (p *hall) atLeast(i int32, v int64) Atom {
	o := p.list[i]
	if p.sign < 0 {
		return o.X.AtMost(-v - o.Plus)
	}
	return o.X.AtLeast(v - o.Plus)
}

// before returns the atom that variable i is less than v, in the direction of the pass.
func (p *hall) before(i int32, v int64) Atom { return p.atLeast(i, v).Not() }

// within appends atoms to list: n variables lie between begin and end.
func (p *hall) within(list []Atom, begin, end, n int64) []Atom {
	for i := range p.list {
		if n > 0 && p.low[i] >= begin && p.high[i] <= end {
			list = append(list, p.atLeast(int32(i), begin), p.before(int32(i), end))
			n--
		}
	}
	return list
}

func (p *hall) Explain(*solver, Atom, uint64, int32) {}
