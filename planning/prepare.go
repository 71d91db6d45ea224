package planning

import "context"

// A Prepared task has what cannot matter left out, and what is always so found out.
type Prepared struct {
	Space     *Space
	Operators []int // by operator of the space: its number in the task that was given
}

// Prepare simplifies a task, finds its mutexes, and adds inverse views of arrays that are
// always permutations. What is found out about it, and the tables of heuristics, may take so
// many bytes (0: 1 GiB). The error is a *TaskError.
func Prepare(ctx context.Context, t *Task, memory int64) (*Prepared, error) {
	if memory <= 0 {
		memory = usualRoom
	}
	if err := t.Validate(); err != nil {
		return nil, err
	}
	t, operators := t.Simplify(nil)
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

// Plan puts the operators of the task that was given for those of the space.
func (p *Prepared) Plan(plan []int) []int {
	list := make([]int, len(plan))
	for i, o := range plan {
		list[i] = p.Operators[o]
	}
	return list
}
