package branch

import (
	"math"

	"farbank/milp/problem"
)

// neighbours searches near the best solution (relaxation induced neighbourhood search: Danna,
// Rothberg and Le Pape 2005). It fixes integer columns on which the best solution and the
// relaxation agree, and solves the small remaining program within a limit.
func (w *worker) neighbours() {
	best := w.t.incumbentPoint()
	if best == nil {
		return
	}
	same, free := 0, 0
	sub := w.asProblem()
	for j, whole := range w.p.Integer {
		if !whole || w.p.Lo[j] == w.p.Hi[j] {
			continue
		}
		if math.Abs(best[j]-w.x[j]) < Integrality {
			sub.Columns[j].Lower, sub.Columns[j].Upper = best[j], best[j]
			same++
		} else {
			free++
		}
	}
	if same < free/2 || free == 0 {
		w.searched(0, false)
		return
	}
	iterations, found := w.within(sub, 200, "neighbours")
	w.searched(iterations, found)
}

// within solves a restriction of the program with a limit of nodes, and offers its solution.
func (w *worker) within(sub *problem.Problem, nodes int64, from string) (iterations int64, found bool) {
	_, cutoff := w.t.state()
	s := &run{ctx: w.ctx, given: sub, cutoff: cutoff, inner: true, began: w.t.report.began}
	s.o = Options{Nodes: nodes, Workers: 1}
	sol := s.solve()
	if sol.Values != nil {
		found = w.t.offer(sol.Values, from)
	}
	return sol.Iterations, found
}

// roundings searches the roundings of the relaxation for the best one (relaxation enforced neighbourhood search:
// Berthold 2014). It fixes integer columns with whole values, and the others to the two values beside theirs. It
// does nothing if that leaves more than half of the columns.
func (w *worker) roundings(nodes int64) {
	sub := w.asProblem()
	fixed, free := 0, 0
	for j, whole := range w.p.Integer {
		if !whole || w.p.Lo[j] == w.p.Hi[j] {
			continue
		}
		c := &sub.Columns[j]
		low := math.Floor(w.x[j] + Integrality)
		high := math.Ceil(w.x[j] - Integrality)
		c.Lower, c.Upper = max(c.Lower, min(low, c.Upper)), min(c.Upper, max(high, c.Lower))
		if low == high {
			fixed++
		} else {
			free++
		}
	}
	if fixed < free || free == 0 {
		return
	}
	iterations, _ := w.within(sub, nodes, "roundings")
	w.spent += iterations
}

// searched records the cost of such a search; one without result delays the next.
func (w *worker) searched(iterations int64, found bool) {
	w.spent += iterations
	if found {
		w.patience = 50
	} else {
		w.patience = min(2*w.patience+50, 5000)
	}
	w.nextSub = w.nodes + w.patience
}

// asProblem converts the program back to a problem.
func (w *worker) asProblem() *problem.Problem {
	q := &problem.Problem{Offset: w.p.Offset, Sets: w.p.Sets}
	for j := range w.p.N {
		q.Columns = append(q.Columns, problem.Column{Lower: w.p.Lo[j], Upper: w.p.Hi[j], Integer: w.p.Integer[j], Cost: w.p.Cost[j]})
	}
	for i := range w.p.Rows {
		r := &w.p.Rows[i]
		row := problem.Row{Lower: r.Lower, Upper: r.Upper}
		for k, j := range r.Index {
			row.Terms = append(row.Terms, problem.Term{Column: int(j), Coefficient: r.Value[k]})
		}
		q.Rows = append(q.Rows, row)
	}
	return q
}
