package assign

import (
	"encoding/binary"
	"slices"
)

// Parameters of counting by components.
const (
	minSplit   = 3       // minimum number of unknowns; see counter
	firstTries = 100     // attempts to split at the beginning
	moreTries  = 8       // attempts for each gain
	seldom     = 256     // nodes for each attempt that is unlikely to gain
	cacheBytes = 1 << 26 // maximum size of the cache
	cacheShare = 4       // the cache takes at most 1/cacheShare of the memory limit
)

// A counter counts solutions. If the remaining problem falls into components, sets of unknowns that
// no undecided constraint connects, it multiplies their counts. It caches the count of each
// component: a component with the same domains under the same residual constraints has the same
// count (component caching: Sang, Bacchus, Beame, Kautz and Pitassi 2004, for clauses). Where
// splitting gains nothing, it counts solutions one by one.
type counter struct {
	s       *solver
	confirm func() bool // called with all unknowns fixed; false: stop
	cache   map[string]tally
	bytes   int64
	most    int64 // maximum number of bytes
	least   int   // minimum number of unknowns for an attempt to split
	tries   int   // attempts to split
	gains   int   // attempts that split the problem, and cache hits
	divided int   // nesting depth of components

	leader []int32 // by unknown
	seen   []int64 // by constraint
	stamp  int64
}

// newCounter returns a counter for a memory limit in bytes; 0 means no limit.
func newCounter(s *solver, memory int64, confirm func() bool) *counter {
	most := int64(cacheBytes)
	if memory > 0 {
		most = min(most, memory/cacheShare)
	}
	return &counter{s: s, confirm: confirm, least: minSplit, most: most, cache: map[string]tally{}, leader: make([]int32, s.p.NumFind), seen: make([]int64, len(s.constraints))}
}

// count returns the number of assignments of vars. With an error, it is the number of those found
// so far.
func (c *counter) count(vars []int32) (tally, error) {
	var free []int32
	for _, v := range vars {
		if !c.s.fixed(v) {
			free = append(free, v)
		}
	}
	if len(free) < c.least || !c.hopeful() {
		return c.one(vars)
	}
	c.tries++
	if c.divided > 0 && !c.holds(vars) {
		return tally{}, nil
	}
	parts, possible := c.split(free)
	if !possible {
		return tally{}, nil
	}
	if len(parts) > 1 && slices.ContainsFunc(parts[1:], func(p component) bool { return len(p.vars) > 1 }) {
		c.gains++
	}
	if len(parts) > 1 {
		c.divided++
		defer func() { c.divided-- }()
	}
	total := one
	for i, p := range parts {
		n, err := c.component(p)
		if err != nil && i < len(parts)-1 {
			return tally{}, err
		}
		if total = total.times(n); err != nil || total.isZero() {
			return total, err
		}
	}
	return total, nil
}

// hopeful reports whether an attempt to split is worthwhile: at the beginning, if earlier ones have
// gained, and occasionally otherwise.
func (c *counter) hopeful() bool {
	return c.tries < firstTries+2*len(c.leader)+moreTries*c.gains || int64(c.tries) < c.s.nodes/seldom
}

// one counts solutions one by one.
func (c *counter) one(vars []int32) (n tally, err error) {
	s := c.s
	s.order = vars
	s.found = func() bool {
		if c.divided == 0 && !c.confirm() {
			return false
		}
		if c.divided == 0 || c.holds(vars) {
			n = n.plus(one)
		}
		return true
	}
	err = s.search(s.hardest)
	return n, err
}

// holds reports whether the constraints hold that no longer depend on unknowns which are not fixed. Propagation decides
// them only if all their unknowns are fixed; those that do not matter may not be.
func (c *counter) holds(vars []int32) bool {
	c.stamp++
	for _, v := range vars {
		if !c.s.fixed(v) {
			continue
		}
		for _, k := range c.s.watch[v] {
			if c.seen[k] == c.stamp {
				continue
			}
			c.seen[k] = c.stamp
			if t, ok := c.s.constraints[k].(*tree); ok && t.inexact && t.undecided(c.s) && t.residue(c.s, k).fails {
				return false
			}
		}
	}
	return true
}

// A component is a set of unknowns with the key of its residual constraints.
type component struct {
	vars  []int32
	trees int    // constraints in the key
	key   []byte // what is left of them
}

// text returns the cache key of a component. It begins with the number of constraints, so that a
// constraint cannot be taken for an unknown.
func (p component) text(d *domains) string {
	text := append(binary.AppendUvarint(nil, uint64(p.trees)), p.key...)
	for _, v := range p.vars {
		text = d.describe(v, text)
	}
	return string(text)
}

