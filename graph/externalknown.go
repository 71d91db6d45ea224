package graph

import (
	"farbank/graph/disk"
	"slices"
)

// fold adds the counts of the workers to the totals.
func (e *external) fold() {
	for _, h := range e.workers {
		e.seen.add(&h.tally.Shape)
		e.stats.Generated += h.made
		e.stats.Expanded += h.done
		e.seen.GoalStates += h.goals
		h.tally.Shape, h.made, h.done, h.goals = Shape{}, 0, 0, 0
	}
}

// lookAgain is the growth factor of the number of states after which the layers are compared again.
const lookAgain = 4

// earlier returns the sets that are subtracted from the next layer.
func (e *external) earlier() []*disk.Set {
	n := len(e.layers)
	if e.all || n == e.sure {
		return e.known
	}
	return e.layers[max(0, n-2):]
}

// mark records that all layers are right, with the current counts.
func (e *external) mark() {
	e.exact, e.looked = len(e.layers), e.states
	e.marks = e.seen
	e.marks.Layers, e.marks.Branching = slices.Clone(e.seen.Layers), slices.Clone(e.seen.Branching)
}

// verified reports whether all layers are disjoint. If not, it goes back to the last layer known to be
// right.
func (e *external) verified() (bool, error) {
	if e.all || e.exact == len(e.layers) {
		return true, nil
	}
	same, err := e.disjoint(append(slices.Clone(e.known), e.layers[e.sure:]...))
	if err != nil {
		return false, err
	}
	if same {
		e.mark()
		return true, nil
	}
	e.disk.note("not all moves are reversible: back to layer %d", e.exact-1)
	for _, set := range e.layers[e.exact:] {
		if !e.holdsLayer(set.File, e.exact) {
			e.dying = append(e.dying, set.File)
		}
		e.states -= set.Records()
	}
	e.layers, e.seen, e.goal, e.shared = e.layers[:e.exact], e.marks, nil, nil
	e.ended = false
	return false, e.takeAll()
}

// takeAll makes the search subtract all earlier states from each layer from now on.
func (e *external) takeAll() error {
	for e.sure < len(e.layers) {
		if err := e.remember(e.layers[e.sure]); err != nil {
			return err
		}
	}
	e.all = true // only now: an interrupted call has not added all layers
	return nil
}

// remember adds the first layer that is not yet sure to the known sets. It merges sets of similar size, so
// a state is rewritten O(log n) times.
func (e *external) remember(set *disk.Set) error {
	e.known, e.sure = append(e.known, set), e.sure+1
	for n := len(e.known); n > 1 && e.known[n-2].Records() <= 2*e.known[n-1].Records(); n = len(e.known) {
		both := e.known[n-2:]
		merged, err := e.merged(e.form, runsOf(both))
		if err != nil {
			return err
		}
		for _, old := range both {
			if !e.holdsLayer(old.File, len(e.layers)) {
				e.dying = append(e.dying, old.File)
			}
		}
		e.known = append(e.known[:n-2], merged)
	}
	return nil
}

// holdsLayer reports whether a file contains one of the first n layers.
func (e *external) holdsLayer(f *disk.File, n int) bool {
	return slices.ContainsFunc(e.layers[:n], func(l *disk.Set) bool { return l.File == f })
}

// chooseMode tests whether the moves from a sample of the last layer are reversible. If not, all earlier
// states are subtracted.
func (e *external) chooseMode() error {
	if e.disk.Exact {
		return e.takeAll()
	}
	layer, h := e.layers[len(e.layers)-1], e.workers[0]
	sample, err := e.sample(layer, 64)
	if err != nil {
		return err
	}
	w := e.form.Key
	for at := 0; at < len(sample); at += w {
		state := sample[at : at+w]
		next, err := h.successors(state)
		if err != nil {
			return err
		}
		next = slices.Clone(next)
		for k := 0; k < len(next); k += w {
			back, err := h.successors(next[k : k+w])
			if err != nil {
				return err
			}
			if !contains(back, state) {
				return e.takeAll()
			}
		}
	}
	return nil
}
