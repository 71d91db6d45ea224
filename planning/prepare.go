package planning

import "context"

// A Prepared is a simplified task with its invariants.
type Prepared struct {
	Space     *Space
	Operators []int // by operator of the space: its number in the original task
}

// Prepare simplifies a task, computes its mutexes, and adds inverses of arrays that are always
// permutations. The invariants and the tables of heuristics use at most memory bytes; 0 means 1 GiB. The
// error is a *TaskError.
func Prepare(ctx context.Context, t *Task, memory int64) (*Prepared, error) {
	t, operators, err := begin(ctx, t)
	if err != nil {
		return nil, err
	}
	return invariants(ctx, t, operators, memory)
}

// begin is the part of Prepare before mutexes are computed. It returns the task and the numbers of its operators in t.
func begin(ctx context.Context, t *Task) (*Task, []int, error) {
	t, operators, err := simplified(t)
	if err != nil {
		return nil, nil, err
	}
	t, operators, _ = mergeFurther(ctx, t, operators, maxGroupWork)
	return t, operators, nil
}

// simplified validates and simplifies a task.
func simplified(t *Task) (*Task, []int, error) {
	if err := t.Validate(); err != nil {
		return nil, nil, err
	}
	t, operators := t.Simplify(nil)
	return t, operators, nil
}

// mergeFurther merges the mutex groups of a task whose operators have other numbers in the original one.
func mergeFurther(ctx context.Context, t *Task, operators []int, work int) (*Task, []int, bool) {
	t, groups, complete := t.mergeGroups(ctx, work)
	for i, k := range groups {
		groups[i] = operators[k]
	}
	return t, groups, complete
}

// invariants is the rest of Prepare.
func invariants(ctx context.Context, t *Task, operators []int, memory int64) (*Prepared, error) {
	if memory <= 0 {
		memory = usualRoom
	}
	m := findMutexes(ctx, t, memory/4)
	if m != nil {
		small, kept := t.Simplify(m)
		for i, k := range kept {
			kept[i] = operators[k]
		}
		changed := len(small.Operators) < len(t.Operators) || len(small.Axioms) < len(t.Axioms) || len(small.Variables) != len(t.Variables)
		t, operators = small, kept
		if len(t.Arrays) > 0 || changed {
			m = findMutexes(ctx, t, memory/4)
		}
		if wide := t.Inverses(m); wide != t {
			t, m = wide, findMutexes(ctx, wide, memory/4)
		}
	}
	s, err := NewSpace(t)
	if err != nil {
		return nil, err
	}
	s.Mutexes, s.room = m, memory
	return &Prepared{s, operators}, nil
}

// Plan translates a plan of the space into operators of the original task.
func (p *Prepared) Plan(plan []int) []int {
	list := make([]int, len(plan))
	for i, o := range plan {
		list[i] = p.Operators[o]
	}
	return list
}
