package rules

import (
	"fmt"

	"farbank/rules/rete"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// topVariable reads a variable of the calls outside of all constructs.
func (s *scope) topVariable(f *syntax.Form) node {
	name := f.Text
	return nodeFunc(func(x *frame) (value.Value, error) {
		if v, ok := x.env.variables[name]; ok {
			return v, nil
		}
		return value.False, fmt.Errorf("[EVALUATN1] Variable %s is unbound", name)
	})
}

func (s *scope) bindTop(f *syntax.Form, values []node) node {
	name := f.Text
	return nodeFunc(func(x *frame) (value.Value, error) {
		v, err := boundValue(x, values)
		if err != nil {
			return value.False, err
		}
		if v.Kind() == value.None {
			delete(x.env.variables, name)
			return value.False, nil
		}
		if x.env.variables == nil {
			x.env.variables = map[string]value.Value{}
		}
		x.env.variables[name] = v
		return v, nil
	})
}

func (e *Environment) address(f *Fact) value.Value { return rete.Address(f) }
