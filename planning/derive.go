package planning

import (
	"slices"
	"sync"
)

// A deriver evaluates axioms: each axiom counts its conditions that do not hold yet (Dowling and Gallier
// 1984; by layers Helmert 2006). [Task.Derive] is the reference implementation.
type deriver struct {
	layers  [][]int32 // by layer: its derived variables
	looks   []int32   // the variables that axioms test and that are not derived
	stirred []bool    // by variable: whether it is one of looks
	initial State     // default values
	choice  []bool    // by variable: the last axiom that holds determines its value
	offset  []int     // by variable: the number of its first fact
	open    []int32   // by axiom: its number of conditions
	heads   []Fact    // by axiom
	free    []int32   // axioms without conditions
	asks    lists     // by fact: the axioms that have it as a condition
	scratch sync.Pool // of *derivation
}

// A derivation is the state of an evaluation.
type derivation struct {
	open  []int32
	queue []int32 // facts that hold and were not passed on yet
	last  []int32 // by variable with several values: the last axiom that holds, or -1
}

// newDeriver returns the deriver of a valid task, or nil if it has no axioms.
func newDeriver(t *Task, offset []int) *deriver {
	if len(t.Axioms) == 0 {
		return nil
	}
	l, _ := t.layers()
	d := &deriver{layers: make([][]int32, l.count), initial: make(State, len(t.Variables)), choice: l.choice, offset: offset}
	d.stirred = make([]bool, len(t.Variables))
	asks := make([][]int32, offset[len(offset)-1])
	for i := range t.Axioms {
		a := &t.Axioms[i]
		d.heads, d.open = append(d.heads, a.Fact), append(d.open, int32(len(a.When)))
		if len(a.When) == 0 {
			d.free = append(d.free, int32(i))
		}
		for _, f := range a.When {
			asks[offset[f.Var]+f.Value] = append(asks[offset[f.Var]+f.Value], int32(i))
			d.stirred[f.Var] = l.layer[f.Var] < 0
		}
	}
	d.asks = packLists(asks)
	for v, x := range t.Init {
		d.initial[v] = uint16(x)
		if k := l.layer[v]; k >= 0 {
			d.layers[k] = append(d.layers[k], int32(v))
		} else if d.stirred[v] {
			d.looks = append(d.looks, int32(v))
		}
	}
	d.scratch.New = func() any {
		return &derivation{open: make([]int32, len(d.open)), last: slices.Repeat([]int32{-1}, len(d.initial))}
	}
	return d
}

// stirs reports whether an operator may change a condition of an axiom.
func (d *deriver) stirs(o *Operator) bool {
	return slices.ContainsFunc(o.Effects, func(e Effect) bool { return d.stirred[e.Var] })
}

// derive sets the derived variables of a state.
func (d *deriver) derive(state State) {
	w := d.scratch.Get().(*derivation)
	copy(w.open, d.open)
	for _, layer := range d.layers {
		for _, v := range layer {
			state[v] = d.initial[v]
		}
	}
	for _, a := range d.free {
		d.fire(w, state, a)
	}
	for _, v := range d.looks {
		d.pass(w, state, int32(d.offset[v]+int(state[v])))
	}
	for _, layer := range d.layers {
		for len(w.queue) > 0 {
			f := w.queue[len(w.queue)-1]
			w.queue = w.queue[:len(w.queue)-1]
			d.pass(w, state, f)
		}
		for _, v := range layer {
			if d.choice[v] && w.last[v] >= 0 {
				state[v] = uint16(d.heads[w.last[v]].Value)
				w.last[v] = -1
			} else if state[v] != d.initial[v] {
				continue // it was passed on already
			}
			w.queue = append(w.queue, int32(d.offset[v]+int(state[v])))
		}
	}
	w.queue = w.queue[:0]
	d.scratch.Put(w)
}

// pass informs the axioms that have a fact as a condition that it holds.
func (d *deriver) pass(w *derivation, state State, f int32) {
	for _, a := range d.asks.of(f) {
		if w.open[a]--; w.open[a] == 0 {
			d.fire(w, state, a)
		}
	}
}

// fire applies an axiom whose conditions hold.
func (d *deriver) fire(w *derivation, state State, a int32) {
	h := d.heads[a]
	switch {
	case d.choice[h.Var]:
		w.last[h.Var] = max(w.last[h.Var], a)
	case state[h.Var] == d.initial[h.Var]:
		state[h.Var] = uint16(h.Value)
		w.queue = append(w.queue, int32(d.offset[h.Var]+h.Value))
	}
}
