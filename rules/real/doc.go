// Package real has the elementary functions rounded to the nearest float in all
// but about one case in 10^13, which is what the C library gives nearly always.
// Those of package math are a unit in the last place off more often, and then a
// program prints another fifteenth digit than CLIPS does.
//
//	real.Pow(1.1, 100) // 13780.6123398224 to 15 digits
//
// They compute with pairs of floats, some 100 bits (Dekker 1971; Knuth, The Art
// of Computer Programming, volume 2, 4.2.2), by Taylor series on a reduced
// argument; inverse functions take one step of Newton from the result of package
// math. The hyperbolic functions and Log10 are put together from rounded ones as
// the C library does it, and are a unit or two off where it is. Arguments that are not finite or that are too large to be reduced go to
// package math. A call takes a fraction of a microsecond to a few microseconds.
package real
