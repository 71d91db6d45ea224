package judge

import (
	"slices"
	"strconv"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// string evaluates a text. An undefined value in braces becomes ?.
func (m *machine) string(n *node) (types.Value, *Undefined) {
	e := n.at.(*syntax.StringLit)
	if t := n.static; t != nil && t.Kind == types.Enum { // a quoted name in an input of the caller
		return types.EnumValue(t.Model.Lo + int64(slices.Index(t.Model.Members, e.Value))), nil
	}
	if e.Parts == nil {
		return types.TextValue(e.Value), nil
	}
	var b strings.Builder
	for i, p := range e.Parts {
		if p.Expr == nil {
			b.WriteString(p.Text)
		} else {
			b.WriteString(m.text(n.list[i]))
		}
		if b.Len() > maxText {
			fail(&Limit{Node: e, Why: "the text is too long"})
		}
	}
	m.spend(b.Len()>>4, e)
	return types.TextValue(b.String()), nil
}

// text returns the displayed value of an expression.
func (m *machine) text(n *node) string {
	v, u := m.eval(n)
	if u != nil {
		return "?"
	}
	m.spend(len(v.Elems), n.at)
	return shown(v, m.typeOf(n))
}

// shown returns a value as in a label or a table: the members of a set separated by commas, an
// array over numbers as its elements, and any other array as index: element.
func shown(v types.Value, t *types.Type) string {
	switch t.Kind {
	case types.Set:
		return join(v.Elems, t.Elem(), shown)
	case types.Array:
		if len(t.Index) == 1 && t.Index[0].Kind == types.Int {
			return join(v.Elems, t.Elem(), shown)
		}
		parts := make([]string, len(v.Elems))
		for i, x := range v.Elems {
			parts[i] = shownIndex(t.Index, i) + ": " + shown(x, t.Elem())
		}
		return strings.Join(parts, ", ")
	case types.Tuple:
		if t.Label != nil {
			return labelled(v, t)
		}
		return tupleText(v, t, amongOthers)
	case types.Enum:
		if lo, _ := ends(t); t.Model.Labels != nil && t.Model.Labels[v.N-lo] != "" {
			return t.Model.Labels[v.N-lo]
		}
	}
	return plain(v, t)
}

// labelled returns a tuple in the form of its type's label.
func labelled(v types.Value, t *types.Type) string {
	text := ""
	for _, p := range t.Label {
		if text += p.Text; p.Text == "" {
			text += shown(v.Elems[p.Component], t.Elems[p.Component])
		}
	}
	return text
}

// amongOthers returns a component of a tuple in a label or a table. Names are quoted unless
// they consist of letters and digits.
func amongOthers(v types.Value, t *types.Type) string {
	if t.Kind == types.Enum {
		return model.WrittenLoosely(shown(v, t))
	}
	return shown(v, t)
}

// shownIndex returns the displayed index of the element at a position.
func shownIndex(index []*types.Type, i int) string {
	v, t := indexAt(index, i)
	return shown(v, t)
}

// indexAt returns the index of the element at a position: a tuple if there are several indices.
func indexAt(index []*types.Type, i int) (types.Value, *types.Type) {
	if len(index) == 1 {
		return nth(index[0], i), index[0]
	}
	return types.TupleValue(tupleAt(index, i)...), &types.Type{Kind: types.Tuple, Elems: index}
}

// written returns a value in the syntax of a plan: names that are no identifiers are quoted,
// and sets have braces.
func written(v types.Value, t *types.Type) string {
	switch t.Kind {
	case types.Enum:
		return model.Written(plain(v, t))
	case types.Text:
		return strconv.Quote(v.Text)
	case types.Set:
		return "{" + join(v.Elems, t.Elem(), written) + "}"
	case types.Array:
		return "[" + join(v.Elems, t.Elem(), written) + "]"
	case types.Tuple:
		return tupleText(v, t, written)
	}
	return plain(v, t)
}

func writtenIndex(index []*types.Type, i int) string {
	v, t := indexAt(index, i)
	return written(v, t)
}

// plain returns the text of a value without parts.
func plain(v types.Value, t *types.Type) string {
	switch t.Kind {
	case types.Bool:
		return strconv.FormatBool(v.True())
	case types.Enum:
		if lo, hi := ends(t); v.N >= lo && v.N <= hi {
			return t.Model.Members[v.N-lo]
		}
		return "?"
	case types.Text:
		return v.Text
	}
	return v.Written()
}

type writer func(types.Value, *types.Type) string

func join(vs []types.Value, t *types.Type, write writer) string {
	parts := make([]string, len(vs))
	for i, v := range vs {
		parts[i] = write(v, t)
	}
	return strings.Join(parts, ", ")
}

func tupleText(v types.Value, t *types.Type, write writer) string {
	parts := make([]string, len(v.Elems))
	for i, x := range v.Elems {
		parts[i] = write(x, t.Elems[i])
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// character returns the character of a text at position n, from 0.
func character(t string, n int64, e syntax.Node) (types.Value, *Undefined) {
	for _, r := range t {
		if n == 0 {
			return types.TextValue(string(r)), nil
		}
		n--
	}
	return types.Value{}, &Undefined{Node: e, Why: "there is no character at this position"}
}

// Written returns a value in the syntax of a plan.
func Written(v types.Value, t *types.Type) string { return written(v, t) }
