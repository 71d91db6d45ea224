package fold

import (
	"cmp"
	"maps"
	"math/big"
	"slices"
)

// A Monoid combines results. Combine must be associative and Empty its identity; it need not
// be commutative. Combine may modify and keep its left operand, but not the right one. Its
// result is a left operand of the next call, so the result must not share anything with the
// right operand that Combine would modify. Full, if not nil, reports that combining with
// anything on the right leaves a value unchanged, so that a search can stop there.
type Monoid[M any] struct {
	Empty   func() M
	Combine func(a, b M) M
	Full    func(M) bool
}

func constant[M any](x M) func() M { return func() M { return x } }

// Number is any type that can be added and multiplied, except complex numbers.
type Number interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64 | ~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~float32 | ~float64
}

// Count adds integers. To count, a search returns 1 for each state to count.
var Count = Sum[int]()

// Sum returns the monoid that adds numbers.
func Sum[N Number]() Monoid[N] {
	return Monoid[N]{Empty: constant[N](0), Combine: func(a, b N) N { return a + b }}
}

// BigSum returns the monoid that adds integers of any size; nil is 0.
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

// Product returns the monoid that multiplies numbers; it is full at 0.
func Product[N Number]() Monoid[N] {
	return Monoid[N]{Empty: constant[N](1), Combine: func(a, b N) N { return a * b }, Full: func(a N) bool { return a == 0 }}
}

// And is conjunction; it is full at false.
var And = Monoid[bool]{Empty: constant(true), Combine: func(a, b bool) bool { return a && b }, Full: func(a bool) bool { return !a }}

// Or is disjunction; it is full at true.
var Or = Monoid[bool]{Empty: constant(false), Combine: func(a, b bool) bool { return a || b }, Full: func(a bool) bool { return a }}

// An Option is an optional value.
type Option[T any] struct {
	Value T
	Some  bool
}

// Some returns an Option with a value.
func Some[T any](x T) Option[T] { return Option[T]{x, true} }

// First returns the monoid that keeps the first value; it is full when there is one.
func First[T any]() Monoid[Option[T]] {
	return Monoid[Option[T]]{Empty: constant(Option[T]{}), Combine: func(a, b Option[T]) Option[T] {
		if a.Some {
			return a
		}
		return b
	}, Full: func(a Option[T]) bool { return a.Some }}
}

// Last returns the monoid that keeps the last value.
func Last[T any]() Monoid[Option[T]] {
	return Monoid[Option[T]]{Empty: constant(Option[T]{}), Combine: func(a, b Option[T]) Option[T] {
		if b.Some {
			return b
		}
		return a
	}}
}

// MinBy returns the monoid that keeps the least value, the leftmost among equals.
func MinBy[T any](less func(a, b T) bool) Monoid[Option[T]] {
	return Monoid[Option[T]]{Empty: constant(Option[T]{}), Combine: func(a, b Option[T]) Option[T] {
		if !a.Some || b.Some && less(b.Value, a.Value) {
			return b
		}
		return a
	}}
}

// Min returns the monoid that keeps the least value.
func Min[T cmp.Ordered]() Monoid[Option[T]] { return MinBy(cmp.Less[T]) }

// Max returns the monoid that keeps the greatest value.
func Max[T cmp.Ordered]() Monoid[Option[T]] {
	return MinBy(func(a, b T) bool { return cmp.Less(b, a) })
}

// All returns the monoid that concatenates lists. Combine appends in place to its left
// operand, so that building a list takes linear time.
func All[T any]() Monoid[[]T] {
	return Monoid[[]T]{Empty: constant[[]T](nil), Combine: func(a, b []T) []T {
		if len(a) == 0 {
			return slices.Clip(b) // the capacity beyond len(b) belongs to the right operand
		}
		return append(a, b...)
	}}
}

// Set returns the monoid of set union.
func Set[T comparable]() Monoid[map[T]struct{}] {
	return Monoid[map[T]struct{}]{Empty: constant[map[T]struct{}](nil), Combine: func(a, b map[T]struct{}) map[T]struct{} {
		if len(a) == 0 {
			return maps.Clone(b)
		}
		maps.Copy(a, b)
		return a
	}}
}

// Keyed is the monoid of sets of values that are not comparable. Values with equal keys are
// the same, and the first of them is kept.
type Keyed[K comparable, T any] struct {
	Monoid[map[K]T]
	key func(T) K
}

// SetBy is like Set for values of any type, identified by a key.
func SetBy[T any, K comparable](key func(T) K) Keyed[K, T] {
	first := Monoid[T]{Combine: func(a, _ T) T { return a }}
	return Keyed[K, T]{MapOf[K](first), key}
}

// Of returns the set of values.
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

// Top returns the monoid that keeps the k least values, sorted; earlier ones first among equals.
func Top[T any](k int, compare func(a, b T) int) Monoid[[]T] {
	return Monoid[[]T]{Empty: constant[[]T](nil), Combine: func(a, b []T) []T {
		all := append(slices.Clone(a), b...)
		slices.SortStableFunc(all, compare)
		return all[:min(k, len(all))]
	}}
}

// A Both is a pair of results.
type Both[A, B any] struct {
	A A
	B B
}

// Pair returns the product of two monoids; it is full when both are.
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

// MapOf returns the monoid that combines maps, using m for values of the same key. If
// m.Empty is nil, m.Combine must not modify its left operand.
func MapOf[K comparable, M any](m Monoid[M]) Monoid[map[K]M] {
	own := func(y M) M { return y }
	if m.Empty != nil { // y becomes a left operand, but belongs to the right one
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
