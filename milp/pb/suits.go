package pb

import "farbank/milp/problem"

// Suits reports whether package pb is likely to be faster than linear programming. It requires that
// Solve supports the problem, and that at most half of the constraints have a strong linear
// relaxation (at least, at most or exactly one of some columns). The problem must have no
// objective, or one with small coefficients and many constraints.
func Suits(p *problem.Problem) bool {
	p = problem.Linearized(p)
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

// oneOf reports whether a constraint means at least or at most one of some columns.
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
