// Package conflict explains why a program is infeasible: it finds an irreducible inconsistent
// subsystem, a few of the rows and bounds that are infeasible together and feasible without any one
// of them (van Loon 1981, Chinneck and Dravnieks 1991).
package conflict

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"farbank/milp/branch"
	"farbank/milp/problem"
)

// A Side is the kind of a part of a program.
type Side uint8

const (
	RowLower    Side = iota // the lower bound of a row
	RowUpper                // the upper bound of a row
	ColumnLower             // the lower bound of a variable
	ColumnUpper             // the upper bound of a variable
	Ordered                 // a special ordered set
)

// A Part is one side of a row, one bound of a column, or a set; Index is the index of the row,
// column or set in the program, or in [problem.Linearized] of it, which has the same columns and
// rows and further ones behind them.
type Part struct {
	Side  Side
	Index int
}

// A Conflict is an infeasible subsystem.
type Conflict struct {
	Parts []Part // rows before bounds, in the order of the program

	// Whole reports whether the conflict depends on integrality: the linear relaxation is feasible.
	Whole bool

	// Minimal reports whether the subsystem is feasible without any one of Parts. It is false if a
	// limit came first, or if a part could not be tested in time.
	Minimal bool
}

// Options limit the work. The zero Options have no limits except Probe.
type Options struct {
	Probe   time.Duration // the time limit of a feasibility test; a part that needs longer stays; 0: a second
	Options branch.Options
}

// ErrFeasible reports that the program was not found to be infeasible.
var ErrFeasible = errors.New("the program was not found to be infeasible")

// feasibility returns the program without products and further objectives, which do not matter here.
func feasibility(p *problem.Problem) *problem.Problem {
	if p.Plain() {
		return p
	}
	q := *p
	q.Products, q.Then = nil, nil
	return &q
}

// Find finds a conflict in an infeasible program. If ctx ends first, Find returns the infeasible
// subsystem reached by then.
func Find(ctx context.Context, p *problem.Problem, o Options) (*Conflict, error) {
	if o.Probe <= 0 {
		o.Probe = time.Second
	}
	p = feasibility(problem.Linearized(p))
	f := &finder{ctx: ctx, p: p, o: o, sure: true}
	parts := all(p)
	f.relaxed = true
	if whole, err := f.infeasible(parts, 0); err != nil {
		return nil, err
	} else if !whole {
		f.relaxed = false
		if known, err := f.infeasible(parts, 0); err != nil || !known {
			return nil, errors.Join(err, context.Cause(ctx), ErrFeasible)
		}
	}
	f.sure = true
	kept, err := f.shrink(parts)
	if err != nil {
		return nil, err
	}
	slices.SortFunc(kept, func(a, b Part) int {
		if a.Side/2 != b.Side/2 {
			return int(a.Side/2) - int(b.Side/2)
		}
		return a.Index - b.Index
	})
	return &Conflict{Parts: kept, Whole: !f.relaxed, Minimal: f.sure && ctx.Err() == nil}, nil
}

// all returns the parts of a program. Those of rows come last, as the deletion filter tests parts
// from the end.
func all(p *problem.Problem) []Part {
	var parts []Part
	for j, c := range p.Columns {
		if !math.IsInf(c.Lower, -1) {
			parts = append(parts, Part{ColumnLower, j})
		}
		if !math.IsInf(c.Upper, 1) {
			parts = append(parts, Part{ColumnUpper, j})
		}
	}
	for k := range p.Sets {
		parts = append(parts, Part{Ordered, k})
	}
	for i, r := range p.Rows {
		if !math.IsInf(r.Lower, -1) {
			parts = append(parts, Part{RowLower, i})
		}
		if !math.IsInf(r.Upper, 1) {
			parts = append(parts, Part{RowUpper, i})
		}
	}
	return parts
}

type finder struct {
	ctx     context.Context
	p       *problem.Problem
	o       Options
	relaxed bool // the integrality of variables is ignored
	sure    bool // every test was decided
}

// shrink removes parts, several at a time first, as long as the rest is infeasible (a deletion
// filter).
func (f *finder) shrink(parts []Part) ([]Part, error) {
	for size := max(1, len(parts)/2); ; size /= 2 {
		for end := len(parts); end > 0 && f.ctx.Err() == nil; {
			from := max(0, end-size)
			rest := slices.Concat(parts[:from], parts[end:])
			out, err := f.infeasible(rest, f.o.Probe)
			if err != nil {
				return nil, err
			}
			if out {
				parts = rest
			}
			end = from
		}
		if size == 1 || f.ctx.Err() != nil {
			return parts, nil
		}
	}
}

