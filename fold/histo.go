package fold

import (
	"context"
	"iter"
)

// A Past is a node that is folded: its value, its result, and the pasts of its children.
// It corresponds to the table of dynamic programming.
type Past[A, B any] struct {
	Value    A
	Result   B
	Children []*Past[A, B]
}

// Back follows first children n times. It returns nil if there are fewer. In a chain, the
// node it returns is that of n steps ago.
func (p *Past[A, B]) Back(n int) *Past[A, B] {
	for ; n > 0 && p != nil; n-- {
		p = p.first()
	}
	return p
}

// first returns the first child, or nil.
func (p *Past[A, B]) first() *Past[A, B] {
	if len(p.Children) == 0 {
		return nil
	}
	return p.Children[0]
}

// History yields p and its descendants along first children, the latest first.
func (p *Past[A, B]) History() iter.Seq[*Past[A, B]] {
	return func(yield func(*Past[A, B]) bool) {
		for q := p; q != nil && yield(q); q = q.first() {
		}
	}
}

// Histo is like Fold, but reduce sees all nodes below its own with their results
// (a histomorphism).
func Histo[A, B any](t *Tree[A], reduce func(A, []*Past[A, B]) B) B {
	return must(HistoM(context.Background(), t, func(a A, past []*Past[A, B]) (B, error) { return reduce(a, past), nil }))
}

// HistoM is like Histo, but stops with the first error of reduce or when ctx is done.
func HistoM[A, B any](ctx context.Context, t *Tree[A], reduce func(A, []*Past[A, B]) (B, error)) (B, error) {
	return DynaM(ctx, t, open[A], reduce)
}

// Dyna is Unfold followed by Histo, without building the tree (a dynamorphism). It keeps
// every result that reduce can reach, which means all of them.
//
// If subproblems overlap, unfold them as a chain in an order in which each comes after
// those it needs, and look back; or use [MemoBy], which finds the order.
func Dyna[S, A, B any](seed S, expand func(S) (A, []S), reduce func(A, []*Past[A, B]) B) B {
	return must(DynaM(context.Background(), seed, func(s S) (A, []S, error) {
		a, seeds := expand(s)
		return a, seeds, nil
	}, func(a A, past []*Past[A, B]) (B, error) { return reduce(a, past), nil }))
}

// DynaM is like Dyna, but stops with the first error or when ctx is done.
func DynaM[S, A, B any](ctx context.Context, seed S, expand func(S) (A, []S, error), reduce func(A, []*Past[A, B]) (B, error)) (B, error) {
	p, err := HyloM(ctx, seed, expand, func(a A, below []*Past[A, B]) (*Past[A, B], error) {
		r, err := reduce(a, below)
		return &Past[A, B]{a, r, below}, err
	})
	if err != nil {
		var none B
		return none, err
	}
	return p.Result, nil
}
