package assign

import (
	"context"
	"errors"
	"math/rand/v2"
	"runtime"

	"farbank/model"
)

// A solver holds the domains and constraints of a problem and searches for solutions.
type solver struct {
	domains
	ctx         context.Context
	p           *model.Problem
	constraints []constraint
	allDiffs    []*allDiff
	watch       [][]int32 // by unknown: the constraints on it
	point       model.State
	queue       []int32
	queued      []bool
	runs        []int32 // by constraint: number of calls in the current propagation
	asked       []int32 // the constraints for which runs is not 0
	wide        bool    // arithmetic may overflow 64 bits
	stopped     error   // the cause if the context ended during a propagation
	asks        uint    // calls of propagators, for checking the context
	weight      []int64 // by unknown: number of failures of its constraints
	order       []int32 // the unknowns to fix, in this order
	random      *rand.Rand
	nodes       int64
	limit       int64 // node limit; 0 means no limit
	report      func(nodes int64)
	turn        func(work int64) // nil: no other engine lists the same solutions
	found       func() bool      // called with all unknowns fixed; false: stop

	objective *objective
}

// errNodes reports that the node limit was reached.
var errNodes = errors.New("node limit")

// askWork is the work of a call of a propagator; see engine.Turns.
const askWork = 50

// errStop reports that found returned false.
var errStop = errors.New("stopped")

func newSolver(ctx context.Context, p *model.Problem, conds []*model.Expr) *solver {
	s := &solver{ctx: ctx, p: p, point: make(model.State, len(p.Cells))}
	for i := range p.NumFind {
		s.add(p.Cells[i].Lo, p.Cells[i].Hi)
		s.order = append(s.order, int32(i))
	}
	s.weight = make([]int64, p.NumFind)
	s.compile(conds)
	s.link()
	return s
}

// link records for each unknown the constraints to wake.
func (s *solver) link() {
	s.watch = make([][]int32, s.p.NumFind)
	s.queued = make([]bool, len(s.constraints))
	s.runs = make([]int32, len(s.constraints))
	for c, k := range s.constraints {
		for _, v := range k.unknowns() {
			s.watch[v] = append(s.watch[v], int32(c))
		}
	}
}

// wakeAll queues every constraint.
func (s *solver) wakeAll() {
	for c := range s.constraints {
		s.wake(int32(c))
	}
}

func (s *solver) wake(c int32) {
	if !s.queued[c] {
		s.queued[c] = true
		s.queue = append(s.queue, c)
	}
}

// wakeDirty queues the constraints on changed unknowns.
func (s *solver) wakeDirty() {
	for _, v := range s.dirty {
		s.marked[v] = false
		for _, c := range s.watch[v] {
			s.wake(c)
		}
	}
	s.dirty = s.dirty[:0]
}

// propagate runs propagators until a fixed point. It reports false on a conflict.
func (s *solver) propagate() bool {
	if s.objective != nil { // it may have tightened
		s.wake(int32(len(s.constraints) - 1))
	}
	defer func() {
		for _, c := range s.asked {
			s.runs[c] = 0
		}
		s.asked = s.asked[:0]
	}()
	for head := 0; ; head++ {
		s.wakeDirty()
		if head == len(s.queue) {
			s.queue = s.queue[:0]
			return true
		}
		if head&0xFFF == 0xFFF {
			s.queue = s.queue[:copy(s.queue, s.queue[head:])]
			head = 0
		}
		if s.asks++; s.asks&0xFF == 0 {
			if s.turn != nil {
				s.turn(int64(s.asks) * askWork)
			}
			if s.ended() {
				s.stopped = context.Cause(s.ctx)
				s.drop()
				return false
			}
		}
		c := s.queue[head]
		s.queued[c] = false
		if !s.worthwhile(c) {
			continue
		}
		if !s.constraints[c].propagate(s) {
			for _, v := range s.constraints[c].unknowns() {
				s.weight[v]++
			}
			s.drop()
			return false
		}
	}
}

// maxRuns limits the runs of a constraint in one propagation if it has an unbounded domain: x < y
// and y < x would narrow each other by 1 forever.
const maxRuns = 64

