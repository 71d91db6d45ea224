package certificate

import (
	"context"
	"math"
	"slices"

	"farbank/model"
)

// Limits on proposed tables.
const (
	maxProposed = 60_000    // abstract states of a table
	maxLooked   = 5_000_000 // states that the checker has to expand
	fewTried    = 2         // values tried to see whether an array is a permutation
	maxShared   = 64        // values tried as the shared one
)

// Propose finds tables that prove a claim, and checks them: plan is optimal, or no plan exists. It
// returns a *RefusalError if it finds none, or the error of ctx.
func Propose(ctx context.Context, p *model.Problem, claim Claim, plan model.Plan) (*Certificate, error) {
	if err := Possible(p, claim, plan.Cost); err != nil {
		return nil, err
	}
	o := &proposer{ctx: ctx, p: p}
	for s, err := range p.Starts(ctx) {
		if err != nil {
			return nil, err
		}
		o.start = s
		break
	}
	ways, limit := []func() []Table{o.placesOf, o.goalCells}, plan.Cost
	if claim == None {
		ways, limit = []func() []Table{o.deadEnds}, math.MaxInt64
	}
	for _, way := range ways {
		list := way()
		if len(list) == 0 {
			continue
		}
		if b, err := searchWithin(ctx, p, list, limit, maxLooked); err == nil {
			return &Certificate{Claim: claim, Plan: plan, Tables: list, Met: b.t.n}, nil
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return nil, &RefusalError{"no tables were found that prove it"}
}

type proposer struct {
	ctx   context.Context
	p     *model.Problem
	start model.State
}

// picture computes a table; it returns nil if the table is invalid or too large.
func (o *proposer) picture(t Table, alone bool) *picture {
	n := 1.0
	for _, c := range t.Cells {
		n *= float64(o.p.Cells[c].Span())
	}
	for i := range len(t.Values) + len(t.Shared) {
		n *= float64(len(t.Array) - i)
	}
	if n > 64*maxProposed || o.start == nil {
		return nil
	}
	k, err := newPicture(o.ctx, o.p, &t, alone, maxProposed)
	if err != nil {
		return nil
	}
	return k
}

// placesOf finds an array that is always a permutation, and divides its values among
// tables.
func (o *proposer) placesOf() []Table {
	var best Table
	most := int64(0)
	for i := range o.p.Vars {
		v := &o.p.Vars[i]
		if v.Find || v.Cells < 3 || o.start == nil {
			continue
		}
		t := Table{}
		for c := range v.Cells {
			t.Array = append(t.Array, v.Base+c)
		}
		values := o.contents(t.Array)
		if values == nil {
			continue
		}
		shared := [][]int64{nil}
		for _, x := range values[:min(len(values), maxShared)] {
			shared = append(shared, []int64{x})
		}
		for _, cells := range o.others(v) {
			for _, s := range shared {
				t.Cells, t.Shared = cells, s
				if n := o.worth(t, values); n > most {
					best, most = t, n
				}
			}
		}
	}
	if most == 0 {
		return nil
	}
	return divided(best, o.contents(best.Array))
}

// contents returns the sorted values of an array at the start, or nil if one occurs twice.
func (o *proposer) contents(array []int) []int64 {
	var list []int64
	for _, c := range array {
		list = append(list, o.start[c])
	}
	slices.Sort(list)
	if len(slices.Compact(slices.Clone(list))) < len(list) {
		return nil
	}
	return list
}

// others returns choices of cells to combine with an array.
func (o *proposer) others(v *model.Var) [][]int {
	var list []int
	size := int64(1)
	for c := o.p.NumFind; c < len(o.p.Cells); c++ {
		if n := o.p.Cells[c].Span(); (c < v.Base || c >= v.Base+v.Cells) && n <= 1024/size {
			list = append(list, c)
			size *= n
		}
	}
	if len(list) == 0 {
		return [][]int{nil}
	}
	return [][]int{nil, list}
}

// worth returns the sum of the estimates for the start of some tables of one value; 0 if they are invalid.
func (o *proposer) worth(t Table, values []int64) int64 {
	total, tried := int64(0), 0
	for _, x := range slices.Backward(values) {
		if slices.Contains(t.Shared, x) {
			continue
		}
		if tried++; tried > fewTried {
			break
		}
		t.Values = []int64{x}
		k := o.picture(t, false)
		if k == nil {
			return 0
		}
		for _, n := range k.left {
			if n != unreachable {
				total = plus(total, n)
			}
		}
	}
	return total
}

// divided distributes the values over tables of maximum size.
func divided(t Table, values []int64) []Table {
	values = slices.DeleteFunc(values, func(x int64) bool { return slices.Contains(t.Shared, x) })
	each, size := 0, 1
	for i := range len(t.Array) {
		if size *= len(t.Array) - i; size > maxProposed {
			break
		}
		each = i + 1 - len(t.Shared)
	}
	var list []Table
	for part := range slices.Chunk(values, max(1, each, (len(values)+maxTables-1)/maxTables)) {
		one := t
		one.Values = part
		list = append(list, one)
	}
	return list
}

// goalCells returns a single table of cells that occur in the goal.
func (o *proposer) goalCells() []Table {
	var best *Table
	t := Table{}
	for _, c := range o.goals() {
		more := Table{Cells: append(slices.Clone(t.Cells), c)}
		if o.picture(more, true) == nil {
			continue
		}
		t = more
		best = &more
	}
	if best == nil {
		return nil
	}
	return []Table{*best}
}

// goals returns the cells that occur in the goal.
func (o *proposer) goals() []int {
	var list []int
	for i := range o.p.Goal {
		o.p.Goal[i].Cond.Cells(func(c int) {
			if !slices.Contains(list, c) {
				list = append(list, c)
			}
		})
	}
	return list
}

// deadEnds returns tables of one goal cell, or of a goal cell and another cell: one that shows that the
// start is a dead end, or else all that detect any dead end.
func (o *proposer) deadEnds() []Table {
	var some []Table
	goals := o.goals()
	look := func(cells ...int) bool {
		t := Table{Cells: cells}
		k := o.picture(t, true)
		switch {
		case k == nil:
		case k.left[0] == unreachable && o.leadsNowhere(k):
			some = []Table{t}
			return true
		case slices.Contains(k.left, unreachable) && len(some) < maxTables:
			some = append(some, t)
		}
		return false
	}
	for _, c := range goals {
		if look(c) {
			return some
		}
	}
	for _, c := range goals {
		for d := range o.p.Cells {
			if o.ctx.Err() != nil {
				return nil
			}
			if d != c && look(c, d) {
				return some
			}
		}
	}
	return some
}

// leadsNowhere reports whether every start is a dead end.
func (o *proposer) leadsNowhere(k *picture) bool {
	for s, err := range o.p.Starts(o.ctx) {
		if err != nil {
			return false
		}
		if n, err := k.estimate(s); err != nil || n != unreachable {
			return false
		}
	}
	return true
}
