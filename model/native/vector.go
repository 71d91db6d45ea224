package native

import (
	"context"
	"slices"

	"farbank/model"
	"farbank/model/transition"
)

// A Vector interprets the decision tree over a whole batch of states. A condition is evaluated
// column by column, one operator at a time, for the states that have come so far, kept as a
// selection vector (Boncz, Zukowski, Nes 2005). It needs no compiler.
type Vector struct {
	pr     *program
	tree   block
	layout *model.Layout
	cells  [][]int64 // by cell: the column of its values in the batch
	batch  []uint64
	out    Successors
	order  []int32
	sorted Successors
	after  *Vector // evaluates conditions on successors; its batch is the successors
}

// vectorBatch is the number of states of a batch: enough to amortize the walk of the tree, few
// enough for the columns to stay in cache.
const vectorBatch = 256

// NewVector returns a Vector for a problem whose states are packed by layout. The error is
// ErrUnfit.
func NewVector(p *model.Problem, layout *model.Layout) (*Vector, error) {
	return NewVectorContext(context.Background(), p, layout)
}

// NewVectorContext is like NewVector and stops when ctx is done.
func NewVectorContext(ctx context.Context, p *model.Problem, layout *model.Layout) (_ *Vector, err error) {
	pr, err := analyse(ctx, p)
	if err != nil {
		return nil, err
	}
	defer catch(&err)
	if pr.treeSize() > maxTree {
		return nil, ErrLarge
	}
	v := &Vector{pr: pr, tree: decide(pr.actions, pr.meter), layout: layout, cells: make([][]int64, len(p.Cells))}
	if pr.safe != nil {
		v.after = &Vector{pr: pr, layout: layout, cells: make([][]int64, len(p.Cells))}
	}
	return v, nil
}

// Batch returns the maximum number of states in a batch.
func (v *Vector) Batch() int { return vectorBatch }

// Expand returns the safe successors of a batch.
func (v *Vector) Expand(batch []uint64) (Successors, error) {
	v.load(batch)
	v.out = Successors{States: v.out.States[:0], From: v.out.From[:0], Label: v.out.Label[:0], Cost: v.out.Cost[:0]}
	v.block(v.tree, v.all())
	if v.after != nil {
		v.keepSafe()
	}
	return v.byState(), nil
}

// Goals sets goal[i] to whether state i of the batch is a goal.
func (v *Vector) Goals(batch []uint64, goal []bool) error {
	v.load(batch)
	clear(goal)
	sel := v.all()
	for _, g := range v.pr.goal {
		sel = v.where(g, sel)
	}
	for _, i := range sel {
		goal[i] = true
	}
	return nil
}

// load unpacks a batch into columns.
func (v *Vector) load(batch []uint64) {
	v.batch = batch
	w := v.layout.Words
	n := len(batch) / w
	for c, f := range v.layout.Fields {
		col := v.cells[c]
		if cap(col) < n {
			col = make([]int64, max(n, vectorBatch))
		}
		col = col[:n]
		for i := range col {
			col[i] = int64(batch[i*w+f.Word]>>f.Shift&f.Mask) + f.Lo
		}
		v.cells[c] = col
	}
}

func (v *Vector) all() []int32 {
	sel := make([]int32, len(v.batch)/v.layout.Words)
	for i := range sel {
		sel[i] = int32(i)
	}
	return sel
}

func (v *Vector) block(b block, sel []int32) {
	for _, it := range b {
		if len(sel) == 0 {
			return
		}
		switch {
		case it.leaf != nil:
			v.leaf(it.leaf, sel)
		case it.test != nil:
			v.block(it.then, v.where(it.test, sel))
		default:
			values, _ := v.eval(it.on, sel)
			for _, c := range it.cases {
				var part []int32
				for k, i := range sel {
					if values[k] == c.value {
						part = append(part, i)
					}
				}
				v.block(c.then, part)
			}
		}
	}
}

// where returns the states of a selection in which cond holds.
func (v *Vector) where(cond *model.Expr, sel []int32) []int32 {
	values, _ := v.eval(cond, sel)
	var out []int32
	for k, i := range sel {
		if values[k] != 0 {
			out = append(out, i)
		}
	}
	return out
}

// leaf appends the successors of a selection by an action.
func (v *Vector) leaf(a *transition.Operator, sel []int32) {
	w, first := v.layout.Words, len(v.out.States)
	for _, i := range sel {
		v.out.States = append(v.out.States, v.batch[int(i)*w:(int(i)+1)*w]...)
		v.out.From = append(v.out.From, i)
		v.out.Label = append(v.out.Label, int32(a.Move))
	}
	for _, u := range a.Updates {
		f := v.layout.Fields[u.Cell]
		values, _ := v.eval(u.Value, sel)
		for k, x := range values {
			word := &v.out.States[first+k*w+f.Word]
			*word = *word&^(f.Mask<<f.Shift) | uint64(x-f.Lo)<<f.Shift
		}
	}
	if !v.pr.unit {
		costs, _ := v.eval(a.Cost, sel)
		v.out.Cost = append(v.out.Cost, costs...)
	}
}

// keepSafe removes the successors that are not safe.
func (v *Vector) keepSafe() {
	v.after.load(v.out.States)
	sel := v.after.all()
	for _, c := range v.pr.safe {
		sel = v.after.where(c, sel)
	}
	w := v.layout.Words
	for k, i := range sel {
		copy(v.out.States[k*w:(k+1)*w], v.out.States[int(i)*w:(int(i)+1)*w])
		v.out.From[k], v.out.Label[k] = v.out.From[i], v.out.Label[i]
		if !v.pr.unit {
			v.out.Cost[k] = v.out.Cost[i]
		}
	}
	n := len(sel)
	v.out.States, v.out.From, v.out.Label = v.out.States[:n*w], v.out.From[:n], v.out.Label[:n]
	if !v.pr.unit {
		v.out.Cost = v.out.Cost[:n]
	}
}

// byState returns the successors in the order of their predecessors.
func (v *Vector) byState() Successors {
	v.order = v.order[:0]
	for k := range v.out.From {
		v.order = append(v.order, int32(k))
	}
	slices.SortStableFunc(v.order, func(a, b int32) int { return int(v.out.From[a]) - int(v.out.From[b]) })
	s, w := &v.sorted, v.layout.Words
	s.States, s.From, s.Label, s.Cost = s.States[:0], s.From[:0], s.Label[:0], s.Cost[:0]
	for _, k := range v.order {
		s.States = append(s.States, v.out.States[int(k)*w:(int(k)+1)*w]...)
		s.From = append(s.From, v.out.From[k])
		s.Label = append(s.Label, v.out.Label[k])
		if !v.pr.unit {
			s.Cost = append(s.Cost, v.out.Cost[k])
		}
	}
	out := *s
	if v.pr.unit {
		out.Cost = nil
	}
	return out
}
