package decision

import (
	"encoding/xml"
	"fmt"
	"strings"

	"farbank/rules/internal/feel"
)

// A boxed is an expression of a DMN file: a table, a text, or one that has parts.
type boxed struct {
	Table       *xmlTable      `xml:"decisionTable"`
	Literal     *xmlText       `xml:"literalExpression"`
	Context     *xmlContext    `xml:"context"`
	Invocation  *xmlInvocation `xml:"invocation"`
	Relation    *xmlRelation   `xml:"relation"`
	List        *xmlList       `xml:"list"`
	Function    *xmlFunction   `xml:"functionDefinition"`
	Conditional *xmlParts      `xml:"conditional"`
	Filter      *xmlParts      `xml:"filter"`
	For         *xmlParts      `xml:"for"`
	Some        *xmlParts      `xml:"some"`
	Every       *xmlParts      `xml:"every"`
}

type xmlContext struct {
	Entries []struct {
		Variable *xmlNamed `xml:"variable"` // nil for the result
		boxed
	} `xml:"contextEntry"`
}

type xmlInvocation struct {
	Called   xmlText `xml:"literalExpression"`
	Bindings []struct {
		Parameter xmlNamed `xml:"parameter"`
		boxed
	} `xml:"binding"`
}

type xmlRelation struct {
	Columns []xmlNamed `xml:"column"`
	Rows    []xmlList  `xml:"row"`
}

// xmlList has its expressions in the order of the file.
type xmlList struct{ items []*boxed }

type xmlFunction struct {
	Kind   string     `xml:"kind,attr"`
	Params []xmlNamed `xml:"formalParameter"`
	boxed
}

// xmlParts has the parts of a conditional, a filter or an iteration.
type xmlParts struct {
	Variable  string `xml:"iteratorVariable,attr"`
	If        *boxed `xml:"if"`
	Then      *boxed `xml:"then"`
	Else      *boxed `xml:"else"`
	In        *boxed `xml:"in"`
	Match     *boxed `xml:"match"`
	Return    *boxed `xml:"return"`
	Satisfies *boxed `xml:"satisfies"`
}

// UnmarshalXML reads the expressions in a list or a row.
func (l *xmlList) UnmarshalXML(d *xml.Decoder, start xml.StartElement) error {
	for {
		token, err := d.Token()
		if err != nil {
			return err
		}
		switch t := token.(type) {
		case xml.StartElement:
			var one struct{ boxed }
			if err := decodeInto(d, &one.boxed, t); err != nil {
				return err
			}
			if !one.boxed.empty() {
				l.items = append(l.items, &one.boxed)
			}
		case xml.EndElement:
			if t.Name == start.Name {
				return nil
			}
		}
	}
}

// decodeInto reads an element as the field of b with its name.
func decodeInto(d *xml.Decoder, b *boxed, t xml.StartElement) error {
	switch t.Name.Local {
	case "decisionTable":
		return d.DecodeElement(&b.Table, &t)
	case "literalExpression":
		return d.DecodeElement(&b.Literal, &t)
	case "context":
		return d.DecodeElement(&b.Context, &t)
	case "invocation":
		return d.DecodeElement(&b.Invocation, &t)
	case "relation":
		return d.DecodeElement(&b.Relation, &t)
	case "list":
		return d.DecodeElement(&b.List, &t)
	case "functionDefinition":
		return d.DecodeElement(&b.Function, &t)
	}
	return d.Skip()
}

// empty reports whether there is no expression that is known.
func (b *boxed) empty() bool { return b == nil || *b == boxed{} }

// A boxer compiles the expressions of one decision.
type boxer struct {
	model *Model
	name  string // of the decision
	place string
}

func (x boxer) fail(format string, args ...any) error { return errorAt(x.place, format, args...) }

