package explain

// Plainly has every changed problem solved anew.
func Plainly(o Options) Options {
	o.plain = true
	return o
}
