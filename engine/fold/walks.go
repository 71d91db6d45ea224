package fold

import (
	"context"
	"iter"
	"math/big"

	"farbank/engine/states"
	"farbank/fold"
	"farbank/graph"
)

// A place identifies the tree below a walk: its state and the number of moves left.
type place struct{ at, left int }

// noBound is the number of moves left if there is no bound.
const noBound = -1

// walks is the tree of all walks that may become a plan.
type walks struct {
	*states.Walker
	roots  []place
	next   func(place) []states.Move // the moves that may follow
	ends   func(place) bool          // reports whether a plan ends here
	once   bool                      // exclude repeated states, which next does not
	free   bool                      // next returned a move of cost 0
	counts *fold.Table[place, place, bool, *big.Int]
}

// placeBytes estimates the memory of a place.
const placeBytes = 160

// after returns the place after move m.
func (t *walks) after(p place, m states.Move) place {
	if p.left == noBound {
		return place{m.To, noBound}
	}
	return place{m.To, p.left - 1}
}

// below returns the number of plans that continue from p, computed once for each place.
func (t *walks) below(ctx context.Context, p place) (*big.Int, error) {
	if t.counts == nil {
		m := fold.BigSum()
		t.counts = &fold.Table[place, place, bool, *big.Int]{Key: func(p place) place { return p }, Expand: t.expand,
			Reduce: func(ends bool, below []*big.Int) (*big.Int, error) {
				n := new(big.Int)
				if ends {
					n.SetInt64(1)
				}
				for _, k := range below {
					n = m.Combine(n, k)
				}
				return n, nil
			}}
	}
	return t.counts.At(ctx, p)
}

// expand returns whether a plan ends at p, and the places after p.
func (t *walks) expand(p place) (ends bool, below []place, err error) {
	ends = t.ends(p)
	for _, m := range t.next(p) {
		t.free = t.free || m.Cost == 0
		below = append(below, t.after(p, m))
	}
	t.Take(placeBytes)
	return ends, below, t.Err
}

// count returns the number of plans.
func (t *walks) count(ctx context.Context) (*big.Int, error) {
	if t.once {
		return t.countOnce(ctx)
	}
	sum := new(big.Int)
	for _, p := range t.roots {
		n, err := t.below(ctx, p)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n)
	}
	return sum, nil
}

// A branch is a walk and its number of moves left.
type branch struct {
	*states.Node
	left int
}

func (b branch) place() place { return place{b.At, b.left} }

// grow appends m to a walk. It returns false if the cost overflows.
func (t *walks) grow(b branch, m states.Move) (branch, bool) {
	if m.Cost > maxCost-b.Cost {
		t.Err = graph.ErrCost
		return branch{}, false
	}
	n := &states.Node{At: m.To, Label: m.Label, Cost: b.Cost + m.Cost, Moves: b.Moves + 1, Prev: b.Node}
	return branch{n, t.after(b.place(), m).left}, true
}

const maxCost = 1<<63 - 1

// countOnce counts walks one by one, since the states that each visits matter.
func (t *walks) countOnce(ctx context.Context) (*big.Int, error) {
	n, err := fold.Search[branch, int]{Monoid: fold.Count, Children: t.children(ctx), Value: func(b branch) int {
		if b.Node != nil && t.ends(b.place()) {
			return 1
		}
		return 0
	}}.RunContext(ctx, branch{})
	return big.NewInt(int64(n)), err
}

// list passes the plans in the order of their moves, until pass returns true.
func (t *walks) list(ctx context.Context, pass func(*states.Node) bool) error {
	_, err := fold.Search[branch, bool]{Monoid: fold.Or, Children: t.children(ctx), Value: func(b branch) bool {
		return b.Node != nil && t.ends(b.place()) && pass(b.Node)
	}}.RunContext(ctx, branch{})
	return err
}

// children unfolds walks; the children of the zero branch are the roots. Without once it
// skips walks that become no plan.
func (t *walks) children(ctx context.Context) func(branch, func(branch) bool) {
	worth := func(b branch) bool {
		if t.once {
			return !b.Seen()
		}
		n, err := t.below(ctx, b.place())
		if err != nil && t.Err == nil {
			t.Err = err
		}
		return err == nil && n.Sign() > 0
	}
	return func(b branch, child func(branch) bool) {
		if b.Node == nil {
			for _, p := range t.roots {
				if r := (branch{&states.Node{At: p.at}, p.left}); worth(r) && !child(r) {
					return
				}
			}
			return
		}
		for _, m := range t.next(b.place()) {
			if c, ok := t.grow(b, m); !ok || t.Err != nil || worth(c) && !child(c) {
				return
			}
		}
	}
}

// first returns a plan of fewest moves, or nil if no plan exists.
func (t *walks) first(ctx context.Context) (*states.Node, error) {
	var roots []branch
	for _, p := range t.roots {
		roots = append(roots, branch{&states.Node{At: p.at}, p.left})
	}
	below := func(b branch) iter.Seq[branch] {
		return func(yield func(branch) bool) {
			for _, m := range t.next(b.place()) {
				if c, ok := t.grow(b, m); !ok || !yield(c) {
					return
				}
			}
		}
	}
	for _, b := range fold.Levels(branch.place, below, roots...) {
		if t.Take(placeBytes); t.Err != nil || ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if t.ends(b.place()) {
			return b.Node, nil
		}
	}
	return nil, nil
}
