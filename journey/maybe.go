package journey

// A Maybe is a Journey of one result at most: success, or failure.
type Maybe[T any] struct {
	value T
	ok    bool
}

// Just is success.
func Just[T any](x T) Maybe[T] { return Maybe[T]{x, true} }

// Nothing is failure.
func Nothing[T any]() Maybe[T] { return Maybe[T]{} }

// Get returns the value, and false for failure.
func (m Maybe[T]) Get() (T, bool) { return m.value, m.ok }

// Journey returns m as a Journey.
func (m Maybe[T]) Journey() Journey[T] {
	if m.ok {
		return Succeed(m.value)
	}
	return Fail[T]()
}

// Or returns m if it is a success, and otherwise n.
func (m Maybe[T]) Or(n Maybe[T]) Maybe[T] {
	if m.ok {
		return m
	}
	return n
}

// And goes on from a success with f; failure stays failure.
func And[T, U any](m Maybe[T], f func(T) Maybe[U]) Maybe[U] {
	if !m.ok {
		return Nothing[U]()
	}
	return f(m.value)
}

// Best returns the first result of a Journey.
func Best[T any](j Journey[T]) Maybe[T] {
	x, ok := First(j)
	return Maybe[T]{x, ok}
}
