package journey

// A Maybe is a computation with at most one result.
type Maybe[T any] struct {
	value T
	ok    bool
}

// Just returns the Maybe with the result x.
func Just[T any](x T) Maybe[T] { return Maybe[T]{x, true} }

// Nothing returns the Maybe without a result.
func Nothing[T any]() Maybe[T] { return Maybe[T]{} }

// Get returns the result, or false without one.
func (m Maybe[T]) Get() (T, bool) { return m.value, m.ok }

// Journey returns m as a Journey.
func (m Maybe[T]) Journey() Journey[T] {
	if m.ok {
		return Succeed(m.value)
	}
	return Fail[T]()
}

// Or returns m if it has a result, and otherwise n.
func (m Maybe[T]) Or(n Maybe[T]) Maybe[T] {
	if m.ok {
		return m
	}
	return n
}

// And returns f(x) if m has the result x, and Nothing otherwise.
func And[T, U any](m Maybe[T], f func(T) Maybe[U]) Maybe[U] {
	if !m.ok {
		return Nothing[U]()
	}
	return f(m.value)
}

// Best returns the first result of j as a Maybe.
func Best[T any](j Journey[T]) Maybe[T] {
	x, ok := First(j)
	return Maybe[T]{x, ok}
}
