package fold

import "context"

// A Future is a child of Futu: a seed to go on with later, or a node that is decided now,
// with futures of its own.
type Future[S, A any] struct {
	seed     S
	now      bool
	value    A
	children []Future[S, A]
}

// Later is a seed that is unfolded in its turn.
func Later[A, S any](seed S) Future[S, A] { return Future[S, A]{seed: seed} }

// Now is a node that is decided already.
func Now[S, A any](value A, children ...Future[S, A]) Future[S, A] {
	return Future[S, A]{now: true, value: value, children: children}
}

// Futu is Unfold that may decide on several levels of the tree in one step (a
// futumorphism).
func Futu[S, A any](seed S, expand func(S) (A, []Future[S, A])) *Tree[A] {
	return must(FutuM(context.Background(), seed, func(s S) (A, []Future[S, A], error) {
		a, futures := expand(s)
		return a, futures, nil
	}))
}

// FutuM is Futu with errors, until ctx is done.
func FutuM[S, A any](ctx context.Context, seed S, expand func(S) (A, []Future[S, A], error)) (*Tree[A], error) {
	return UnfoldM(ctx, Later[A](seed), func(f Future[S, A]) (A, []Future[S, A], error) {
		if f.now {
			return f.value, f.children, nil
		}
		return expand(f.seed)
	})
}