// component returns the number of solutions of a component.
func (c *counter) component(p component) (tally, error) {
	s := c.s
	if len(p.vars) == 1 && p.trees == 0 {
		return s.choices(p.vars[0]), nil
	}
	key := p.text(&s.domains)
	if n, ok := c.cache[key]; ok {
		c.gains++
		return n, nil
	}
	n, err := c.branch(p.vars)
	if err == nil {
		c.keep(key, n)
	}
	return n, err
}

// keep adds a count to the cache. If the cache is full, it is cleared first.
func (c *counter) keep(key string, n tally) {
	size := int64(len(key)) + 64
	if size > c.most {
		return
	}
	if c.bytes += size; c.bytes > c.most {
		c.cache, c.bytes = map[string]tally{}, size
	}
	c.cache[key] = n
}

// branch counts the solutions for each value of an unknown, or for each half of a large domain.
func (c *counter) branch(vars []int32) (tally, error) {
	s := c.s
	if err := s.count(); err != nil {
		return tally{}, err
	}
	s.order = vars
	v := s.hardest()
	sum := tally{}
	var err error
	below := func(narrow func() bool) bool {
		mark := len(s.trail)
		if narrow() && s.propagate() {
			var n tally
			n, err = c.count(vars)
			sum = sum.plus(n)
		}
		s.drop()
		s.back(mark, s.allDiffs)
		if err == nil {
			err = s.stopped
		}
		return err == nil
	}
	if s.words[v] == nil && s.size[v] > 64 {
		mid := s.lo[v] + int64((uint64(s.hi[v])-uint64(s.lo[v]))/2)
		_ = below(func() bool { return s.setHi(v, mid) }) && below(func() bool { return s.setLo(v, mid+1) })
		return sum, err
	}
	for _, x := range s.values(v) {
		if !below(func() bool { return s.fix(v, x) }) {
			break
		}
	}
	return sum, err
}

// split returns the components of unknowns that are not fixed. possible is false if a residual
// constraint is violated.
func (c *counter) split(free []int32) (parts []component, possible bool) {
	s := c.s
	c.stamp++
	for _, v := range free {
		c.leader[v] = v
	}
	var trees []residue
	for _, v := range free {
		for _, k := range s.watch[v] {
			if c.seen[k] == c.stamp {
				continue
			}
			c.seen[k] = c.stamp
			switch at := s.constraints[k].(type) {
			case *allDiff:
				for _, t := range at.terms[at.done:] {
					if !s.fixed(t.v) {
						c.join(v, t.v)
					}
				}
			case *tree:
				r := at.residue(s, k)
				for _, u := range r.free {
					c.join(r.free[0], u)
				}
				switch {
				case r.fails:
					return nil, false
				case len(r.free) > 0:
					trees = append(trees, r)
				}
			}
		}
	}
	return c.gather(free, trees), true
}

// gather returns the components, the largest first.
func (c *counter) gather(free []int32, trees []residue) []component {
	place := map[int32]int{}
	var parts []component
	for _, v := range free {
		l := c.find(v)
		i, ok := place[l]
		if !ok {
			i = len(parts)
			place[l] = i
			parts = append(parts, component{})
		}
		parts[i].vars = append(parts[i].vars, v)
	}
	slices.SortFunc(trees, func(a, b residue) int { return int(a.number - b.number) })
	for _, r := range trees {
		p := &parts[place[c.find(r.free[0])]]
		p.trees++
		p.key = binary.AppendUvarint(p.key, uint64(r.number)+1)
		p.key = append(p.key, r.key...)
	}
	for i := range parts {
		slices.Sort(parts[i].vars)
	}
	slices.SortStableFunc(parts, func(a, b component) int { return len(b.vars) - len(a.vars) })
	return parts
}

func (c *counter) find(v int32) int32 {
	for c.leader[v] != v {
		c.leader[v] = c.leader[c.leader[v]]
		v = c.leader[v]
	}
	return v
}

func (c *counter) join(v, u int32) { c.leader[c.find(v)] = c.find(u) }

// choices returns the size of the domain of an unknown.
func (d *domains) choices(v int32) tally {
	if d.words[v] != nil {
		return tally{small: uint64(d.size[v])}
	}
	return tally{small: uint64(d.hi[v]) - uint64(d.lo[v])}.plus(one)
}

// describe appends an unknown and its domain to a key.
func (d *domains) describe(v int32, key []byte) []byte {
	key = binary.AppendUvarint(key, uint64(v))
	if d.words[v] == nil {
		return binary.AppendVarint(binary.AppendVarint(key, d.lo[v]), d.hi[v])
	}
	for _, w := range d.words[v] {
		key = binary.LittleEndian.AppendUint64(key, w)
	}
	return key
}
