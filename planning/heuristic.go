package planning

// Max is the maximum of heuristics. It is admissible if all are, and consistent if all are.
type Max []Heuristic

// Name returns "max(...)" with the names of the heuristics.
func (m Max) Name() string {
	text := "max("
	for i, h := range m {
		if i > 0 {
			text += ", "
		}
		text += h.Name()
	}
	return text + ")"
}

// Estimate returns the greatest estimate.
func (m Max) Estimate(s State) int64 {
	best := int64(0)
	for _, h := range m {
		if best = max(best, h.Estimate(s)); best == Infinite {
			break
		}
	}
	return best
}
