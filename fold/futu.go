package fold

import "context"

// A Future is a child returned by Futu's expand: a seed to unfold later, or a node with
// futures of its own.
type Future[S, A any] struct {
	seed     S
	now      bool
	value    A
	children []Future[S, A]
}

// Later returns a future that unfolds seed.
func Later[A, S any](seed S) Future[S, A] { return Future[S, A]{seed: seed} }

// Now returns a future that is a node with the given value and children.
func Now[S, A any](value A, children ...Future[S, A]) Future[S, A] {
	return Future[S, A]{now: true, value: value, children: children}
}

// Futu is like Unfold, but expand may return several levels of the tree (a futumorphism).
func Futu[S, A any](seed S, expand func(S) (A, []Future[S, A])) *Tree[A] {
	return must(FutuM(context.Background(), seed, func(s S) (A, []Future[S, A], error) {
		a, futures := expand(s)
		return a, futures, nil
	}))
}

// FutuM is like Futu, but stops with the first error of expand or when ctx is done.
func FutuM[S, A any](ctx context.Context, seed S, expand func(S) (A, []Future[S, A], error)) (*Tree[A], error) {
	return UnfoldM(ctx, Later[A](seed), func(f Future[S, A]) (A, []Future[S, A], error) {
		if f.now {
			return f.value, f.children, nil
		}
		return expand(f.seed)
	})
}
