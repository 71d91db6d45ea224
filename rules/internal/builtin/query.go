package builtin

import (
	"fmt"
	"slices"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

func queryForms() []compile.Builtin {
	sample := "(assert (n 1) (n 2)) "
	form := func(name, actions, help, example string) compile.Builtin {
		return compile.Builtin{Name: name, Takes: "((?variable template ...) ...) condition" + actions, Help: help, Example: sample + example, Compile: factQuery}
	}
	list := []compile.Builtin{
		form("any-factp", "", "reports whether matching facts exist", "(any-factp ((?f n)) (> (nth$ 1 ?f:implied) 1))"),
		form("find-fact", "", "returns the first matching fact for each variable", "(find-fact ((?f n)) TRUE)"),
		form("find-all-facts", "", "returns all matching facts", "(find-all-facts ((?f n)) TRUE)"),
		form("do-for-fact", " [action ...]", "executes actions for the first matching facts", "(do-for-fact ((?f n)) TRUE (println ?f:implied))"),
		form("do-for-all-facts", " [action ...]", "executes actions for all matching facts", "(do-for-all-facts ((?f n)) TRUE (println ?f:implied))"),
		form("delayed-do-for-all-facts", " [action ...]", "finds all matching facts, then executes actions for them", "(delayed-do-for-all-facts ((?f n)) TRUE (retract ?f)) (facts)"),
	}
	list[0].Gives, list[1].Gives, list[2].Gives = "boolean", "multifield", "multifield"
	return list
}

// querySet is one variable of a fact query and its templates.
type querySet struct {
	place     int
	templates []*core.Template
	named     []core.Node // expressions of names, for each nil in templates
}

// query is a compiled fact query: ((?f template...)...) test actions.
type query struct {
	sets    []querySet
	test    core.Node
	actions []core.Node
}

func factQuery(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	if f.Items[1].Kind != syntax.List || len(f.Items[1].Items) == 0 {
		return nil, s.At(f.Items[1], "((?variable template ...) ...) is expected")
	}
	q := &query{}
	for _, item := range f.Items[1].Items {
		set, restore, err := compileQuerySet(s, item)
		if err != nil {
			return nil, err
		}
		defer restore()
		q.sets = append(q.sets, set)
	}
	var err error
	if q.test, err = s.Compile(f.Items[2]); err != nil {
		return nil, err
	}
	s.Loops++
	q.actions, err = s.Sequence(f.Items[3:])
	s.Loops--
	if err != nil {
		return nil, err
	}
	name := f.Head()
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) { return q.run(x, name) }), nil
}

func compileQuerySet(s *compile.Scope, f *syntax.Form) (querySet, func(), error) {
	if f.Kind != syntax.List || len(f.Items) < 2 || f.Items[0].Kind != syntax.Variable {
		return querySet{}, nil, s.At(f, "(?variable template ...) is expected")
	}
	var set querySet
	for _, item := range f.Items[1:] {
		if item.Kind != syntax.Symbol {
			n, err := s.Compile(item)
			if err != nil {
				return set, nil, err
			}
			set.templates, set.named = append(set.templates, nil), append(set.named, n)
			continue
		}
		t := s.Env.FindTemplate(s.Module, item.Text)
		if t == nil {
			return set, nil, s.At(item, "[PRNTUTIL1] Unable to find deftemplate %s", item)
		}
		s.Use(&t.Usage)
		set.templates = append(set.templates, t)
	}
	place, restore := s.Declare(f.Items[0].Text)
	set.place = place
	return set, restore, nil
}

// settle looks up the templates that are named by expressions.
func (q *query) settle(x *core.Frame) (*query, error) {
	if !slices.ContainsFunc(q.sets, func(s querySet) bool { return s.named != nil }) {
		return q, nil
	}
	settled := &query{test: q.test, actions: q.actions}
	for _, s := range q.sets {
		found := querySet{place: s.place}
		named := s.named
		for _, t := range s.templates {
			if t != nil {
				found.templates = append(found.templates, t)
				continue
			}
			v, err := named[0].Eval(x)
			if err != nil {
				return nil, err
			}
			named = named[1:]
			list := []value.Value{v}
			if v.Kind() == value.MultifieldKind {
				list = v.Items()
			}
			for _, name := range list {
				t := x.Env.FindTemplate(x.Env.Current, name.Text())
				if t == nil || name.Kind() != value.SymbolKind {
					return nil, fmt.Errorf("[PRNTUTIL1] Unable to find deftemplate %s", name)
				}
				found.templates = append(found.templates, t)
			}
		}
		settled.sets = append(settled.sets, found)
	}
	return settled, nil
}

func (q *query) run(x *core.Frame, name string) (value.Value, error) {
	q, err := q.settle(x)
	if err != nil {
		return value.False, err
	}
	switch name {
	case "any-factp":
		found := false
		err := q.each(x, 0, func() (bool, error) { found = true; return false, nil })
		return value.Bool(found), err
	case "find-fact", "find-all-facts":
		var facts []value.Value
		err := q.each(x, 0, func() (bool, error) {
			facts = append(facts, q.bound(x)...)
			return name == "find-all-facts", nil
		})
		return value.List(facts...), err
	case "delayed-do-for-all-facts":
		return q.delayed(x)
	}
	last := value.False
	err = q.each(x, 0, func() (bool, error) {
		v, more, err := q.act(x)
		last = v
		return more && name == "do-for-all-facts", err
	})
	return last, err
}

// act executes the actions once and reports whether to continue.
func (q *query) act(x *core.Frame) (value.Value, bool, error) {
	v, err := core.RunActions(x, q.actions)
	if x.Control == core.Breaking {
		x.Control = core.GoOn
		return v, false, err
	}
	return v, x.Control == core.GoOn, err
}

// bound returns the values of the query's variables.
func (q *query) bound(x *core.Frame) []value.Value {
	var values []value.Value
	for _, s := range q.sets {
		values = append(values, x.Vars[s.place])
	}
	return values
}

// delayed finds all facts before it executes the actions.
func (q *query) delayed(x *core.Frame) (value.Value, error) {
	var rows [][]value.Value
	err := q.each(x, 0, func() (bool, error) { rows = append(rows, q.bound(x)); return true, nil })
	last := value.False
	for _, row := range rows {
		for i, s := range q.sets {
			x.Vars[s.place] = row[i]
		}
		var more bool
		if last, more, err = q.act(x); err != nil || !more {
			break
		}
	}
	return last, err
}

// each calls do for all combinations of facts that pass the test; the first variable changes slowest.
func (q *query) each(x *core.Frame, i int, do func() (bool, error)) error {
	_, err := q.nest(x, i, do)
	return err
}

func (q *query) nest(x *core.Frame, i int, do func() (bool, error)) (bool, error) {
	if i == len(q.sets) {
		ok, err := core.Truth(x, q.test)
		if err != nil || !ok {
			return err == nil, err
		}
		return do()
	}
	s := q.sets[i]
	for _, t := range s.templates {
		for f := range x.Env.FactList.Live() {
			if !f.Relation.Data.(*core.Template).Extends(t) {
				continue
			}
			if err := x.Env.Interrupted(); err != nil {
				return false, err
			}
			x.Vars[s.place] = x.Env.Address(f)
			if more, err := q.nest(x, i+1, do); err != nil || !more {
				return false, err
			}
		}
	}
	return true, nil
}