// infeasible reports whether the parts of the program are proven to be infeasible within the limit.
func (f *finder) infeasible(parts []Part, limit time.Duration) (bool, error) {
	ctx := f.ctx
	if limit > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, limit)
		defer cancel()
	}
	o := f.o.Options
	o.Gap, o.AbsoluteGap, o.Start, o.Progress, o.Incumbent, o.Log = 0, 0, nil, nil, nil, nil
	s, err := branch.Solve(ctx, f.only(parts), o)
	switch {
	case err != nil:
		return false, err
	case s.Status == problem.Unknown:
		f.sure = false
		return false, nil
	}
	return s.Status == problem.Infeasible, nil
}

// only returns the program of the given parts, without an objective: feasibility is enough.
func (f *finder) only(parts []Part) *problem.Problem {
	q := &problem.Problem{Columns: slices.Clone(f.p.Columns), Rows: slices.Clone(f.p.Rows)}
	for j := range q.Columns {
		c := &q.Columns[j]
		c.Cost, c.Lower, c.Upper = 0, -problem.Infinity, problem.Infinity
		c.Integer = c.Integer && !f.relaxed
	}
	for i := range q.Rows {
		q.Rows[i].Lower, q.Rows[i].Upper = -problem.Infinity, problem.Infinity
	}
	for _, part := range parts {
		switch k := part.Index; part.Side {
		case RowLower:
			q.Rows[k].Lower = f.p.Rows[k].Lower
		case RowUpper:
			q.Rows[k].Upper = f.p.Rows[k].Upper
		case ColumnLower:
			q.Columns[k].Lower = f.p.Columns[k].Lower
		case ColumnUpper:
			q.Columns[k].Upper = f.p.Columns[k].Upper
		case Ordered:
			q.Sets = append(q.Sets, f.p.Sets[k])
		}
	}
	q.Rows = slices.DeleteFunc(q.Rows, func(r problem.Row) bool { return math.IsInf(r.Lower, -1) && math.IsInf(r.Upper, 1) })
	return q
}

// Lines describes a conflict, one line for each part: "hours: 3 tables + chairs <= 180", "tables >=
// 0". A row of which both sides take part is an equality, or has both numbers.
func (c *Conflict) Lines(p *problem.Problem) []string {
	p = problem.Linearized(p)
	var out []string
	for k, part := range c.Parts {
		if k > 0 && part.Index == c.Parts[k-1].Index && part.Side == RowUpper && c.Parts[k-1].Side == RowLower {
			continue // described with the other side
		}
		both := k+1 < len(c.Parts) && c.Parts[k+1] == Part{RowUpper, part.Index}
		out = append(out, line(p, part, both && part.Side == RowLower))
	}
	return out
}

func line(p *problem.Problem, part Part, both bool) string {
	switch part.Side {
	case ColumnLower:
		c := p.Columns[part.Index]
		return fmt.Sprintf("%s >= %s", c.Name, number(c.Lower))
	case ColumnUpper:
		c := p.Columns[part.Index]
		return fmt.Sprintf("%s <= %s", c.Name, number(c.Upper))
	case Ordered:
		s := p.Sets[part.Index]
		return fmt.Sprintf("%s: a special ordered set of kind %d, of %d variables", s.Name, s.Kind, len(s.Columns))
	}
	r := p.Rows[part.Index]
	sum := terms(p, r.Terms)
	switch {
	case both && r.Lower == r.Upper:
		return fmt.Sprintf("%s: %s = %s", r.Name, sum, number(r.Lower))
	case both:
		return fmt.Sprintf("%s: %s <= %s <= %s", r.Name, number(r.Lower), sum, number(r.Upper))
	case part.Side == RowLower:
		return fmt.Sprintf("%s: %s >= %s", r.Name, sum, number(r.Lower))
	}
	return fmt.Sprintf("%s: %s <= %s", r.Name, sum, number(r.Upper))
}

// longest is the maximum number of terms of a row in a line.
const longest = 12

func terms(p *problem.Problem, list []problem.Term) string {
	var b strings.Builder
	for k, t := range list {
		if k == longest {
			fmt.Fprintf(&b, " + ... (%d more)", len(list)-k)
			break
		}
		x := t.Coefficient
		switch {
		case k > 0 && x < 0:
			b.WriteString(" - ")
			x = -x
		case k > 0:
			b.WriteString(" + ")
		}
		switch x {
		case 1:
		case -1:
			b.WriteString("-")
		default:
			b.WriteString(number(x) + " ")
		}
		b.WriteString(p.Columns[t.Column].Name)
	}
	if b.Len() == 0 {
		return "0"
	}
	return b.String()
}

func number(x float64) string { return strconv.FormatFloat(x, 'g', -1, 64) }
