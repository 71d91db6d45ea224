package check

import (
	"strings"
	"unicode/utf8"

	"farbank/lang/syntax"
	"farbank/model"
)

// gridLines returns the lines of a picture: without one line break at each end, the
// characters of each line.
func gridLines(text string) [][]rune {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.TrimPrefix(text, "\n")
	text = strings.TrimSuffix(text, "\n")
	var lines [][]rune
	for _, l := range strings.Split(text, "\n") {
		lines = append(lines, []rune(l))
	}
	return lines
}

// lowerGrid is grid(text).
func (c *checker) lowerGrid(text string, t *ty) value {
	v := value{kind: vArray, index: finites(t.index)}
	for _, l := range gridLines(text) {
		for col := range t.index[1].m.Hi {
			ch := " "
			if int(col) < len(l) {
				ch = string(l[col])
			}
			v.parts = append(v.parts, textValue(ch))
		}
	}
	return v
}

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

// character returns a text of one character as its code point.
func (c *checker) character(v value) *model.Expr {
	if v.e != nil {
		return v.e
	}
	r, _ := utf8.DecodeRuneInString(v.text)
	return c.b.Const(int64(r))
}

func (c *checker) characters(parts []value) []value {
	out := make([]value, len(parts))
	for i, p := range parts {
		out[i] = charValue(c.character(p))
	}
	return out
}

// charAt is t[i], counting from 0.
func (c *checker) charAt(e syntax.Expr, x value, i *model.Expr) value {
	if x.e != nil {
		return c.choose(c.b.Eq(i, c.b.Const(0)), x, charValue(c.b.Undefined()), textTy)
	}
	if x.kind == vShown {
		return c.charOfShown(e, x.shown, i)
	}
	runes := []rune(x.text)
	if i.IsConst() {
		if i.Value < 0 || i.Value >= int64(len(runes)) {
			return charValue(c.b.Undefined())
		}
		return textValue(string(runes[i.Value]))
	}
	codes := make([]*model.Expr, len(runes))
	for k, r := range runes {
		codes[k] = c.b.Const(int64(r))
	}
	return charValue(c.b.Element(codes, []model.Dim{{N: int64(len(runes)), Stride: 1}}, []*model.Expr{i}))
}

// charOfShown is the character at i of a text that is one of several.
func (c *checker) charOfShown(e syntax.Expr, d *model.Display, i *model.Expr) value {
	switch d.Kind {
	case model.Literal:
		return c.charAt(e, textValue(d.Text), i)
	case model.Choice:
		x, y := c.charOfShown(e, d.Parts[0], i), c.charOfShown(e, d.Parts[1], i)
		if x.kind == vBad || y.kind == vBad {
			return badValue
		}
		return charValue(c.b.If(d.Cond, c.character(x), c.character(y)))
	}
	c.errorf(e, "a character of a text that is put together from the state cannot be taken")
	return badValue
}

// textAt is an element, at indices that depend on the state, of an array of texts
// that are not all of one character: it can only be shown.
func (c *checker) textAt(parts []value, dims []model.Dim, indices []*model.Expr) value {
	v := textValue("?")
	for k := len(parts) - 1; k >= 0; k-- {
		cond := c.b.Truth(true)
		rest := int64(k)
		for i, d := range dims {
			cond = c.b.And(cond, c.b.Eq(indices[i], c.b.Const(d.Lo+rest/d.Stride)))
			rest %= d.Stride
		}
		v = c.chooseText(cond, parts[k], v)
	}
	return v
}

// chooseText is x where cond holds, else y.
func (c *checker) chooseText(cond *model.Expr, x, y value) value {
	switch {
	case cond.IsTrue():
		return x
	case cond.IsFalse():
		return y
	case x.kind == vText && y.kind == vText && x.e == nil && y.e == nil && x.text == y.text:
		return x
	case oneCharacter(x) && oneCharacter(y):
		return charValue(c.b.If(cond, c.character(x), c.character(y)))
	}
	return value{kind: vShown, shown: &model.Display{Kind: model.Choice, Cond: cond,
		Parts: []*model.Display{c.display(x, textTy), c.display(y, textTy)}}}
}

