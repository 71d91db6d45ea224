package builtin

import (
	"fmt"
	"slices"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

func instanceQueryForms() []compile.Builtin {
	form := func(name, actions, help, example string) compile.Builtin {
		return compile.Builtin{Name: name, Takes: "((?variable class ...) ...) condition" + actions, Help: help, Example: classSample + example, Compile: instanceQuery}
	}
	list := []compile.Builtin{
		form("any-instancep", "", "reports whether matching instances exist", "(any-instancep ((?i P)) (= ?i:x 1))"),
		form("find-instance", "", "returns the first matching instance for each variable", "(find-instance ((?i P)) TRUE)"),
		form("find-all-instances", "", "returns all matching instances", "(find-all-instances ((?i P)) TRUE)"),
		form("do-for-instance", " [action ...]", "executes actions for the first matching instances", "(do-for-instance ((?i P)) TRUE (println ?i:x))"),
		form("do-for-all-instances", " [action ...]", "executes actions for all matching instances", "(do-for-all-instances ((?i P)) TRUE (println ?i:y))"),
		form("delayed-do-for-all-instances", " [action ...]", "finds all matching instances, then executes actions for them", "(delayed-do-for-all-instances ((?i P)) TRUE (unmake-instance ?i)) (instances)"),
	}
	list[0].Gives, list[1].Gives, list[2].Gives = "boolean", "multifield", "multifield"
	return onlyCLIPS(list)
}

// instanceSet is one variable of a query of instances and its classes.
type instanceSet struct {
	place   int
	classes []core.Node // their names
}

// instancesQuery is a compiled query: ((?i class...)...) test actions.
type instancesQuery struct {
	sets    []instanceSet
	test    core.Node
	actions []core.Node
}

func instanceQuery(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	if f.Items[1].Kind != syntax.List || len(f.Items[1].Items) == 0 {
		return nil, s.At(f.Items[1], "((?variable class ...) ...) is expected")
	}
	q := &instancesQuery{}
	var restores []func()
	defer func() {
		for _, restore := range restores {
			restore()
		}
	}()
	var names []string
	for _, item := range f.Items[1].Items {
		if item.Kind != syntax.List || len(item.Items) < 2 || item.Items[0].Kind != syntax.Variable {
			return nil, s.At(item, "(?variable class ...) is expected")
		}
		if slices.Contains(names, item.Items[0].Text) {
			return nil, s.At(item, "[INSQYPSR1] Duplicate instance-set member variable name in function %s.", f.Head())
		}
		names = append(names, item.Items[0].Text)
		var set instanceSet
		for _, class := range item.Items[1:] {
			if class.Kind == syntax.Symbol && s.Env.FindClass(s.Module, class.Text) == nil {
				return nil, s.At(class, "[PRNTUTIL1] Unable to find class %s.", class)
			}
			n, err := s.Compile(class)
			if err != nil {
				return nil, err
			}
			set.classes = append(set.classes, n)
		}
		place, restore := s.Declare(item.Items[0].Text)
		set.place = place
		restores = append(restores, restore)
		q.sets = append(q.sets, set)
	}
	for _, set := range q.sets {
		s.Fix(set.place, "[INSQYPSR3] Cannot rebind instance-set member variable in function "+f.Head()+".")
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

// settle looks up the classes of each variable.
func (q *instancesQuery) settle(x *core.Frame) ([][]*core.Class, error) {
	all := make([][]*core.Class, len(q.sets))
	for i, set := range q.sets {
		for _, n := range set.classes {
			v, err := n.Eval(x)
			if err != nil {
				return nil, err
			}
			names := []value.Value{v}
			if v.Kind() == value.MultifieldKind {
				names = v.Items()
			}
			for _, name := range names {
				class := x.Env.FindClass(x.Env.Current, name.Text())
				if class == nil || name.Kind() != value.SymbolKind {
					return nil, fmt.Errorf("[PRNTUTIL1] Unable to find class %s.", name)
				}
				all[i] = append(all[i], class)
			}
		}
	}
	return all, nil
}

func (q *instancesQuery) run(x *core.Frame, name string) (value.Value, error) {
	classes, err := q.settle(x)
	if err != nil {
		return value.False, err
	}
	switch name {
	case "any-instancep":
		found := false
		err := q.each(x, classes, func() (bool, error) { found = true; return false, nil })
		return value.Bool(found), err
	case "find-instance", "find-all-instances":
		var list []value.Value
		err := q.each(x, classes, func() (bool, error) {
			list = append(list, q.bound(x)...)
			return name == "find-all-instances", nil
		})
		return value.List(list...), err
	case "delayed-do-for-all-instances":
		return q.delayed(x, classes)
	}
	last := value.False
	err = q.each(x, classes, func() (bool, error) {
		v, more, err := act(x, q.actions)
		last = v
		return more && name == "do-for-all-instances", err
	})
	return last, err
}

// act executes the actions of a query once and reports whether to continue.
func act(x *core.Frame, actions []core.Node) (value.Value, bool, error) {
	v, err := core.RunActions(x, actions)
	if x.Control == core.Breaking {
		x.Control = core.GoOn
		return v, false, err
	}
	return v, x.Control == core.GoOn, err
}

func (q *instancesQuery) bound(x *core.Frame) []value.Value {
	var values []value.Value
	for _, s := range q.sets {
		values = append(values, x.Vars[s.place])
	}
	return values
}

// delayed finds all instances before it executes the actions.
func (q *instancesQuery) delayed(x *core.Frame, classes [][]*core.Class) (value.Value, error) {
	var rows [][]value.Value
	err := q.each(x, classes, func() (bool, error) { rows = append(rows, q.bound(x)); return true, nil })
	last := value.False
	if err != nil {
		return last, err
	}
	for _, row := range rows {
		for i, s := range q.sets {
			x.Vars[s.place] = row[i]
		}
		var more bool
		if last, more, err = act(x, q.actions); err != nil || !more {
			break
		}
	}
	return last, err
}

// each calls do for all combinations of instances that pass the test; the first variable changes
// slowest.
func (q *instancesQuery) each(x *core.Frame, classes [][]*core.Class, do func() (bool, error)) error {
	_, err := q.nest(x, classes, 0, do)
	return err
}

func (q *instancesQuery) nest(x *core.Frame, classes [][]*core.Class, i int, do func() (bool, error)) (bool, error) {
	if i == len(q.sets) {
		ok, err := core.Truth(x, q.test)
		if err != nil || !ok {
			return err == nil, err
		}
		return do()
	}
	var failed error
	more := true
	for _, class := range classes[i] {
		seen := map[*core.Class]bool{}
		more = x.Env.ClassInstances(class, true, seen, func(found *core.Instance) bool {
			if failed = x.Env.Interrupted(); failed != nil {
				return false
			}
			x.Vars[q.sets[i].place] = found.NameValue()
			var goOn bool
			goOn, failed = q.nest(x, classes, i+1, do)
			return goOn && failed == nil
		})
		if !more {
			break
		}
	}
	return more, failed
}
