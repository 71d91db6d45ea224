package temporal

import "context"

// FindWithin is like Find with a maximum number of nodes of each search.
var FindWithin = find

// Shorten returns a plan that is no longer, for a task in which nothing takes time.
func (t *Task) Shorten(ctx context.Context, plan []int32) []int32 { return t.shorten(ctx, plan) }

// IsPlan reports whether actions are a plan of a task in which nothing takes time.
func (t *Task) IsPlan(plan []int32) bool { return (&shortener{t: t, acts: plan}).walk() }

// Applies reports whether each of some actions applies after those before it.
func (t *Task) Applies(plan []int32) bool {
	s := &shortener{t: t, acts: plan}
	s.walk()
	return len(s.states) == len(plan)+1
}

// FindSequence searches for a plan without overlap by the translation to the finite-domain representation. It reports whether
// that covers all actions.
func (t *Task) FindSequence(ctx context.Context) (out Outcome, valid, all bool) {
	c, ok := newClassical(ctx, t)
	if !ok {
		return Outcome{}, true, false
	}
	list := c.find(ctx)
	if list == nil {
		return Outcome{}, true, c.left == 0
	}
	out, valid = t.sequence(list)
	return out, valid, c.left == 0
}

// Needed returns the task without the actions that no plan needs, and the numbers of its actions.
func (t *Task) Needed() (*Task, []int) { return t.needed() }
