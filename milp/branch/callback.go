package branch

import (
	"errors"
	"fmt"
	"math"
	"sync"

	"farbank/milp/problem"
	"farbank/milp/simplex"
)

// ErrOpen is the reason if the relaxation of a program with further rows from a callback is
// unbounded: the rows might bound it.
var ErrOpen = errors.New("the relaxation is unbounded before rows are added: give the columns bounds")

// open reports whether callbacks may add rows.
func (o *Options) open() bool { return o.Lazy != nil || o.Cuts != nil }

// Maximum numbers of rounds of cuts from the callback, at the root and at other nodes, and of rounds
// with rows that exclude integral points.
const (
	rootRounds = 100
	nodeRounds = 5
	lazyRounds = 1000
)

// A rowPool holds rows that callbacks returned, in columns of the tree's program. Workers add them
// to their relaxations.
type rowPool struct {
	calls sync.Mutex // held during a call
	mu    sync.Mutex
	rows  []simplex.Row
	ask   func(x []float64) // separates a point of the program, and adds the rows
}

// count returns the number of rows.
func (r *rowPool) count() int {
	if r == nil {
		return 0
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return len(r.rows)
}

// from returns the rows from a number on.
func (r *rowPool) from(k int) []simplex.Row {
	if r == nil {
		return nil
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.rows[k:len(r.rows):len(r.rows)]
}

// lawful asks the callback whether a solution of the known rows is one of all rows.
func (s *run) lawful(full []float64) bool {
	if s.o.Lazy == nil {
		return true
	}
	return s.collect(s.o.Lazy, full) == 0
}

// collect calls the callback and keeps those of its rows that the point violates. It returns their
// number.
func (s *run) collect(callback func([]float64) []problem.Row, full []float64) int {
	s.added.calls.Lock()
	rows := callback(full)
	s.added.calls.Unlock()
	count := 0
	for _, r := range rows {
		sum, size := 0.0, 1.0
		sound := !math.IsNaN(r.Lower) && !math.IsNaN(r.Upper)
		for _, t := range r.Terms {
			if t.Column < 0 || t.Column >= len(full) || math.IsNaN(t.Coefficient) || math.IsInf(t.Coefficient, 0) {
				sound = false
				break
			}
			sum += t.Coefficient * full[t.Column]
			size = max(size, math.Abs(t.Coefficient*full[t.Column]))
		}
		if !sound {
			s.fault(&DataError{"row", named(r.Name, 0), "a callback returned it with a number or a column that makes no sense"})
			continue
		}
		if sum > r.Upper+Feasibility*size || sum < r.Lower-Feasibility*size {
			s.added.mu.Lock()
			s.added.rows = append(s.added.rows, s.translated(r))
			s.added.mu.Unlock()
			count++
		}
	}
	return count
}

// fault records the first error of a callback.
func (s *run) fault(err error) {
	s.faults.Lock()
	defer s.faults.Unlock()
	if s.failed == nil {
		s.failed = err
	}
}

// translated rewrites a row for the tree's program.
func (s *run) translated(r problem.Row) simplex.Row {
	terms := map[int]float64{}
	for _, t := range r.Terms {
		terms[t.Column] += t.Coefficient
	}
	q := problem.Row{Lower: r.Lower, Upper: r.Upper}
	for _, t := range r.Terms {
		if a, ok := terms[t.Column]; ok && a != 0 {
			q.Terms = append(q.Terms, problem.Term{Column: t.Column, Coefficient: a})
		}
		delete(terms, t.Column)
	}
	for _, first := range s.reduced { // a search with callbacks does not restart
		s.mapping.Lock()
		q = first.Translate(q)
		s.mapping.Unlock()
	}
	row := simplex.Row{Lower: q.Lower, Upper: q.Upper}
	for _, t := range q.Terms {
		row.Index, row.Value = append(row.Index, int32(t.Column)), append(row.Value, t.Coefficient)
	}
	return row
}

// adopt hands the callbacks and priorities to the tree.
func (s *run) adopt(t *tree) {
	if s.o.open() {
		s.added = &rowPool{}
		t.added = s.added
		if s.o.Cuts != nil {
			s.added.ask = func(x []float64) { s.collect(s.o.Cuts, s.reduced.restore(x)) }
		}
	}
	if s.o.Branch != nil {
		t.asked = &askedBranch{s: s, columns: s.keptColumns()}
	}
	if len(s.o.Priority) != len(s.given.Columns) {
		return
	}
	t.priority = keep(s.reduced, s.o.Priority)
}

// addRows adds the rows that callbacks have returned since the last call to the relaxation. It
// reports whether there were any.
func (w *worker) addRows() bool {
	rows := w.t.added.from(w.rows)
	if len(rows) == 0 {
		return false
	}
	w.rows += len(rows)
	w.lp.AddRows(rows)
	return true
}

// separate asks the callback for cuts at the solution of the relaxation. It reports whether it added
// any.
func (w *worker) separate(n *node, round int) bool {
	r := w.t.added
	if r == nil || r.ask == nil || round >= rootRounds || n.depth > 0 && round >= nodeRounds {
		return false
	}
	r.ask(w.x)
	return w.addRows()
}

// urgent restricts the candidates for branching to those of the highest priority.
func (w *worker) urgent(cand []candidate) []candidate {
	if w.t.priority == nil {
		return cand
	}
	top := math.MinInt
	for _, c := range cand {
		top = max(top, w.t.priority[c.col])
	}
	var out []candidate
	for _, c := range cand {
		if w.t.priority[c.col] == top {
			out = append(out, c)
		}
	}
	return out
}

// begin offers the given start to the tree.
func (s *run) begin(t *tree) {
	if len(s.o.Start) != len(s.given.Columns) {
		return
	}
	full := append([]float64(nil), s.o.Start...)
	if s.exact.Holds(full) && s.lawful(full) {
		t.keep(s.reduced.project(full), full, s.sign()*s.exact.Objective(full), "start")
		return
	}
	q := *s.given
	q.Columns = append([]problem.Column(nil), s.given.Columns...)
	for j := range q.Columns {
		c, v := &q.Columns[j], math.Round(s.o.Start[j])
		if c.Integer && v >= c.Lower && v <= c.Upper && math.Abs(v-s.o.Start[j]) < 1e-4 {
			c.Lower, c.Upper = v, v
		}
	}
	sub := &run{ctx: s.ctx, given: &q, o: Options{Nodes: startNodes, Workers: 1, Lazy: s.o.Lazy}, began: s.began, cutoff: math.Inf(1), inner: true}
	sol := sub.solve()
	if sol.Values != nil && s.exact.Holds(sol.Values) && s.lawful(sol.Values) {
		t.keep(s.reduced.project(sol.Values), sol.Values, s.sign()*s.exact.Objective(sol.Values), "start")
	} else if s.o.Log != nil {
		fmt.Fprintln(s.o.Log, "no solution was found that agrees with the start")
	}
}

// startNodes is the maximum number of nodes of the search that completes a start.
const startNodes = 500
