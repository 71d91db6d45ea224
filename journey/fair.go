package journey

import "iter"

// Interleave returns the results of js in round-robin order.
func Interleave[T any](js ...Journey[T]) Journey[T] {
	return func(yield func(T) bool) {
		var q turns[T]
		defer q.stop()
		for _, j := range js {
			q.add(j)
		}
		for q.len() > 0 {
			if x, ok := q.next(); ok && !yield(x) {
				return
			}
		}
	}
}

// ThenFair is like Then, but interleaves the results of all f(x). Unlike Then it reaches
// every result, even if j or some f(x) has infinitely many.
func ThenFair[T, U any](j Journey[T], f func(T) Journey[U]) Journey[U] {
	return func(yield func(U) bool) {
		next, stop := iter.Pull(iter.Seq[T](j))
		defer stop()
		var q turns[U]
		defer q.stop()
		for open := true; open || q.len() > 0; {
			if open {
				x, ok := next()
				if open = ok; ok {
					q.add(f(x))
				}
			}
			for range q.len() { // one round, including the journey just added
				if y, ok := q.next(); ok && !yield(y) {
					return
				}
			}
		}
	}
}

// turns is a round-robin queue of journeys.
type turns[T any] struct {
	waiting []pulled[T]
}

type pulled[T any] struct {
	next func() (T, bool)
	stop func()
}

func (q *turns[T]) add(j Journey[T]) {
	next, stop := iter.Pull(iter.Seq[T](j))
	q.waiting = append(q.waiting, pulled[T]{next, stop})
}

func (q *turns[T]) len() int { return len(q.waiting) }

// next returns the next result of the journey at the front and moves that journey to the
// back. It returns false and drops the journey if it has no more results.
func (q *turns[T]) next() (T, bool) {
	p := q.waiting[0]
	q.waiting = q.waiting[1:]
	x, ok := p.next()
	if ok {
		q.waiting = append(q.waiting, p)
	}
	return x, ok
}

func (q *turns[T]) stop() {
	for _, p := range q.waiting {
		p.stop()
	}
}
