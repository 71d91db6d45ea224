package judge

import (
	"math"
	"math/bits"
	"slices"

	"farbank/lang/types"
)

// listed returns the values of a type that lists them, as a set.
func listed(t *types.Type) types.Value { return types.Value{Kind: types.Set, Elems: t.Of} }

// in reports whether a value is of type t.
func in(v types.Value, t *types.Type) bool {
	if t.Of != nil {
		return listed(t).Contains(v)
	}
	switch t.Kind {
	case types.Bool, types.Int, types.Enum:
		if t.Kind == types.Int && t.Model == nil {
			return t.Decimal || v.Whole()
		}
		lo, hi := ends(t)
		n, ok := leafOf(v, t)
		return ok && lo <= n && n <= hi
	case types.Tuple:
		for i, e := range t.Elems {
			if !in(v.Elems[i], e) {
				return false
			}
		}
	case types.Set:
		return !slices.ContainsFunc(v.Elems, func(x types.Value) bool { return !in(x, t.Elem()) })
	}
	return true
}

// allIn is like in, also for arrays.
func allIn(v types.Value, t *types.Type) bool {
	if t.Kind != types.Array {
		return in(v, t)
	}
	return !slices.ContainsFunc(v.Elems, func(x types.Value) bool { return !in(x, t.Elem()) })
}

// ordinal returns the position of a value in the type of an index.
func ordinal(t *types.Type, v types.Value) (int, bool) {
	if t.Of != nil {
		return slices.BinarySearchFunc(t.Of, v, types.Compare)
	}
	if t.Kind == types.Tuple {
		return place(t.Elems, v.Elems)
	}
	lo, hi := ends(t)
	n, ok := leafOf(v, t)
	if !ok || n < lo || n > hi {
		return 0, false
	}
	return int(n - lo), true
}

// place returns the position of a tuple of values, the last varying fastest.
func place(ts []*types.Type, vs []types.Value) (int, bool) {
	n := 0
	for i, t := range ts {
		k, ok := ordinal(t, vs[i])
		if !ok {
			return 0, false
		}
		n = n*count(t) + k
	}
	return n, true
}

// nth returns the value at a position. It is the inverse of ordinal.
func nth(t *types.Type, i int) types.Value {
	if t.Of != nil {
		return t.Of[i]
	}
	if t.Kind == types.Tuple {
		return types.TupleValue(tupleAt(t.Elems, i)...)
	}
	lo, _ := ends(t)
	return ofLeaf(lo+int64(i), t)
}

// tupleAt is the inverse of place.
func tupleAt(ts []*types.Type, i int) []types.Value {
	vs := make([]types.Value, len(ts))
	for k := len(ts) - 1; k >= 0; k-- {
		n := count(ts[k])
		vs[k] = nth(ts[k], i%n)
		i /= n
	}
	return vs
}

// count returns the number of values of the type of an index.
func count(t *types.Type) int {
	if lo, hi := ends(t); t.Of == nil && scalar(t.Kind) && lo <= hi && uint64(hi)-uint64(lo) < math.MaxInt {
		return int(hi-lo) + 1
	}
	return int(min(total64([]*types.Type{t}), math.MaxInt))
}

// total64 returns the number of tuples with a component of each type, at most math.MaxUint64.
func total64(ts []*types.Type) uint64 {
	all := uint64(1)
	for _, t := range ts {
		n := uint64(0)
		if t.Of != nil {
			n = uint64(len(t.Of))
		} else if t.Kind == types.Tuple {
			n = total64(t.Elems)
		} else if lo, hi := ends(t); lo <= hi {
			n = uint64(hi) - uint64(lo)
			n += min(1, math.MaxUint64-n)
		}
		if n == 0 {
			return 0
		}
		hi, lo := bits.Mul64(all, n)
		if all = lo; hi != 0 {
			all = math.MaxUint64
		}
	}
	return all
}

// sameIndex reports whether two arrays have the same indices.
func sameIndex(a, b *types.Type) bool {
	return slices.EqualFunc(a.Index, b.Index, sameValues)
}

func sameValues(a, b *types.Type) bool {
	if a.Of != nil || b.Of != nil {
		return slices.EqualFunc(a.Of, b.Of, types.Equal)
	}
	if a.Kind == types.Tuple {
		return slices.EqualFunc(a.Elems, b.Elems, sameValues)
	}
	alo, ahi := ends(a)
	blo, bhi := ends(b)
	return alo == blo && ahi == bhi && a.Scale() == b.Scale()
}
