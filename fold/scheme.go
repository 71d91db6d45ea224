package fold

import "context"

// A Tree is a value with trees below it.
type Tree[A any] struct {
	Value    A
	Children []*Tree[A]
}

// open takes the uppermost node off a tree.
func open[A any](t *Tree[A]) (A, []*Tree[A], error) { return t.Value, t.Children, nil }

// node puts trees below a value; a leaf has none.
func node[A any](value A, children []*Tree[A]) (*Tree[A], error) {
	t := &Tree[A]{Value: value}
	if len(children) > 0 {
		t.Children = children
	}
	return t, nil
}

// Unfold builds the tree of a seed: expand gives the value of a node and the seeds of its
// children (an anamorphism).
func Unfold[S, A any](seed S, expand func(S) (A, []S)) *Tree[A] {
	return must(UnfoldM(context.Background(), seed, func(s S) (A, []S, error) {
		a, seeds := expand(s)
		return a, seeds, nil
	}))
}

// UnfoldM is Unfold with errors, until ctx is done.
func UnfoldM[S, A any](ctx context.Context, seed S, expand func(S) (A, []S, error)) (*Tree[A], error) {
	return HyloM(ctx, seed, expand, node[A])
}

// Fold reduces a tree: reduce makes a result of a value and the results of the children
// (a catamorphism).
func Fold[A, B any](t *Tree[A], reduce func(A, []B) B) B {
	return must(FoldM(context.Background(), t, func(a A, below []B) (B, error) { return reduce(a, below), nil }))
}

// FoldM is Fold with errors, until ctx is done.
func FoldM[A, B any](ctx context.Context, t *Tree[A], reduce func(A, []B) (B, error)) (B, error) {
	return HyloM(ctx, t, open[A], reduce)
}

// Hylo is Fold after Unfold, without building the tree (a hylomorphism).
func Hylo[S, A, B any](seed S, expand func(S) (A, []S), reduce func(A, []B) B) B {
	grow, shrink := never(expand, reduce)
	return must(HyloM(context.Background(), seed, grow, shrink))
}

// HyloM is Hylo with errors, until ctx is done. The first error ends it; the functions
// are called in the order of the tree, so that they may also print, ask or write.
func HyloM[S, A, B any](ctx context.Context, seed S, expand func(S) (A, []S, error), reduce func(A, []B) (B, error)) (B, error) {
	m := machine[S, A, B]{expand: expand, reduce: reduce}
	return m.run(ctx, seed)
}

// Para is Fold whose reduce sees the subtrees beside their results (a paramorphism).
func Para[A, B any](t *Tree[A], reduce func(A, []*Tree[A], []B) B) B {
	return must(ParaM(context.Background(), t, func(a A, trees []*Tree[A], below []B) (B, error) {
		return reduce(a, trees, below), nil
	}))
}

// ParaM is Para with errors, until ctx is done.
func ParaM[A, B any](ctx context.Context, t *Tree[A], reduce func(A, []*Tree[A], []B) (B, error)) (B, error) {
	return HyloM(ctx, t, func(t *Tree[A]) (*Tree[A], []*Tree[A], error) { return t, t.Children, nil },
		func(t *Tree[A], below []B) (B, error) { return reduce(t.Value, t.Children, below) })
}

// Zygo is Fold whose reduce sees what another fold makes of the children beside their
// own results (a zygomorphism): aux is that other fold. Both run at once.
func Zygo[A, B, C any](t *Tree[A], aux func(A, []B) B, reduce func(A, []B, []C) C) C {
	return must(ZygoM(context.Background(), t, func(a A, bs []B) (B, error) { return aux(a, bs), nil },
		func(a A, bs []B, cs []C) (C, error) { return reduce(a, bs, cs), nil }))
}

// ZygoM is Zygo with errors, until ctx is done.
func ZygoM[A, B, C any](ctx context.Context, t *Tree[A], aux func(A, []B) (B, error), reduce func(A, []B, []C) (C, error)) (C, error) {
	r, err := FoldM(ctx, t, func(a A, below []Both[B, C]) (r Both[B, C], err error) {
		bs, cs := make([]B, len(below)), make([]C, len(below))
		for i, x := range below {
			bs[i], cs[i] = x.A, x.B
		}
		if r.B, err = reduce(a, bs, cs); err == nil {
			r.A, err = aux(a, bs)
		}
		return r, err
	})
	return r.B, err
}

// A Branch is a child of Apo: a seed to go on with, or a tree that is there already.
type Branch[S, A any] struct {
	Seed S
	Tree *Tree[A] // if not nil, it stands for the branch
}

// Apo is Unfold that may put in trees that are there already (an apomorphism).
func Apo[S, A any](seed S, expand func(S) (A, []Branch[S, A])) *Tree[A] {
	return must(ApoM(context.Background(), seed, func(s S) (A, []Branch[S, A], error) {
		a, branches := expand(s)
		return a, branches, nil
	}))
}

// ApoM is Apo with errors, until ctx is done.
func ApoM[S, A any](ctx context.Context, seed S, expand func(S) (A, []Branch[S, A], error)) (*Tree[A], error) {
	m := machine[Branch[S, A], A, *Tree[A]]{
		known:  func(b Branch[S, A]) (*Tree[A], bool) { return b.Tree, b.Tree != nil },
		expand: func(b Branch[S, A]) (A, []Branch[S, A], error) { return expand(b.Seed) },
		reduce: node[A],
	}
	return m.run(ctx, Branch[S, A]{Seed: seed})
}
