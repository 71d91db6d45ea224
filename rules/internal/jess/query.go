package jess

import (
	"fmt"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/objects"
	"farbank/rules/rete"
	"farbank/rules/value"
)

// QueryMatch is one match of a query: its facts, the first of which has the arguments.
type QueryMatch struct {
	rete.PlainMatch
	Places map[string]*rete.Ref
}

// Query returns the matches of the query that argument 0 names for the other arguments.
func Query(c *core.Call) ([]QueryMatch, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return nil, err
	}
	q := core.LookUp(c.Env, c.Env.Current, "defquery", name, func(m *core.Module) []*core.Defquery { return m.Queries }, func(q *core.Defquery) string { return q.Name })
	if q == nil {
		return nil, fmt.Errorf("there is no query %s", name)
	}
	if err := fault.CountArgs(name, len(c.Args)-1, len(q.Params.Slots), len(q.Params.Slots)); err != nil {
		return nil, err
	}
	given := &core.Fact{Relation: q.Params.Relation, Slots: append([]value.Value(nil), c.Args[1:]...)}
	facts := append([]*core.Fact{given}, c.Env.FactList.List()...)
	var all []QueryMatch
	for i, conditions := range q.Conditions {
		for _, m := range c.Env.Network.MatchPlainly(conditions, facts) {
			all = append(all, QueryMatch{m, q.Places[i]})
		}
	}
	return all, nil
}

func runQuery(c *core.Call) (value.Value, error) {
	matches, err := Query(c)
	if err != nil {
		return value.False, err
	}
	var items []value.Value
	for _, m := range matches {
		items = append(items, value.Reference(value.ExternalKind, &queryToken{c.Env, m}, 0))
	}
	return objects.External(&objects.Iterator{Items: items}), nil
}

func runQueryStar(c *core.Call) (value.Value, error) {
	matches, err := Query(c)
	return objects.External(&queryResult{c.Env, matches, -1}), err
}

func countQuery(c *core.Call) (value.Value, error) {
	matches, err := Query(c)
	return value.Integer(int64(len(matches))), err
}

// queryToken is an item of the iterator of run-query: (token fact n).
type queryToken struct {
	env *core.Environment
	QueryMatch
}

// Call calls a method.
func (t *queryToken) Call(method string, args []value.Value) (value.Value, error) {
	switch {
	case method == "fact" && len(args) == 1 && args[0].Kind() == value.IntegerKind:
		n := int(args[0].Int())
		if n < 0 || n >= len(t.Facts) || t.Facts[n] == nil {
			return value.False, fmt.Errorf("the match has no fact %d", n)
		}
		return t.env.Address(t.Facts[n]), nil
	case method == "size" && len(args) == 0:
		return value.Integer(int64(len(t.Facts))), nil
	}
	return value.False, objects.NoMethod("match of a query", method, args)
}

// queryResult is the result of run-query*: next moves to a match, get returns a variable of it.
type queryResult struct {
	env     *core.Environment
	matches []QueryMatch
	at      int
}

// Call calls a method.
func (r *queryResult) Call(method string, args []value.Value) (value.Value, error) {
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
		ref := m.Places[args[0].Text()]
		if ref == nil {
			return value.False, fmt.Errorf("the query has no variable %s", args[0])
		}
		v := m.Value(ref)
		if method == "getString" {
			v = value.String(v.Display())
		}
		return v, nil
	}
	return value.False, objects.NoMethod("result of a query", method, args)
}

// ClassName returns the name of the class.
func (t *queryToken) ClassName() string { return "Token" }

// ClassName returns the name of the class.
func (r *queryResult) ClassName() string { return "QueryResult" }
