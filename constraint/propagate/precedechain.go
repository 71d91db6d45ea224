package propagate

import "slices"

// PrecedeChain constrains each value of list but the first to occur in xs only after the previous one (Law and Lee
// 2004). A variable after each of xs counts the values that have occurred, by clauses on its bounds (Walsh 2006).
func PrecedeChain(s *solver, list []int64, xs ...Var) {
	if sorted := slices.Sorted(slices.Values(list)); len(slices.Compact(sorted)) < len(list) {
		for k := 1; k < len(list); k++ { // with a repeated value
			Precede(s, list[k-1], list[k], xs...)
		}
		return
	}
	if len(list) < 2 {
		return
	}
	taken := s.NewVar(0, 0)
	for _, x := range xs {
		next := s.NewVar(0, int64(len(list)))
		for k, v := range list {
			before, now := int64(k), int64(k)+1
			is := s.Equal(x, v)
			s.AddClause(is.Not(), taken.AtLeast(before))
			s.AddClause(is.Not(), next.AtLeast(now))
			s.AddClause(taken.AtMost(before), next.AtLeast(now))
			s.AddClause(next.AtMost(before), taken.AtLeast(now), is)
		}
		taken = next
	}
}
