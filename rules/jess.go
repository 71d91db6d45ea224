package rules

import (
	"farbank/rules/syntax"
	"farbank/rules/value"
)

type jessState struct{}

type arrayList struct{ items []value.Value }

// Defquery is a query of the Jess dialect.
type Defquery struct{ Name string }

func (c *compiler) defquery(f *syntax.Form) error { return c.at(f, "todo") }

func (s *scope) methodCall(f *syntax.Form) (node, error) { return nil, s.at(f, "todo") }
