// Package certificate proves the results of mixed-integer programs in exact rational arithmetic, and checks such
// proofs. A proof is a file in the format VIPR 1.0 (Cheung, Gleixner, Steffy 2017): it lists the program, solutions,
// and derived constraints, each of which follows from earlier ones. The last one contradicts itself, or bounds the
// objective.
//
// [Prove] searches by branch and bound. The simplex method in floating-point arithmetic suggests the multipliers of
// rows; rows and bounds are added up exactly. [Check] shares no code with the search and trusts nothing in the file:
// it compares the program of the proof with the given one, and derives each constraint again.
//
// A number of a program means the shortest decimal that reads as it: 0.1 is a tenth, as in the file. Special ordered sets, semi-continuous columns and
// indicators have no form in VIPR.
package certificate
