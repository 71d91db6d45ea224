// Package cut strengthens the relaxation of a program at the root: mixed-integer rounding of rows
// and sums of rows, Gomory's cuts as rounding of rows of the tableau, lifted covers, cliques. A
// [Separator] adds cuts round by round; its pool selects deep ones that are not parallel.
package cut