// lowerString is a text, with the values of the expressions in it.
func (c *checker) lowerString(e *syntax.StringLit) value {
	if e.Parts == nil {
		return textValue(e.Value)
	}
	var b strings.Builder
	var parts []*model.Display
	fixed := true
	for _, p := range e.Parts {
		d := &model.Display{Kind: model.Literal, Text: p.Text}
		if p.Expr != nil {
			v := c.lower(p.Expr)
			if v.kind == vBad {
				return badValue
			}
			d = c.display(v, c.types[p.Expr])
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

// display is a value of type t as it is shown.
func (c *checker) display(v value, t *ty) *model.Display {
	switch v.kind {
	case vShown:
		return v.shown
	case vText:
		if v.e == nil {
			return &model.Display{Kind: model.Literal, Text: v.text}
		}
		return &model.Display{Kind: model.Shown, Type: model.Character, Leaves: []*model.Expr{v.e}}
	case vArray:
		return c.displayArray(v, t)
	case vBad:
		return &model.Display{Kind: model.Literal}
	}
	m := shownType(v, t)
	if m == nil {
		return &model.Display{Kind: model.Literal}
	}
	if v.fixed() {
		return &model.Display{Kind: model.Literal, Text: m.Plain(v.constLeaves())}
	}
	return &model.Display{Kind: model.Shown, Type: m, Leaves: v.leaves()}
}

// displayArray is an array as it is shown: the elements of a list, otherwise each
// with its index before it.
func (c *checker) displayArray(v value, t *ty) *model.Display {
	list := len(v.index) == 1 && v.index[0].Kind == model.Int
	index := v.index[0]
	if len(v.index) > 1 {
		index = &model.Type{Kind: model.Tuple, Elems: v.index}
	}
	d := &model.Display{Kind: model.Concat}
	text := "" // since the last part that depends on the state
	for i, p := range v.parts {
		if i > 0 {
			text += ", "
		}
		if !list {
			text += index.Plain(index.Nth(int64(i))) + ": "
		}
		e := c.display(p, t.elem())
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

// shownType is the model type of a value of static type t.
func shownType(v value, t *ty) *model.Type {
	switch v.kind {
	case vScalar:
		if t.kind == kInt {
			return &model.Type{Kind: model.Int, Lo: v.e.Lo, Hi: v.e.Hi}
		}
		return t.m
	case vSet:
		if v.elem == nil {
			return nil
		}
		return &model.Type{Kind: model.Set, Elems: []*model.Type{v.elem}}
	case vTuple:
		m := &model.Type{Kind: model.Tuple}
		for i, p := range v.parts {
			m.Elems = append(m.Elems, shownType(p, t.elems[i]))
		}
		return m
	case vArray:
		var elem *model.Type
		for _, p := range v.parts {
			one := shownType(p, t.elem())
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

// onlyShown complains of a text that depends on the state where a value is needed.
func (c *checker) onlyShown(n syntax.Node, vs ...value) bool {
	for _, v := range vs {
		if v.kind == vShown {
			c.errorf(n, "a text that depends on the state can be shown, but not compared or measured")
			return true
		}
	}
	return false
}

// textIn is x in y for texts: whether y has x somewhere.
func (c *checker) textIn(x, y value) *model.Expr {
	switch {
	case x.e == nil && y.e == nil:
		return c.b.Truth(strings.Contains(y.text, x.text))
	case x.e == nil && x.text == "":
		return c.b.Truth(true)
	case y.e != nil && !oneCharacter(x):
		return c.b.Truth(false)
	case y.e != nil:
		return c.b.Eq(c.character(x), y.e)
	}
	var any []*model.Expr
	for _, r := range y.text {
		any = append(any, c.b.Eq(x.e, c.b.Const(int64(r))))
	}
	return c.b.Or(any...)
}

// digit is the value of a text that is a decimal digit; others have none.
func (c *checker) digit(v value) *model.Expr {
	if v.e == nil {
		if len(v.text) == 1 && v.text[0] >= '0' && v.text[0] <= '9' {
			return c.b.Const(int64(v.text[0] - '0'))
		}
		return c.b.Undefined()
	}
	zero, nine := c.b.Const('0'), c.b.Const('9')
	isDigit := c.b.And(c.b.Le(zero, v.e), c.b.Le(v.e, nine))
	return c.b.If(isDigit, c.b.Sub(v.e, zero), c.b.Undefined())
}
