package journey

import "iter"

// Interleave takes the results of js in turns, so that each has its turn however many
// the others have.
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

// ThenFair goes on from each result of j with f, and takes what the f(x) have in turns:
// unlike with Then, an f(x) with results without end, or a j with results without end,
// keeps nothing from being reached.
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
			for range q.len() { // each that is open, the newest too, once
				if y, ok := q.next(); ok && !yield(y) {
					return
				}
			}
		}
	}
}

// turns is a round of journeys that are under way.
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

// next takes a result of the journey whose turn it is, and puts it behind the others;
// false if it has no more, and then it is gone.
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