func (s *solver) worthwhile(c int32) bool {
	if s.runs[c] == 0 {
		s.asked = append(s.asked, c)
	}
	s.runs[c]++
	if s.runs[c] <= maxRuns {
		return true
	}
	for _, v := range s.constraints[c].unknowns() {
		if s.words[v] == nil && !s.fixed(v) {
			return false
		}
	}
	return true
}

// drop clears the queue after a conflict.
func (s *solver) drop() {
	for _, c := range s.queue {
		s.queued[c] = false
	}
	s.queue = s.queue[:0]
	for _, v := range s.dirty {
		s.marked[v] = false
	}
	s.dirty = s.dirty[:0]
}

// search fixes the remaining unknowns in all ways that the constraints allow. It returns nil if the
// search was complete, else errNodes, errStop or the cause of the end of the context.
func (s *solver) search(choose func() int32) error {
	if err := s.count(); err != nil {
		return err
	}
	v := choose()
	if v < 0 {
		if !s.found() {
			return errStop
		}
		return nil
	}
	if s.words[v] == nil && s.size[v] > 64 {
		return s.split(v, choose)
	}
	values := s.values(v)
	for _, x := range values {
		mark := len(s.trail)
		if err := s.under(mark, s.fix(v, x), choose); err != nil {
			return err
		}
	}
	return nil
}

// values returns the values of v: in ascending order, or in random order after a restart.
func (s *solver) values(v int32) []int64 {
	values := make([]int64, 0, s.size[v])
	for x, ok := s.lo[v], true; ok; x, ok = s.after(v, x) {
		values = append(values, x)
	}
	if s.random != nil {
		s.random.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
	}
	return values
}

// split halves a large domain.
func (s *solver) split(v int32, choose func() int32) error {
	mid := s.lo[v] + int64((uint64(s.hi[v])-uint64(s.lo[v]))/2)
	for _, lower := range []bool{true, false} {
		mark := len(s.trail)
		ok := false
		if lower {
			ok = s.setHi(v, mid)
		} else {
			ok = s.setLo(v, mid+1)
		}
		if err := s.under(mark, ok, choose); err != nil {
			return err
		}
	}
	return nil
}

// under searches below a branch if ok, and then undoes the branch.
func (s *solver) under(mark int, ok bool, choose func() int32) error {
	if ok && s.propagate() {
		if err := s.search(choose); err != nil {
			s.back(mark, s.allDiffs)
			return err
		}
	}
	s.drop()
	s.back(mark, s.allDiffs)
	return s.stopped
}

// count counts a node. It returns an error if the search must end.
func (s *solver) count() error {
	s.nodes++
	if s.limit > 0 && s.nodes > s.limit {
		return errNodes
	}
	if s.stopped != nil {
		return s.stopped
	}
	if s.nodes&0xFF == 0 {
		if s.ended() {
			return context.Cause(s.ctx)
		}
		if s.report != nil {
			s.report(s.nodes)
		}
	}
	return nil
}

// inOrder returns the first unknown that is not fixed, or -1.
func (s *solver) inOrder() int32 {
	for _, v := range s.order {
		if !s.fixed(v) {
			return v
		}
	}
	return -1
}

// hardest returns the unknown with the smallest ratio of domain size to weight, or -1.
func (s *solver) hardest() int32 {
	best := int32(-1)
	var size, weight float64
	for _, v := range s.order {
		if s.fixed(v) {
			continue
		}
		n, w := float64(s.size[v]), float64(s.weight[v]+int64(len(s.watch[v])))+1e-3
		if best < 0 || n*weight < size*w {
			best, size, weight = v, n, w
		}
	}
	return best
}

// assignment returns the values of the unknowns, which are all fixed.
func (s *solver) assignment() []int64 {
	return append([]int64(nil), s.lo[:s.p.NumFind]...)
}

// ended reports whether the context has ended.
func (s *solver) ended() bool {
	if runtime.GOOS == "js" {
		runtime.Gosched() // a browser does not preempt goroutines
	}
	return s.ctx.Err() != nil
}
