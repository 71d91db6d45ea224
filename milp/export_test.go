package milp

// SetFew changes up to how many values a one-hot encoding is made where there is a
// choice, so that tests reach what larger domains take.
func (m *Model) SetFew(n int) { m.few = float64(n) }
