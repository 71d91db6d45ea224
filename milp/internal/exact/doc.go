// Package exact checks solutions in rationals, so that no rounding of the search makes a
// solution of what is none.
package exact
