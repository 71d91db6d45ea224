package check

import (
	"errors"
	"strings"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// fromSetting reads the value of -p name=value: a text as it stands, and anything else as an
// expression. After an error it adds a hint about the values that the parameter takes.
func (c *checker) fromSetting(s *Setting, t *types.Type) (v types.Value, ok bool) {
	if t.Kind == types.Text {
		return types.TextValue(s.Value), true
	}
	before := len(c.Errs)
	v, ok = c.readSetting(s, t)
	for _, e := range c.Errs[min(before, len(c.Errs)):] {
		if e.Hint == "" && (t.Kind == types.Enum || !strings.Contains(e.Msg, t.Plain())) {
			e.Hint = s.Name + " takes " + takes(t)
		}
	}
	return v, ok
}

func (c *checker) readSetting(s *Setting, t *types.Type) (v types.Value, ok bool) {
	where := "-p " + s.Name
	src := strings.TrimSpace(s.Value)
	if src == "" && t.Kind != types.Set {
		c.InputErrorf(where, "", "a value is needed after %s=", s.Name)
		return v, false
	}
	if t.Kind == types.Set && !strings.HasPrefix(src, "{") {
		src = "{" + src + "}"
	}
	if t.Kind == types.Enum { // names given as data need not be identifiers
		if v, ok := t.Model.Named(src); ok {
			return types.EnumValue(v), true
		}
	}
	e, err := syntax.ParseExpr(where, src)
	if list := (syntax.ErrorList)(nil); errors.As(err, &list) && len(list) > 0 {
		c.InputErrorf(where, "", "%q: %s", src, list[0].Msg)
		return v, false
	}
	c.As(where, src, func() {
		c.beside = true
		got := c.besideType(e, t)
		c.beside = false
		if len(c.Errs) == 0 && !types.Fits(got, t) {
			c.Errorf(e, "%s is not %s", src, t)
		}
		if len(c.Errs) > 0 {
			return
		}
		v, err = c.ev.Into(e, t)
		ok = c.evaluated(e, err)
	})
	return v, ok
}

// besideType returns the type of a given value. An unknown single word is reported as a value
// of a wrong type instead of an unknown name.
func (c *checker) besideType(e syntax.Expr, t *types.Type) *types.Type {
	id, ok := e.(*syntax.Ident)
	if !ok || t.Kind != types.Int && t.Kind != types.Bool && t.Kind != types.Enum || c.declared(id.Name) != nil || len(c.readings(id.Name)) > 0 {
		return c.expr(e, t)
	}
	if t.Kind == types.Enum && c.memberOf(id.Name, t) != nil || id.Name == "none" && c.wantsNone(t) {
		return c.expr(e, t)
	}
	if syntax.ForeignNames[id.Name] != "" {
		return c.expr(e, t)
	}
	err := c.Errorf(e, "%s is not %s", id.Name, t)
	if t.Kind == types.Enum {
		err.Hint = syntax.DidYouMean(id.Name, t.Model.Members)
	}
	return types.BadType
}

// maxListed is the maximum number of values that a hint lists.
const maxListed = 8

// takes describes the values of a type.
func takes(t *types.Type) string {
	switch {
	case t.Kind == types.Bool:
		return "true or false"
	case t.Decimal && t.Model != nil:
		return "a number of " + t.Plain()
	case t.Kind == types.Int && t.Model != nil:
		return "an integer of " + t.Plain()
	case t.Kind == types.Int:
		return "an integer"
	case t.Kind == types.Set:
		return t.String() + ", as {x, y}"
	case t.Kind == types.Array:
		return t.String() + ", as [x, y] or {i: x, j: y}"
	case t.Kind != types.Enum || t.Model == nil || t.Model.Only != nil:
		return t.String()
	}
	list := t.Model.Members
	if len(list) > maxListed {
		return strings.Join(list[:maxListed], ", ") + ", ..."
	}
	return alternatives(list)
}
