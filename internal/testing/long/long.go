// Package long declares the test flag -long, which enables tests that take more than a few
// seconds: go test ./PACKAGE -args -long.
package long

import "flag"

var enabled = flag.Bool("long", false, "also run tests that take more than a few seconds")

// Enabled reports whether the flag -long is set. It must not be called before the flags are
// parsed, that is, not while package variables are initialized.
func Enabled() bool { return *enabled }

// Of returns few, or with the flag -long many.
func Of[N any](few, many N) N {
	if Enabled() {
		return many
	}
	return few
}
