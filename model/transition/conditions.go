package transition

import "farbank/model"

// Conditions is a conjunction without duplicates: nested conjunctions are flattened and
// constant true conditions dropped.
type Conditions struct {
	List []*model.Expr
	has  map[*model.Expr]bool
}

// Add adds conditions that are not present. A constant false is kept.
func (c *Conditions) Add(conds ...*model.Expr) {
	for _, e := range conds {
		switch {
		case e.Op == model.And:
			c.Add(e.Args...)
		case !e.IsTrue() && !c.has[e]:
			if c.has == nil {
				c.has = map[*model.Expr]bool{}
			}
			c.has[e] = true
			c.List = append(c.List, e)
		}
	}
}

// ConditionsOf returns the conjunction of a list without duplicates. It does not change the
// list.
func ConditionsOf(list []*model.Expr) *Conditions {
	c := &Conditions{List: list[:len(list):len(list)], has: make(map[*model.Expr]bool, len(list))}
	for _, e := range list {
		c.has[e] = true
	}
	return c
}
