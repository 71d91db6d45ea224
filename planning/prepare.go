package planning

import "context"

// A Prepared task has what cannot matter left out, and what is always so found out.
type Prepared struct {
	Space     *Space
	Operators []int // by operator of the space: its number in the task that was given
}

// Prepare simplifies a task, finds its mutexes, and adds inverse views of arrays that are
// always permutations. The error is a *TaskError.
func Prepare(ctx context.Context, t *Task) (*Prepared, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	t, operators := t.Simplify(nil)
	m := FindMutexes(ctx, t)
	if m != nil {
		small, kept := t.Simplify(m)
		for i, k := range kept {
			kept[i] = operators[k]
		}
		changed := len(small.Operators) < len(t.Operators) || len(small.Variables) != len(t.Variables)
		t, operators = small, kept
		if len(t.Arrays) > 0 || changed {
			m = FindMutexes(ctx, t)
		}
		if wide := t.Inverses(m); wide != t {
			t, m = wide, FindMutexes(ctx, wide)
		}
	}
	s, err := NewSpace(t)
	if err != nil {
		return nil, err
	}
	s.Mutexes = m
	return &Prepared{s, operators}, nil
}

// Plan puts the operators of the task that was given for those of the space.
func (p *Prepared) Plan(plan []int) []int {
	list := make([]int, len(plan))
	for i, o := range plan {
		list[i] = p.Operators[o]
	}
	return list
}
