package planning

// Most is the maximum of heuristics; of admissible ones it is admissible, of consistent
// ones consistent.
type Most []Heuristic

// Name joins the names.
func (m Most) Name() string {
	text := "max("
	for i, h := range m {
		if i > 0 {
			text += ", "
		}
		text += h.Name()
	}
	return text + ")"
}

// Estimate is the greatest estimate.
func (m Most) Estimate(s State) int64 {
	best := int64(0)
	for _, h := range m {
		if best = max(best, h.Estimate(s)); best == Infinite {
			break
		}
	}
	return best
}
