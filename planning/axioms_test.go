package planning

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// randomTasks generates random tasks: first plain ones without axioms, then derived ones with axioms.
func randomTasks(plain, derived uint64) iter.Seq2[uint64, *Task] {
	return func(yield func(uint64, *Task) bool) {
		for seed := range seeds(plain) {
			if !yield(seed, randomTask(seed)) {
				return
			}
		}
		for seed := range seeds(derived) {
			if !yield(1_000_000+seed, randomAxioms(1_000_000+seed)) {
				return
			}
		}
	}
}

// randomAxioms generates a task with axioms. It omits axioms that would prevent a stratification.
func randomAxioms(seed uint64) *Task {
	t := randomTask(seed)
	r := rand.New(rand.NewPCG(seed, 11))
	m := maker{r, t}
	first := len(t.Variables)
	for v := range 1 + r.IntN(5) {
		size := 2 + r.IntN(5)/4
		t.Variables = append(t.Variables, Variable{Name: fmt.Sprint("d", v), Size: size})
		t.Init = append(t.Init, r.IntN(size))
	}
	for range 2 + r.IntN(10) {
		v := first + r.IntN(len(t.Variables)-first)
		a := Axiom{m.facts(r.IntN(12) / 4), Fact{v, (t.Init[v] + 1 + r.IntN(t.Variables[v].Size-1)) % t.Variables[v].Size}}
		if t.Axioms = append(t.Axioms, a); t.Validate() != nil {
			t.Axioms = t.Axioms[:len(t.Axioms)-1]
		}
	}
	with := func(list []Fact) []Fact {
		f := Fact{first + r.IntN(len(t.Variables)-first), 0}
		f.Value = r.IntN(t.Variables[f.Var].Size)
		if r.IntN(3) == 0 && !slices.ContainsFunc(list, func(g Fact) bool { return g.Var == f.Var }) {
			list = append(list, f)
		}
		return list
	}
	for i := range t.Operators {
		o := &t.Operators[i]
		o.Pre = with(o.Pre)
		for k := range o.Effects {
			if o.Effects[k].When != nil {
				o.Effects[k].When = with(o.Effects[k].When)
			}
		}
		for k := range o.Some {
			o.Some[k] = with(o.Some[k])
		}
	}
	t.Goal = with(with(t.Goal))
	return t
}

// TestDerive compares derived values with the least fixpoint of each layer, found by trying all values, for
// both implementations.
func TestDerive(t *testing.T) {
	recursive, several, choices := 0, 0, 0
	for seed := range seeds(1000) {
		task := randomAxioms(seed)
		s, err := NewSpace(task)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(task.Axioms) == 0 {
			continue
		}
		l, _ := task.layers()
		r := rand.New(rand.NewPCG(seed, 13))
		for range 10 {
			state := make([]int, len(task.Variables))
			for v := range state {
				state[v] = r.IntN(task.Variables[v].Size)
			}
			got := task.Derive(state)
			fast := stateOf(state)
			s.derive.derive(fast)
			if !slices.Equal(fast, stateOf(got)) {
				t.Fatalf("seed %d: %v becomes %v, want %v", seed, state, fast, got)
			}
			for layer := range l.count {
				least(t, seed, task, l, layer, got)
			}
			for v, x := range got {
				if l.layer[v] < 0 && x != state[v] {
					t.Fatalf("seed %d: %v becomes %v", seed, state, got)
				}
			}
		}
		for v := range l.layer {
			if l.recursive[v] {
				recursive++
			}
			if l.choice[v] {
				choices++
			}
		}
		if l.count > 1 {
			several++
		}
	}
	t.Log(recursive, several, choices)
	if recursive < 30 || several < 100 || choices < 30 {
		t.Errorf("only %d recursive, %d with several layers, %d choices", recursive, several, choices)
	}
}

// least checks the values of one layer against the definition, given the layers below it.
func least(t *testing.T, seed uint64, task *Task, l *layering, layer int, got []int) {
	t.Helper()
	var vars []int
	for v := range l.layer {
		if l.layer[v] == layer {
			vars = append(vars, v)
		}
	}
	state := slices.Clone(got)
	closed := func() bool {
		last := map[int]int{}
		for _, a := range task.Axioms {
			if l.layer[a.Var] == layer && Holds(state, a.When, nil) {
				last[a.Var] = a.Value
			}
		}
		for _, v := range vars {
			x, holds := last[v]
			if holds && state[v] != x || !holds && l.choice[v] && state[v] != task.Init[v] {
				return false
			}
		}
		return true
	}
	if !closed() {
		t.Fatalf("seed %d: the axioms of layer %d are not satisfied in %v", seed, layer, got)
	}
	var all func(k int)
	all = func(k int) {
		if k < len(vars) {
			for x := range task.Variables[vars[k]].Size {
				state[vars[k]] = x
				all(k + 1)
			}
			return
		}
		if !closed() {
			return
		}
		for _, v := range vars {
			if !l.choice[v] && got[v] != task.Init[v] && state[v] == task.Init[v] {
				t.Fatalf("seed %d: %v is a lesser fixpoint than %v", seed, state, got)
			}
		}
	}
	all(0)
}

