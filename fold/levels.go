package fold

import (
	"context"
	"iter"
)

// Levels gives every seed that can be reached once, with the least number of steps to it:
// a graph unfolded level by level. Seeds are the same if their keys are; of those that are,
// the first that is met is given.
//
// For a monoid in which a value combined with itself is that value, such as [Set], [Or] or
// [Min], [Gather] over Levels is what the tree of all ways comes to, without the tree.
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

// A Level is a seed and the least number of steps to it.
type Level[S any] struct {
	Depth int
	Seed  S
}

// LevelsM is Levels with errors, until ctx is done. An error of children, or of the
// context, is given last, with the seed whose children were asked for.
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

// Gather combines the values of a sequence, and stops early when the monoid is full.
func Gather[T, M any](seq iter.Seq[T], value func(T) M, m Monoid[M]) M {
	acc := m.Empty()
	for x := range seq {
		if acc = m.Combine(acc, value(x)); m.Full != nil && m.Full(acc) {
			break
		}
	}
	return acc
}

// GatherM is Gather with errors, until ctx is done: with the first error, of the sequence
// or of value, it returns what it has by then.
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
