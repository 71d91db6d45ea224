package fold

import "iter"

// Levels gives every seed that can be reached once, with the least number of steps to it:
// a graph unfolded level by level. Seeds are the same if their keys are; of those that are,
// the first that is met is given.
//
// For a monoid in which a value combined with itself is that value, such as [Set], [Or] or
// [Min], [Gather] over Levels is what the tree of all ways comes to, without the tree.
func Levels[S any, K comparable](key func(S) K, children func(S) iter.Seq[S], seeds ...S) iter.Seq2[int, S] {
	return func(yield func(int, S) bool) {
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
				if !yield(depth, s) {
					return
				}
				for c := range children(s) {
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
