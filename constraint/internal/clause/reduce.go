package clause

import "slices"

// Glues of the clauses that are kept forever, and for some time (Audemard and Simon 2009).
const (
	CoreGlue = 2
	TierGlue = 6
)

// Poor returns the worst three quarters of the learned clauses that may be deleted. It spares reasons and recently used
// clauses, and decrements the Used number of the latter.
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
