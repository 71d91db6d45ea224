package strategy

// greedyFits returns false: the greedy search is for tasks too large for a page, and left out of WebAssembly.
func (s *solving) greedyFits() bool { return false }

func (s *solving) searchOr(bool) error { return s.search() }
