// Package pb solves pure 0-1 problems by the pseudo-Boolean solver gophersat (Lonca 2016),
// which learns clauses from conflicts as SAT solvers do (Marques-Silva, Sakallah 1999; Eén,
// Sörensson 2003), with weighted constraints as they are.
//
//	if pb.Suits(p) {
//		solution, err := pb.Solve(ctx, p, pb.Options{})
//		var refusal *pb.Refusal
//		if errors.As(err, &refusal) {
//			// a column has more than two values, or numbers are not whole
//		}
//	}
//
// A column may have any two neighbouring values, or one. The numbers of a row are made
// whole and divided by what they have in common; bounds are then rounded to the inside.
// A number stands for the simplest fraction that is as near as rounding leaves it
// (0.1 is 1/10, and so is what 0.7/7 gives), else for its shortest decimal. Special ordered
// sets become clauses: of two columns that can't both differ from zero, one is.
//
// The objective is minimised by solving again and again with a bound one below the
// cost of the last solution, each time by a new solver: constraints added to one that
// has run can give solutions that are none (gophersat 1.4.0). For the same reason its
// cutting-plane mode is not used, though pigeons and holes are easy for it: of some
// 20,000 made-up problems it called five infeasible that were not, and failed in thirty;
// it also finds no 12 queens on a board of 12 by 12.
// Learning clauses, from a new solver each time, was right in all of 20,000 (the test with -long).
package pb
