package explain

// Plainly returns o changed so that every changed problem is solved from scratch.
func Plainly(o Options) Options {
	o.plain = true
	return o
}

// Walking returns o with the number of moves that are tried limited to most.
func Walking(o Options, most int) Options {
	o.walk = most
	return o
}
