package explain

import (
	"context"
	"slices"
)

// A verdict is what relaxing some units comes to.
type verdict uint8

const (
	fails   verdict = iota // proven: no plan
	works                  // there is a plan
	unknown                // a limit came first
)

// A marco finds all minimal relaxations and all minimal conflicts of n units, by asking
// whether relaxing a set of units works. Relaxing more must not make what works fail.
type marco struct {
	powerSetMap
	check  func(relaxed set) (verdict, error)
	known  func(relaxed set) bool            // it is known already that this works; nil: of nothing
	core   func(relaxed set) set             // of what such a set that fails leaves, a conflict that is known; nil: none
	found  func(relaxation bool, s set) bool // false: stop
	plenty func() bool                       // there are conflicts enough: the cores of more need not be minimal; nil: never
	vague  bool                              // a check was not decided: what is found need not be all
	misses int                               // checks that were not decided
	failed error
}

// run enumerates until all is decided, found says stop, too much is not decided, or ctx
// is done. A seed is an
// undecided set of the fewest relaxed units. If it works it is a minimal relaxation,
// and none that is found later is smaller. If not, what it leaves is shrunk to a
// minimal conflict.
func (m *marco) run(ctx context.Context) (complete bool, err error) {
	for {
		if m.misses >= maxMissed {
			return false, nil
		}
		seed, err := m.least(ctx)
		if err == nil && seed != nil && ctx.Err() != nil {
			err = context.Cause(ctx)
		}
		if err != nil || seed == nil {
			return err == nil && !m.vague, err
		}
		v, err := m.check(seed)
		if err != nil {
			return false, err
		}
		kept := full(m.n).minus(seed)
		switch v {
		case works:
			m.relaxations = append(m.relaxations, seed)
			if !m.found(true, seed) {
				return false, nil
			}
		case unknown: // count it as a conflict that nothing is claimed of
			m.vague = true
			m.misses++
			m.conflicts = append(m.conflicts, kept)
		case fails:
			if c := m.coreOf(seed); c != nil {
				if kept = c; m.plenty != nil && m.plenty() {
					m.conflicts = append(m.conflicts, kept)
					continue
				}
			}
			conflict, sure := m.shrink(kept)
			if m.failed != nil {
				return false, m.failed
			}
			m.conflicts = append(m.conflicts, conflict)
			if sure && !m.found(false, conflict) {
				return false, nil
			}
			if err := m.singles(conflict); err != nil {
				return false, err
			}
		}
	}
}

// seed takes up conflicts that are known but need not be minimal.
func (m *marco) seed(conflicts []set) error {
	for _, kept := range conflicts {
		if slices.ContainsFunc(m.conflicts, func(c set) bool { return c.within(kept) }) {
			continue
		}
		conflict, sure := m.shrink(kept)
		if m.failed != nil {
			return m.failed
		}
		m.conflicts = append(m.conflicts, conflict)
		if sure && !m.found(false, conflict) {
			break
		}
		if err := m.singles(conflict); err != nil {
			return err
		}
	}
	return nil
}

// singles asks for each member of the first conflict alone. They are the seeds that come next;
// what works of them makes the conflicts that come after cheap to shrink.
func (m *marco) singles(conflict set) error {
	if m.known == nil || len(m.conflicts) != 1 {
		return nil
	}
	for _, i := range conflict.list() {
		if v, err := m.check(newSet(m.n).with([]int{i})); err != nil || v == unknown {
			return err
		}
	}
	return nil
}

// coreOf is a conflict that is known of what a set that fails leaves, nil for none.
func (m *marco) coreOf(relaxed set) set {
	if m.core == nil {
		return nil
	}
	return m.core(relaxed)
}

// shrink returns a minimal conflict within one (QuickXplain: Junker 2004), and whether
// all it rests on was decided. What is known to work without one of its members has that
// member in every conflict, so that it need not be looked for. Where cores are known, units are
// left out one after another.
func (m *marco) shrink(kept set) (set, bool) {
	vague := m.vague
	m.vague = false
	if m.core != nil {
		if relaxed := full(m.n).minus(kept); m.conflicting(kept) && m.coreOf(relaxed) != nil {
			out, sure := m.thin(m.coreOf(relaxed)), !m.vague
			m.vague = m.vague || vague
			return out, sure
		}
	}
	kept = m.among(kept)
	needed, others := newSet(m.n), []int{}
	for _, i := range kept.list() {
		less := kept.clone()
		less.drop(i)
		if m.known != nil && m.known(full(m.n).minus(less)) {
			needed.add(i)
		} else {
			others = append(others, i)
		}
	}
	var out set
	if 3*needed.size() >= kept.size() {
		out = m.without(kept, others)
	} else {
		out = needed.with(m.explain(needed, needed.size() > 0, others))
	}
	sure := !m.vague
	m.vague = m.vague || vague
	return out, sure
}

// among is a conflict without the units that are in no conflict known so far, if it is one still.
func (m *marco) among(kept set) set {
	part := newSet(m.n)
	for _, c := range m.conflicts {
		part = part.with(c.list())
	}
	part = kept.minus(full(m.n).minus(part))
	if part.size() == 0 || part.size() == kept.size() || !m.conflicting(part) {
		return kept
	}
	return part
}

// without leaves out of a conflict what it is one without, one after another: where most of it is
// needed this asks less than halving does.
func (m *marco) without(kept set, others []int) set {
	kept = kept.clone()
	for _, i := range others {
		kept.drop(i)
		if m.failed != nil || !m.conflicting(kept) {
			kept.add(i)
		}
	}
	return kept
}

// thin leaves out of a conflict what is not needed, and with it what the core then known does not
// have.
func (m *marco) thin(kept set) set {
	for _, i := range kept.list() {
		if !kept.has(i) {
			continue
		}
		less := kept.clone()
		less.drop(i)
		if !m.conflicting(less) {
			continue
		}
		if kept = less; m.failed == nil {
			if c := m.coreOf(full(m.n).minus(less)); c != nil {
				kept = c
			}
		}
	}
	return kept
}

// explain returns a minimal part of list that, together with base, is a conflict; list
// and base together are one. fresh says that base has grown since it was last known to
// be none by itself.
func (m *marco) explain(base set, fresh bool, list []int) []int {
	if m.failed != nil || fresh && m.conflicting(base) {
		return nil
	}
	if len(list) <= 1 {
		if len(list) == 1 && !fresh && base.size() == 0 && m.conflicting(base) {
			return nil // no plan even with everything relaxed
		}
		return list
	}
	half := len(list) / 2
	first, second := list[:half], list[half:]
	need := m.explain(base.with(first), true, second)
	return append(m.explain(base.with(need), len(need) > 0, first), need...)
}

// conflicting reports whether keeping a set of units, and no others, leaves no plan.
// What is not known counts as no conflict, which keeps more than may be needed.
func (m *marco) conflicting(kept set) bool {
	v, err := m.check(full(m.n).minus(kept))
	if err != nil && m.failed == nil {
		m.failed = err
	}
	if v == unknown {
		m.vague = true
		m.misses++
	}
	return v == fails
}
