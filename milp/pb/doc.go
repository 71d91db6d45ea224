// Package pb solves pure 0-1 problems by conflict-driven clause learning (Marques-Silva, Sakallah
// 1999) with native weighted constraints, which explain their propagations (package
// farbank/constraint).
//
//	if pb.Suits(p) {
//		solution, err := pb.Solve(ctx, p, pb.Options{})
//		var refusal *pb.Refusal
//		if errors.As(err, &refusal) {
//			// a column has more than two values, or numbers are not integers
//		}
//	}
//
// A column may have one value, or two adjacent integers. The coefficients of a row are scaled to
// integers without a common divisor; then its bounds are rounded inwards. A number means the
// simplest fraction within rounding error (0.1 is 1/10, and so is the result of 0.7/7), otherwise
// its shortest decimal. Special ordered sets become clauses: of two columns that cannot both be
// nonzero, one is zero.
//
// Package farbank/constraint improves solutions one by one, and keeps what it has learned.
package pb
