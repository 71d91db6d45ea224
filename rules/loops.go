package rules

import (
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// turn does the body of a loop once, and tells whether the loop goes on.
func turn(x *frame, body []node) (last value.Value, more bool, err error) {
	if err := x.env.interrupted(); err != nil {
		return value.False, false, err
	}
	last, err = run(x, body)
	if err != nil {
		return value.False, false, err
	}
	switch x.control {
	case breaking:
		x.control = goOn
		return last, false, nil
	case continuing:
		x.control = goOn
	}
	return last, x.control == goOn, nil
}

func (s *scope) while(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	condition, err := s.compile(f.Items[1])
	if err != nil {
		return nil, err
	}
	body, err := s.body(f.Items[2:])
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		for {
			ok, err := truth(x, condition)
			if err != nil || !ok {
				return x.ended(), err
			}
			if _, more, err := turn(x, body); err != nil || !more {
				return x.ended(), err
			}
		}
	}), nil
}

// ended is the value of a loop: FALSE, unless it was left by return.
func (x *frame) ended() value.Value {
	if x.control == returning {
		return x.result
	}
	return value.False
}

// count is (loop-for-count (?i from to) ...), (loop-for-count (?i to) ...) and
// (loop-for-count to ...).
func (s *scope) count(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	name, bounds := "", []*syntax.Form{f.Items[1]}
	if head := f.Items[1]; head.Kind == syntax.List && len(head.Items) > 1 && head.Items[0].Kind == syntax.Variable {
		name, bounds = head.Items[0].Text, head.Items[1:]
	}
	if len(bounds) > 2 {
		return nil, s.at(f.Items[1], "loop-for-count goes from one number to another")
	}
	ends, err := s.sequence(bounds)
	if err != nil {
		return nil, err
	}
	if len(ends) == 1 {
		ends = []node{constantNode{value.Integer(1)}, ends[0]}
	}
	place, restore := s.declare(name)
	defer restore()
	s.fix(place, "[PRCDRPSR1] Cannot rebind loop variable in function loop-for-count.")
	body, err := s.body(f.Items[2:])
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) { return countTurns(x, ends, place, body) }), nil
}

func countTurns(x *frame, ends []node, place int, body []node) (value.Value, error) {
	var limits [2]int64
	for i, n := range ends {
		v, err := n.eval(x)
		if err != nil {
			return value.False, err
		}
		if v.Kind() != value.IntegerKind {
			return value.False, &ArgumentError{Function: "loop-for-count", Argument: i + 1, Want: "of type integer"}
		}
		limits[i] = v.Int()
	}
	for i := limits[0]; i <= limits[1]; i++ {
		x.vars[place] = value.Integer(i)
		if _, more, err := turn(x, body); err != nil || !more {
			return x.ended(), err
		}
		if i == limits[1] {
			break // there may be no integer after it
		}
	}
	return value.False, nil
}

// foreach is (foreach ?x list ...), and progn$ with its two ways of writing it.
func (s *scope) foreach(f *syntax.Form) (node, error) {
	if err := s.counted(f); err != nil {
		return nil, err
	}
	name, list, rest := "", f.Items[1], f.Items[2:]
	switch {
	case list.Kind == syntax.Variable && f.Head() == "foreach":
		if err := s.least(f, 2); err != nil {
			return nil, err
		}
		name, list, rest = list.Text, rest[0], rest[1:]
	case list.Kind == syntax.List && len(list.Items) == 2 && list.Items[0].Kind == syntax.Variable:
		name, list = list.Items[0].Text, list.Items[1]
	}
	of, err := s.compile(list)
	if err == nil {
		err = s.whole(list, of)
	}
	if err != nil {
		return nil, err
	}
	item, restore := s.declare(name)
	defer restore()
	s.fix(item, "[MULTIFUN2] Cannot rebind field variable in function "+f.Head()+".")
	index, restoreIndex := s.declare(name + "-index")
	defer restoreIndex()
	body, err := s.body(rest)
	if err != nil {
		return nil, err
	}
	return nodeFunc(func(x *frame) (value.Value, error) {
		v, err := of.eval(x)
		if err != nil {
			return value.False, err
		}
		items, err := itemsOf(v, f.Head())
		if err != nil {
			return value.False, err
		}
		last := value.False
		for i, member := range items {
			x.vars[item], x.vars[index] = member, value.Integer(int64(i+1))
			var more bool
			if last, more, err = turn(x, body); err != nil || !more {
				break
			}
		}
		return last, err
	}), nil
}

func itemsOf(v value.Value, function string) ([]value.Value, error) {
	if v.Kind() == value.MultifieldKind {
		return v.Items(), nil
	}
	if list := elements(v); list != nil {
		return list, nil
	}
	return nil, &ArgumentError{Function: function, Argument: 1, Want: "of type multifield"}
}
