// Package cut strengthens the relaxation of a program at the root: mixed-integer rounding
// of rows and sums of rows, Gomory's cuts as rounding of rows of the tableau, lifted
// covers, cliques. A [Separator] adds them round by round; a pool gives it the deep ones
// that are not parallel.
package cut
