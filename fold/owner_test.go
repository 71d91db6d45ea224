package fold_test

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"farbank/fold"
)

// TestAllOwns: a list that was a right operand is not written to, nor the room behind it.
func TestAllOwns(t *testing.T) {
	m, x := fold.All[int](), make([]int, 1, 4)
	r := m.Combine(m.Combine(m.Empty(), x), []int{2})
	q := m.Combine(m.Combine(m.Empty(), x), []int{3})
	if fmt.Sprint(r, q) != "[0 2] [0 3]" || x[:2][1] != 0 {
		t.Error(r, q, x[:2])
	}
}

// TestAllMemo: results that are kept and needed by many are what they are without a memo.
func TestAllMemo(t *testing.T) {
	m := fold.All[int]()
	expand := func(n int) (int, []int) {
		if n < 2 {
			return n, nil
		}
		return n, []int{n / 2, n - 1}
	}
	reduce := func(n int, below [][]int) []int {
		if len(below) == 0 {
			return []int{n}
		}
		all := m.Empty()
		for _, b := range below {
			all = m.Combine(m.Combine(all, b), []int{n})
		}
		return all
	}
	got, want := fold.Memo(0, 13, expand, reduce), fold.Hylo(13, expand, reduce)
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestMapOfOwns: a right operand stays as it is, also where its values are combined with others later.
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
