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
// Readers read the file once, in time linear in its length, and keep nothing but the problem.
// Numbers are written as the shortest decimals that read back exactly.
//
// # LP
//
// The LP format of CPLEX's manual for linear problems, with extensions of GLPK and CBC: words in
// any case, comments after \, names with the punctuation !"#$%&(),.;?@_'`{}|~/ and with brackets
// after the first letter, constants and columns on both sides of a relation, -1 <= x + y <= 5,
// several signs in a row, 3x as well as 3 x. Terms of the same column add up. Lazy constraints
// and user cuts are read as rows. A word begins a section only at the beginning of a line and not
// before a colon or a relation. Bounds, General, Binary and SOS may only name columns of the
// objective or of a row; others are errors. Rows without a name are called c1, c2, ... by their
// number. Section Semi-Continuous lists columns that are 0 or within their bounds. An indicator is
// a row with a condition in front, b = 1 -> x + y <= 5, for a binary column b and the values 0 and
// 1. Quadratic terms are not supported, and are errors. So is a bound of a column that is given
// twice with different values.
//
// # MPS
//
// A file of unknown layout is split at blanks, until a line is valid only if it is split at the
// fixed columns; the rest is then split at columns as well (in the fixed layout names may contain
// blanks). The first row of type N, or the one that section OBJNAME names, is the objective;
// other rows of type N are rows without bounds. The right-hand side of the objective is its
// negated constant. Ranges have the size |R|: downwards for L, upwards for G, and for E upwards
// if R > 0, downwards if R < 0. Of several sets of right-hand sides, ranges or bounds the first
// is used. Bounds: LO UP FX FR MI PL BV LI UI SC SI; SC and SI make a column semi-continuous, with
// an upper bound that is not 0, and SI also integer. A bound of the same kind given twice with
// different values, and a marker INTORG or INTEND without the other, are errors. Integer columns between markers without any bound
// are binary (as for CPLEX, GLPK and HiGHS). Sets (section SOS): a line with S1 or S2 and the
// name, then a line for each column with its weight. Indicators (section INDICATORS): lines of IF, a
// row, a binary column, and the value 0 or 1 at which the row holds. Sections OBJSENSE, LAZYCONS and USERCUTS are
// supported; quadratic ones are not.
//
// A comment *<meta origsense='MAX'> means, as for lp_solve, that the costs are those of a negated
// objective that is to be maximized.
//
// # Both
//
// GLPK, CBC and HiGHS read the written files alike, and our readers restore the original problem:
//
//   - The constant of the objective is the cost of a column ~one that is fixed at 1: GLPK knows
//     no constant in LP, and takes that of MPS with the other sign.
//   - A row with two bounds is two rows in LP, the upper one with ~ behind its name; in MPS
//     it has a range, unless no distance gives both bounds back exactly.
//   - MPS files minimise, with negated costs and the comment above for what is to be
//     maximised: GLPK and CBC know no OBJSENSE. The objective is then called neg_obj.
//   - A row without bounds is equal, in LP, to a free column with ~~ in front of its name.
//   - An indicator of a row with two bounds is two indicators, and one without bounds is left out.
//   - A program without rows has an empty one called ~none, one without columns ~one.
//
// A byte order mark at the beginning of a file is ignored.
//
// The default bounds of columns are [0, inf). In MPS files a negative upper bound makes the lower
// bound -inf, if none is given (as for CPLEX, Gurobi, HiGHS and SCIP; GLPK and CBC keep zero,
// which is infeasible). In LP files the lower bound stays zero, and the problem is infeasible, as
// for CPLEX. Writers always give both. Bounds and right-hand sides of size 1e20 or more are
// infinite.
package file
