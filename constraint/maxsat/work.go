package maxsat

import (
	"context"
	"slices"

	"farbank/constraint/sat"
	"farbank/solver"
)

// A work is the state of a call of Solve.
type work struct {
	*Solver
	answer Answer
	next   int // the largest variable so far
	failed error

	weights map[int]int64  // by soft literal: the cost if it is false
	order   []int          // the soft literals in order of creation, including removed ones
	counts  map[int]output // by soft literal: the count that it bounds
	waiting []core         // cores without a count yet
	level   int64          // soft literals of at least this weight are assumed
}

// An output is the soft literal that fewer than k literals of a count are true.
type output struct {
	of *totalizer
	k  int
}

// A core is a set of soft literals of which one is false, and its weight.
type core struct {
	literals []int
	weight   int64
}

const (
	trimming  = 3    // times that a core is solved again for a smaller core
	shrinking = 1000 // conflict limit of an attempt to remove a literal
	smallCore = 60   // size of cores for which each literal is tried
)

// begin creates a soft literal for each soft clause.
func (s *Solver) begin() (*work, error) {
	w := &work{Solver: s, next: s.sat.Variables(), weights: map[int]int64{}, counts: map[int]output{}}
	for _, c := range s.soft {
		switch len(c.literals) {
		case 0:
			w.answer.Bound += c.weight
		case 1:
			w.addSoft(c.literals[0], c.weight)
		default:
			b := w.fresh()
			w.add(append([]int{-b}, c.literals...)...)
			w.addSoft(b, c.weight)
		}
	}
	return w, w.failed
}

func (w *work) fresh() int {
	w.next++
	return w.next
}

func (w *work) add(literals ...int) {
	if err := w.sat.Add(literals...); err != nil && w.failed == nil {
		w.failed = err
	}
}

// addSoft adds weight to a soft literal. If its negation is soft as well, one of them is false.
func (w *work) addSoft(l int, weight int64) {
	both := min(weight, w.weights[-l])
	if both > 0 {
		w.answer.Bound += both
		w.take(-l, both)
	}
	if weight -= both; weight > 0 {
		if w.weights[l] == 0 {
			w.order = append(w.order, l)
		}
		w.weights[l] += weight
	}
}

// take subtracts weight from a soft literal.
func (w *work) take(l int, weight int64) {
	if w.weights[l] -= weight; w.weights[l] == 0 {
		delete(w.weights, l)
	}
}

// run solves for each weight level, from the heaviest, until a model satisfies all soft literals.
func (w *work) run(ctx context.Context) error {
	w.level = w.below(MaxWeight)
	for {
		assumptions := w.assumed()
		r, err := w.sat.Solve(ctx, assumptions...)
		if err == nil {
			err = r.Reason
		}
		if err != nil {
			return err
		}
		if r.Status == sat.Unsatisfiable {
			done, err := w.onCore(ctx)
			if done || err != nil {
				return err
			}
			continue
		}
		w.onModel()
		switch {
		case w.answer.Cost == w.answer.Bound:
			w.answer.Status = Optimal
			return nil
		case len(w.waiting) > 0:
			w.count()
		default:
			w.level = w.below(w.level)
		}
		if w.failed != nil {
			return w.failed
		}
		w.harden()
	}
}

// assumed returns the soft literals of the current level, and removes those without weight from the list.
func (w *work) assumed() []int {
	w.order = slices.DeleteFunc(w.order, func(l int) bool { return w.weights[l] == 0 })
	var list []int
	for _, l := range w.order {
		if w.weights[l] >= w.level {
			list = append(list, l)
		}
	}
	return list
}

// below returns the next level under level (diversity-based stratification): the largest smaller weight, or a lower one
// as long as the literals have many different weights.
func (w *work) below(level int64) int64 {
	var list []int64
	for _, weight := range w.weights {
		if weight < level {
			list = append(list, weight)
		}
	}
	if len(list) == 0 {
		return 1
	}
	slices.Sort(list)
	slices.Reverse(list)
	kinds := 0
	for i, weight := range list {
		if i == 0 || weight != list[i-1] {
			if kinds > 0 && i*4 >= kinds*5 {
				return list[i-1]
			}
			kinds++
		}
	}
	return list[len(list)-1]
}

