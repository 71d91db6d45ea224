package symmetry

import (
	"maps"
	"slices"

	"farbank/model"
)

// A scope is a candidate for renaming: the index coordinates and the cells whose values are
// renamed together.
type scope struct {
	axes   func(cell, place int) bool // nil if no coordinates are renamed
	values map[int]bool
	lo, hi int64
	typ    string // the type of the renamed values
	typed  bool   // the scope has every coordinate and value of the type
}

// An axis is an index of a variable, or a component of an index.
type axis struct{ variable, place int }

// scopes returns the candidates, small ones first.
func (u *unknowns) scopes() []scope {
	byAxis, byType := map[axis]*scope{}, map[string]*scope{}
	var list, types []*scope
	of := map[string]int{}
	for _, c := range u.at {
		for place, i := range c.index {
			a := axis{c.variable, place}
			s := byAxis[a]
			if s == nil {
				s = &scope{typ: i.typ, lo: i.value, hi: i.value, axes: func(cell, place int) bool { return u.at[cell].variable == a.variable && place == a.place }}
				byAxis[a], list = s, append(list, s)
				of[i.typ]++
			}
			s.lo, s.hi = min(s.lo, i.value), max(s.hi, i.value)
			s = u.typed(byType, &types, i.typ)
			s.lo, s.hi = min(s.lo, i.value), max(s.hi, i.value)
		}
	}
	groups := map[int]*scope{}
	for c := range u.p.NumFind {
		info := &u.p.Cells[c]
		if info.Type.Kind == model.Bool || info.Hi-info.Lo <= 0 || info.Hi-info.Lo > maxValues {
			continue
		}
		one := u.find(c)
		s := groups[one]
		if s == nil {
			s = &scope{typ: typeKey(info.Type), lo: info.Lo, hi: info.Hi, values: map[int]bool{}}
			groups[one], list = s, append(list, s)
			of[typeKey(info.Type)]++
		}
		s.lo, s.hi, s.values[c] = max(s.lo, info.Lo), min(s.hi, info.Hi), true
		s = u.typed(byType, &types, typeKey(info.Type))
		s.lo, s.hi, s.values[c] = min(s.lo, info.Lo), max(s.hi, info.Hi), true
	}
	var all []scope
	for _, s := range list {
		all = append(all, *s)
	}
	for _, key := range slices.Sorted(maps.Keys(byType)) {
		if of[key] > 1 {
			all = append(all, *byType[key])
		}
	}
	return all
}

// maxValues bounds the number of values of a scope.
const maxValues = 1 << 10

// typed returns the scope of all coordinates and values of a type.
func (u *unknowns) typed(byType map[string]*scope, list *[]*scope, key string) *scope {
	s := byType[key]
	if s == nil {
		s = &scope{typ: key, typed: true, lo: 1 << 62, hi: -1 << 62, values: map[int]bool{}}
		s.axes = func(cell, place int) bool { return u.at[cell].index[place].typ == key }
		byType[key], *list = s, append(*list, s)
	}
	return s
}

// exchange returns the exchange of two values of a scope. It returns nil if the exchange is
// empty or maps a cell to one with another domain or colour.
func (u *unknowns) exchange(s scope, v, w int64) *Exchange {
	x := &Exchange{Moved: map[int]int{}, Renamed: s.values, V: v, W: w, sides: map[int]int64{}}
	colours := u.strict
	if len(s.values) > 0 {
		colours = u.loose
	}
	u.left -= u.p.NumFind / 16
	for cell, c := range u.at {
		if s.axes == nil {
			break
		}
		moved, place := 0, -1
		key := c.key(func(i coordinate) int64 {
			place++
			if !s.axes(cell, place) || i.value != v && i.value != w {
				return i.value
			}
			moved++
			x.sides[cell] = i.value
			return x.value(i.value)
		})
		if moved == 0 {
			continue
		}
		if moved > 1 {
			delete(x.sides, cell)
		}
		to, ok := u.byKey[key]
		a, b := &u.p.Cells[cell], &u.p.Cells[to]
		if !ok || a.Lo != b.Lo || a.Hi != b.Hi || s.values[cell] != s.values[to] || colours[cell] != colours[to] {
			return nil
		}
		x.Moved[cell] = to
	}
	for c := range s.values {
		if info := &u.p.Cells[c]; v < info.Lo || w > info.Hi {
			return nil
		}
	}
	if len(x.Moved)+len(x.Renamed) == 0 {
		return nil
	}
	return x
}
