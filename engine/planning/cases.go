package planning

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"farbank/model"
	"farbank/model/transition"
	"farbank/planning"
)

// The cases of one move: what the cells are that its cost and its effects depend on. Its
// other conditions are not told apart, but become disjunctions.
type cases struct {
	*translator
	o      *transition.Operator
	conds  []*model.Expr
	values []*model.Expr // the cost, then what the updates give
}

// emit adds the operators of a move where some cells have given values. A condition that
// fails in too many ways is told apart by the values of the cell that is most of it.
func (c *cases) emit(given map[int]int64) error {
	if c.ctx.Err() != nil { // one move may fall into thousands of cases
		return context.Cause(c.ctx)
	}
	if cell := c.wide(); cell >= 0 && len(given) < len(c.p.Cells) {
		for v := range c.p.Cells[cell].Values() {
			all := maps.Clone(given)
			all[cell] = v
			sub := c.substitution(map[int]int64{cell: v})
			one := &cases{translator: c.translator, o: c.o, values: apply(sub, c.values), conds: apply(sub, c.conds)}
			if slices.ContainsFunc(one.conds, (*model.Expr).IsFalse) {
				continue
			}
			if c.splits++; c.splits > maxSplit {
				return &crowded{tooLarge{fmt.Sprintf("the move %s falls into more than %d cases", c.p.Moves[c.o.Move], maxSplit)}}
			}
			if err := one.emit(all); err != nil {
				return err
			}
		}
		return nil
	}
	return c.told(given)
}

// wide is the cell that is most of a condition that fails in too many ways; -1 if there is
// none.
func (c *cases) wide() int {
	cells := map[int]bool{}
	for _, v := range c.values {
		v.Cells(func(i int) { cells[i] = true })
	}
	for _, e := range c.conds {
		if e.IsConst() || within(e, cells) {
			continue
		}
		if err := c.translator.add(&conjunction{}, e); err != nil {
			return frequent(e)
		}
	}
	return -1
}

// frequent is the cell that stands in most of the parts of a condition.
func frequent(e *model.Expr) int {
	parts := e.Args
	for e.Op == model.Not || len(parts) == 1 {
		e = parts[0]
		parts = e.Args
	}
	count, best := map[int]int{}, -1
	for _, a := range parts {
		seen := map[int]bool{}
		a.Cells(func(i int) {
			if !seen[i] {
				seen[i] = true
				count[i]++
			}
		})
	}
	for _, i := range slices.Sorted(maps.Keys(count)) {
		if best < 0 || count[i] > count[best] {
			best = i
		}
	}
	return best
}

// told adds the operators where conditions can be told as they are.
func (c *cases) told(given map[int]int64) error {
	cells := map[int]bool{}
	keep := []int{-1}
	moves := true // every open value is that of a cell
	for i, v := range c.values {
		v.Cells(func(i int) { cells[i] = true })
		moves = moves && (v.IsConst() || v.Op == model.Cell)
		if i > 0 {
			keep = append(keep, c.o.Updates[i-1].Cell)
		}
	}
	if len(cells) == 0 {
		return c.add(given, c.values, c.conds, nil)
	}
	var inside []*model.Expr
	for _, e := range c.conds {
		if within(e, cells) {
			inside = append(inside, e)
		}
	}
	most := maxSplit
	switch {
	case moves:
		most = fewSplit
	case len(cells) > manyCells:
		var large *tooLarge
		if err := c.conditional(given); !errors.As(err, &large) {
			return err
		}
	}
	type found struct {
		given  map[int]int64
		values []*model.Expr
	}
	var list []found
	x := c.sys.Cases(most)
	x.Keep = keep
	x.Split(inside, c.values, func(g map[int]int64, values []int64) {
		f := found{given: g}
		for i, v := range values {
			if x.Kept[i] {
				f.values = append(f.values, nil)
			} else {
				f.values = append(f.values, c.sys.Builder.Const(v))
			}
		}
		list = append(list, f)
	})
	if x.Full {
		return c.conditional(given)
	}
	for _, f := range list {
		if c.ctx.Err() != nil {
			return context.Cause(c.ctx)
		}
		all := maps.Clone(given)
		maps.Copy(all, f.given)
		sub := c.substitution(f.given)
		if err := c.add(all, f.values, apply(sub, c.conds), nil); err != nil {
			return err
		}
	}
	return nil
}

// within reports whether an expression depends on some cells only.
func within(e *model.Expr, cells map[int]bool) bool {
	ok := true
	e.Cells(func(i int) { ok = ok && cells[i] })
	return ok
}

// conditional adds one operator whose effects have conditions.
func (c *cases) conditional(given map[int]int64) error {
	if !c.values[0].IsConst() {
		return &tooLarge{fmt.Sprintf("what the move %s costs falls into more than %d cases", c.p.Moves[c.o.Move], maxSplit)}
	}
	var effects []planning.Effect
	values := slices.Clone(c.values)
	for i, u := range c.o.Updates {
		if values[i+1].IsConst() {
			continue
		}
		list, ok := c.sys.Effects(transition.Update{Cell: u.Cell, Value: values[i+1]}, maxEffects)
		if !ok {
			return &tooLarge{fmt.Sprintf("what the move %s does falls into more than %d cases", c.p.Moves[c.o.Move], maxEffects)}
		}
		values[i+1] = nil
		for _, e := range list {
			effect := planning.Effect{Fact: c.fact(e.Fact)}
			for _, w := range e.When {
				effect.When = append(effect.When, c.fact(w))
			}
			effects = append(effects, effect)
		}
	}
	return c.add(given, values, c.conds, effects)
}

// add adds an operator. A value that is nil is left to the effects, or stays.
func (c *cases) add(given map[int]int64, values, conds []*model.Expr, effects []planning.Effect) error {
	pre := &conjunction{}
	for _, cell := range slices.Sorted(maps.Keys(given)) {
		info := &c.p.Cells[cell]
		if v := given[cell]; v < info.Lo || v > info.Hi {
			return nil
		} else if info.Lo < info.Hi {
			pre.all = append(pre.all, c.fact(transition.Fact{Cell: cell, Value: v}))
		}
	}
	for _, e := range conds {
		if err := c.translator.add(pre, e); err != nil {
			return err
		}
	}
	if !pre.tidy() {
		return nil
	}
	for i, u := range c.o.Updates {
		v := values[i+1]
		if v == nil {
			continue
		}
		if info := &c.p.Cells[u.Cell]; v.Value < info.Lo || v.Value > info.Hi {
			return nil // the guard forbids it
		}
		if f := c.fact(transition.Fact{Cell: u.Cell, Value: v.Value}); !slices.Contains(pre.all, f) {
			effects = append(effects, planning.Effect{Fact: f})
		}
	}
	cost := values[0].Value
	if cost < 0 || cost > planning.MaxCost {
		return &tooLarge{fmt.Sprintf("the move %s costs %d; at most %d can be told", c.p.Moves[c.o.Move], cost, int64(planning.MaxCost))}
	}
	if len(effects) == 0 {
		return nil
	}
	t := c.out.task
	if len(t.Operators) >= maxOperators {
		return &tooLarge{fmt.Sprintf("the moves fall into more than %d cases", maxOperators)}
	}
	t.Operators = append(t.Operators, planning.Operator{Name: c.p.Moves[c.o.Move].String(), Pre: pre.all, Some: pre.some, Effects: effects, Cost: cost})
	c.out.moves = append(c.out.moves, c.o.Move)
	return nil
}
