// Package file reads and writes mixed-integer linear programs as files: LP (CPLEX's
// format) and MPS (fixed and free), and solutions.
//
//	p, err := file.Read("plan.mps") // the format by the name, else by the content
//	var mistakes file.Errors
//	if errors.As(err, &mistakes) {
//		for _, m := range mistakes { // up to MaxErrors of them
//			fmt.Println(m.Line, m.Column, m.Message)
//		}
//	}
//	err = file.Write("plan.lp", p)
//
// Readers go through the file once, in time linear in its length, and keep nothing but
// the problem. Numbers are written as the shortest decimals that read back exactly.
//
// # LP
//
// What CPLEX's manual describes for linear problems, with what GLPK and CBC add: words in
// any case, comments behind \, names with the punctuation !"#$%&(),.;?@_'`{}|~/ and with
// brackets behind the first letter, constants and columns on both sides of a relation,
// -1 <= x + y <= 5, several signs in a row, 3x as well as 3 x. Terms of the same column
// add up. Lazy constraints and user cuts are rows like any other. A word begins a
// section only at the beginning of a line and not before a colon or a relation.
// Bounds, General, Binary and SOS name only columns of the objective or of a row: others
// are taken for misspelt. Rows without a name are called c1, c2, ... by their number.
// Not supported, and said so: quadratic terms, semi-continuous columns, indicators.
//
// # MPS
//
// A file of unknown layout is cut at blanks, unless a line only makes sense cut at
// columns: then so is the rest (names may have blanks in the fixed layout). The first
// row of type N, or the one that section OBJNAME names, is the objective; other rows of
// type N are rows without bounds. The right-hand side of the objective is its constant,
// negated. Ranges: |R| beside the right-hand side, downwards for L, upwards for G, and
// for E upwards if R > 0, downwards if R < 0. Of several sets of right-hand sides, ranges
// or bounds the first is used. Bounds: LO UP FX FR MI PL BV LI UI. Integer columns between
// markers without any bound are binary (as for CPLEX, GLPK and HiGHS). Sets (section SOS):
// a line with S1 or S2 and the name, then a line a column with its weight.
// Sections OBJSENSE, LAZYCONS and USERCUTS are known; quadratic ones are not supported.
//
// A comment *<meta origsense='MAX'> says, as it does for lp_solve, that costs are those of
// minus an objective that is to be maximised.
//
// # Both
//
// What is written is read alike by GLPK, CBC and HiGHS, and read back here as it was:
//
//   - The constant of the objective is the cost of a column ~one that is fixed at 1: GLPK knows
//     no constant in LP, and takes that of MPS with the other sign.
//   - A row with two bounds is two rows in LP, the upper one with ~ behind its name; in MPS
//     it has a range, unless no distance gives both bounds back exactly.
//   - MPS files minimise, with negated costs and the comment above for what is to be
//     maximised: GLPK and CBC know no OBJSENSE. The objective is then called neg_obj.
//   - A row without bounds is equal, in LP, to a free column with ~~ in front of its name.
//   - A program without rows has an empty one called ~none, one without columns ~one.
//
// A byte order mark in front of a file is passed by.
//
// Columns are within [0, inf) if nothing else is said. In MPS files an upper bound below
// zero makes the lower bound -inf, if none is given (as for CPLEX, Gurobi, HiGHS and SCIP;
// GLPK and CBC keep zero, which is infeasible); in LP files the lower bound stays zero, and
// the problem is infeasible, as it is for CPLEX. Writers always give both. Bounds and
// right-hand sides of 1e20 and more are infinite.
package file
