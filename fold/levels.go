package fold

import (
	"context"
	"iter"
)

// Levels yields every reachable seed once, with its distance from seeds: it unfolds a graph
// breadth first. Seeds with equal keys are the same; the first one reached is yielded.
//
// If the monoid is idempotent, such as [Set], [Or] or [Min], [Gather] over Levels equals the
// fold of the tree of all paths.
func Levels[S any, K comparable](key func(S) K, children func(S) iter.Seq[S], seeds ...S) iter.Seq2[int, S] {
	return func(yield func(int, S) bool) {
		sure := func(s S) iter.Seq2[S, error] {
			return func(yield func(S, error) bool) {
				for c := range children(s) {
					if !yield(c, nil) {
						return
					}
				}
			}
		}
		for at := range LevelsM(context.Background(), key, sure, seeds...) {
			if !yield(at.Depth, at.Seed) {
				return
			}
		}
	}
}

// A Level is a seed and its distance.
type Level[S any] struct {
	Depth int
	Seed  S
}

// LevelsM is like Levels, but stops with the first error of children or when ctx is done.
// It yields that error last, with the seed whose children it was reading.
func LevelsM[S any, K comparable](ctx context.Context, key func(S) K, children func(S) iter.Seq2[S, error], seeds ...S) iter.Seq2[Level[S], error] {
	return func(yield func(Level[S], error) bool) {
		met := map[K]bool{}
		var next []S
		meet := func(s S) {
			if k := key(s); !met[k] {
				met[k] = true
				next = append(next, s)
			}
		}
		for _, s := range seeds {
			meet(s)
		}
		for depth := 0; len(next) > 0; depth++ {
			level := next
			next = nil
			for _, s := range level {
				at := Level[S]{depth, s}
				if err := ctx.Err(); err != nil {
					yield(at, err)
					return
				}
				if !yield(at, nil) {
					return
				}
				for c, err := range children(s) {
					if err != nil {
						yield(at, err)
						return
					}
					meet(c)
				}
			}
		}
	}
}

// Gather combines the values of a sequence. It stops early when the monoid is full.
func Gather[T, M any](seq iter.Seq[T], value func(T) M, m Monoid[M]) M {
	acc := m.Empty()
	for x := range seq {
		if acc = m.Combine(acc, value(x)); m.Full != nil && m.Full(acc) {
			break
		}
	}
	return acc
}

// GatherM is like Gather, but stops with the first error of the sequence or of value, or
// when ctx is done. It then returns the values combined so far and the error.
func GatherM[T, M any](ctx context.Context, seq iter.Seq2[T, error], value func(T) (M, error), m Monoid[M]) (M, error) {
	acc := m.Empty()
	for x, err := range seq {
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return acc, err
		}
		one, err := value(x)
		if err != nil {
			return acc, err
		}
		if acc = m.Combine(acc, one); m.Full != nil && m.Full(acc) {
			break
		}
	}
	return acc, nil
}
