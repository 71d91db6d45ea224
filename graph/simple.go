package graph

import "context"

// SimplePaths calls yield for every path that repeats no state and ends at its first goal, until yield
// returns false. x must have been built with Options.GoalsEnd. Paths are in lexicographic order of their edges,
// for each start state in turn. They have at most maxLen edges; -1 means no limit. cut reports whether the
// limit excluded a path.
//
// It is a depth-first search with the states of the path marked, restricted to states from which a goal can
// be reached. The number of such paths may be exponential.
func (x *Explicit) SimplePaths(ctx context.Context, maxLen int, yield func(*Path) bool) (cut bool, err error) {
	s, err := newSimple(ctx, x, maxLen)
	if err != nil {
		return false, err
	}
	for i := range x.Starts {
		if !s.can[i] {
			continue
		}
		more, err := s.from(ctx, i, func() bool { return yield(x.path(i, s.edges)) })
		if err != nil || !more {
			return s.cut, err
		}
	}
	return s.cut, nil
}

// CountSimplePaths returns the number of paths that SimplePaths would yield.
func (x *Explicit) CountSimplePaths(ctx context.Context, maxLen int) (n uint64, cut bool, err error) {
	s, err := newSimple(ctx, x, maxLen)
	if err != nil {
		return 0, false, err
	}
	for i := range x.Starts {
		if s.can[i] && err == nil {
			_, err = s.from(ctx, i, func() bool { n++; return true })
		}
	}
	return n, s.cut, err
}

type simple struct {
	x      *Explicit
	can    []bool // by state: whether a goal can be reached
	on     []bool // by state: whether it is on the current path
	maxLen int
	cut    bool
	steps  int
	edges  []Edge
}

func newSimple(ctx context.Context, x *Explicit, maxLen int) (*simple, error) {
	can, err := x.reachesGoal(ctx)
	return &simple{x: x, can: can, on: make([]bool, x.Len()), maxLen: maxLen}, err
}

// A frame is a state on the current path and the index of its next edge.
type frame struct {
	state int32
	next  int
}

// from enumerates all paths from a start. It returns false if found did.
func (s *simple) from(ctx context.Context, start int, found func() bool) (bool, error) {
	if s.x.Goal[start] {
		return found(), nil
	}
	stack := []frame{{state: int32(start)}}
	s.on[start] = true
	defer func() {
		for _, f := range stack {
			s.on[f.state] = false
		}
		s.edges = s.edges[:0]
	}()
	for len(stack) > 0 {
		if s.steps++; s.steps&0xFFF == 0 && ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		f := &stack[len(stack)-1]
		to, edges := s.x.edgesOf(int(f.state))
		if f.next == len(to) {
			s.on[f.state] = false
			stack = stack[:len(stack)-1]
			s.edges = s.edges[:max(len(stack)-1, 0)]
			continue
		}
		k := f.next
		f.next++
		t := to[k]
		if !s.can[t] || s.on[t] {
			continue
		}
		if s.maxLen >= 0 && len(stack) > s.maxLen {
			s.cut = true
			continue
		}
		s.edges = append(s.edges[:len(stack)-1], edges.at(k))
		if s.x.Goal[t] {
			if !found() {
				return false, nil
			}
			continue
		}
		s.on[t] = true
		stack = append(stack, frame{state: t})
	}
	return true, nil
}
