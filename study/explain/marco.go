package explain

import (
	"context"
	"slices"
)

// A verdict is the result of relaxing a set of units.
type verdict uint8

const (
	fails   verdict = iota // proven: no plan
	works                  // there is a plan
	unknown                // a limit came first
)

// A marco enumerates all minimal relaxations and all minimal conflicts of n units. It calls check
// to decide whether relaxing a set gives a plan, which must be monotone: relaxing more units
// never turns works into fails.
type marco struct {
	powerSetMap
	check  func(relaxed set) (verdict, error)
	known  func(relaxed set) bool            // reports whether the set is known to work; may be nil
	core   func(relaxed set) set             // returns a known conflict among the units that a failing set leaves, or nil; may be nil
	found  func(relaxation bool, s set) bool // called with each finding; false stops the enumeration
	plenty func() bool                       // reports whether enough conflicts were found, so that further ones need not be minimal; may be nil
	vague  bool                              // a check was undecided, so the findings may be incomplete
	misses int                               // number of undecided checks
	failed error
}

// run enumerates until all sets are decided, found returns false, too many checks are undecided,
// or ctx is done. A seed is an undecided set of the fewest relaxed units. If it works it is a
// minimal relaxation, and no later one is smaller. If it fails, the units that it leaves are
// shrunk to a minimal conflict.
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
		case unknown: // treat it as a conflict, without reporting it
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

// seed shrinks and adds known conflicts that may not be minimal.
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

// singles checks each member of the first conflict alone. These sets are the next seeds; the ones
// that work make later conflicts cheap to shrink.
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

// coreOf returns a known conflict among the units that a failing set leaves, or nil.
func (m *marco) coreOf(relaxed set) set {
	if m.core == nil {
		return nil
	}
	return m.core(relaxed)
}

// shrink returns a minimal conflict within kept (QuickXplain, Junker 2004), and whether all checks
// that it rests on were decided. A unit without which kept is known to work is in every conflict, so
// it is not checked. If cores are known, units are dropped one by one.
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

// among returns kept restricted to the units of known conflicts if that is a conflict, else kept.
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

// without drops from a conflict each unit of others that it does not need, one by one. If most units
// are needed, this takes fewer checks than halving.
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

// thin drops from a conflict the units that it does not need, and with each of them the units that
// are not in the core found then.
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

// explain returns a minimal part of list that is a conflict together with base; list and base
// together are a conflict. fresh says that base has grown since it was last known not to be a
// conflict by itself.
func (m *marco) explain(base set, fresh bool, list []int) []int {
	if m.failed != nil || fresh && m.conflicting(base) {
		return nil
	}
	if len(list) <= 1 {
		if len(list) == 1 && !fresh && base.size() == 0 && m.conflicting(base) {
			return nil // there is no plan even with everything relaxed
		}
		return list
	}
	half := len(list) / 2
	first, second := list[:half], list[half:]
	need := m.explain(base.with(first), true, second)
	return append(m.explain(base.with(need), len(need) > 0, first), need...)
}

// conflicting reports whether keeping the units of kept and no others excludes every plan. An
// undecided check counts as no conflict, which keeps more units than needed.
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
