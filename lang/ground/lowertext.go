package ground

import (
	"strings"
	"unicode/utf8"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

func oneCharacter(v value) bool {
	return v.kind == vText && (v.e != nil || utf8.RuneCountInString(v.text) == 1)
}

func oneCharacterEach(parts []value) bool {
	for _, p := range parts {
		if !oneCharacter(p) {
			return false
		}
	}
	return true
}

// character returns the code point of a text of one character.
func (g *grounder) character(v value) *model.Expr {
	if v.e != nil {
		return v.e
	}
	r, _ := utf8.DecodeRuneInString(v.text)
	return g.b.Const(int64(r))
}

func (g *grounder) characters(parts []value) []value {
	out := make([]value, len(parts))
	for i, p := range parts {
		out[i] = charValue(g.character(p))
	}
	return out
}

// charAt returns t[i], from 0.
func (g *grounder) charAt(e syntax.Expr, x value, i *model.Expr) value {
	if x.e != nil {
		return g.choose(g.b.Eq(i, g.b.Const(0)), x, charValue(g.b.Undefined()))
	}
	if x.kind == vShown {
		return g.charOfShown(e, x.shown, i)
	}
	runes := []rune(x.text)
	if i.IsConst() {
		if i.Value < 0 || i.Value >= int64(len(runes)) {
			return charValue(g.b.Undefined())
		}
		return textValue(string(runes[i.Value]))
	}
	codes := make([]*model.Expr, len(runes))
	for k, r := range runes {
		codes[k] = g.b.Const(int64(r))
	}
	return charValue(g.b.Element(codes, []model.Dim{{N: int64(len(runes)), Stride: 1}}, []*model.Expr{i}))
}

// charOfShown returns the character at i of a display.
func (g *grounder) charOfShown(e syntax.Expr, d *model.Display, i *model.Expr) value {
	switch d.Kind {
	case model.Literal:
		return g.charAt(e, textValue(d.Text), i)
	case model.Choice:
		x, y := g.charOfShown(e, d.Parts[0], i), g.charOfShown(e, d.Parts[1], i)
		if x.kind == vBad || y.kind == vBad {
			return badValue
		}
		return charValue(g.b.If(d.Cond, g.character(x), g.character(y)))
	}
	g.Errorf(e, "a character of a text that is put together from the state cannot be taken")
	return badValue
}

// textAt returns an element, at indices that depend on the state, of an array of texts of
// several characters. It can only be shown.
func (g *grounder) textAt(parts []value, dims []model.Dim, indices []*model.Expr) value {
	v := textValue("?")
	for k := len(parts) - 1; k >= 0; k-- {
		cond := g.b.Truth(true)
		rest := int64(k)
		for i, d := range dims {
			cond = g.b.And(cond, g.b.Eq(indices[i], g.b.Const(d.Lo+rest/d.Stride)))
			rest %= d.Stride
		}
		v = g.chooseText(cond, parts[k], v)
	}
	return v
}

// chooseText returns x where cond holds, and y elsewhere.
func (g *grounder) chooseText(cond *model.Expr, x, y value) value {
	switch {
	case cond.IsTrue():
		return x
	case cond.IsFalse():
		return y
	case x.kind == vText && y.kind == vText && x.e == nil && y.e == nil && x.text == y.text:
		return x
	case oneCharacter(x) && oneCharacter(y):
		return charValue(g.b.If(cond, g.character(x), g.character(y)))
	}
	return value{kind: vShown, shown: &model.Display{Kind: model.Choice, Cond: cond,
		Parts: []*model.Display{g.display(x, types.TextType), g.display(y, types.TextType)}}}
}

// lowerString evaluates a text with the values of the expressions in it.
func (g *grounder) lowerString(e *syntax.StringLit) value {
	if e.Parts == nil {
		return textValue(e.Value)
	}
	var b strings.Builder
	var parts []*model.Display
	fixed := true
	for _, p := range e.Parts {
		d := &model.Display{Kind: model.Literal, Text: p.Text}
		if p.Expr != nil {
			v := g.lower(p.Expr)
			if v.kind == vBad {
				return badValue
			}
			d = g.display(v, g.info.Types[p.Expr])
		}
		fixed = fixed && d.Kind == model.Literal
		b.WriteString(d.Text)
		parts = append(parts, d)
	}
	if fixed {
		return textValue(b.String())
	}
	return value{kind: vShown, shown: &model.Display{Kind: model.Concat, Parts: parts}}
}

// display returns a display of a value of type t.
func (g *grounder) display(v value, t *types.Type) *model.Display {
	if v.def != nil {
		def := v.def
		v.def = nil
		return g.shownWhere(def, g.display(v, t))
	}
	switch v.kind {
	case vShown:
		return v.shown
	case vText:
		if v.e == nil {
			return &model.Display{Kind: model.Literal, Text: v.text}
		}
		return &model.Display{Kind: model.Shown, Type: model.Character, Leaves: []*model.Expr{v.e}}
	case vArray:
		return g.displayArray(v, t)
	case vBad:
		return &model.Display{Kind: model.Literal}
	}
	if _, ok := digitsOf(v); !ok {
		return g.displayFraction(v)
	}
	v = g.inDecimals(v)
	m := shownType(v, t)
	if m == nil {
		return &model.Display{Kind: model.Literal}
	}
	if v.fixed() {
		return &model.Display{Kind: model.Literal, Text: m.Shown(v.constLeaves())}
	}
	return &model.Display{Kind: model.Shown, Type: m, Leaves: v.leaves()}
}

// shownWhere returns d where def holds, and a question mark elsewhere.
func (g *grounder) shownWhere(def *model.Expr, d *model.Display) *model.Display {
	unknown := &model.Display{Kind: model.Literal, Text: "?"}
	switch {
	case def.IsTrue():
		return d
	case def.IsFalse():
		return unknown
	}
	return &model.Display{Kind: model.Choice, Cond: def, Parts: []*model.Display{d, unknown}}
}

// displayArray returns the display of an array: a list of elements, or each element with its
// index.
func (g *grounder) displayArray(v value, t *types.Type) *model.Display {
	list := len(v.index) == 1 && v.index[0].Kind == model.Int
	index := v.index[0]
	if len(v.index) > 1 {
		index = &model.Type{Kind: model.Tuple, Elems: v.index}
	}
	d := &model.Display{Kind: model.Concat}
	text := "" // the text since the last part that depends on the state
	for i, p := range v.parts {
		if i > 0 {
			text += ", "
		}
		if !list {
			text += index.Shown(index.Nth(int64(i))) + ": "
		}
		e := g.display(p, t.Elem())
		if e.Kind == model.Literal {
			text += e.Text
			continue
		}
		d.Parts = append(d.Parts, &model.Display{Kind: model.Literal, Text: text}, e)
		text = ""
	}
	d.Parts = append(d.Parts, &model.Display{Kind: model.Literal, Text: text})
	if len(d.Parts) == 1 {
		return d.Parts[0]
	}
	return d
}

// shownType returns the model type of a value of static type t.
func shownType(v value, t *types.Type) *model.Type {
	switch v.kind {
	case vScalar:
		if t.Kind == types.Int {
			digits, _ := digitsOf(v)
			return &model.Type{Kind: model.Int, Lo: v.e.Lo, Hi: v.e.Hi, Digits: digits}
		}
		return t.Model
	case vSet:
		if v.elem == nil {
			return nil
		}
		return &model.Type{Kind: model.Set, Elems: []*model.Type{called(v.elem, t.Elem())}}
	case vTuple:
		m := &model.Type{Kind: model.Tuple, Label: t.Label}
		for i, p := range v.parts {
			m.Elems = append(m.Elems, shownType(p, t.Elems[i]))
		}
		return m
	case vArray:
		var elem *model.Type
		for _, p := range v.parts {
			one := shownType(p, t.Elem())
			if elem != nil && one != nil && elem.Kind != model.Set {
				one = hull(elem, one)
			}
			elem = one
		}
		if elem != nil {
			return &model.Type{Kind: model.Array, Index: v.index, Elems: []*model.Type{elem}}
		}
	case vText:
		return model.Character
	}
	return nil
}

// called returns a type with the names of values of another type.
func called(m *model.Type, t *types.Type) *model.Type {
	switch {
	case m.Kind == model.Enum && t.Kind == types.Enum && m != t.Model:
		out := &model.Type{Kind: model.Enum, Lo: m.Lo, Only: m.Only}
		for i := range m.Members {
			out.Members = append(out.Members, memberAt(m.Lo+int64(i), t.Model, m))
			label := ""
			if at := m.Lo + int64(i) - t.Model.Lo; at >= 0 && at < int64(len(t.Model.Labels)) {
				label = t.Model.Labels[at]
			}
			out.Labels = append(out.Labels, label)
		}
		return out
	case m.Kind == model.Tuple:
		out := &model.Type{Kind: model.Tuple, Only: m.Only, Label: t.Label}
		for i, e := range m.Elems {
			out.Elems = append(out.Elems, called(e, t.Elems[i]))
		}
		return out
	}
	return m
}

// onlyShown reports a text that depends on the state where a value is needed.
func (g *grounder) onlyShown(n syntax.Node, vs ...value) bool {
	for _, v := range vs {
		if v.kind == vShown {
			g.Errorf(n, "a text that depends on the state can be shown, but not compared or measured")
			return true
		}
	}
	return false
}

// textIn returns the condition that text y contains x.
func (g *grounder) textIn(x, y value) *model.Expr {
	switch {
	case x.e == nil && y.e == nil:
		return g.b.Truth(strings.Contains(y.text, x.text))
	case x.e == nil && x.text == "":
		return g.orTrue(g.defined(y.e))
	case y.e != nil && !oneCharacter(x):
		return g.b.Truth(false)
	case y.e != nil:
		return g.b.Eq(g.character(x), y.e)
	}
	var any []*model.Expr
	for _, r := range y.text {
		any = append(any, g.b.Eq(x.e, g.b.Const(int64(r))))
	}
	return g.b.Or(any...)
}
