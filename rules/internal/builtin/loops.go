package builtin

import (
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/objects"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// while compiles while.
func while(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	condition, err := s.Compile(f.Items[1])
	if err != nil {
		return nil, err
	}
	body, err := s.Body(f.Items[2:])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		for {
			ok, err := core.Truth(x, condition)
			if err != nil || !ok {
				return compile.Ended(x), err
			}
			if _, more, err := compile.Turn(x, body); err != nil || !more {
				return compile.Ended(x), err
			}
		}
	}), nil
}

// loopForCount compiles (loop-for-count (?i from to) ...), (loop-for-count (?i to) ...) and
// (loop-for-count to ...).
func loopForCount(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	name, bounds := "", []*syntax.Form{f.Items[1]}
	if head := f.Items[1]; head.Kind == syntax.List && len(head.Items) > 1 && head.Items[0].Kind == syntax.Variable {
		name, bounds = head.Items[0].Text, head.Items[1:]
	}
	if len(bounds) > 2 {
		return nil, s.At(f.Items[1], "loop-for-count goes from one number to another")
	}
	ends, err := s.Sequence(bounds)
	if err != nil {
		return nil, err
	}
	if len(ends) == 1 {
		ends = []core.Node{compile.ConstantNode{V: value.Integer(1)}, ends[0]}
	}
	place, restore := s.Declare(name)
	defer restore()
	s.Fix(place, "[PRCDRPSR1] Cannot rebind loop variable in function loop-for-count.")
	body, err := s.Body(f.Items[2:])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) { return countTurns(x, ends, place, body) }), nil
}

// countTurns executes the body for each number.
func countTurns(x *core.Frame, ends []core.Node, place int, body []core.Node) (value.Value, error) {
	var limits [2]int64
	for i, n := range ends {
		v, err := n.Eval(x)
		if err != nil {
			return value.False, err
		}
		if v.Kind() != value.IntegerKind {
			return value.False, &fault.ArgumentError{Function: "loop-for-count", Argument: i + 1, Want: "of type integer"}
		}
		limits[i] = v.Int()
	}
	for i := limits[0]; i <= limits[1]; i++ {
		x.Vars[place] = value.Integer(i)
		if _, more, err := compile.Turn(x, body); err != nil || !more {
			return compile.Ended(x), err
		}
		if i == limits[1] {
			break // there may be no greater integer
		}
	}
	return value.False, nil
}

// foreach compiles (foreach ?x list ...) and both forms of progn$.
func foreach(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	if err := s.Counted(f); err != nil {
		return nil, err
	}
	name, list, rest := "", f.Items[1], f.Items[2:]
	switch {
	case list.Kind == syntax.Variable && f.Head() == "foreach":
		if err := s.Least(f, 2); err != nil {
			return nil, err
		}
		name, list, rest = list.Text, rest[0], rest[1:]
	case list.Kind == syntax.List && len(list.Items) == 2 && list.Items[0].Kind == syntax.Variable:
		name, list = list.Items[0].Text, list.Items[1]
	}
	of, err := s.Compile(list)
	if err == nil {
		err = s.Whole(list, of)
	}
	if err != nil {
		return nil, err
	}
	item, restore := s.Declare(name)
	defer restore()
	s.Fix(item, "[MULTIFUN2] Cannot rebind field variable in function "+f.Head()+".")
	index, restoreIndex := s.Declare(name + "-index")
	defer restoreIndex()
	body, err := s.Body(rest)
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		v, err := of.Eval(x)
		if err != nil {
			return value.False, err
		}
		items, err := itemsOf(v, f.Head())
		if err != nil {
			return value.False, err
		}
		last := value.False
		for i, member := range items {
			x.Vars[item], x.Vars[index] = member, value.Integer(int64(i+1))
			var more bool
			if last, more, err = compile.Turn(x, body); err != nil || !more {
				break
			}
		}
		return last, err
	}), nil
}

// itemsOf returns the items of a multifield or a collection.
func itemsOf(v value.Value, function string) ([]value.Value, error) {
	if v.Kind() == value.MultifieldKind {
		return v.Items(), nil
	}
	if list := objects.Elements(v); list != nil {
		return list, nil
	}
	return nil, &fault.ArgumentError{Function: function, Argument: 1, Want: "of type multifield"}
}
