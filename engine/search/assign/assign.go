package assign

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"time"

	"farbank/engine"
	"farbank/model"
)

// staticNodes limits the search in the order of the unknowns, which finds the lexicographically
// first solution. A search with restarts follows.
const staticNodes = 20_000

// quickNodes limits counting one by one, before components are counted.
const quickNodes = 2_000

// Solve answers a question about a problem without moves. A plan is an assignment of the find
// cells; the kind of plan does not matter.
func Solve(ctx context.Context, p *model.Problem, q engine.Question, yield func(model.Plan) bool) (*engine.Answer, error) {
	j := &job{ctx: ctx, p: p, q: q, yield: yield, a: &engine.Answer{}, begun: time.Now()}
	conds := Conditions(p, q.FreeEnd)
	j.s = newSolver(ctx, p, conds)
	if q.Progress != nil {
		j.s.report = j.report
	}
	j.s.turn = engine.Turns(ctx)
	err := j.run()
	j.a.Stats.Nodes = j.s.nodes
	if errors.Is(err, errStop) {
		err = nil
	}
	if j.failed == nil {
		j.failed = notValid(j.judge(j.last))
	}
	if j.failed != nil {
		return nil, j.failed
	}
	return j.a, j.interrupted(err)
}

// A job is the work on one question.
type job struct {
	ctx      context.Context
	p        *model.Problem
	q        engine.Question
	yield    func(model.Plan) bool
	a        *engine.Answer
	s        *solver
	begun    time.Time
	failed   error // an overflow, or a solution that the interpreter rejects
	reported time.Time
	last     *model.Plan // the last solution found
}

func (j *job) report(nodes int64) {
	if now := time.Now(); now.Sub(j.reported) > 200*time.Millisecond {
		j.reported = now
		p := engine.Progress{Phase: "assign", States: nodes, Nodes: nodes, Elapsed: now.Sub(j.begun)}
		if j.p.Goals != nil && j.last != nil {
			p.Best = &j.last.Cost
		}
		j.q.Progress(p)
	}
}

// interrupted converts an ended context to a verdict.
func (j *job) interrupted(err error) error {
	_, err = j.a.Stop(j.ctx, err)
	return err
}

func (j *job) run() error {
	j.s.wakeAll()
	if !j.s.propagate() {
		if j.s.stopped == nil {
			j.none()
		}
		return j.s.stopped
	}
	switch {
	case j.p.Goals != nil && j.q.Plans == engine.Shortest:
		return j.optimize()
	case j.q.Want == engine.Count:
		return j.count()
	case j.q.Want == engine.All:
		j.s.found = func() bool { return j.pass(j.plan()) }
		err := j.s.search(j.s.hardest)
		if err == nil && j.a.Best == nil {
			j.none()
		}
		return err
	}
	return j.one()
}

func (j *job) none() {
	j.a.Status = engine.None
	if j.q.Want == engine.Count {
		j.a.Status, j.a.Count = engine.Solved, new(big.Int)
	}
}

// plan returns the current assignment, verified by the ground problem. If it is invalid, plan
// returns nil, and the search ends with an error. The caller judges plans by the text; if plans are
// only counted, the first is judged here.
func (j *job) plan() *model.Plan {
	plan := &model.Plan{Find: j.s.assignment()}
	var err error
	if _, plan.Cost, err = j.p.VerifyGround(*plan, !j.q.FreeEnd); err == nil && j.last == nil {
		err = j.judge(plan)
	}
	j.last = plan
	if err != nil {
		j.failed = notValid(err)
		return nil
	}
	return plan
}

// judge validates a plan by the text if plans are only counted.
func (j *job) judge(plan *model.Plan) error {
	if plan == nil || j.q.Want != engine.Count {
		return nil
	}
	verify := j.p.Verify
	if j.q.FreeEnd {
		verify = j.p.VerifyWalk
	}
	_, _, err := verify(*plan)
	return err
}

func notValid(err error) error {
	var broken *model.PlanError
	if errors.As(err, &broken) {
		return fmt.Errorf("the solver found values that are not valid: %w", err)
	}
	return err
}

// pass passes a plan to the caller and reports whether to continue.
func (j *job) pass(plan *model.Plan) bool {
	if plan == nil {
		return false
	}
	if j.a.Best == nil {
		j.a.Best = plan
	}
	j.a.Given++
	return j.yield(*plan) && (j.q.Limit <= 0 || j.a.Given < j.q.Limit)
}

// one searches for one solution: with a node limit in the order of the unknowns, then by dom/wdeg
// with restarts.
func (j *job) one() error {
	s := j.s
	s.found = func() bool { j.a.Best = j.plan(); return false }
	if s.limit = staticNodes; j.q.First == engine.Lexicographic {
		s.limit = 0
	}
	err := s.search(s.inOrder)
	for tries := int64(1000); errors.Is(err, errNodes); tries += tries / 2 {
		s.limit = s.nodes + tries
		err = s.search(s.hardest)
		s.random = rand.New(rand.NewPCG(1, uint64(tries)))
	}
	if err == nil {
		j.none()
	}
	return err
}

