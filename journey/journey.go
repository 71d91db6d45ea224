package journey

import (
	"context"
	"iter"
)

// A Journey is a computation with zero or more results. It calls yield with one after
// another until there are no more or yield returns false.
type Journey[T any] iter.Seq[T]

// Unit is the result of a Journey that has nothing to say but that it succeeds.
type Unit struct{}

// Succeed has one result.
func Succeed[T any](x T) Journey[T] {
	return func(yield func(T) bool) { yield(x) }
}

// Fail has no result.
func Fail[T any]() Journey[T] {
	return func(func(T) bool) {}
}

// Choose has each of xs as a result, in their order.
func Choose[T any](xs ...T) Journey[T] {
	return func(yield func(T) bool) {
		for _, x := range xs {
			if !yield(x) {
				return
			}
		}
	}
}

// Range has the integers lo, lo+1, ..., hi.
func Range(lo, hi int) Journey[int] {
	return func(yield func(int) bool) {
		for i := lo; i <= hi; i++ {
			if !yield(i) || i == hi {
				return
			}
		}
	}
}

// Then goes on from each result of j with f: the results of f(x) for the first x, then
// for the next. It is the bind of the list MonadPlus.
func Then[T, U any](j Journey[T], f func(T) Journey[U]) Journey[U] {
	return func(yield func(U) bool) {
		more := true
		inner := func(y U) bool {
			more = yield(y)
			return more
		}
		j(func(x T) bool {
			f(x)(inner)
			return more
		})
	}
}

// Map has f(x) for each result x of j.
func Map[T, U any](j Journey[T], f func(T) U) Journey[U] {
	return func(yield func(U) bool) {
		j(func(x T) bool { return yield(f(x)) })
	}
}

// Guard succeeds if ok holds and fails otherwise.
func Guard(ok bool) Journey[Unit] {
	if ok {
		return succeeded
	}
	return failed
}

// What Guard returns, made once.
var succeeded, failed = Succeed(Unit{}), Fail[Unit]()

// Where has the results of j for which ok holds.
func Where[T any](j Journey[T], ok func(T) bool) Journey[T] {
	return func(yield func(T) bool) {
		j(func(x T) bool { return !ok(x) || yield(x) })
	}
}

// Or has the results of the first of js, then of the next: depth first. If one has
// results without end those after it have no turn; see Interleave.
func Or[T any](js ...Journey[T]) Journey[T] {
	return func(yield func(T) bool) {
		for _, j := range js {
			more := true
			j(func(x T) bool {
				more = yield(x)
				return more
			})
			if !more {
				return
			}
		}
	}
}

// Repeat takes step n times, from x: the results of the n-th.
func Repeat[T any](n int, x T, step func(T) Journey[T]) Journey[T] {
	return func(yield func(T) bool) { repeat(n, x, step, yield) }
}

func repeat[T any](n int, x T, step func(T) Journey[T], yield func(T) bool) bool {
	if n <= 0 {
		return yield(x)
	}
	more := true
	step(x)(func(y T) bool {
		more = repeat(n-1, y, step, yield)
		return more
	})
	return more
}

// A Step is a continuation written out: it calls yield with each result that follows x
// until yield returns false. It says the same as a func(T) Journey[U], without making a
// Journey at every turn of the story.
type Step[T, U any] func(x T, yield func(U) bool)

// Via is Then for a Step.
func Via[T, U any](j Journey[T], step Step[T, U]) Journey[U] {
	return func(yield func(U) bool) {
		more := true
		inner := func(y U) bool {
			more = yield(y)
			return more
		}
		j(func(x T) bool {
			step(x, inner)
			return more
		})
	}
}

// RepeatVia is Repeat for a Step. It allocates n closures to begin with, and nothing on
// the way.
func RepeatVia[T any](n int, x T, step Step[T, T]) Journey[T] {
	return func(yield func(T) bool) {
		more := true
		next := func(y T) bool {
			more = yield(y)
			return more
		}
		for range n {
			after := next
			next = func(y T) bool {
				step(y, after)
				return more
			}
		}
		next(x)
	}
}

// Within takes step at most n times, from x: x, and depth first the results of every
// number of steps up to n.
func Within[T any](n int, x T, step func(T) Journey[T]) Journey[T] {
	return func(yield func(T) bool) { within(n, x, step, yield) }
}

func within[T any](n int, x T, step func(T) Journey[T], yield func(T) bool) bool {
	if !yield(x) {
		return false
	}
	more := true
	if n > 0 {
		step(x)(func(y T) bool {
			more = within(n-1, y, step, yield)
			return more
		})
	}
	return more
}

// Many takes step any number of times, from x, depth first: if steps never fail it
// never comes back from the first branch; see Deepen.
func Many[T any](x T, step func(T) Journey[T]) Journey[T] {
	return Within(int(^uint(0)>>1), x, step)
}

// Deepen has the results of no step, of one, of two and so on, by iterative deepening
// (Korf 1985): each round begins at x again, so that memory is only that of one path.
// It ends when a round has no result.
func Deepen[T any](x T, step func(T) Journey[T]) Journey[T] {
	return func(yield func(T) bool) {
		for n := 0; ; n++ {
			some, more := false, true
			repeat(n, x, step, func(y T) bool {
				some = true
				more = yield(y)
				return more
			})
			if !some || !more {
				return
			}
		}
	}
}

// Once has the first result of j alone.
func Once[T any](j Journey[T]) Journey[T] { return Limit(1, j) }

// Limit has the first n results of j.
func Limit[T any](n int, j Journey[T]) Journey[T] {
	return func(yield func(T) bool) {
		left := n
		if left <= 0 {
			return
		}
		j(func(x T) bool {
			left--
			return yield(x) && left > 0
		})
	}
}

// IfElse goes on with then from every result of cond, or, if cond has none, is other:
// the soft cut.
func IfElse[T, U any](cond Journey[T], then func(T) Journey[U], other Journey[U]) Journey[U] {
	return func(yield func(U) bool) {
		some := false
		Then(cond, func(x T) Journey[U] {
			some = true
			return then(x)
		})(yield)
		if !some {
			other(yield)
		}
	}
}

// Not succeeds if j fails: negation as failure.
func Not[T any](j Journey[T]) Journey[Unit] {
	return func(yield func(Unit) bool) {
		if _, ok := First(j); !ok {
			yield(Unit{})
		}
	}
}

// WithContext is j until ctx is done. It looks at every result; a journey that searches
// long without any needs the context in its steps: see Cancellable.
func WithContext[T any](ctx context.Context, j Journey[T]) Journey[T] {
	return func(yield func(T) bool) {
		if ctx.Err() != nil {
			return
		}
		j(func(x T) bool { return ctx.Err() == nil && yield(x) })
	}
}

// Cancellable is step until ctx is done; then it fails, and so everything that goes on
// from it comes to its end.
func Cancellable[T, U any](ctx context.Context, step func(T) Journey[U]) func(T) Journey[U] {
	return func(x T) Journey[U] {
		if ctx.Err() != nil {
			return Fail[U]()
		}
		return step(x)
	}
}

// First returns the first result of j, and false if it has none.
func First[T any](j Journey[T]) (first T, ok bool) {
	j(func(x T) bool {
		first, ok = x, true
		return false
	})
	return first, ok
}

// Collect returns all results of j.
func Collect[T any](j Journey[T]) []T {
	var all []T
	j(func(x T) bool {
		all = append(all, x)
		return true
	})
	return all
}

// Count returns how many results j has.
func Count[T any](j Journey[T]) int {
	n := 0
	j(func(T) bool {
		n++
		return true
	})
	return n
}
