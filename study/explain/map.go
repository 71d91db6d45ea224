package explain

import (
	"context"
	"slices"
)

// A powerSetMap is the map of MARCO: it knows which sets of relaxed units have been decided.
// Every set that leaves a known conflict whole fails, every set with a known relaxation in
// it works.
type powerSetMap struct {
	n           int
	conflicts   []set // of what is not relaxed, one at least must be
	relaxations []set // not all of them may be relaxed again
	size        int   // no smaller set is undecided
}

// least returns an undecided set of the fewest units, nil if all are decided. It is a
// least set that hits every conflict and has no relaxation in it, found by trying the
// members of a conflict not yet hit, for rising sizes.
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
			break // more members would not help
		}
	}
	return nil, nil
}

// A hittingSet is being found: a set with a member of every known conflict.
type hittingSet struct {
	ctx            context.Context
	c              *powerSetMap
	chosen, banned set
	nodes          int
	cut            bool // the bound on the size kept something from being tried
	err            error
}

// hit extends the chosen by up to k units so that every conflict is hit.
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
		s.banned.add(i) // the sets with i have been tried
		tried = append(tried, i)
	}
	return false
}

// open returns the conflict not yet hit that has the fewest members to try, and how
// many units are needed at least: as many as there are open conflicts without a common
// member. It reports false if all are hit.
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

// allowed reports whether no known relaxation is chosen whole, now that i is.
func (s *hittingSet) allowed(i int) bool {
	return !slices.ContainsFunc(s.c.relaxations, func(m set) bool { return m.has(i) && m.within(s.chosen) })
}
