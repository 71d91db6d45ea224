// Package pb solves pure 0-1 problems by a search that learns clauses from conflicts as SAT
// solvers do (Marques-Silva, Sakallah 1999), with weighted constraints as they are, which explain
// what they entail (package farbank/constraint).
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
// Solutions are improved one by one, with what was learned kept, by package farbank/constraint.
package pb
