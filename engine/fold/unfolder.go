package fold

import (
	"context"
	"sync"

	"farbank/model"
	"farbank/model/native"
)

// An unfolder computes the values of the next cell that violate no requirement.
type unfolder struct {
	p       *model.Problem
	layout  *model.Layout
	code    *native.Assignments
	testers sync.Pool
	mu      sync.Mutex
	err     error // the first error of the machine code
}

// with calls f with a tester that no other goroutine uses.
func (u *unfolder) with(f func(*native.Tester) error) {
	t, _ := u.testers.Get().(*native.Tester)
	var err error
	if t == nil {
		t, err = u.code.Tester(context.Background())
	}
	if err == nil {
		err = f(t)
	}
	if err == nil {
		u.testers.Put(t)
		return
	}
	u.fail(err)
}

// fail stores the first error.
func (u *unfolder) fail(err error) {
	if err == nil {
		return
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.err == nil {
		u.err = err
	}
}

// full reports whether a is complete.
func (u *unfolder) full(a assignment) bool { return a.k == u.p.NumFind }

// children calls child with each extension of a by one cell.
func (u *unfolder) children(a assignment, child func(assignment) bool) {
	if u.full(a) {
		return
	}
	var room [64]int64
	var values []int64
	u.with(func(t *native.Tester) (err error) {
		values, err = t.Values(a.k, a.words[:u.layout.Words], room[:0])
		return err
	})
	f := u.layout.Fields[a.k]
	next := a
	next.k++
	for _, v := range values {
		next.words[f.Word] = a.words[f.Word] | uint64(v)<<f.Shift
		if !child(next) {
			return
		}
	}
}

// find returns the values of a as the problem numbers its cells.
func (u *unfolder) find(a assignment) []int64 {
	state := make(model.State, len(u.p.Cells))
	u.layout.Unpack(a.words[:u.layout.Words], state)
	return state[:u.p.NumFind]
}
