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

// A cases enumerates the cases of a move: the values of the cells that its cost and effects depend on.
// Other conditions do not split the move but become disjunctions.
type cases struct {
	*translator
	o      *transition.Operator
	conds  []*model.Expr
	values []*model.Expr   // the cost, then the new values of the updates
	pre    []planning.Fact // further facts that must hold
	ways   int             // cases into which alternatives have split the move so far; 0 means 1
}

// emit adds the operators of a move for given values of some cells. A condition that fails in too many
// cases is split by the values of the cell that occurs most often in it.
func (c *cases) emit(given map[int]int64) error {
	if c.ctx.Err() != nil { // a move may have thousands of cases
		return context.Cause(c.ctx)
	}
	if cell := c.wide(); cell >= 0 && len(given) < len(c.p.Cells) {
		for v := range c.p.Cells[cell].Values() {
			all := maps.Clone(given)
			all[cell] = v
			sub := c.substitution(map[int]int64{cell: v})
			one := &cases{translator: c.translator, o: c.o, values: apply(sub, c.values), conds: apply(sub, c.conds), ways: c.ways}
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
	if list := c.alternatives(); list != nil {
		for _, facts := range list {
			if err := c.under(given, facts, len(list)); err != nil {
				return err
			}
		}
		return nil
	}
	return c.unsplit(given)
}

// alternatives returns the cases in which a condition about several cells holds, or nil if there is no such condition
// with few cases. Heuristics know more of an operator for each case than of one with a disjunction.
func (c *cases) alternatives() [][]transition.Fact {
	most := maxWays / max(c.ways, 1)
	if most < 2 || c.alternated > maxAlternated {
		return nil
	}
	for _, e := range c.conds {
		if e.IsConst() || e.Wide || only(e) >= 0 || e.Op == model.And {
			continue
		}
		if list, ok := c.sys.DNF([]*model.Expr{e}, most); ok && len(list) > 1 && !slices.ContainsFunc(list, func(f []transition.Fact) bool { return len(f) < 2 }) {
			c.alternated += len(list)
			return list
		}
	}
	return nil
}

// under adds the operators of one of several alternatives.
func (c *cases) under(given map[int]int64, facts []transition.Fact, several int) error {
	all, fixed := maps.Clone(given), map[int]int64{}
	for _, f := range facts {
		if v, ok := all[f.Cell]; ok && v != f.Value {
			return nil
		}
		all[f.Cell], fixed[f.Cell] = f.Value, f.Value
	}
	sub := c.substitution(fixed)
	one := &cases{translator: c.translator, o: c.o, values: apply(sub, c.values), conds: apply(sub, c.conds), ways: max(c.ways, 1) * several}
	if slices.ContainsFunc(one.conds, (*model.Expr).IsFalse) {
		return nil
	}
	return one.emit(all)
}

// wide returns the most frequent cell of a condition that fails in too many cases, or -1 if there are no
// such conditions.
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

// frequent returns the cell that occurs in most parts of a condition, or -1.
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

// unsplit adds the operators of a case whose conditions need not be split.
func (c *cases) unsplit(given map[int]int64) error {
	cells := map[int]bool{}
	keep := []int{-1}
	moves := true // every value that is not constant is that of a cell
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
	case moves && c.values[0].IsConst():
		most = min(fewSplit, c.mostCases())
	case moves:
		most = fewSplit
	case c.selectors() > manyCells || 1<<c.selectors() > c.mostCases():
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

// mostCases returns how many cases a move may have so that all of them are not too many.
func (c *cases) mostCases() int { return max(2, manyOperators/len(c.p.Moves)) }

// selectors returns the number of cells that the values depend on, not counting cells that only keep their
// own value in some cases.
func (c *cases) selectors() int {
	cells := map[int]bool{}
	for i, v := range c.values {
		v.Cells(func(cell int) {
			if i == 0 || cell != c.o.Updates[i-1].Cell {
				cells[cell] = true
			}
		})
	}
	return len(cells)
}

// within reports whether an expression depends only on some cells.
func within(e *model.Expr, cells map[int]bool) bool {
	ok := true
	e.Cells(func(i int) { ok = ok && cells[i] })
	return ok
}

// conditional adds one operator with conditional effects.
func (c *cases) conditional(given map[int]int64) error {
	if !c.values[0].IsConst() {
		return c.costs(given)
	}
	var effects []planning.Effect
	values := slices.Clone(c.values)
	for i, u := range c.o.Updates {
		if values[i+1].IsConst() {
			continue
		}
		list, ok := c.sys.Effects(transition.Update{Cell: u.Cell, Value: values[i+1]}, c.mostEffects())
		value := values[i+1]
		values[i+1] = nil
		if !ok && !c.axioms {
			return &crowded{tooLarge{fmt.Sprintf("the effect of the move %s has more than %d cases", c.p.Moves[c.o.Move], c.mostEffects())}}
		}
		if !ok {
			tabulated, err := c.tabulator().effects(u.Cell, value, nil)
			if err != nil {
				return err
			}
			effects = append(effects, tabulated...)
			continue
		}
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

// costs adds an operator with conditional effects for each value of the cost.
func (c *cases) costs(given map[int]int64) error {
	if !c.axioms {
		return &crowded{tooLarge{fmt.Sprintf("the cost of the move %s has more than %d cases", c.p.Moves[c.o.Move], maxSplit)}}
	}
	cost, err := c.tabulator().tabulate(c.values[0])
	if err != nil {
		return err
	}
	for k, v := range cost.values {
		if v < 0 {
			continue // the guard forbids it
		}
		one := *c
		one.values = slices.Clone(c.values)
		one.values[0] = c.sys.Builder.Const(v)
		one.pre = slices.Concat(c.pre, cost.when(k))
		if err := one.conditional(given); err != nil {
			return err
		}
	}
	return nil
}

// add adds an operator. A nil value is set by the effects, or does not change.
func (c *cases) add(given map[int]int64, values, conds []*model.Expr, effects []planning.Effect) error {
	pre := &conjunction{all: slices.Clone(c.pre)}
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
		return &tooLarge{fmt.Sprintf("the move %s costs %d, which is not between 0 and %d", c.p.Moves[c.o.Move], cost, int64(planning.MaxCost))}
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
