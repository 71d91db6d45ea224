package milp

// SetFew sets the number of values up to which optional one-hot encodings are built, so that tests
// reach the code for larger domains.
func (m *Model) SetFew(n int) { m.few = float64(n) }
