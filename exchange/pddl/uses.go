package pddl

import "strings"

// The uses of a happening are the facts and numbers that it reads and changes. Two happenings
// interfere if one changes what the other reads, if one adds what the other deletes, or if both
// change a number and not only by increasing or decreasing it (Fox, Long 2003). As in VAL, all that
// a condition mentions counts as read.
type uses struct {
	reads, adds, deletes map[string]bool
	assigns, shifts      map[string]bool // numbers; shifts: increased or decreased
}

func (t *timedJudge) uses(h *happening) *uses {
	u := &uses{map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}, map[string]bool{}}
	if h.item < 0 {
		to := u.adds
		if h.fact.not {
			to = u.deletes
		}
		to[t.j.key(h.fact.fact.pred, h.fact.fact.args)] = true
		return u
	}
	t.reads(u, h.s.pre, wide(h.env, h.s.pre))
	if h.lasts != nil && !h.end {
		t.readsNumber(u, h.lasts.takes, h.env)
	}
	for i := range h.s.effects {
		e := &h.s.effects[i]
		t.j.each(e.all, h.env, func() bool {
			t.reads(u, e.when, h.env)
			to := u.adds
			if e.not {
				to = u.deletes
			}
			to[t.fact(e.pred, e.terms, h.env)] = true
			return true
		})
	}
	for i := range h.s.numbers {
		e := &h.s.numbers[i]
		t.j.each(e.all, h.env, func() bool {
			t.reads(u, e.when, h.env)
			t.readsNumber(u, e.value, h.env)
			to := u.assigns
			if e.how == increase || e.how == decrease {
				to = u.shifts
			}
			to[t.j.d.fluent(e.fn, e.terms, h.env)] = true
			return true
		})
	}
	return u
}

func (t *timedJudge) reads(u *uses, f *formula, env []int32) {
	switch f.op {
	case isAtom:
		u.reads[t.fact(f.pred, f.terms, env)] = true
	case isCompare:
		t.readsNumber(u, f.sides[0], env)
		t.readsNumber(u, f.sides[1], env)
	case isAll, isAny:
		t.j.each(f.all, env, func() bool {
			t.reads(u, f.args[0], env)
			return true
		})
		return
	}
	for _, a := range f.args {
		t.reads(u, a, env)
	}
}

func (t *timedJudge) readsNumber(u *uses, n *number, env []int32) {
	if n.op == fluent {
		u.reads[t.j.d.fluent(n.fn, n.terms, env)] = true
	}
	for _, a := range n.args {
		if n.op == length {
			break // it was read at the start
		}
		t.readsNumber(u, a, env)
	}
}

// meets returns what two happenings both concern in a way that interferes, or "".
func (u *uses) meets(v *uses) string {
	for _, pair := range [][2]map[string]bool{
		{u.reads, v.adds}, {u.reads, v.deletes}, {u.reads, v.assigns}, {u.reads, v.shifts},
		{v.reads, u.adds}, {v.reads, u.deletes}, {v.reads, u.assigns}, {v.reads, u.shifts},
		{u.adds, v.deletes}, {u.deletes, v.adds},
		{u.assigns, v.assigns}, {u.assigns, v.shifts}, {u.shifts, v.assigns},
	} {
		if on := inBoth(pair[0], pair[1]); on != "" {
			return "(" + strings.Trim(on, "()") + ")"
		}
	}
	return ""
}

// inBoth returns the first text that two sets have in common, or "".
func inBoth(a, b map[string]bool) string {
	found := ""
	for x := range a {
		if b[x] && (found == "" || x < found) {
			found = x
		}
	}
	return found
}
