package fold_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"farbank/fold"
)

// TestAllOwns checks that All does not write to a right operand or to its spare capacity.
func TestAllOwns(t *testing.T) {
	m, x := fold.All[int](), make([]int, 1, 4)
	r := m.Combine(m.Combine(m.Empty(), x), []int{2})
	q := m.Combine(m.Combine(m.Empty(), x), []int{3})
	if fmt.Sprint(r, q) != "[0 2] [0 3]" || x[:2][1] != 0 {
		t.Error(r, q, x[:2])
	}
}

// TestAllMemo checks that two lists that begin with the same stored result do not share it.
func TestAllMemo(t *testing.T) {
	m := fold.All[int]()
	below := [][]int{0: nil, 1: {0}, 2: {0}, 3: {1, 2}}
	expand := func(n int) (int, []int) { return n, below[n] }
	reduce := func(n int, lists [][]int) []int {
		if n == 0 {
			return append(make([]int, 0, 8), 7, 7)
		}
		all := m.Empty()
		for _, l := range lists {
			all = m.Combine(all, l)
		}
		return m.Combine(all, []int{n})
	}
	if got, want := fold.Memo(0, 3, expand, reduce), fold.Hylo(3, expand, reduce); !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestMapOfOwns checks that a right operand is not modified when its values are combined later.
func TestMapOfOwns(t *testing.T) {
	m := fold.MapOf[string](fold.MapOf[string](fold.Set[int]()))
	of := func(n int) map[string]map[string]map[int]struct{} {
		return map[string]map[string]map[int]struct{}{"k": {"l": {n: {}}}}
	}
	for _, first := range []map[string]map[string]map[int]struct{}{nil, {}, {"other": nil}, {"k": nil}} {
		b, c := of(1), of(2)
		got := m.Combine(m.Combine(first, b), c)
		if !reflect.DeepEqual(b, of(1)) || !reflect.DeepEqual(c, of(2)) || len(got["k"]["l"]) != 2 {
			t.Error(b, c, got)
		}
	}
}
