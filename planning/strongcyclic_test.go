package planning

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// randomChoices returns a random task whose operators lead to a choice of chance among one to three outcomes, and marks the operators
// of chance.
func randomChoices(seed uint64, t *Task) (*Task, []bool) {
	r := rand.New(rand.NewPCG(seed, 5))
	pending := len(t.Variables)
	out := *t
	out.Mutexes, out.Arrays, out.inverses = nil, nil, nil
	out.Variables = append(slices.Clone(t.Variables), Variable{Name: "pending", Size: len(t.Operators) + 1})
	out.Init = append(slices.Clone(t.Init), 0)
	out.Operators = nil
	var chance []bool
	for i, o := range t.Operators {
		start := o
		start.Pre = append(slices.Clone(o.Pre), Fact{pending, 0})
		start.Effects = []Effect{{Fact: Fact{pending, i + 1}}}
		out.Operators, chance = append(out.Operators, start), append(chance, false)
		for k := range 1 + r.IntN(3) {
			result := Operator{Name: o.Name, Cost: o.Cost, Pre: []Fact{{pending, i + 1}}}
			from := o
			if k > 0 {
				from = t.Operators[r.IntN(len(t.Operators))]
			}
			result.Effects = append(slices.Clone(from.Effects), Effect{Fact: Fact{pending, 0}})
			out.Operators, chance = append(out.Operators, result), append(chance, true)
		}
	}
	return &out, chance
}

// plainSure returns the reachable states with their successors by operator, and those from which the goal can be reached with probability
// 1: the greatest set of states from which a goal can be reached without a choice that may leave the set.
func plainSure(s *Space, chance []bool, limit int) (number map[string]int, sure []bool) {
	number = map[string]int{}
	var states []State
	add := func(x State) int {
		packed := make([]uint64, s.words)
		s.pack(x, packed)
		k := stateKey(packed)
		n, ok := number[k]
		if !ok {
			n = len(states)
			number[k] = n
			states = append(states, slices.Clone(x))
		}
		return n
	}
	add(s.begin)
	var next [][]int
	var random []bool
	for n := 0; n < len(states); n++ {
		if n > limit {
			return nil, nil
		}
		var to []int
		by := false
		if !s.isGoal(states[n]) {
			for _, op := range s.applicable(states[n], nil) {
				after := make(State, len(s.begin))
				s.after(int(op), states[n], after)
				to = append(to, add(after))
				by = chance[op]
			}
		}
		next, random = append(next, to), append(random, by)
	}
	sure = make([]bool, len(states))
	for n := range sure {
		sure[n] = true
	}
	for changed := true; changed; {
		changed = false
		good := make([]bool, len(states))
		for more := true; more; {
			more = false
			for n, to := range next {
				if good[n] || !sure[n] {
					continue
				}
				is := s.isGoal(states[n])
				for _, k := range to {
					is = is || good[k]
				}
				for _, k := range to {
					is = is && (!random[n] || sure[k])
				}
				if is {
					good[n], more = true, true
				}
			}
		}
		for n := range sure {
			if sure[n] && !good[n] {
				sure[n], changed = false, true
			}
		}
	}
	return number, sure
}

// TestStrongCyclic compares policies for random tasks with the states from which the goal is reached with probability 1, and follows the
// policies.
func TestStrongCyclic(t *testing.T) {
	solved, none := 0, 0
	for seed, task := range randomTasks(200, 0) {
		task, chance := randomChoices(seed, task)
		s, err := NewSpace(task)
		if err != nil {
			t.Fatal(seed, err)
		}
		number, sure := plainSure(s, chance, 3000)
		if sure == nil {
			continue
		}
		p, err := StrongCyclic(t.Context(), task, chance, Options{})
		if err != nil {
			t.Fatal(seed, err)
		}
		if want := map[bool]Status{true: Solved, false: Infeasible}[sure[0]]; p.Status != want {
			t.Fatalf("%d: %v %v, not %v", seed, p.Status, p.Reason, want)
		}
		if !sure[0] {
			none++
			continue
		}
		solved++
		follow(t, seed, s, chance, p, number, sure)
	}
	if solved < 15 || none < 15 {
		t.Errorf("%d solved and %d not", solved, none)
	}
}

// follow checks that a policy has an operator wherever it leads to, and that the goal can be reached from everywhere there.
func follow(t *testing.T, seed uint64, s *Space, chance []bool, p *Policy, number map[string]int, sure []bool) {
	t.Helper()
	key := func(x State) string {
		packed := make([]uint64, s.words)
		s.pack(x, packed)
		return stateKey(packed)
	}
	seen := map[string]bool{key(s.begin): true}
	queue := []State{s.begin}
	back := map[string][]string{}
	var goals []string
	for ; len(queue) > 0; queue = queue[1:] {
		x := queue[0]
		if !sure[number[key(x)]] {
			t.Fatalf("%d: the policy leads to a state from which the goal is not sure", seed)
		}
		if s.isGoal(x) {
			goals = append(goals, key(x))
			continue
		}
		ops := s.applicable(x, nil)
		if len(ops) > 0 && !chance[ops[0]] {
			values := make([]int, len(x))
			for v := range x {
				values[v] = int(x[v])
			}
			op, ok := p.Operator(values)
			if !ok || !slices.Contains(ops, int32(op)) {
				t.Fatalf("%d: no operator, or one that does not apply", seed)
			}
			ops = []int32{int32(op)}
		}
		for _, op := range ops {
			after := make(State, len(x))
			s.after(int(op), x, after)
			back[key(after)] = append(back[key(after)], key(x))
			if !seen[key(after)] {
				seen[key(after)] = true
				queue = append(queue, after)
			}
		}
	}
	fine := map[string]bool{}
	for ; len(goals) > 0; goals = goals[1:] {
		if !fine[goals[0]] {
			fine[goals[0]] = true
			goals = append(goals, back[goals[0]]...)
		}
	}
	if len(fine) < len(seen) {
		t.Fatalf("%d: the goal cannot be reached from %d of %d states of the policy", seed, len(seen)-len(fine), len(seen))
	}
}
