package pb

import "farbank/milp/problem"

// Suits says whether it pays to solve the problem here rather than by linear programming:
// it can be taken at all, at least half of its constraints are none whose linear relaxation
// is strong already (at least, at most or exactly one of some columns), and either
// nothing is minimised, or what is adds up to little and there are many constraints.
//
// That follows what was measured (seconds; one core, each problem once; - is more than 10):
//
//	                                            here   glpsol     cbc
//	3-SAT, 100 variables, 430 clauses           0.03     0.69       -
//	3-SAT, 150 variables, 640 clauses           0.03        -    0.22
//	60 columns, 70 rows of 8, weights to 5      0.01     0.32    4.5
//	80 columns, 120 rows of 8, weights to 5     0.02     0.57    5.5
//	30 columns, 30 such rows, costs to 9        0.01     0.08    0.59
//	80 columns, 50 such rows, costs to 9        1.7      5.3     4.9
//	20 queens, none of them minimised           0.15     0.52    0.28
//	8 queens, as many as possible               0.69     0.06    0.05
//	15 holes for 16 pigeons                     6.1      0.01    0.01
//	cover of 100 elements by 300 sets           -        0.02    0.03
//	knapsack with 20 items                      0.60     0.02    0.16
//	assignment 60 by 60                         -        0.33    1.4
func Suits(p *problem.Problem) bool {
	if len(p.Rows)+len(p.Sets) == 0 {
		return false
	}
	m, err := translate(p)
	if err != nil {
		return false
	}
	strong := 0
	for _, c := range m.constraints {
		if oneOf(c) {
			strong++
		}
	}
	total := int64(0)
	for _, w := range m.weights {
		total += w
	}
	return strong*2 <= len(m.constraints) && (total == 0 || total <= 1000 && len(p.Rows)*2 >= len(m.columns))
}

// oneOf says whether a constraint means at least or at most one of some columns.
func oneOf(c atLeast) bool {
	for k, l := range c.literals {
		if c.weights[k] != c.weights[0] || (l > 0) != (c.literals[0] > 0) {
			return false
		}
	}
	need := (c.bound + c.weights[0] - 1) / c.weights[0]
	if c.literals[0] > 0 {
		return need == 1
	}
	return need == int64(len(c.literals)-1)
}