// TestRelaxed checks that each step of a task with axioms is a step of the relaxed task, followed by steps
// of axioms that set variables to the values after the step only.
func TestRelaxed(t *testing.T) {
	steps := 0
	for seed := range seeds(1000) {
		task := randomAxioms(seed)
		plain := explorePlainly(task, 300)
		if plain == nil {
			continue
		}
		relaxed := task.relaxed()
		if err := relaxed.Validate(); err != nil {
			t.Fatal(err)
		}
		for _, e := range plain.edges {
			before, after := plain.states[e.from], plain.states[e.to]
			if !relaxed.Operators[e.op].Applies(before) {
				t.Fatalf("seed %d: operator %d does not apply", seed, e.op)
			}
			now := relaxed.Operators[e.op].Apply(before)
			for changed := true; changed; {
				changed = false
				for _, o := range relaxed.Operators[len(task.Operators):] {
					if f := o.Effects[0].Fact; now[f.Var] != f.Value && after[f.Var] == f.Value && o.Applies(now) {
						now, changed = o.Apply(now), true
						steps++
					}
				}
			}
			if !slices.Equal(now, after) {
				t.Fatalf("seed %d: %v after operator %d, want %v", seed, now, e.op, after)
			}
		}
	}
	if steps < 1000 {
		t.Errorf("only %d steps", steps)
	}
}

// TestAxiomErrors checks the errors of invalid axioms.
func TestAxiomErrors(t *testing.T) {
	task := func(axioms ...Axiom) *Task {
		return &Task{Variables: []Variable{{Name: "lamp", Size: 2}, {Name: "lit", Size: 2}, {Name: "dark", Size: 3}}, Init: []int{0, 0, 0},
			Operators: []Operator{{Name: "switch", Effects: []Effect{{Fact: Fact{0, 1}}}}}, Axioms: axioms}
	}
	lit, dark := Fact{1, 1}, Fact{2, 1}
	for _, c := range []struct {
		t    *Task
		want string
	}{
		{task(Axiom{[]Fact{{0, 1}}, lit}, Axiom{[]Fact{{1, 0}}, dark}), ""},
		{task(Axiom{[]Fact{dark}, lit}, Axiom{[]Fact{lit}, dark}), ""},
		{task(Axiom{nil, Fact{3, 1}}), "axiom 0: there is no variable 3"},
		{task(Axiom{[]Fact{{0, 2}}, lit}), "axiom 0: variable 0 (lamp) has no value 2"},
		{task(Axiom{[]Fact{{0, 1}, {0, 0}}, lit}), "axiom 0: variable 0 (lamp) occurs twice"},
		{task(Axiom{nil, Fact{1, 0}}), "axiom 0: variable 1 (lit) has the value 0 by default"},
		{task(Axiom{nil, Fact{0, 1}}), "operator 0 (switch): variable 0 (lamp) is derived: only axioms give it a value"},
		{task(Axiom{[]Fact{{1, 0}}, lit}), "axiom 0: it derives lit=1 if lit=0, which depends on that variable: the axioms cannot be stratified"},
		{task(Axiom{[]Fact{dark}, lit}, Axiom{[]Fact{{1, 0}}, dark}), "axiom 1: it derives dark=1 if lit=0, which depends on that variable: the axioms cannot be stratified"},
		{task(Axiom{[]Fact{dark}, lit}, Axiom{[]Fact{lit}, dark}, Axiom{nil, Fact{2, 2}}), "axiom 0: it derives lit=1 if dark=1, which depends on that variable: the axioms cannot be stratified"},
	} {
		err := c.t.Validate()
		if c.want == "" && err != nil || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%v: %v, want %s", c.t.Axioms, err, c.want)
		}
	}
}

// TestAxiomsRefused checks that methods without support for axioms refuse them or are not chosen.
func TestAxiomsRefused(t *testing.T) {
	task := &Task{Variables: []Variable{{Name: "lamp", Size: 2}, {Name: "lit", Size: 2}}, Init: []int{0, 0},
		Operators: []Operator{{Name: "switch", Cost: 1, Effects: []Effect{{Fact: Fact{0, 1}}}}},
		Axioms:    []Axiom{{[]Fact{{0, 1}}, Fact{1, 1}}}, Goal: []Fact{{1, 1}}}
	r, err := Solve(t.Context(), task, SolveOptions{Search: ByBothEnds})
	if err != nil || r.Reason != ErrDerived || !strings.Contains(r.Reason.Error(), "axioms") {
		t.Errorf("from both ends: %+v, %v", r, err)
	}
	s := prepared(t, task)
	if orNil(FindSymmetries(t.Context(), s)) != nil || orNil(NewReverse(t.Context(), s)) != nil || orNil(NewAdditive(t.Context(), s)) != nil || orNil(NewPermutation(t.Context(), s)) != nil {
		t.Error("a task with axioms was not refused")
	}
	if r, err := Solve(t.Context(), task, SolveOptions{}); err != nil || r.Status != Solved || r.Cost != 1 {
		t.Errorf("%+v, %v", r, err)
	}
}
