package ground

import (
	"slices"

	"farbank/model"
)

// A span is a set of possible values: those of a sorted list or, if list is nil, all from lo to
// hi. It may be a superset.
type span struct {
	list   []int64
	lo, hi int64
}

// maxListed is the maximum length of a list; of larger sets only the range is kept.
const maxListed = 4096

var (
	nothing = span{lo: 0, hi: -1}
	either  = span{lo: 0, hi: 1}
)

func single(v int64) span { return span{[]int64{v}, v, v} }

func truthSpan(v bool) span {
	if v {
		return single(1)
	}
	return single(0)
}

func (s span) empty() bool { return s.lo > s.hi }

func (s span) has(v int64) bool {
	if s.list == nil || v < s.lo || v > s.hi {
		return s.lo <= v && v <= s.hi
	}
	_, ok := slices.BinarySearch(s.list, v)
	return ok
}

// few returns the values, or false if there are too many.
func (s span) few() ([]int64, bool) {
	switch {
	case s.list != nil:
		return s.list, true
	case s.empty():
		return nil, true
	case uint64(s.hi)-uint64(s.lo) >= maxListed:
		return nil, false
	}
	var all []int64
	for v := s.lo; v <= s.hi; v++ {
		all = append(all, v)
	}
	return all, true
}

// spanOf returns the span of a list of values.
func spanOf(all []int64) span {
	if len(all) == 0 {
		return nothing
	}
	slices.Sort(all)
	all = slices.Compact(all)
	s := span{all, all[0], all[len(all)-1]}
	if len(all) > maxListed {
		s.list = nil
	}
	return s
}

// holds reports whether t is a subset of s.
func (s span) holds(t span) bool {
	switch {
	case t.empty():
		return true
	case t.lo < s.lo || t.hi > s.hi:
		return false
	case s.list == nil:
		return true
	case t.list == nil:
		return uint64(t.hi)-uint64(t.lo) < uint64(len(s.list)) && !slices.ContainsFunc(first(t.few()), func(v int64) bool { return !s.has(v) })
	}
	return !slices.ContainsFunc(t.list, func(v int64) bool { return !s.has(v) })
}

func first(list []int64, _ bool) []int64 { return list }

func (s span) join(t span) span {
	switch {
	case s.holds(t):
		return s
	case t.holds(s):
		return t
	}
	x, some := s.few()
	if y, ok := t.few(); some && ok {
		return spanOf(slices.Concat(x, y))
	}
	return span{lo: min(s.lo, t.lo), hi: max(s.hi, t.hi)}
}

// within returns the intersection of s and lo..hi.
func (s span) within(lo, hi int64) span {
	if lo <= s.lo && s.hi <= hi {
		return s
	}
	if s.list == nil {
		return span{lo: max(lo, s.lo), hi: min(hi, s.hi)}
	}
	from, _ := slices.BinarySearch(s.list, lo)
	to := from
	for to < len(s.list) && s.list[to] <= hi {
		to++
	}
	if from == to {
		return nothing
	}
	return span{s.list[from:to], s.list[from], s.list[to-1]}
}

// meets reports whether s and t may have a common value.
func (s span) meets(t span) bool {
	if len(s.list) > len(t.list) {
		s, t = t, s
	}
	switch {
	case s.empty() || t.empty() || s.hi < t.lo || t.hi < s.lo:
		return false
	case s.list != nil:
		return slices.ContainsFunc(s.list, t.has)
	case t.list != nil:
		return slices.ContainsFunc(t.list, s.has)
	}
	return true
}

// full returns the bounds of a node.
func full(e *model.Expr) span { return span{lo: e.Lo, hi: e.Hi} }
