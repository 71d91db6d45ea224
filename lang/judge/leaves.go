package judge

import (
	"fmt"

	"farbank/lang/types"
)

// A leaf is one of the integers of a value's layout: a number, the position of a name, or 0 or
// 1 for a truth value and for each possible member of a set.
type leaf struct {
	name   string
	lo, hi int64
}

// layout returns the leaves of a value of type t with the given name.
func layout(name string, t *types.Type) []leaf {
	var all []leaf
	switch t.Kind {
	case types.Tuple:
		for i, e := range t.Elems {
			all = append(all, layout(fmt.Sprintf("%s.%d", name, i+1), e)...)
		}
	case types.Set:
		for i := range count(t.Elem()) {
			all = append(all, leaf{written(nth(t.Elem(), i), t.Elem()) + " in " + name, 0, 1})
		}
	case types.Array:
		for i := range int(total64(t.Index)) {
			all = append(all, layout(name+"["+indexList(t.Index, i)+"]", t.Elem())...)
		}
	default:
		lo, hi := ends(t)
		all = append(all, leaf{name, lo, hi})
	}
	return all
}

// layoutOf returns the leaves of variables.
func layoutOf(vars []*types.Object) []leaf {
	var all []leaf
	for _, o := range vars {
		all = append(all, layout(o.Name, o.Type)...)
	}
	return all
}

// indexList returns the index of an element as written between brackets.
func indexList(index []*types.Type, i int) string {
	text := ""
	for k, v := range tupleAt(index, i) {
		if k > 0 {
			text += ", "
		}
		text += written(v, index[k])
	}
	return text
}

// leaves appends the leaves of a value.
func leaves(all []int64, v types.Value, t *types.Type) []int64 {
	switch t.Kind {
	case types.Tuple:
		for i, x := range v.Elems {
			all = leaves(all, x, t.Elems[i])
		}
	case types.Set:
		from := len(all)
		all = append(all, make([]int64, count(t.Elem()))...)
		for _, x := range v.Elems {
			if i, ok := ordinal(t.Elem(), x); ok {
				all[from+i] = 1
			}
		}
	case types.Array:
		for _, x := range v.Elems {
			all = leaves(all, x, t.Elem())
		}
	default:
		n, _ := leafOf(v, t)
		all = append(all, n)
	}
	return all
}

// fromLeaves returns the value of the first leaves, and the remaining leaves. There must be
// enough leaves, each within its bounds.
func fromLeaves(t *types.Type, all []int64) (types.Value, []int64) {
	v := types.Value{Kind: t.Kind}
	switch t.Kind {
	case types.Tuple:
		v.Elems = make([]types.Value, len(t.Elems))
		for i, e := range t.Elems {
			v.Elems[i], all = fromLeaves(e, all)
		}
	case types.Set:
		n := count(t.Elem())
		for i, in := range all[:n] {
			if in != 0 {
				v.Elems = append(v.Elems, nth(t.Elem(), i))
			}
		}
		all = all[n:]
	case types.Array:
		if n := total64(t.Index); n > 0 {
			v.Elems = make([]types.Value, n)
		}
		for i := range v.Elems {
			v.Elems[i], all = fromLeaves(t.Elem(), all)
		}
	default:
		v, all = ofLeaf(all[0], t), all[1:]
	}
	return v, all
}
