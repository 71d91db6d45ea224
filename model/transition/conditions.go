package transition

import "farbank/model"

// Conditions are conditions that must all hold: each once, split at their ands, and
// without those that always hold.
type Conditions struct {
	List []*model.Expr
	has  map[*model.Expr]bool
}

// Add adds conditions that are not there yet. One that never holds stays as it is.
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

// ConditionsOf starts from a list in which each is there once; the list is not changed.
func ConditionsOf(list []*model.Expr) *Conditions {
	c := &Conditions{List: list[:len(list):len(list)], has: make(map[*model.Expr]bool, len(list))}
	for _, e := range list {
		c.has[e] = true
	}
	return c
}
