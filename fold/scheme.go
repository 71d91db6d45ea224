package fold

import "context"

// A Tree is a value with subtrees.
type Tree[A any] struct {
	Value    A
	Children []*Tree[A]
}

// open returns the root of t and its subtrees.
func open[A any](t *Tree[A]) (A, []*Tree[A], error) { return t.Value, t.Children, nil }

// node returns the tree of a value and subtrees. Children of a leaf is nil.
func node[A any](value A, children []*Tree[A]) (*Tree[A], error) {
	t := &Tree[A]{Value: value}
	if len(children) > 0 {
		t.Children = children
	}
	return t, nil
}

// Unfold builds the tree of a seed: expand returns the value of a node and the seeds of its
// children (an anamorphism).
func Unfold[S, A any](seed S, expand func(S) (A, []S)) *Tree[A] {
	return must(UnfoldM(context.Background(), seed, func(s S) (A, []S, error) {
		a, seeds := expand(s)
		return a, seeds, nil
	}))
}

// UnfoldM is like Unfold, but stops with the first error of expand or when ctx is done.
func UnfoldM[S, A any](ctx context.Context, seed S, expand func(S) (A, []S, error)) (*Tree[A], error) {
	return HyloM(ctx, seed, expand, node[A])
}

// Fold reduces a tree: reduce computes a result from a value and the results of the children
// (a catamorphism).
func Fold[A, B any](t *Tree[A], reduce func(A, []B) B) B {
	return must(FoldM(context.Background(), t, func(a A, below []B) (B, error) { return reduce(a, below), nil }))
}

// FoldM is like Fold, but stops with the first error of reduce or when ctx is done.
func FoldM[A, B any](ctx context.Context, t *Tree[A], reduce func(A, []B) (B, error)) (B, error) {
	return HyloM(ctx, t, open[A], reduce)
}

// Hylo is Unfold followed by Fold, without building the tree (a hylomorphism).
func Hylo[S, A, B any](seed S, expand func(S) (A, []S), reduce func(A, []B) B) B {
	grow, shrink := withErrors(expand, reduce)
	return must(HyloM(context.Background(), seed, grow, shrink))
}

// HyloM is like Hylo, but stops with the first error or when ctx is done. It calls the
// functions in the order of the tree, so that they may print, read or write.
func HyloM[S, A, B any](ctx context.Context, seed S, expand func(S) (A, []S, error), reduce func(A, []B) (B, error)) (B, error) {
	m := machine[S, A, B]{expand: expand, reduce: reduce}
	return m.run(ctx, seed)
}

// Para is like Fold, but reduce also sees the subtrees (a paramorphism).
func Para[A, B any](t *Tree[A], reduce func(A, []*Tree[A], []B) B) B {
	return must(ParaM(context.Background(), t, func(a A, trees []*Tree[A], below []B) (B, error) {
		return reduce(a, trees, below), nil
	}))
}

// ParaM is like Para, but stops with the first error of reduce or when ctx is done.
func ParaM[A, B any](ctx context.Context, t *Tree[A], reduce func(A, []*Tree[A], []B) (B, error)) (B, error) {
	return HyloM(ctx, t, func(t *Tree[A]) (*Tree[A], []*Tree[A], error) { return t, t.Children, nil },
		func(t *Tree[A], below []B) (B, error) { return reduce(t.Value, t.Children, below) })
}

// Zygo is like Fold, but reduce also sees the results of a second fold, aux, of the children
// (a zygomorphism). Both folds run at once.
func Zygo[A, B, C any](t *Tree[A], aux func(A, []B) B, reduce func(A, []B, []C) C) C {
	return must(ZygoM(context.Background(), t, func(a A, bs []B) (B, error) { return aux(a, bs), nil },
		func(a A, bs []B, cs []C) (C, error) { return reduce(a, bs, cs), nil }))
}

// ZygoM is like Zygo, but stops with the first error or when ctx is done.
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

// A Branch is a child returned by Apo's expand: a seed to unfold, or a finished tree.
type Branch[S, A any] struct {
	Seed S
	Tree *Tree[A] // replaces the seed if not nil
}

// Apo is like Unfold, but expand may return finished subtrees (an apomorphism).
func Apo[S, A any](seed S, expand func(S) (A, []Branch[S, A])) *Tree[A] {
	return must(ApoM(context.Background(), seed, func(s S) (A, []Branch[S, A], error) {
		a, branches := expand(s)
		return a, branches, nil
	}))
}

// ApoM is like Apo, but stops with the first error of expand or when ctx is done.
func ApoM[S, A any](ctx context.Context, seed S, expand func(S) (A, []Branch[S, A], error)) (*Tree[A], error) {
	m := machine[Branch[S, A], A, *Tree[A]]{
		known:  func(b Branch[S, A]) (*Tree[A], bool) { return b.Tree, b.Tree != nil },
		expand: func(b Branch[S, A]) (A, []Branch[S, A], error) { return expand(b.Seed) },
		reduce: node[A],
	}
	return m.run(ctx, Branch[S, A]{Seed: seed})
}