// compile returns the expression, which may use names.
func (x boxer) compile(b *boxed, names []string) (feel.Expression, error) {
	switch {
	case b.empty():
		return nil, x.fail("an expression is missing, or of a kind that is not supported")
	case b.Literal != nil:
		return x.literal(strings.TrimSpace(b.Literal.Text), names)
	case b.Table != nil:
		return x.table(b.Table, names)
	case b.Context != nil:
		return x.context(b.Context, names)
	case b.Invocation != nil:
		return x.invocation(b.Invocation, names)
	case b.Relation != nil:
		return x.relation(b.Relation, names)
	case b.List != nil:
		list, err := x.all(b.List.items, names)
		return feel.Listed(list), err
	case b.Function != nil:
		return x.function(b.Function, names)
	case b.Conditional != nil:
		p := b.Conditional
		list, err := x.all([]*boxed{p.If, p.Then, p.Else}, names)
		if err != nil {
			return nil, err
		}
		return func(s feel.Scope) (any, error) {
			switch v, err := list[0](s); v {
			case true:
				return list[1](s)
			case false, nil:
				if err == nil {
					return list[2](s)
				}
				return nil, err
			}
			return nil, nil // no condition
		}, nil
	case b.Filter != nil:
		return x.filter(b.Filter, names)
	}
	return x.iteration(b, names)
}

func (x boxer) literal(text string, names []string) (feel.Expression, error) {
	e, err := feel.ParseDMN(text, names)
	if err != nil {
		return nil, x.fail("decision %s: %v", x.name, err)
	}
	return e, nil
}

func (x boxer) all(items []*boxed, names []string) ([]feel.Expression, error) {
	var list []feel.Expression
	for _, b := range items {
		e, err := x.compile(b, names)
		if err != nil {
			return nil, err
		}
		list = append(list, e)
	}
	return list, nil
}

func (x boxer) table(t *xmlTable, names []string) (feel.Expression, error) {
	d := &Decision{Name: x.name, place: x.place}
	var err error
	if d.Table, err = x.model.dmnTable(t, x.place); err != nil {
		return nil, err
	}
	if err := d.Table.compile(d, names); err != nil {
		return nil, err
	}
	return func(s feel.Scope) (any, error) {
		v, _, err := d.Table.evaluate(d, s)
		return v, err
	}, nil
}

// context compiles a context; an entry without a name is its result.
func (x boxer) context(c *xmlContext, names []string) (feel.Expression, error) {
	var list []feel.Expression
	var own []string
	for i := range c.Entries {
		entry := &c.Entries[i]
		e, err := x.compile(&entry.boxed, append(own[:len(own):len(own)], names...))
		if err != nil {
			return nil, err
		}
		name := "" // of the result
		if entry.Variable != nil {
			name = entry.Variable.Name
		}
		own, list = append(own, name), append(list, e)
	}
	whole := feel.Contextual(own, list)
	if len(own) == 0 || own[len(own)-1] != "" {
		return whole, nil
	}
	return func(s feel.Scope) (any, error) {
		v, err := whole(s)
		if err != nil {
			return nil, err
		}
		return v.(feel.Context).Values[""], nil
	}, nil
}

func (x boxer) invocation(v *xmlInvocation, names []string) (feel.Expression, error) {
	called, err := x.literal(strings.TrimSpace(v.Called.Text), names)
	if err != nil {
		return nil, err
	}
	var items []*boxed
	var params []string
	for i := range v.Bindings {
		items, params = append(items, &v.Bindings[i].boxed), append(params, v.Bindings[i].Parameter.Name)
	}
	list, err := x.all(items, names)
	if err != nil {
		return nil, err
	}
	arguments := feel.Listed(list)
	return func(s feel.Scope) (any, error) {
		f, err := called(s)
		if err != nil {
			return nil, err
		}
		args, err := arguments(s)
		if err != nil {
			return nil, err
		}
		if f, ok := f.(*feel.Function); ok {
			return f.Call(args.([]any), params)
		}
		return nil, nil
	}, nil
}