// onCore processes a core. It reports whether the search has ended.
func (w *work) onCore(ctx context.Context) (bool, error) {
	literals := w.sat.Core()
	if len(literals) == 0 { // hardening keeps the best models, so none is left
		if w.answer.model == nil {
			w.answer.Status = Infeasible
		} else {
			w.answer.Status, w.answer.Bound = Optimal, w.answer.Cost
		}
		return true, nil
	}
	literals, err := w.smaller(ctx, literals)
	if err != nil {
		return false, err
	}
	c := core{literals, w.weights[literals[0]]}
	for _, l := range literals {
		c.weight = min(c.weight, w.weights[l])
	}
	for _, l := range literals {
		w.take(l, c.weight)
	}
	w.answer.Bound += c.weight
	w.waiting = append(w.waiting, c)
	broken := make([]int, len(literals))
	for i, l := range literals {
		broken[i] = -l
	}
	w.add(broken...)
	if w.answer.model != nil && w.answer.Bound >= w.answer.Cost {
		w.answer.Status, w.answer.Bound = Optimal, w.answer.Cost
		return true, nil
	}
	w.report()
	return false, w.failed
}

// smaller returns a subset of a core that is a core.
func (w *work) smaller(ctx context.Context, literals []int) ([]int, error) {
	for range trimming {
		if len(literals) == 1 {
			return literals, nil
		}
		status, err := w.try(ctx, literals)
		if err != nil {
			return nil, err
		}
		part := w.sat.Core()
		if status != sat.Unsatisfiable || len(part) == 0 || len(part) == len(literals) {
			break
		}
		literals = part
	}
	if len(literals) > smallCore {
		return literals, nil
	}
	slices.SortFunc(literals, func(a, b int) int { return compare(w.weights[a], w.weights[b], a, b) })
	for i := 0; i < len(literals) && len(literals) > 1; {
		rest := slices.Delete(slices.Clone(literals), i, i+1)
		status, err := w.try(ctx, rest)
		if err != nil {
			return nil, err
		}
		part := w.sat.Core()
		if status != sat.Unsatisfiable || len(part) == 0 {
			i++
			continue
		}
		kept := literals[:i]
		literals = slices.DeleteFunc(rest, func(l int) bool { return !slices.Contains(part, l) })
		i = 0
		for i < len(literals) && slices.Contains(kept, literals[i]) {
			i++
		}
	}
	return literals, nil
}

// try solves with a conflict limit. Reaching the limit is not an error.
func (w *work) try(ctx context.Context, literals []int) (Status, error) {
	r, err := w.sat.SolveWithin(ctx, shrinking, literals...)
	if err == nil && r.Reason != solver.ErrEffort {
		err = r.Reason
	}
	return r.Status, err
}

// compare orders light literals first, since the weight of a core is that of its lightest literal.
func compare(weightA, weightB int64, a, b int) int {
	if weightA != weightB {
		return int(min(max(weightA-weightB, -1), 1))
	}
	return a - b
}

// count replaces the waiting cores by counts. At most one literal of a core may be false, and an output that was in a
// core gets its successor.
func (w *work) count() {
	for _, c := range w.waiting {
		for _, l := range c.literals {
			if o, ok := w.counts[l]; ok && o.k < o.of.size {
				w.bound(o.of, o.k+1, c.weight)
			}
		}
		if len(c.literals) > 1 {
			broken := make([]int, len(c.literals))
			for i, l := range c.literals {
				broken[i] = -l
			}
			w.bound(newTotalizer(broken), 2, c.weight)
		}
	}
	w.waiting = nil
}

// bound makes "fewer than k literals of t are true" a soft literal.
func (w *work) bound(t *totalizer, k int, weight int64) {
	l := -t.output(k, w.fresh, w.add)
	w.counts[l] = output{t, k}
	w.addSoft(l, weight)
}

// harden makes literals hard whose cost would exceed that of the best model.
func (w *work) harden() {
	gap := w.answer.Cost - w.answer.Bound
	for _, l := range w.order {
		if weight := w.weights[l]; weight > gap {
			delete(w.weights, l)
			w.add(l)
		}
	}
}

// onModel keeps the model if it is the best so far.
func (w *work) onModel() {
	cost := int64(0)
	for _, c := range w.soft {
		if !holds(c.literals, w.sat.Value) {
			cost += c.weight
		}
	}
	if w.answer.model != nil && cost >= w.answer.Cost {
		return
	}
	w.answer.Status, w.answer.Cost = Feasible, cost
	w.answer.model = make([]bool, w.named)
	for v := range w.answer.model {
		w.answer.model[v] = w.sat.Value(v + 1)
	}
	w.report()
}

func (w *work) report() {
	if w.Improved != nil {
		w.Improved(w.answer)
	}
}
