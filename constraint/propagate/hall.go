package propagate

import (
	"cmp"
	"slices"

	"farbank/constraint/kernel"
)

// hall finds intervals that are full (bounds consistency: López-Ortiz, Quimper, Tromp and van Beek
// 2003, whose names of the arrays these are). The explanation is that the variables of the Hall set are
// within the interval.
type hall struct {
	list   []Offset
	begun  bool          // it has run
	check  bool          // only intervals that are too full are found: nothing is raised
	side                 // of the present pass
	orders [2][2][]int32 // by pass: its byLow and byHigh, nearly in order when it comes again
	idle   int           // how many times in a row nothing came of it
}

// Lists of which nothing came so many times are looked at one time in a few.
const (
	patience = 30
	rarely   = 8
	shortest = 60 // shorter ones cost little
)

// A side is what a pass over the variables, or over their negations, works on.
type side struct {
	sign     int64 // 1: lower bounds rise; -1: upper bounds sink
	low      []int64
	high     []int64 // the first value beyond
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

// alone reports whether no constraint beside this one draws anything from bounds of its variables as such: their
// values are mere names, of what elements choose, say.
func (p *hall) alone(s *solver) bool {
	for _, o := range p.list {
		if s.Bounded(o.X) {
			return false
		}
		for _, side := range []kernel.Side{o.X.Lower(), o.X.Upper()} {
			for q := range s.Woken(side) {
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

// read takes the bounds as they are, in order.
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

// reorder sorts what is nearly in order by key, and by number where keys are equal.
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

// rank numbers all bounds from 1; there is one before and one after them.
func (p *side) rank() {
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

// top follows links upwards, and link has all of a way lead to an end.
func top(links []int32, i int32) int32 {
	for links[i] > i {
		i = links[i]
	}
	return i
}

func link(links []int32, from, to, end int32) {
	for from != to {
		next := links[from]
		links[from] = end
		from = next
	}
}

// filter raises what lies in a full interval and does not end there.
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

// begin is the greatest value, at most most, from which on there are as many variables up to an end as
// values, and extra.
func (p *side) begin(most, end, extra int64) int64 {
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
	return end // there always is one
}

// overfull fails: more variables than values lie in an interval that ends before end.
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

// atLeast says that a variable is at least a value, on the present side.
func (p *hall) atLeast(i int32, v int64) Atom {
	o := p.list[i]
	if p.sign < 0 {
		return o.X.AtMost(-v - o.Plus)
	}
	return o.X.AtLeast(v - o.Plus)
}

// before says that a variable is less than a value.
func (p *hall) before(i int32, v int64) Atom { return p.atLeast(i, v).Not() }

// within tells of n variables that they are within an interval.
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
