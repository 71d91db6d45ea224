// Package real has elementary functions that are rounded to the nearest float in all but
// about one case in 10^13, as in most C libraries. Those of package math are off by a unit
// in the last place more often; with them a program would print another fifteenth digit than
// CLIPS.
//
//	real.Pow(1.1, 100) // 13780.6123398224 to 15 digits
//
// The functions compute with pairs of floats, which have about 100 bits (Dekker 1971; Knuth,
// The Art of Computer Programming, volume 2, 4.2.2), by Taylor series on a reduced argument.
// Inverse functions add one Newton step to the result of package math. The hyperbolic
// functions and Log10 combine rounded functions as the C library does and share its error of
// a unit or two. Arguments that are infinite, NaN or too large to reduce go to package math.
package real
