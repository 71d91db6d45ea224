package explain

// Plainly has every changed problem solved anew.
func Plainly(o Options) Options {
	o.plain = true
	return o
}

// Walking bounds the moves that are tried to see what refuses them.
func Walking(o Options, most int) Options {
	o.walk = most
	return o
}
