package fold

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
)

// A Monoid combines results. Combine must be associative, with Empty on either side
// changing nothing; it need not be commutative. It may change and keep its left operand,
// never the right one: what it returns is a left operand next, so it must share nothing
// with the right one that a Combine would change. Full, if not nil, reports that nothing combined on the right will
// change a value any more: a search that has such a value on the left can stop.
type Monoid[M any] struct {
	Empty   func() M
	Combine func(a, b M) M
	Full    func(M) bool
}

func constant[M any](x M) func() M { return func() M { return x } }

// Number is what can be added up.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// Count adds up; a search gives 1 for what it counts.
var Count = Sum[int]()

// Sum adds numbers.
func Sum[N Number]() Monoid[N] {
	return Monoid[N]{Empty: constant[N](0), Combine: func(a, b N) N { return a + b }}
}

// BigSum adds integers of any size; nil is 0.
func BigSum() Monoid[*big.Int] {
	return Monoid[*big.Int]{Empty: constant[*big.Int](nil), Combine: func(a, b *big.Int) *big.Int {
		switch {
		case a == nil || a.Sign() == 0:
			return b
		case b == nil:
			return a
		}
		return new(big.Int).Add(a, b)
	}}
}

// Product multiplies numbers; it is full at 0.
func Product[N Number]() Monoid[N] {
	return Monoid[N]{Empty: constant[N](1), Combine: func(a, b N) N { return a * b }, Full: func(a N) bool { return a == 0 }}
}

// And holds if all hold; it is full at false.
var And = Monoid[bool]{Empty: constant(true), Combine: func(a, b bool) bool { return a && b }, Full: func(a bool) bool { return !a }}

// Or holds if any holds; it is full at true.
var Or = Monoid[bool]{Empty: constant(false), Combine: func(a, b bool) bool { return a || b }, Full: func(a bool) bool { return a }}

// An Option is a value or none.
type Option[T any] struct {
	Value T
	Some  bool
}

// Some is an Option with a value.
func Some[T any](x T) Option[T] { return Option[T]{x, true} }

// First is the first value; it is full when there is one.
func First[T any]() Monoid[Option[T]] {
	return Monoid[Option[T]]{Empty: constant(Option[T]{}), Combine: func(a, b Option[T]) Option[T] {
		if a.Some {
			return a
		}
		return b
	}, Full: func(a Option[T]) bool { return a.Some }}
}

// Last is the last value.
func Last[T any]() Monoid[Option[T]] {
	return Monoid[Option[T]]{Empty: constant(Option[T]{}), Combine: func(a, b Option[T]) Option[T] {
		if b.Some {
			return b
		}
		return a
	}}
}

// MinBy is the least value by an order, the leftmost among equals.
func MinBy[T any](less func(a, b T) bool) Monoid[Option[T]] {
	return Monoid[Option[T]]{Empty: constant(Option[T]{}), Combine: func(a, b Option[T]) Option[T] {
		if !a.Some || b.Some && less(b.Value, a.Value) {
			return b
		}
		return a
	}}
}

// Min is the least value.
func Min[T cmp.Ordered]() Monoid[Option[T]] { return MinBy(cmp.Less[T]) }

// Max is the greatest value.
func Max[T cmp.Ordered]() Monoid[Option[T]] {
	return MinBy(func(a, b T) bool { return cmp.Less(b, a) })
}

// All is a list of all values, in order. The room behind a left operand is written to,
// so that a list which grows takes linear time.
func All[T any]() Monoid[[]T] {
	return Monoid[[]T]{Empty: constant[[]T](nil), Combine: func(a, b []T) []T {
		if len(a) == 0 {
			return slices.Clip(b) // the room behind it is not ours
		}
		return append(a, b...)
	}}
}

// Set is the set of all values.
func Set[T comparable]() Monoid[map[T]struct{}] {
	return Monoid[map[T]struct{}]{Empty: constant[map[T]struct{}](nil), Combine: func(a, b map[T]struct{}) map[T]struct{} {
		if len(a) == 0 {
			return maps.Clone(b)
		}
		maps.Copy(a, b)
		return a
	}}
}

// Keyed are sets of values that cannot be compared: two are the same if their keys are,
// and the first of them is kept.
type Keyed[K comparable, T any] struct {
	Monoid[map[K]T]
	key func(T) K
}

// SetBy is Set for values of any type, known by a key.
func SetBy[T any, K comparable](key func(T) K) Keyed[K, T] {
	first := Monoid[T]{Combine: func(a, _ T) T { return a }}
	return Keyed[K, T]{MapOf[K](first), key}
}

// Of is the set of some values.
func (s Keyed[K, T]) Of(values ...T) map[K]T {
	m := make(map[K]T, len(values))
	for _, x := range values {
		if k := s.key(x); !has(m, k) {
			m[k] = x
		}
	}
	return m
}

func has[K comparable, T any](m map[K]T, k K) bool {
	_, ok := m[k]
	return ok
}

// Top keeps the k least values by an order, sorted; earlier ones first among equals.
func Top[T any](k int, compare func(a, b T) int) Monoid[[]T] {
	return Monoid[[]T]{Empty: constant[[]T](nil), Combine: func(a, b []T) []T {
		all := append(slices.Clone(a), b...)
		slices.SortStableFunc(all, compare)
		return all[:min(k, len(all))]
	}}
}

// A Both is two results.
type Both[A, B any] struct {
	A A
	B B
}

// Pair combines with two monoids at once; it is full when both are.
func Pair[A, B any](a Monoid[A], b Monoid[B]) Monoid[Both[A, B]] {
	p := Monoid[Both[A, B]]{
		Empty:   func() Both[A, B] { return Both[A, B]{a.Empty(), b.Empty()} },
		Combine: func(x, y Both[A, B]) Both[A, B] { return Both[A, B]{a.Combine(x.A, y.A), b.Combine(x.B, y.B)} },
	}
	if a.Full != nil && b.Full != nil {
		p.Full = func(x Both[A, B]) bool { return a.Full(x.A) && b.Full(x.B) }
	}
	return p
}

// MapOf combines maps, values of one key by m. Without m.Empty, Combine of m must not
// change its left operand.
func MapOf[K comparable, M any](m Monoid[M]) Monoid[map[K]M] {
	own := func(y M) M { return y }
	if m.Empty != nil { // y will be a left operand, but belongs to the right one
		own = func(y M) M { return m.Combine(m.Empty(), y) }
	}
	return Monoid[map[K]M]{Empty: constant[map[K]M](nil), Combine: func(a, b map[K]M) map[K]M {
		if a == nil && b != nil {
			a = make(map[K]M, len(b))
		}
		for k, y := range b {
			if x, ok := a[k]; ok {
				a[k] = m.Combine(x, y)
			} else {
				a[k] = own(y)
			}
		}
		return a
	}}
}
