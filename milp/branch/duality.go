package branch

import (
	"farbank/milp/linear"
	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// explain adds dual values and reduced costs to the optimum of a linear program, and multipliers or
// a ray to an infeasible or unbounded relaxation. They belong to the problem as given: the basis of
// the presolved program becomes one of the given program, in which the simplex method finishes.
func (s *run) explain(sol *problem.Solution) {
	whole := len(s.given.Sets) > 0
	for _, c := range s.given.Columns {
		whole = whole || c.Integer
	}
	if sol.Status == problem.Optimal && whole || !sol.Status.Found() && sol.Status != problem.Infeasible && sol.Status != problem.Unbounded {
		return
	}
	if sol.Status == problem.Feasible || s.o.open() || s.ctx.Err() != nil {
		return
	}
	q, err := linear.New(s.given)
	if err != nil {
		return // validate has checked all numbers
	}
	if sol.Status == problem.Optimal {
		columns, rows := s.states()
		q.Start(sol.Values, columns, rows)
	}
	r := q.Solve(s.ctx)
	if r.Status == problem.Optimal && sol.Status != problem.Optimal {
		return // only the integers prove the status
	}
	sol.Duality = problem.Duality{Duals: r.Duals, Reduced: r.Reduced, Farkas: r.Farkas, Ray: r.Ray}
	sol.Iterations += r.Iterations
}

// states returns the states of the columns and rows of the given program in the last basis of the
// presolved one; -1 for those that presolve removed.
func (s *run) states() (columns, rows []simplex.State) {
	columns, rows = make([]simplex.State, len(s.given.Columns)), make([]simplex.State, len(s.given.Rows))
	for j := range columns {
		columns[j] = -1
	}
	for i := range rows {
		rows[i] = -1
	}
	if s.final == nil {
		return columns, rows
	}
	n, m := s.final.Size()
	for k := range n {
		j := k
		for _, first := range s.reduced { // a linear program does not restart
			j = first.Kept[k]
		}
		columns[j] = s.final.State(k)
	}
	for k := range m {
		i := k
		for _, first := range s.reduced {
			i = first.Rows[k]
		}
		rows[i] = s.final.RowState(k)
	}
	return columns, rows
}
