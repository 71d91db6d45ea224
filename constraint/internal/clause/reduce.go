package clause

import "slices"

// Glues of the clauses that are kept for ever, and for a while (Audemard and Simon 2009).
const (
	CoreGlue = 2
	TierGlue = 6
)

// Poor are the three quarters of some learned clauses that were of little use. One that was
// used lately has a reduction less before it; one that is a reason is none of them.
func (a *Arena) Poor(learned []Ref, isReason func(Ref) bool) []Ref {
	var poor []Ref
	for _, c := range learned {
		if a.Glue(c) <= CoreGlue || a.Words[c] == 2 || isReason(c) {
			continue
		}
		if used := a.Used(c); used > 0 {
			a.SetUsed(c, used-1)
			continue
		}
		poor = append(poor, c)
	}
	slices.SortStableFunc(poor, func(x, y Ref) int {
		if d := a.Glue(y) - a.Glue(x); d != 0 {
			return d
		}
		return int(a.Words[y]) - int(a.Words[x])
	})
	return poor[:(3*len(poor)+3)/4]
}
