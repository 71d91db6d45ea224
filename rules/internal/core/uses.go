package core

// Usage counts the references to a construct, which cannot be removed while there are any.
type Usage struct{ Busy int }

// occupy adds n to a count of the current calls of a construct. The constructs of a sealed environment
// cannot be removed, and other environments use them at the same time.
func (e *Environment) occupy(count *int, n int) {
	if !e.Sealed {
		*count += n
	}
}

// Uses are the constructs that another one refers to.
type Uses []*Usage

// Hold adds a reference to each construct.
func (u Uses) Hold() {
	for _, each := range u {
		each.Busy++
	}
}

// Release removes these references.
func (u Uses) Release() {
	for _, each := range u {
		each.Busy--
	}
}
