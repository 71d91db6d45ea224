package planning

import (
	"fmt"
	"slices"
)

// An Axiom gives a derived variable a value in states in which all of When hold. A variable is derived if
// it is the variable of an axiom. No operator sets it, and its value in Task.Init is its default value,
// which it has unless an axiom applies. The derived variables of a state are a function of the others
// (Thiébaux, Hoffmann and Nebel 2005; in the finite-domain representation Helmert 2006): they are the least
// fixpoint of the axioms. An axiom may test that a derived variable has its default value if that variable
// does not depend on the axiom. So variables fall into layers, which are evaluated in order.
//
// If axioms that hold give a variable different values, the last one counts, as with effects. Such axioms
// must not depend on the variable.
type Axiom struct {
	When []Fact
	Fact
}

// derived reports for each variable whether it is derived; it returns nil if none is.
func (t *Task) derived() []bool {
	if len(t.Axioms) == 0 {
		return nil
	}
	list := make([]bool, len(t.Variables))
	for i := range t.Axioms {
		list[t.Axioms[i].Var] = true
	}
	return list
}

// checkAxioms validates the axioms, given that the rest of the task is valid. It also checks that operators
// do not set derived variables.
func (t *Task) checkAxioms() error {
	for i := range t.Axioms {
		a := &t.Axioms[i]
		where := fmt.Sprintf("axiom %d", i)
		if err := t.check(where, []Fact{a.Fact}, false); err != nil {
			return err
		}
		if err := t.check(where, a.When, true); err != nil {
			return err
		}
		if a.Value == t.Init[a.Var] {
			return &TaskError{where, fmt.Sprintf("variable %d (%s) has the value %d by default", a.Var, t.Variables[a.Var].Name, a.Value)}
		}
	}
	derived := t.derived()
	for i := range t.Operators {
		o := &t.Operators[i]
		for _, e := range o.Effects {
			if derived != nil && derived[e.Var] {
				return &TaskError{fmt.Sprintf("operator %d (%s)", i, o.Name), fmt.Sprintf("variable %d (%s) is derived: only axioms give it a value", e.Var, t.Variables[e.Var].Name)}
			}
		}
	}
	_, err := t.layers()
	return err
}

// A layering is the order in which derived variables are evaluated.
type layering struct {
	layer     []int  // by variable: its layer, or -1 if it is not derived
	count     int    // number of layers
	part      []int  // by derived variable: its strongly connected component
	recursive []bool // by variable: it depends on itself, possibly indirectly
	choice    []bool // by variable: axioms give it several values
}

// layers computes the layers of derived variables. It returns an error if the axioms cannot be stratified.
func (t *Task) layers() (*layering, error) {
	n := len(t.Variables)
	l := &layering{layer: make([]int, n), part: make([]int, n), recursive: make([]bool, n), choice: make([]bool, n)}
	of := make([][]int, n) // by variable: its axioms
	for v := range l.layer {
		l.layer[v] = -1
	}
	for i := range t.Axioms {
		a := &t.Axioms[i]
		l.choice[a.Var] = l.choice[a.Var] || len(of[a.Var]) > 0 && t.Axioms[of[a.Var][0]].Value != a.Value
		of[a.Var] = append(of[a.Var], i)
	}
	needs := make([][]int, n)
	for v, list := range of {
		for _, i := range list {
			for _, f := range t.Axioms[i].When {
				if len(of[f.Var]) > 0 {
					needs[v] = append(needs[v], f.Var)
				}
			}
		}
	}
	for number, comp := range components(needs) {
		for _, v := range comp {
			l.part[v] = number
		}
		layer := 0
		for _, v := range comp {
			for _, i := range of[v] {
				for _, f := range t.Axioms[i].When {
					if len(of[f.Var]) == 0 {
						continue
					}
					inside, after := l.part[f.Var] == number, f.Value == t.Init[f.Var] || l.choice[f.Var]
					switch {
					case inside && after:
						return nil, t.noLayers(i, f)
					case inside:
						l.recursive[v] = true
					case after:
						layer = max(layer, l.layer[f.Var]+1)
					default:
						layer = max(layer, l.layer[f.Var])
					}
				}
			}
		}
		for _, v := range comp {
			if len(of[v]) > 0 {
				l.layer[v], l.count = layer, max(l.count, layer+1)
			}
		}
	}
	return l, nil
}

func (t *Task) noLayers(axiom int, f Fact) error {
	head := t.Axioms[axiom].Fact
	why := fmt.Sprintf("it derives %s if %s, which depends on that variable: the axioms cannot be stratified", t.String(head), t.String(f))
	return &TaskError{fmt.Sprintf("axiom %d", axiom), why}
}

// components returns the strongly connected components of a graph in topological order, dependencies first
// (Tarjan 1972). Package model has its own implementation, but this package must not depend on it.
func components(needs [][]int) [][]int {
	c := &connecting{needs: needs, number: make([]int, len(needs)), low: make([]int, len(needs)), on: make([]bool, len(needs))}
	for v := range needs {
		if c.number[v] == 0 {
			c.visit(v)
		}
	}
	return c.out
}

type connecting struct {
	needs       [][]int
	number, low []int
	on          []bool
	stack       []int
	count       int
	out         [][]int
}

func (c *connecting) visit(v int) {
	c.count++
	c.number[v], c.low[v], c.on[v] = c.count, c.count, true
	c.stack = append(c.stack, v)
	for _, u := range c.needs[v] {
		if c.number[u] == 0 {
			c.visit(u)
			c.low[v] = min(c.low[v], c.low[u])
		} else if c.on[u] {
			c.low[v] = min(c.low[v], c.number[u])
		}
	}
	if c.low[v] < c.number[v] {
		return
	}
	at := len(c.stack) - 1
	for c.stack[at] != v {
		at--
	}
	comp := slices.Clone(c.stack[at:])
	c.stack = c.stack[:at]
	for _, u := range comp {
		c.on[u] = false
	}
	c.out = append(c.out, comp)
}