// count returns the number of solutions: the product over the independent parts.
func (j *job) count() error {
	total := big.NewInt(1)
	parts := j.s.parts()
	if j.s.wide { // every solution must be verified as a whole
		parts = [][]int32{j.s.order}
	}
	for _, part := range parts {
		if len(part) == 1 && len(j.s.watch[part[0]]) == 0 {
			total.Mul(total, j.s.choices(part[0]).whole())
			continue
		}
		n, err := j.countPart(part, len(parts) == 1)
		if err != nil {
			if len(parts) == 1 {
				j.a.Count = n.whole() // so far
			}
			return err
		}
		total.Mul(total, n.whole())
	}
	j.a.Count = total
	return nil
}

// countPart counts the assignments of a part. alone reports whether it is the only part.
func (j *job) countPart(part []int32, alone bool) (tally, error) {
	c := newCounter(j.s, j.q.Memory, func() bool { return j.plan() != nil })
	if !alone {
		c.divided++
	}
	if j.s.wide {
		return c.one(part)
	}
	j.s.limit = j.s.nodes + quickNodes
	n, err := c.one(part)
	if j.s.limit = 0; errors.Is(err, errNodes) {
		return c.count(part)
	}
	return n, err
}

// parts partitions the unknowns into sets that no constraint connects.
func (s *solver) parts() [][]int32 {
	leader := make([]int32, s.p.NumFind)
	for v := range leader {
		leader[v] = int32(v)
	}
	find := func(v int32) int32 {
		for leader[v] != v {
			leader[v] = leader[leader[v]]
			v = leader[v]
		}
		return v
	}
	for _, c := range s.constraints {
		vs := c.unknowns()
		for _, v := range vs {
			leader[find(v)] = find(vs[0])
		}
	}
	byLeader := map[int32]int{}
	var parts [][]int32
	for _, v := range s.order {
		l := find(v)
		k, ok := byLeader[l]
		if !ok {
			k = len(parts)
			byLeader[l] = k
			parts = append(parts, nil)
		}
		parts[k] = append(parts[k], v)
	}
	return parts
}

// optimize finds the optimal value of the objective by branch and bound. It then lists or counts
// the optimal solutions, if the question asks for that.
func (j *job) optimize() error {
	s := j.s
	o := newObjective(j.p)
	s.objective = o
	s.constraints = append(s.constraints, o)
	s.link()
	bound := o.bound(s)
	if bound != minInf && bound != maxInf {
		j.a.Bound = &bound
		j.q.Shared.Prove(bound)
	}
	for tries, err := int64(2000), errNodes; errors.Is(err, errNodes); tries += tries / 2 {
		s.limit = s.nodes + tries
		if plan, ok := j.q.Shared.Best(); ok && o.improves(plan.Cost) {
			j.a.Best, o.best, o.known = &plan, plan.Cost, true
		}
		s.found = func() bool {
			plan := j.plan()
			if plan != nil && o.improves(plan.Cost) {
				j.a.Best, o.best, o.known = plan, plan.Cost, true
				j.q.Shared.Offer(*plan)
			}
			return plan != nil
		}
		if err = s.search(s.hardest); err != nil && !errors.Is(err, errNodes) {
			return err
		}
	}
	if j.a.Best == nil {
		j.a.Bound = nil
		j.none()
		return nil
	}
	j.a.Bound = &o.best
	if j.q.Want == engine.One && j.q.First == engine.AnyFirst {
		return nil
	}
	o.exact = true
	return j.allBest()
}

// allBest lists or counts the optimal solutions.
func (j *job) allBest() error {
	n := tally{}
	j.s.limit = 0
	j.s.found = func() bool {
		plan := j.plan()
		if plan == nil || plan.Cost != j.a.Best.Cost {
			return plan != nil
		}
		switch j.q.Want {
		case engine.All:
			return j.pass(plan)
		case engine.One:
			j.a.Best = plan
			return false
		}
		n = n.plus(one)
		return true
	}
	j.s.wakeAll()
	if !j.s.propagate() {
		if j.s.stopped != nil {
			return j.s.stopped
		}
		return fmt.Errorf("the optimal value is no longer possible")
	}
	pick := j.s.hardest
	if j.q.First == engine.Lexicographic {
		pick = j.s.inOrder
	}
	err := j.s.search(pick)
	if j.q.Want == engine.Count {
		j.a.Count = n.whole()
	}
	return err
}

// Each calls yield with every assignment of the find cells that satisfies the requirements, until
// yield returns false. For a problem with moves these determine the initial states.
func Each(ctx context.Context, p *model.Problem, yield func(find []int64) bool) error {
	s := newSolver(ctx, p, Conditions(p, false))
	s.wakeAll()
	if !s.propagate() {
		return s.stopped
	}
	var failed error
	s.found = func() bool {
		find := s.assignment()
		broken, err := p.Required(find)
		if err == nil && len(broken) > 0 {
			err = fmt.Errorf("the solver found values that are not valid: %s", broken[0])
		}
		failed = err
		return err == nil && yield(find)
	}
	err := s.search(s.inOrder)
	if failed != nil {
		return failed
	}
	if errors.Is(err, errStop) {
		return nil
	}
	return err
}
