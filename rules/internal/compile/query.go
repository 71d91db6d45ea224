package compile

import (
	"farbank/rules/internal/core"
	"farbank/rules/rete"
	"farbank/rules/syntax"
)

// defquery compiles a query.
func (c *Compiler) defquery(f *syntax.Form) error {
	name, rest, err := c.constructName(f)
	if err != nil {
		return err
	}
	q := &core.Defquery{Name: name, Module: c.Env.Current, Params: &core.Template{Name: name}}
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
			return c.At(v, "a variable is expected here")
		}
		q.Params.Slots = append(q.Params.Slots, core.Slot{Name: v.Text})
	}
	q.Params.Relation = &rete.Relation{Name: name, Data: q.Params}
	top, err := c.conditions(rest)
	if err != nil {
		return err
	}
	for _, parts := range top.alternatives() {
		if err := c.queryAlternative(q, parts); err != nil {
			return err
		}
	}
	q.Module.Queries = append(removeNamed(q.Module.Queries, name), q)
	return nil
}

// removeNamed removes the query with the given name.
func removeNamed(queries []*core.Defquery, name string) []*core.Defquery {
	for _, q := range queries {
		if q.Name == name {
			return core.RemoveItem(queries, q)
		}
	}
	return queries
}

// queryAlternative compiles conditions after a first one that binds the parameters.
func (c *Compiler) queryAlternative(q *core.Defquery, parts []*element) error {
	a := newAnalysis(c)
	for i, s := range q.Params.Slots {
		a.places[s.Name] = &rete.Ref{Level: 1, Kind: rete.RefSlot, Slot: i}
	}
	list, err := a.sequence(attachTests(parts), 2)
	if err != nil {
		return err
	}
	params := rete.Condition{Pattern: &rete.Pattern{Relation: q.Params.Relation, Fields: []rete.Field{{Slot: -1, Whole: true}}}}
	q.Conditions = append(q.Conditions, append([]rete.Condition{params}, list...))
	q.Places = append(q.Places, a.places)
	return nil
}
