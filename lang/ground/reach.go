package ground

import (
	"slices"

	"farbank/lang/types"
	"farbank/model"
)

// Where the conditions that are known beforehand leave too many choices of a move, its ground
// moves are written out only as far as a relaxed exploration reaches: each cell has the values
// that it may take, at first those of the start, a ground move is met once its conditions may
// hold under these, and adds the values that it may assign. No ground move is left out that can be
// made in a state that can be reached. (The relaxation of Hoffmann and Nebel 2001, in numbers and
// with the values of each cell apart from the others.)

// manyChoices are too many to be written out without looking at what can be reached.
var manyChoices = int64(200_000)

// A reacher explores.
type reacher struct {
	*grounder
	estimator
	grown   []int       // by cell: how often something that is not constant has widened it
	waits   [][]*waiter // by cell: what is tried again where it may have further values
	growths int
	queue   []*waiter
	reached map[*chooser][]*met
}

// A waiter is something to be tried again.
type waiter struct {
	try    func()
	queued bool
	done   bool
}

// A met is a ground move that was met.
type met struct {
	move   *model.Move
	chosen []int64
	made   bool // it may be made, or is one that those who explain tell of
}

// maxGrown is how often a number may be widened by what is not constant before all of its range is
// taken for possible.
const maxGrown = 16

// reach writes out the moves whose choices are too many.
func (g *grounder) reach(large []*joiner) {
	g.p.Reached = true
	r := &reacher{grounder: g, grown: make([]int, len(g.p.Cells)), waits: make([][]*waiter, len(g.p.Cells)), reached: map[*chooser][]*met{}}
	r.begin()
	for _, m := range g.p.Moves { // those of other moves are all kept
		r.meet(&met{move: m})
	}
	for _, j := range large {
		g.resume(j.chooser)
		s := &scout{joiner: j, r: r}
		s.begin()
		r.pause(j.chooser)
	}
	for len(r.queue) > 0 {
		w := r.queue[0]
		r.queue = r.queue[1:]
		w.queued = false
		w.try()
	}
	r.settle(large)
}

// begin gives each cell what it may be at the start.
func (r *reacher) begin() {
	for i := range r.p.Cells {
		c := &r.p.Cells[i]
		s := span{lo: c.Lo, hi: c.Hi}
		if i >= r.p.NumFind {
			r.cells = append(r.cells, nothing)
			s = r.of(r.p.Start[i-r.p.NumFind]).within(c.Lo, c.Hi)
			r.cells = r.cells[:i]
		}
		for _, o := range r.opts.Starts {
			if o.Cell == i {
				s = s.join(single(o.Value).within(c.Lo, c.Hi))
			}
		}
		r.cells = append(r.cells, s)
	}
}

// pay counts what the estimates have taken.
func (r *reacher) pay() {
	for ; r.work >= 16; r.work -= 16 {
		r.step()
	}
}

// wait has something tried again where one of the cells that expressions read may have more
// values. What is done is not.
func (r *reacher) wait(w *waiter, es ...*model.Expr) {
	seen := map[int]bool{}
	walk := model.NewWalk()
	for _, e := range es {
		walk.Each(e, func(n *model.Expr) {
			n.Reads(func(cell int) {
				if !seen[cell] {
					seen[cell] = true
					r.waits[cell] = append(r.waits[cell], w)
				}
			})
		})
	}
	for range 4 + len(seen) {
		r.step()
	}
}

// grow notes that a cell may take further values.
func (r *reacher) grow(cell int64, s span, open bool) {
	c := &r.p.Cells[cell]
	if s = s.within(c.Lo, c.Hi); r.cells[cell].holds(s) {
		return
	}
	if open && c.Type.Kind == model.Int {
		if r.grown[cell]++; r.grown[cell] > maxGrown {
			s = span{lo: c.Lo, hi: c.Hi}
		}
	}
	r.cells[cell] = r.cells[cell].join(s)
	r.waits[cell] = slices.DeleteFunc(r.waits[cell], func(w *waiter) bool { return w.done })
	r.growths++
	for _, w := range r.waits[cell] {
		r.enqueue(w)
	}
}

// meet runs a ground move on what cells may be, now and whenever that is more.
func (r *reacher) meet(m *met) {
	w := &waiter{}
	w.try = func() {
		run := &relaxed{r: r}
		w.done = run.made(m) && !run.open // then it will never do more
	}
	before := r.growths
	if w.try(); !w.done {
		r.wait(w, bodyExprs(m.move.Body, nil)...)
		if r.growths > before {
			r.enqueue(w)
		}
	}
}

func (r *reacher) enqueue(w *waiter) {
	if !w.queued && !w.done {
		w.queued = true
		r.queue = append(r.queue, w)
	}
}

// bodyExprs are the expressions of statements.
func bodyExprs(body []model.Stmt, list []*model.Expr) []*model.Expr {
	for i := range body {
		st := &body[i]
		list = append(list, st.Value)
		if st.Target != nil && st.Kind == model.Assign {
			list = append(list, st.Target.Args...)
		}
		list = bodyExprs(st.Then, list)
		list = bodyExprs(st.Else, list)
	}
	return list
}

// settle puts the ground moves that may be made in their places.
func (r *reacher) settle(large []*joiner) {
	all := r.p.Moves
	r.p.Moves = nil
	for _, s := range r.p.Schemas {
		for len(all) > 0 && all[0].Schema == s {
			r.p.Moves = append(r.p.Moves, all[0])
			all = all[1:]
		}
		i := slices.IndexFunc(large, func(j *joiner) bool { return j.schema == s })
		if i < 0 {
			continue
		}
		s.Reached = true
		list := slices.DeleteFunc(r.reached[large[i].chooser], func(m *met) bool { return !m.made })
		slices.SortFunc(list, func(a, b *met) int { return slices.Compare(a.chosen, b.chosen) })
		for _, m := range list {
			r.p.Moves = append(r.p.Moves, m.move)
		}
		if len(list) == 0 && len(r.refused[s]) == 0 {
			r.never(s, large[i].decl, "no state that can be reached fulfils what it needs")
		}
	}
}

// reaches reports whether a move that has too many choices may be explored: problems that are strict
// need all ground moves.
func (ch *chooser) reaches() bool {
	return !ch.g.p.Strict && !slices.ContainsFunc(ch.params, func(o *types.Object) bool { return o.Type.Kind == types.Set })
}
