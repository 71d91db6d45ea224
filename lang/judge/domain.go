package judge

import (
	"math"
	"math/bits"
	"slices"
	"strings"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// A domain is a set that can be queried without being built.
type domain interface {
	each(f func(types.Value) bool) bool // in order; returns false as soon as f does
	builtin.Domain
}

type (
	span struct { // an interval of truth values, names or numbers
		kind   types.Kind
		lo, hi int64
	}
	members  []types.Value // sorted, without duplicates
	product  []domain      // a Cartesian product of tuples
	subsets  members       // the subsets of a set
	passages string        // the substrings of a text; cannot be enumerated
)

// domain evaluates an expression used as a set, without building it if it is a type or lo..hi.
func (m *machine) domain(n *node) (domain, *Undefined) {
	switch e := n.at.(type) {
	case *syntax.ParenExpr:
		return m.domain(n.x)
	case *syntax.BinaryExpr:
		if n.op == syntax.Range && n.static != nil && n.static.Elem().Decimal {
			return m.decimalRange(n)
		}
		if n.op == syntax.Range {
			lo, u := m.number(n.x)
			hi, w := m.number(n.y)
			return span{types.Int, lo, hi}, first(u, w)
		}
		if t := n.static; n.op == syntax.Or && t != nil && t.Kind == types.Set { // the type T or none
			return m.values(t.Elem(), e), nil
		}
	case *syntax.Ident:
		switch o := n.name; {
		case o == nil && e.Name == "bool":
			return m.values(types.BoolType, e), nil
		case o != nil && (o.Kind == types.EnumName || o.Kind == types.TypeName):
			return m.values(o.Type, e), nil
		}
	case *syntax.TupleExpr:
		if n.ofTypes() {
			return m.tuples(n)
		}
	case *syntax.SetType:
		of, u := m.domain(n.x)
		if u != nil {
			return nil, u
		}
		return subsets(m.list(of, e)), nil
	}
	v, u := m.eval(n)
	if v.Kind == types.Text {
		return passages(v.Text), u
	}
	return members(v.Elems), u
}

// ofTypes reports whether a tuple consists of types, as in (Role, Couple), and denotes the set
// of all such tuples.
func (n *node) ofTypes() bool { return n.static != nil && n.static.Kind == types.Set }

func (m *machine) tuples(n *node) (domain, *Undefined) {
	var p product
	var why *Undefined
	for _, x := range n.list {
		d, u := m.domain(x)
		p, why = append(p, d), first(why, u)
	}
	return p, why
}

// values returns the domain of a type.
func (m *machine) values(t *types.Type, n syntax.Node) domain {
	if t.Of != nil {
		return members(t.Of)
	}
	switch t.Kind {
	case types.Bool, types.Int, types.Enum:
		lo, hi := ends(t)
		if t.Decimal {
			return decimalSpan{lo, hi, t.Scale()}
		}
		return span{t.Kind, lo, hi}
	case types.Tuple:
		var p product
		for _, e := range t.Elems {
			p = append(p, m.values(e, n))
		}
		return p
	case types.Set:
		return subsets(m.list(m.values(t.Elem(), n), n))
	}
	bug(n, "the values of %s cannot be listed", t.Plain())
	return nil
}

// ends returns the least and the greatest value of a type of truth values, names or numbers.
func ends(t *types.Type) (lo, hi int64) {
	switch {
	case t.Kind == types.Bool:
		return 0, 1
	case t.Model == nil:
		return math.MinInt64, math.MaxInt64
	case t.Kind == types.Enum:
		return t.Model.Lo, t.Model.Lo + int64(len(t.Model.Members)) - 1
	}
	return t.Model.Lo, t.Model.Hi
}

// list returns the members of a domain.
func (m *machine) list(d domain, n syntax.Node) members {
	if list, ok := d.(members); ok {
		return list
	}
	size, fits := d.Size()
	if !fits {
		size = math.MaxUint64
	}
	m.room(size, n)
	m.spend(int(size), n)
	list := make(members, 0, size)
	d.each(func(v types.Value) bool { list = append(list, v); return true })
	return list
}

// interval evaluates lo..hi.
func (m *machine) interval(n *node) (types.Value, *Undefined) {
	d, u := m.domain(n)
	return m.build(d, u, n.at)
}

// build returns a domain as a value.
func (m *machine) build(d domain, u *Undefined, n syntax.Node) (types.Value, *Undefined) {
	if u != nil {
		return types.Value{}, u
	}
	return types.Value{Kind: types.Set, Elems: m.list(d, n)}, nil
}

func (d span) each(f func(types.Value) bool) bool {
	for n := d.lo; n <= d.hi; n++ {
		if !f(types.Value{Kind: d.kind, N: n}) {
			return false
		}
		if n == d.hi { // n may be the greatest number
			break
		}
	}
	return true
}

func (d span) Has(v types.Value) bool { return d.lo <= v.N && v.N <= d.hi && v.Whole() }

func (d span) Size() (uint64, bool) {
	if d.lo > d.hi {
		return 0, true
	}
	n := uint64(d.hi) - uint64(d.lo)
	return n + 1, n < math.MaxUint64
}

func (d members) each(f func(types.Value) bool) bool {
	for _, v := range d {
		if !f(v) {
			return false
		}
	}
	return true
}

func (d members) Has(v types.Value) bool { return types.Value{Elems: d}.Contains(v) }
func (d members) Size() (uint64, bool)   { return uint64(len(d)), true }

// each enumerates with the last component varying fastest.
func (d product) each(f func(types.Value) bool) bool {
	if n, fits := d.Size(); fits && n == 0 {
		return true
	}
	return d.extend(nil, f)
}

func (d product) extend(elems []types.Value, f func(types.Value) bool) bool {
	if len(elems) == len(d) {
		return f(types.TupleValue(slices.Clone(elems)...))
	}
	return d[len(elems)].each(func(v types.Value) bool { return d.extend(append(elems, v), f) })
}

func (d product) Has(v types.Value) bool {
	for i, part := range d {
		if !part.Has(v.Elems[i]) {
			return false
		}
	}
	return true
}

func (d product) Size() (uint64, bool) {
	n, fits := uint64(1), true
	for _, part := range d {
		k, ok := part.Size()
		if ok && k == 0 {
			return 0, true
		}
		hi, lo := bits.Mul64(n, k)
		n, fits = lo, fits && ok && hi == 0
	}
	return n, fits
}

// each enumerates a set before its supersets with the same first members.
func (d subsets) each(f func(types.Value) bool) bool { return d.extend(nil, 0, f) }

func (d subsets) extend(elems []types.Value, from int, f func(types.Value) bool) bool {
	if !f(types.Value{Kind: types.Set, Elems: slices.Clone(elems)}) {
		return false
	}
	for i := from; i < len(d); i++ {
		if !d.extend(append(elems, d[i]), i+1, f) {
			return false
		}
	}
	return true
}

func (d subsets) Has(v types.Value) bool {
	return !slices.ContainsFunc(v.Elems, func(x types.Value) bool { return !members(d).Has(x) })
}

func (d subsets) Size() (uint64, bool) { return 1 << (len(d) & 63), len(d) < 64 }

func (d passages) each(func(types.Value) bool) bool { bug(nil, "a text is no set"); return false }
func (d passages) Has(v types.Value) bool           { return strings.Contains(string(d), v.Text) }
func (d passages) Size() (uint64, bool)             { bug(nil, "a text is no set"); return 0, false }
