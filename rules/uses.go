package rules

// usage counts what refers to a construct: as long as something does, it cannot
// be removed.
type usage struct{ busy int }

// uses are the constructs that another refers to.
type uses []*usage

func (u uses) hold() {
	for _, each := range u {
		each.busy++
	}
}

func (u uses) release() {
	for _, each := range u {
		each.busy--
	}
}

// use notes that the construct being compiled refers to another.
func (c *compiler) use(u *usage) {
	if u != c.self {
		c.uses = append(c.uses, u)
	}
}
