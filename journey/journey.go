package journey

import (
	"context"
	"iter"
)

// A Journey is a computation with zero or more results. It calls yield with one after
// another until there are no more or yield returns false.
type Journey[T any] iter.Seq[T]

// Unit is the result of a Journey that only succeeds or fails.
type Unit struct{}

// Succeed returns the journey with the single result x.
func Succeed[T any](x T) Journey[T] {
	return func(yield func(T) bool) { yield(x) }
}

// Fail returns the journey without results.
func Fail[T any]() Journey[T] {
	return func(func(T) bool) {}
}

// Choose returns the journey with the results xs, in their order.
func Choose[T any](xs ...T) Journey[T] {
	return func(yield func(T) bool) {
		for _, x := range xs {
			if !yield(x) {
				return
			}
		}
	}
}

// Range returns the journey with the results lo, lo+1, ..., hi.
func Range(lo, hi int) Journey[int] {
	return func(yield func(int) bool) {
		for i := lo; i <= hi; i++ {
			if !yield(i) || i == hi {
				return
			}
		}
	}
}

// Then returns the results of f(x) for the first result x of j, then for the next, and so
// on. It is the bind of the list monad.
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

// Map returns f(x) for each result x of j.
func Map[T, U any](j Journey[T], f func(T) U) Journey[U] {
	return func(yield func(U) bool) {
		j(func(x T) bool { return yield(f(x)) })
	}
}

// Guard succeeds if ok is true and fails otherwise. B may be any boolean type.
func Guard[B ~bool](ok B) Journey[Unit] {
	if ok {
		return succeeded
	}
	return failed
}

// The two results of Guard, allocated once.
var succeeded, failed = Succeed(Unit{}), Fail[Unit]()

// Where returns the results of j for which ok returns true.
func Where[T any](j Journey[T], ok func(T) bool) Journey[T] {
	return func(yield func(T) bool) {
		j(func(x T) bool { return !ok(x) || yield(x) })
	}
}

// Or returns the results of the first of js, then those of the next: depth first. Results
// after an infinite journey are never reached; see Interleave.
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

// Repeat applies step n times, starting from x, and returns the results of the last one.
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

// A Step is a continuation that yields directly: it calls yield with each result that
// follows x until yield returns false. It is equivalent to a func(T) Journey[U], but
// allocates no Journey for each call.
type Step[T, U any] func(x T, yield func(U) bool)

// Via is like Then with a Step.
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

// RepeatVia is like Repeat with a Step. It allocates n closures at the start and nothing
// afterwards.
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

// Within applies step at most n times, starting from x. It returns x and, depth first, the
// results of every number of steps up to n.
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

// Many applies step any number of times, starting from x, depth first. If steps never fail,
// it never leaves the first branch; see Deepen.
func Many[T any](x T, step func(T) Journey[T]) Journey[T] {
	return Within(int(^uint(0)>>1), x, step)
}

// Deepen returns the results of no step, of one, of two and so on, by iterative deepening
// (Korf 1985): each round starts at x again, so that it stores only one path. It ends after
// a round without results.
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

// Once returns only the first result of j.
func Once[T any](j Journey[T]) Journey[T] { return Limit(1, j) }

// Limit returns the first n results of j.
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

// IfElse returns the results of then(x) for every result x of cond, or those of other if
// cond has no results: the soft cut.
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

// WithContext returns the results of j until ctx is done. It checks ctx before each result;
// a journey that may search for long between results needs Cancellable steps.
func WithContext[T any](ctx context.Context, j Journey[T]) Journey[T] {
	return func(yield func(T) bool) {
		if ctx.Err() != nil {
			return
		}
		j(func(x T) bool { return ctx.Err() == nil && yield(x) })
	}
}

// Cancellable returns a step that fails once ctx is done.
func Cancellable[T, U any](ctx context.Context, step func(T) Journey[U]) func(T) Journey[U] {
	return func(x T) Journey[U] {
		if ctx.Err() != nil {
			return Fail[U]()
		}
		return step(x)
	}
}

// First returns the first result of j, or false if j fails.
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

// Count returns the number of results of j.
func Count[T any](j Journey[T]) int {
	n := 0
	j(func(T) bool {
		n++
		return true
	})
	return n
}
