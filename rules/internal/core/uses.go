package core

// Usage counts what refers to a construct: as long as something does, it cannot
// be removed.
type Usage struct{ Busy int }

// Uses are the constructs that another refers to.
type Uses []*Usage

// Hold keeps them from being removed.
func (u Uses) Hold() {
	for _, each := range u {
		each.Busy++
	}
}

// Release ends that.
func (u Uses) Release() {
	for _, each := range u {
		each.Busy--
	}
}
