// Package long declares the test flag -long, which enables tests that take more than a few
// seconds: go test ./PACKAGE -args -long.
package long

import "flag"

var enabled = flag.Bool("long", false, "also run tests that take more than a few seconds")

// Enabled reports whether the flag -long is set. It must not be called before the flags are
// parsed, that is, not while package variables are initialized.
func Enabled() bool { return *enabled }
