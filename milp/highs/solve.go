package highs

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"time"

	"farbank/milp/problem"
)

// Options say how long and how far to go. The zero value asks for HiGHS's defaults.
type Options struct {
	Time time.Duration // of the search, if above zero
	Gap  float64       // relative gap between solution and bound at which to stop, if above zero
	Log  io.Writer     // for what HiGHS writes, or nil
}

// Values of HighsModelStatus.
const (
	statusEmpty     = 6 // no columns: nothing to solve
	statusOptimal   = 7
	statusNone      = 8
	statusUnclear   = 9 // infeasible or unbounded
	statusUnbounded = 10
)

// Solve solves the problem. If the context ends, the error is the context's.
// errors.ErrUnsupported says that the problem has special ordered sets, which HiGHS does not
// know.
func (m *Module) Solve(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	if len(p.Sets) > 0 {
		return problem.Solution{}, fmt.Errorf("HiGHS knows no special ordered sets: %w", errors.ErrUnsupported)
	}
	if crossed(p) {
		return problem.Solution{Status: problem.Infeasible, Bound: worst(p)}, nil
	}
	s, status, err := m.run(ctx, p, o)
	if err == nil && (status == statusUnclear || status == statusUnbounded) {
		return m.settle(ctx, p, o)
	}
	return s, err
}

// settle tells unbounded from infeasible: is there any solution?
func (m *Module) settle(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, error) {
	q := *p
	q.Columns = append([]problem.Column(nil), p.Columns...)
	for j := range q.Columns {
		q.Columns[j].Cost = 0
	}
	s, status, err := m.run(ctx, &q, o)
	found := problem.Solution{Bound: worst(p)}
	switch {
	case err != nil:
		return problem.Solution{}, err
	case s.Values != nil:
		found.Status = problem.Unbounded
	case status == statusNone || status == statusUnclear:
		found.Status = problem.Infeasible
	}
	return found, nil
}

func crossed(p *problem.Problem) bool {
	for _, c := range p.Columns {
		if c.Lower > c.Upper {
			return true
		}
	}
	for _, r := range p.Rows {
		if r.Lower > r.Upper || len(r.Terms) == 0 && (r.Lower > 0 || r.Upper < 0) {
			return true
		}
	}
	return false
}

// worst is the bound that says nothing.
func worst(p *problem.Problem) float64 {
	if p.Maximize {
		return problem.Infinity
	}
	return -problem.Infinity
}

// run has HiGHS solve the problem once.
func (m *Module) run(ctx context.Context, p *problem.Problem, o Options) (problem.Solution, int32, error) {
	if len(p.Columns) == 0 {
		return problem.Solution{Status: problem.Optimal, Objective: p.Offset, Bound: p.Offset, Values: []float64{}}, statusOptimal, nil
	}
	in := m.start(ctx, &host{begun: time.Now(), log: o.Log})
	defer in.close()
	in.set("output_flag", o.Log != nil)
	if o.Time > 0 {
		in.set("time_limit", o.Time.Seconds())
	}
	if o.Gap > 0 {
		in.set("mip_rel_gap", o.Gap)
	}
	in.pass(p)
	in.check("Highs_run", in.solver)
	status := int32(in.call("Highs_getModelStatus", in.solver))
	s := in.solution(p, status)
	if in.err != nil {
		return problem.Solution{}, 0, in.err
	}
	return s, status, nil
}

// set sets an option to a truth value or a number.
func (in *instance) set(name string, value any) {
	switch v := value.(type) {
	case bool:
		n := uint64(0)
		if v {
			n = 1
		}
		in.check("Highs_setBoolOptionValue", in.solver, in.text(name), n)
	case float64:
		in.check("Highs_setDoubleOptionValue", in.solver, in.text(name), math.Float64bits(v))
	}
}

// pass gives the problem to HiGHS, row by row.
func (in *instance) pass(p *problem.Problem) {
	columns, rows := len(p.Columns), len(p.Rows)
	var cost, lower, upper, low, high, values vector
	var integer, starts, indices numbers
	for _, c := range p.Columns {
		cost, lower, upper = append(cost, c.Cost), append(lower, c.Lower), append(upper, c.Upper)
		kind := uint32(0)
		if c.Integer {
			kind = 1
		}
		integer = append(integer, kind)
	}
	for _, r := range p.Rows {
		low, high = append(low, r.Lower), append(high, r.Upper)
		starts = append(starts, uint32(len(indices)))
		for _, t := range r.Terms {
			indices, values = append(indices, uint32(t.Column)), append(values, t.Coefficient)
		}
	}
	sense := int32(1)
	if p.Maximize {
		sense = -1
	}
	const byRows = 2
	in.check("Highs_passMip", in.solver, uint64(columns), uint64(rows), uint64(len(indices)), byRows, uint64(uint32(sense)), math.Float64bits(p.Offset),
		in.put(cost.bytes()), in.put(lower.bytes()), in.put(upper.bytes()), in.put(low.bytes()), in.put(high.bytes()),
		in.put(starts.bytes()), in.put(indices.bytes()), in.put(values.bytes()), in.put(integer.bytes()))
}

// A vector is a list of doubles, numbers one of 32-bit integers, as they lie in memory.
type (
	vector  []float64
	numbers []uint32
)

func (v vector) bytes() []byte  { return little([]float64(v)) }
func (v numbers) bytes() []byte { return little([]uint32(v)) }

func little(list any) []byte {
	var b bytes.Buffer
	binary.Write(&b, binary.LittleEndian, list)
	return b.Bytes()
}

// solution reads what HiGHS has found.
func (in *instance) solution(p *problem.Problem, status int32) problem.Solution {
	s := problem.Solution{Bound: worst(p)}
	switch status {
	case statusOptimal:
		s.Status = problem.Optimal
	case statusNone:
		s.Status = problem.Infeasible
		return s
	case statusUnbounded, statusUnclear:
		return s
	default:
		const feasible = 2
		if in.whole("primal_solution_status") != feasible {
			return s
		}
		s.Status = problem.Feasible
	}
	s.Iterations = int64(in.whole("simplex_iteration_count"))
	s.Values = in.values(len(p.Columns), len(p.Rows))
	s.Objective = p.Offset
	for j, v := range s.Values {
		if near := math.Round(v); p.Columns[j].Integer && math.Abs(v-near) < 1e-5 {
			s.Values[j] = near
		}
		s.Objective += p.Columns[j].Cost * s.Values[j]
	}
	if s.Status == problem.Optimal {
		s.Bound = s.Objective
	}
	return s
}

// values reads the values of the columns.
func (in *instance) values(columns, rows int) []float64 {
	room := in.room(8 * columns)
	in.check("Highs_getSolution", in.solver, room, in.room(8*columns), in.room(8*rows), in.room(8*rows))
	values := make([]float64, columns)
	for j := range values {
		if in.err == nil {
			values[j], _ = in.module.Memory().ReadFloat64Le(uint32(room) + uint32(8*j))
		}
	}
	return values
}

// whole reads a number that HiGHS knows by its name.
func (in *instance) whole(name string) int32 {
	room := in.room(8)
	in.check("Highs_getIntInfoValue", in.solver, in.text(name), room)
	if in.err != nil {
		return 0
	}
	v, _ := in.module.Memory().ReadUint32Le(uint32(room))
	return int32(v)
}
