// Package oracle answers questions about small problems by listing plans with the interpreter of
// the text (lang/judge), and generates random problems (internal/testing/generated). Tests compare
// engines with it.
package oracle

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"

	"farbank/engine"
	"farbank/lang/judge"
	"farbank/model"
)

// ErrTooMany reports that a problem has too many plans to list.
var ErrTooMany = errors.New("too many plans to list")

// ErrTooDear reports that the cost of a plan does not fit 64 bits.
var ErrTooDear = errors.New("a cost that does not fit 64 bits")

// maxWork is the maximum number of moves to try.
const maxWork = 20_000

// Plans lists the plans that a question of any kind but Any counts. Shortest plans are
// the simple plans of least cost. For Ends it lists the simple plans; see LastStates.
func Plans(p *model.Problem, q engine.Question) ([]model.Plan, error) {
	l, err := New(p)
	if err != nil {
		return nil, err
	}
	return l.Plans(q)
}

// A Lister lists plans of one problem. It caches the results of the interpreter for each state.
type Lister struct {
	p     *model.Problem
	j     *judge.Judge
	moves []move
	nodes map[string]*node

	q     engine.Question
	taken []int
	cost  int64
	find  []int64
	plans []model.Plan
	worth [][]int64 // by plan
	work  int

	broken map[model.Pos]int // by soft rule: the number of states on the path that violate it
}

// A move is a ground move of the text, with its index in the problem, or -1 if the problem omits it
// as never applicable.
type move struct {
	judge.Move
	number int
}

// A node is a state.
type node struct {
	state    judge.State
	safe     bool
	goal     bool
	expanded bool
	on       bool // on the path, for plans that repeat no state
	edges    []edge
	given    []*model.Rule // violated soft rules, once computed
	asked    bool
}

type edge struct {
	move int
	cost int64
	to   *node
}

// New returns a Lister for a problem that was read from a text.
func New(p *model.Problem) (*Lister, error) {
	j, ok := p.Judge.(*judge.Judge)
	if !ok {
		return nil, errors.New("the problem has no interpreter of its text")
	}
	l := &Lister{p: p, j: j, nodes: map[string]*node{}}
	number := map[string]int{}
	for i, m := range p.Moves {
		number[m.String()] = i
	}
	err := j.GroundMoves(func(mv judge.Move) bool {
		i, ok := number[j.Written(mv)]
		if !ok {
			i = -1
		}
		l.moves = append(l.moves, move{mv, i})
		return len(l.moves) <= maxWork
	})
	if err == nil && len(l.moves) > maxWork {
		err = ErrTooMany
	}
	// Plans are listed in the order of the problem, whatever order the text has.
	slices.SortStableFunc(l.moves, func(a, b move) int { return a.number - b.number })
	return l, err
}

// Plans lists the plans of a question; see the function Plans.
func (l *Lister) Plans(q engine.Question) ([]model.Plan, error) {
	l.q, l.plans, l.worth, l.work, l.broken = q, nil, nil, 0, map[model.Pos]int{}
	var inner error
	err := l.j.Starts(func(s judge.State) bool {
		inner = l.from(s)
		return inner == nil
	})
	if err = cmp.Or(err, inner); err != nil {
		return nil, err
	}
	if q.Plans == engine.Shortest {
		return l.cheapest(), nil
	}
	return l.plans, nil
}

// cheapest returns the optimal plans: by the soft rules given up, by one objective after another,
// and otherwise by cost.
func (l *Lister) cheapest() []model.Plan {
	var best []int
	for i, w := range l.worth {
		c := 1
		if len(best) > 0 {
			c = slices.Compare(w, l.worth[best[0]])
		}
		if c < 0 || len(best) == 0 {
			best = nil
		}
		if c <= 0 || len(best) == 0 {
			best = append(best, i)
		}
	}
	plans := make([]model.Plan, len(best))
	for k, i := range best {
		plans[k] = l.plans[i]
	}
	return plans
}

// weigh returns the values by which a plan that ends in a state is compared, the least first, and
// the value of its first objective. It returns false if an objective is undefined.
func (l *Lister) weigh(n *node) (w []int64, value int64, ok bool, err error) {
	value = l.cost
	if len(l.p.Soft) > 0 {
		given := int64(0)
		for i := range l.p.Soft {
			if l.broken[l.p.Soft[i].Pos] > 0 {
				given += l.p.Soft[i].Weight
			}
		}
		w = append(w, given)
	}
	o := l.p.Goals
	counts := len(l.p.Schemas) == 0
	for k, d := range l.j.Objectives() {
		v, ok, err := l.j.Worth(d, n.state, l.cost, int64(len(l.taken)))
		if err != nil || !ok {
			return nil, 0, false, err
		}
		if k == 0 {
			value = v
		}
		if d.Maximize {
			v = -v
		}
		w = append(w, v)
		counts = counts || o.Cost != 0 || o.Steps != 0
		o = o.Then
	}
	if !counts {
		w = append(w, l.cost)
	}
	return w, value, true, nil
}