// relation compiles a relation: a list of contexts.
func (x boxer) relation(r *xmlRelation, names []string) (feel.Expression, error) {
	var columns []string
	for _, c := range r.Columns {
		columns = append(columns, c.Name)
	}
	var rows []feel.Expression
	for i, row := range r.Rows {
		if len(row.items) != len(columns) {
			return nil, x.fail("row %d of the relation has %d expressions, not %d", i+1, len(row.items), len(columns))
		}
		list, err := x.all(row.items, names)
		if err != nil {
			return nil, err
		}
		rows = append(rows, feel.Contextual(columns, list))
	}
	return feel.Listed(rows), nil
}

func (x boxer) function(f *xmlFunction, names []string) (feel.Expression, error) {
	if f.Kind != "" && f.Kind != "FEEL" {
		return nil, x.fail("functions of kind %s are not supported", f.Kind)
	}
	var params []string
	for _, p := range f.Params {
		params = append(params, p.Name)
	}
	body, err := x.compile(&f.boxed, append(params[:len(params):len(params)], names...))
	if err != nil {
		return nil, err
	}
	return feel.Definition(params, body), nil
}

func (x boxer) filter(p *xmlParts, names []string) (feel.Expression, error) {
	in, err := x.compile(p.In, names)
	if err != nil {
		return nil, err
	}
	match, err := x.compile(p.Match, append([]string{"item"}, names...))
	if err != nil {
		return nil, err
	}
	return func(s feel.Scope) (any, error) {
		v, err := in(s)
		if err != nil {
			return nil, err
		}
		sound := true
		kept, err := feel.Filter(v, func(s feel.Scope) (any, error) {
			v, err := match(s)
			sound = sound && isTruth(v)
			return v, err
		}, s)
		if !sound {
			kept = nil
		}
		return kept, err
	}, nil
}

// iteration compiles for, some and every.
func (x boxer) iteration(b *boxed, names []string) (feel.Expression, error) {
	p, rest := b.For, (*boxed)(nil)
	for _, q := range []*xmlParts{b.For, b.Some, b.Every} {
		if q != nil {
			p, rest = q, q.Satisfies
		}
	}
	if b.For != nil {
		rest = p.Return
	}
	in, err := x.compile(p.In, names)
	if err != nil {
		return nil, err
	}
	body, err := x.compile(rest, append([]string{p.Variable, "partial"}, names...))
	if err != nil {
		return nil, err
	}
	return func(s feel.Scope) (any, error) {
		v, err := in(s)
		if err != nil {
			return nil, err
		}
		results := []any{}
		ok, err := feel.Each(v, func(item any) (err error) {
			results, err = feel.Round(results, body, feel.With(feel.With(s, p.Variable, item), "partial", results))
			return err
		})
		switch {
		case err != nil || !ok:
			return nil, err
		case b.For != nil:
			return results, nil
		}
		for _, v := range results {
			if !isTruth(v) {
				return nil, nil
			}
		}
		return feel.Quantified(results, b.Some != nil), nil
	}, nil
}

// isTruth reports whether a value is a boolean or null, as the conditions of boxed expressions have it.
func isTruth(v any) bool { return v == true || v == false || v == nil }

// A knowledge is a business knowledge model: a function that decisions may call.
type knowledge struct {
	Name  string       `xml:"name,attr"`
	Logic *xmlFunction `xml:"encapsulatedLogic"`
	body  feel.Expression
}

// compile compiles the body. It sees the parameters and the functions of the model.
func (k *knowledge) compile(m *Model) error {
	x := boxer{m, k.Name, fmt.Sprintf("%s, business knowledge model %s", m.file, k.Name)}
	if k.Logic == nil {
		return x.fail("its logic is missing")
	}
	names := append([]string(nil), m.parts...)
	for _, other := range m.knowledge {
		names = append(names, other.Name)
	}
	var err error
	k.body, err = x.function(k.Logic, names)
	return err
}

// functionScope has the functions of a model only.
type functionScope struct {
	*feel.Meter
	model *Model
}

func (s functionScope) Variable(name string) (any, bool, error) {
	for _, k := range s.model.knowledge {
		if k.Name == name {
			v, err := k.body(s)
			return v, true, err
		}
	}
	return nil, false, nil
}
