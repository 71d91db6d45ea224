package certificate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"

	"farbank/graph/disk"
	"farbank/model"
)

// A Verdict is the result of checking a valid certificate.
type Verdict struct {
	Claim  Claim
	Cost   int64 // Least: no plan costs less; Best: the value of the solution
	Length int   // Least: number of moves of the plan
	States int   // states listed, or, with tables, expanded
	Tables int
	Proof  bool // the certificate is a proof about unknowns, of Steps steps
	Steps  int64
}

// Check reads a certificate once, sequentially, and checks it against p with the reference
// interpreter, and proofs about unknowns with package farbank/constraint/proof. The error is an *Error
// if the certificate is not valid, that of r or of ctx, or a *model.OverflowError.
func Check(ctx context.Context, p *model.Problem, r io.Reader) (v *Verdict, err error) {
	return check(ctx, p, r, func(l *model.Layout) listing { return &tableStates{newTable(l.Words)} })
}

// A listing holds the states of a certificate, in memory or in files.
type listing interface {
	add(state []uint64, d int64) bool // reports false if the state is already present
	len() int64
	check(k *checker) error
}

// check is Check with the storage of states as a parameter.
func check(ctx context.Context, p *model.Problem, r io.Reader, list func(l *model.Layout) listing) (v *Verdict, err error) {
	defer func() {
		switch f := recover().(type) {
		case nil:
		case failure:
			v, err = nil, f.err
		default:
			panic(f)
		}
	}()
	l := model.NewLayout(p)
	in := newReader(r)
	in.header(p)
	if in.atStage() {
		return in.stages(ctx, p)
	}
	c := in.claim(l.Words)
	if err := Possible(p, c.Claim, c.Plan.Cost); err != nil {
		in.fail("%v", err)
	}
	t := list(l)
	in.states(c, newForms(p, l), t)
	if c.Claim == Least {
		cost := c.Plan.Cost
		c.Plan = in.plan(p)
		c.Plan.Cost = cost
	}
	in.end()
	return (&checker{ctx: ctx, p: p, c: c, t: t, l: l}).check()
}

// A checker checks the states of a certificate that was read.
type checker struct {
	ctx context.Context
	p   *model.Problem
	c   *Certificate
	t   listing
	l   *model.Layout
}

func (k *checker) check() (*Verdict, error) {
	if k.c.Claim == Least {
		_, cost, err := k.p.Verify(k.c.Plan)
		var bad *model.PlanError
		if errors.As(err, &bad) {
			return nil, &Error{Why: "the plan is not valid: " + bad.Error()}
		}
		if err != nil {
			return nil, err
		}
		if cost != k.c.Plan.Cost {
			return nil, &Error{Why: fmt.Sprintf("the plan costs %d, not %d", cost, k.c.Plan.Cost)}
		}
	}
	if len(k.c.Tables) > 0 {
		return checkTables(k.ctx, k.p, k.c)
	}
	if err := k.t.check(k); err != nil {
		return nil, err
	}
	return &Verdict{Claim: k.c.Claim, Cost: k.c.Plan.Cost, Length: len(k.c.Plan.Moves), States: int(k.t.len())}, nil
}

// eachStart calls give with every start state that must be at distance 0.
func (k *checker) eachStart(give func(state []uint64) error) error {
	if k.c.Claim == Least && k.c.Plan.Cost == 0 {
		return nil // nothing costs less than 0
	}
	words := make([]uint64, k.l.Words)
	for s, err := range k.p.Starts(k.ctx) {
		if err != nil {
			return err
		}
		k.l.Pack(s, words)
		if err := give(words); err != nil {
			return err
		}
	}
	return nil
}

// check checks states in memory.
func (t *tableStates) check(k *checker) error {
	err := k.eachStart(func(state []uint64) error {
		if i, _ := t.find(state); i < 0 || t.distance[i] != 0 {
			return errStart
		}
		return nil
	})
	if err != nil {
		return err
	}
	return t.moves(k)
}

// chunk is the number of states that a worker takes at a time.
const chunk = 512

// moves checks the moves of every state with several workers. It returns the error of the first
// faulty state.
func (t *tableStates) moves(k *checker) error {
	var mu sync.Mutex
	var group sync.WaitGroup
	next, failed := 0, t.n
	var fault error
	take := func() (from, to int) {
		mu.Lock()
		defer mu.Unlock()
		from = next
		if from >= failed {
			return 0, 0
		}
		next += chunk
		return from, min(from+chunk, t.n)
	}
	for range min(runtime.GOMAXPROCS(0), t.n/chunk+1) {
		group.Go(func() {
			w := k.newWorker()
			w.table = t.table
			for from, to := take(); from < to; from, to = take() {
				at, err := w.some(from, to)
				if err == nil {
					continue
				}
				mu.Lock()
				if at < failed {
					failed, fault = at, err
				}
				mu.Unlock()
				return
			}
		})
	}
	group.Wait()
	return fault
}

// A worker checks states one by one.
type worker struct {
	*checker
	step        *model.Stepper
	state, next model.State
	words       []uint64
	table       *table     // table or sort is set, not both
	sort        *disk.Sort // collects the successors
	record      []uint64
}

func (k *checker) newWorker() *worker {
	return &worker{checker: k, step: k.p.NewStepper(), words: make([]uint64, k.l.Words),
		state: make(model.State, len(k.p.Cells)), next: make(model.State, len(k.p.Cells))}
}

// some checks the states from..to and returns the first that fails.
func (w *worker) some(from, to int) (int, error) {
	for i := from; i < to; i++ {
		if err := w.ctx.Err(); err != nil {
			return i, context.Cause(w.ctx)
		}
		if err := w.one(w.table.state(i), w.table.distance[i]); err != nil {
			return i, err
		}
	}
	return to, nil
}

// one checks that a state is not a goal, and that no safe move leaves the set or leads too
// far.
func (w *worker) one(from []uint64, d int64) error {
	w.l.Unpack(from, w.state)
	if goal, err := w.p.AtGoal(w.state); err != nil {
		return err
	} else if goal {
		return &Error{Why: fmt.Sprintf("the state %s is a goal", nameOf(from))}
	}
	for _, m := range w.p.Moves {
		cost, ok, err := w.step.Step(m, w.state, w.next)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if safe, err := w.p.Safe(w.next); err != nil {
			return err
		} else if safe {
			if w.sort != nil {
				err = w.note(d, cost)
			} else {
				err = w.edge(from, d, m, cost)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// edge checks a safe move from a state at a distance to w.next.
func (w *worker) edge(from []uint64, at int64, m *model.Move, cost int64) error {
	w.l.Pack(w.next, w.words)
	j, _ := w.table.find(w.words)
	if w.c.Claim == None {
		if j < 0 {
			return &Error{Why: fmt.Sprintf("the safe move %s leads from the state %s out of the set", m, nameOf(from))}
		}
		return nil
	}
	d := w.c.Plan.Cost
	if j >= 0 {
		d = w.table.distance[j]
	}
	if cost < d-at { // at <= d <= the claimed cost, so this cannot overflow
		return &Error{Why: fmt.Sprintf("the move %s, of cost %d, leads from the state %s, at distance %d, to one at distance %d", m, cost, nameOf(from), at, d)}
	}
	return nil
}

func nameOf(state []uint64) string {
	line := appendState(nil, state)
	return string(line[:len(line)-1])
}