// enter adds by to the counts of the soft rules that a state violates.
func (l *Lister) enter(n *node, by int) error {
	if len(l.p.Soft) == 0 {
		return nil
	}
	if !n.asked {
		given, err := l.j.GivenUp(n.state)
		if err != nil {
			return err
		}
		n.given, n.asked = given, true
	}
	for _, r := range n.given {
		l.broken[r.Pos] += by
	}
	return nil
}

// node evaluates a state, once.
func (l *Lister) node(s judge.State) (*node, error) {
	var key []byte
	all := l.j.Leaves(s)
	for _, v := range all {
		key = binary.AppendVarint(key, v)
	}
	if n := l.nodes[string(key)]; n != nil {
		return n, nil
	}
	broken, err := l.j.Broken(s)
	if err != nil {
		return nil, err
	}
	n := &node{state: s, safe: len(broken) == 0}
	if n.safe {
		missed, err := l.j.Missed(s)
		if err != nil {
			return nil, err
		}
		n.goal = len(missed) == 0
	}
	l.nodes[string(key)] = n
	return n, nil
}

// expand makes every move in a state.
func (l *Lister) expand(n *node) error {
	if n.expanded {
		return nil
	}
	for _, mv := range l.moves {
		out, err := l.j.Apply(n.state, mv.Move)
		if err != nil {
			return err
		}
		if out.Next == nil {
			continue
		}
		to, err := l.node(out.Next)
		if err != nil {
			return err
		}
		if mv.number < 0 {
			return fmt.Errorf("%s applies, and the problem has no such move", l.j.Written(mv.Move))
		}
		if to.safe {
			n.edges = append(n.edges, edge{mv.number, out.Cost, to})
		}
	}
	n.expanded = true
	return nil
}

// from lists the plans that begin in s.
func (l *Lister) from(s judge.State) error {
	n, err := l.node(s)
	if err != nil || !n.safe {
		return err
	}
	l.find = l.j.Leaves(s)[:l.p.NumFind]
	l.cost = 0
	return l.visit(n)
}

func (l *Lister) visit(n *node) error {
	if l.work++; l.work > maxWork {
		return ErrTooMany
	}
	if err := l.enter(n, 1); err != nil {
		return err
	}
	defer l.enter(n, -1)
	walk, worth := l.q.Plans == engine.Walks, false
	if (n.goal || l.q.FreeEnd) && (!walk || len(l.taken) == l.q.Length) {
		w, value, ok, err := l.weigh(n)
		if err != nil {
			return err
		}
		if worth = ok; ok {
			l.plans = append(l.plans, model.Plan{Find: l.find, Moves: slices.Clone(l.taken), Cost: value})
			l.worth = append(l.worth, w)
		}
	}
	// One that is not the best may go on to a better end.
	better := l.q.Plans == engine.Shortest && len(l.p.Schemas) > 0 && (l.p.Goals != nil || len(l.p.Soft) > 0)
	ends := !walk && (n.goal || l.q.FreeEnd) && !better && worth
	if ends || (walk || l.q.Bounded) && len(l.taken) == l.q.Length {
		return nil
	}
	if err := l.expand(n); err != nil {
		return err
	}
	n.on = true
	defer func() { n.on = false }()
	for _, e := range n.edges {
		if !walk && e.to.on {
			continue
		}
		if e.cost > 0 && l.cost > math.MaxInt64-e.cost {
			return ErrTooDear
		}
		l.taken, l.cost = append(l.taken, e.move), l.cost+e.cost
		err := l.visit(e.to)
		l.taken, l.cost = l.taken[:len(l.taken)-1], l.cost-e.cost
		if err != nil {
			return err
		}
	}
	return nil
}

// LastStates returns the states that plans end in, each once with the fewest moves to it,
// sorted.
func LastStates(p *model.Problem, plans []model.Plan) ([]string, error) {
	fewest := map[string]int{}
	for _, plan := range plans {
		steps, _, err := p.VerifyWalk(plan)
		if err != nil {
			return nil, err
		}
		end := fmt.Sprint(steps[len(steps)-1].State)
		if n, ok := fewest[end]; !ok || len(plan.Moves) < n {
			fewest[end] = len(plan.Moves)
		}
	}
	var list []string
	for end, n := range fewest {
		list = append(list, fmt.Sprint(end, " after ", n))
	}
	slices.Sort(list)
	return list, nil
}

// Keys returns sorted keys that distinguish plans.
func Keys(plans []model.Plan) []string {
	set := map[string]bool{}
	for _, plan := range plans {
		set[fmt.Sprint(plan.Find, plan.Moves)] = true
	}
	return slices.Sorted(maps.Keys(set))
}
