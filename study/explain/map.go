package explain

import (
	"context"
	"slices"
)

// A powerSetMap is the map of MARCO: it stores which sets of relaxed units are decided. Every
// set that leaves a known conflict intact fails; every superset of a known relaxation works.
type powerSetMap struct {
	n           int
	conflicts   []set // at least one member of each must be relaxed
	relaxations []set // no superset needs to be tried
	size        int   // all smaller sets are decided
}

// least returns an undecided set with the fewest units, or nil if all sets are decided. It is a
// smallest set that hits every conflict and contains no relaxation, found by branching on the
// members of an unhit conflict, with increasing size.
func (c *powerSetMap) least(ctx context.Context) (set, error) {
	if slices.ContainsFunc(c.relaxations, func(m set) bool { return m.size() == 0 }) {
		return nil, nil
	}
	for ; c.size <= c.n; c.size++ {
		s := &hittingSet{ctx: ctx, c: c, chosen: newSet(c.n), banned: newSet(c.n)}
		if s.hit(c.size) {
			return s.chosen, nil
		}
		if s.err != nil {
			return nil, s.err
		}
		if !s.cut {
			break // a larger set would not help
		}
	}
	return nil, nil
}

// A hittingSet is the state of the search for a set that contains a member of every conflict.
type hittingSet struct {
	ctx            context.Context
	c              *powerSetMap
	chosen, banned set
	nodes          int
	cut            bool // the size limit pruned a branch
	err            error
}

// hit adds up to k units to chosen so that every conflict is hit.
func (s *hittingSet) hit(k int) bool {
	if s.nodes++; s.nodes&0xFF == 0 && s.ctx.Err() != nil {
		s.err = context.Cause(s.ctx)
	}
	if s.err != nil {
		return false
	}
	open, need, some := s.open()
	switch {
	case !some:
		return true
	case need > k:
		s.cut = true
		return false
	}
	tried := []int{}
	defer func() {
		for _, i := range tried {
			s.banned.drop(i)
		}
	}()
	for _, i := range open.minus(s.banned).list() {
		s.chosen.add(i)
		if s.allowed(i) && s.hit(k-1) {
			tried = nil
			return true
		}
		s.chosen.drop(i)
		s.banned.add(i) // all sets with i have been tried
		tried = append(tried, i)
	}
	return false
}

// open returns the unhit conflict with the fewest members to try, and a lower bound on the number
// of units needed: the number of pairwise disjoint unhit conflicts. It reports false if all
// conflicts are hit.
func (s *hittingSet) open() (best set, need int, some bool) {
	fewest := 0
	used := newSet(s.c.n)
	for _, u := range s.c.conflicts {
		if u.meets(s.chosen) {
			continue
		}
		if n := u.minus(s.banned).size(); !some || n < fewest {
			best, fewest, some = u, n, true
		}
		if !u.meets(used) {
			need++
			for i := range used {
				used[i] |= u[i]
			}
		}
	}
	return best, need, some
}

// allowed reports whether chosen contains no known relaxation after i was added.
func (s *hittingSet) allowed(i int) bool {
	return !slices.ContainsFunc(s.c.relaxations, func(m set) bool { return m.has(i) && m.within(s.chosen) })
}
