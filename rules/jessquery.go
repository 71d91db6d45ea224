package rules

import (
	"fmt"

	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// Defquery is a query of the Jess dialect: conditions, with parameters, whose
// matches a program can ask for.
type Defquery struct {
	Name       string
	Module     *Module
	params     *Template // of the fact that holds the arguments
	conditions [][]rete.Condition
	places     []map[string]*rete.Ref
}

func (c *compiler) defquery(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	q := &Defquery{Name: name, Module: c.env.current, params: &Template{Name: name}}
	var variables []*syntax.Form
	if len(rest) > 0 && rest[0].Head() == "declare" {
		for _, item := range rest[0].Items[1:] {
			if item.Head() == "variables" {
				variables = item.Items[1:]
			}
		}
		rest = rest[1:]
	}
	for _, v := range variables {
		if v.Kind != syntax.Variable {
			return c.at(v, "a variable is expected here")
		}
		q.params.Slots = append(q.params.Slots, Slot{Name: v.Text})
	}
	q.params.relation = &rete.Relation{Name: name, Data: q.params}
	top, err := c.conditions(rest)
	if err != nil {
		return err
	}
	for _, parts := range top.alternatives() {
		if err := c.queryAlternative(q, parts); err != nil {
			return err
		}
	}
	q.Module.queries = append(removeNamed(q.Module.queries, name), q)
	return nil
}

func removeNamed(queries []*Defquery, name string) []*Defquery {
	for _, q := range queries {
		if q.Name == name {
			return removeItem(queries, q)
		}
	}
	return queries
}

// queryAlternative compiles the conditions after one that binds the parameters.
func (c *compiler) queryAlternative(q *Defquery, parts []*element) error {
	a := newAnalysis(c)
	for i, s := range q.params.Slots {
		a.places[s.Name] = &rete.Ref{Level: 1, Kind: rete.RefSlot, Slot: i}
	}
	list, err := a.sequence(attachTests(parts), 2)
	if err != nil {
		return err
	}
	params := rete.Condition{Pattern: &rete.Pattern{Relation: q.params.relation, Fields: []rete.Field{{Slot: -1, Whole: true}}}}
	q.conditions = append(q.conditions, append([]rete.Condition{params}, list...))
	q.places = append(q.places, a.places)
	return nil
}

// queryMatch is one match of a query: its facts, the first that of the
// arguments.
type queryMatch struct {
	rete.PlainMatch
	places map[string]*rete.Ref
}

func (c *Call) query() ([]queryMatch, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return nil, err
	}
	q := lookUp(c.Env, c.Env.current, "defquery", name, func(m *Module) []*Defquery { return m.queries }, func(q *Defquery) string { return q.Name })
	if q == nil {
		return nil, fmt.Errorf("there is no query %s", name)
	}
	if err := countArgs(name, len(c.Args)-1, len(q.params.Slots), len(q.params.Slots)); err != nil {
		return nil, err
	}
	given := &Fact{Relation: q.params.relation, Slots: append([]value.Value(nil), c.Args[1:]...)}
	facts := append([]*Fact{given}, c.Env.facts.list()...)
	var all []queryMatch
	for i, conditions := range q.conditions {
		for _, m := range rete.MatchPlainly(conditions, facts) {
			all = append(all, queryMatch{m, q.places[i]})
		}
	}
	return all, nil
}

func runQuery(c *Call) (value.Value, error) {
	matches, err := c.query()
	if err != nil {
		return value.False, err
	}
	var items []value.Value
	for _, m := range matches {
		items = append(items, value.Reference(value.ExternalKind, &queryToken{c.Env, m}, 0))
	}
	return external(&iterator{items: items}), nil
}

func runQueryStar(c *Call) (value.Value, error) {
	matches, err := c.query()
	return external(&queryResult{c.Env, matches, -1}), err
}

func countQuery(c *Call) (value.Value, error) {
	matches, err := c.query()
	return value.Integer(int64(len(matches))), err
}

// queryToken is what the iterator of run-query gives: (token fact n).
type queryToken struct {
	env *Environment
	queryMatch
}

func (t *queryToken) call(method string, args []value.Value) (value.Value, error) {
	switch {
	case method == "fact" && len(args) == 1 && args[0].Kind() == value.IntegerKind:
		n := int(args[0].Int())
		if n < 0 || n >= len(t.Facts) || t.Facts[n] == nil {
			return value.False, fmt.Errorf("the match has no fact %d", n)
		}
		return t.env.address(t.Facts[n]), nil
	case method == "size" && len(args) == 0:
		return value.Integer(int64(len(t.Facts))), nil
	}
	return value.False, noMethod("match of a query", method, args)
}

// queryResult is what run-query* gives: next steps to a match, get reads a
// variable of it.
type queryResult struct {
	env     *Environment
	matches []queryMatch
	at      int
}

func (r *queryResult) call(method string, args []value.Value) (value.Value, error) {
	switch {
	case method == "next" && len(args) == 0:
		r.at++
		return value.Bool(r.at < len(r.matches)), nil
	case method == "close" && len(args) == 0:
		r.at = len(r.matches)
		return value.Nil, nil
	case (method == "get" || method == "getString" || method == "getInt" || method == "getSymbol" || method == "getDouble" || method == "getObject") && len(args) == 1:
		if r.at < 0 || r.at >= len(r.matches) {
			return value.False, fmt.Errorf("there is no match here: call next first")
		}
		m := &r.matches[r.at]
		ref := m.places[args[0].Text()]
		if ref == nil {
			return value.False, fmt.Errorf("the query has no variable %s", args[0])
		}
		v := m.Value(ref)
		if method == "getString" {
			v = value.String(v.Display())
		}
		return v, nil
	}
	return value.False, noMethod("result of a query", method, args)
}

func (t *queryToken) className() string { return "Token" }

func (r *queryResult) className() string { return "QueryResult" }
