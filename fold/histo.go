package fold

import (
	"context"
	"iter"
)

// A Past is a node that is done: its value, its result, and the pasts of its children. It
// is what dynamic programming calls the table.
type Past[A, B any] struct {
	Value    A
	Result   B
	Children []*Past[A, B]
}

// Back goes down n steps along first children; nil if there are not so many. Where every
// node has one child, that is the result of n steps ago.
func (p *Past[A, B]) Back(n int) *Past[A, B] {
	for ; n > 0 && p != nil; n-- {
		p = p.first()
	}
	return p
}

func (p *Past[A, B]) first() *Past[A, B] {
	if len(p.Children) == 0 {
		return nil
	}
	return p.Children[0]
}

// History is a past and all below it along first children: the latest first.
func (p *Past[A, B]) History() iter.Seq[*Past[A, B]] {
	return func(yield func(*Past[A, B]) bool) {
		for q := p; q != nil && yield(q); q = q.first() {
		}
	}
}

// Histo is Fold whose reduce sees everything that is done below its node, and not only
// the results of the children (a histomorphism).
func Histo[A, B any](t *Tree[A], reduce func(A, []*Past[A, B]) B) B {
	return must(HistoM(context.Background(), t, func(a A, past []*Past[A, B]) (B, error) { return reduce(a, past), nil }))
}

// HistoM is Histo with errors, until ctx is done.
func HistoM[A, B any](ctx context.Context, t *Tree[A], reduce func(A, []*Past[A, B]) (B, error)) (B, error) {
	return DynaM(ctx, t, open[A], reduce)
}

// Dyna is Histo after Unfold, without building the tree (a dynamorphism). What has been
// done is kept as long as reduce can reach it, which is to the end.
//
// Where a problem comes down to the same ones on several ways, unfold them as a chain, in
// an order in which each comes after those it needs, and look back; or use [MemoBy], which
// finds the order.
func Dyna[S, A, B any](seed S, expand func(S) (A, []S), reduce func(A, []*Past[A, B]) B) B {
	return must(DynaM(context.Background(), seed, func(s S) (A, []S, error) {
		a, seeds := expand(s)
		return a, seeds, nil
	}, func(a A, past []*Past[A, B]) (B, error) { return reduce(a, past), nil }))
}

// DynaM is Dyna with errors, until ctx is done.
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
