package constraint

import (
	"farbank/constraint"
	"farbank/engine/constraint/recognise"
)

// post posts the recognized global constraints, and the remaining conditions as they are.
func (s *state) post(f *recognise.Found) {
	for _, c := range f.Circuits {
		s.m.Circuit(c.First, s.variablesOf(c.Next)...)
	}
	for _, l := range f.Lex {
		if l.OrEqual {
			s.m.LexLessEqual(s.variablesOf(l.Xs), s.variablesOf(l.Ys))
		} else {
			s.m.LexLess(s.variablesOf(l.Xs), s.variablesOf(l.Ys))
		}
	}
	for _, d := range f.Diagrams {
		s.m.Diagram(s.variablesOf(d.Xs), edges(d.Layers))
	}
	for _, t := range f.Tables {
		s.m.Table(s.variablesOf(t.Xs), t.Rows)
	}
	for _, list := range f.Disjunctive {
		s.m.Disjunctive(s.tasks(list)...)
	}
	for _, c := range f.Cumulative {
		s.m.Cumulative(s.linear(c.Limit), s.tasks(c.Tasks)...)
	}
	for _, list := range f.Different {
		s.different(list)
	}
	for _, e := range f.Rest {
		s.demand(e)
	}
}

func edges(layers [][]recognise.Edge) [][]constraint.Edge {
	all := make([][]constraint.Edge, len(layers))
	for i, layer := range layers {
		for _, e := range layer {
			all[i] = append(all[i], constraint.Edge(e))
		}
	}
	return all
}

func (s *state) tasks(list []recognise.Task) []constraint.Task {
	tasks := make([]constraint.Task, len(list))
	for i, t := range list {
		tasks[i] = constraint.Task{Start: s.number(t.Start), Length: s.linear(t.Length), Use: s.linear(t.Use)}
	}
	return tasks
}

// linear writes a sum.
func (s *state) linear(l recognise.Linear) constraint.Linear {
	sum := constraint.Const(l.Constant)
	for _, t := range l.Terms {
		sum = sum.Plus(s.number(t.Of).Times(t.Coef))
	}
	return sum
}

func (s *state) different(list []recognise.Linear) {
	if len(list) == 2 {
		s.m.Add(s.linear(list[0]).NotEqual(s.linear(list[1])))
		return
	}
	all := make([]constraint.Expr, len(list))
	for i, l := range list {
		all[i] = s.linear(l)
	}
	s.m.AllDifferent(all...)
}
