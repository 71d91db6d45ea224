package ground

import (
	"slices"

	"farbank/lang/types"
	"farbank/model"
)

// If static conditions leave too many choices of a move, only the ground moves found by relaxed
// reachability are added (Hoffmann, Nebel 2001; here with numbers). Each cell has a set of
// possible values, initially those of the start. A ground move is reached once its conditions
// may hold for these values, and then adds the values that it may assign. Every ground move
// that is possible in a reachable state is reached.

// manyChoices is the number of choices beyond which only reachable ground moves are added.
var manyChoices = int64(200_000)

// A reachability computes a relaxed exploration.
type reachability struct {
	*grounder
	estimator
	grown    []int        // by cell: how often a value that is not constant has extended its set
	watchers [][]*watcher // by cell: the watchers to be called when its set grows
	growths  int
	queue    []*watcher
	assigned []int64 // the cells that a move assigns, sorted; a buffer
	reached  map[*chooser][]*reachedMove
}

// A watcher is an action to be repeated when the set of a cell grows.
type watcher struct {
	try    func()
	queued bool
	done   bool
}

// A reachedMove is a ground move found by the exploration.
type reachedMove struct {
	move    *model.Move
	chosen  []int64
	applies bool // it may apply, or it is needed for explanations
	ended   bool // its end was met
}

// maxGrown is the number of times that a value which is not constant may extend the set of a
// number, before the set becomes its whole range.
const maxGrown = 16

// reach adds the ground moves of the moves with too many choices.
func (g *grounder) reach(large []*moveJoin) {
	g.p.Reached = true
	r := &reachability{grounder: g, grown: make([]int, len(g.p.Cells)), watchers: make([][]*watcher, len(g.p.Cells)), reached: map[*chooser][]*reachedMove{}}
	r.begin()
	for _, m := range g.p.Moves { // the other ground moves are all kept
		if m.Schema.Role == model.Begins { // the end of a move is met when it may begin
			r.meet(&reachedMove{move: m})
		}
	}
	for _, j := range large {
		g.resume(j.chooser)
		s := &reachJoin{moveJoin: j, r: r}
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

// begin initialises the sets with the values of the start. It is called again for the hidden
// cells of moves that are met later.
func (r *reachability) begin() {
	r.grown = append(r.grown, make([]int, len(r.p.Cells)-len(r.grown))...)
	r.watchers = append(r.watchers, make([][]*watcher, len(r.p.Cells)-len(r.watchers))...)
	for i := len(r.cells); i < len(r.p.Cells); i++ {
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

// pay counts the work of the estimates as steps.
func (r *reachability) pay() {
	for ; r.work >= 16; r.work -= 16 {
		r.step()
	}
}

// watch makes a watcher run again when the set of a cell that the expressions read grows, until
// it is done.
func (r *reachability) watch(w *watcher, es ...*model.Expr) {
	seen := map[int]bool{}
	walk := model.NewWalk()
	for _, e := range es {
		walk.Each(e, func(n *model.Expr) {
			n.Reads(func(cell int) {
				if !seen[cell] {
					seen[cell] = true
					r.watchers[cell] = append(r.watchers[cell], w)
				}
			})
		})
	}
	for range 4 + len(seen) {
		r.step()
	}
}

// grow adds values to the set of a cell.
func (r *reachability) grow(cell int64, s span, open bool) {
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
	r.watchers[cell] = slices.DeleteFunc(r.watchers[cell], func(w *watcher) bool { return w.done })
	r.growths++
	for _, w := range r.watchers[cell] {
		r.enqueue(w)
	}
}

// meet runs a ground move on the sets of the cells, now and whenever they grow.
func (r *reachability) meet(m *reachedMove) {
	if len(r.cells) < len(r.p.Cells) {
		r.begin()
	}
	if m.move.Schema.Role == model.Ends {
		r.grow(int64(m.move.Under), span{lo: 0, hi: r.p.Cells[m.move.Under].Hi}, false)
	}
	w := &watcher{}
	w.try = func() {
		run := &relaxed{r: r}
		ok := run.apply(m)
		w.done = ok && !run.open // constant effects: it need not run again
		if end := m.move.Ends; ok && end != nil && !m.ended {
			m.ended = true
			r.meet(&reachedMove{move: end})
		}
	}
	before := r.growths
	if w.try(); !w.done {
		r.watch(w, bodyExprs(m.move.Body, nil)...)
		if r.growths > before {
			r.enqueue(w)
		}
	}
}

func (r *reachability) enqueue(w *watcher) {
	if !w.queued && !w.done {
		w.queued = true
		r.queue = append(r.queue, w)
	}
}

// bodyExprs appends the expressions of statements to list.
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

// settle adds the reached moves that may apply, in the order of the schemas.
func (r *reachability) settle(large []*moveJoin) {
	all := r.p.Moves
	r.p.Moves = nil
	for _, s := range r.p.Schemas {
		for len(all) > 0 && all[0].Schema == s {
			r.p.Moves = append(r.p.Moves, all[0])
			all = all[1:]
		}
		i := slices.IndexFunc(large, func(j *moveJoin) bool { return j.schema == s })
		if i < 0 {
			continue
		}
		s.Reached = true
		list := slices.DeleteFunc(r.reached[large[i].chooser], func(m *reachedMove) bool { return !m.applies })
		slices.SortFunc(list, func(a, b *reachedMove) int { return slices.Compare(a.chosen, b.chosen) })
		for _, m := range list {
			r.p.Moves = append(r.p.Moves, m.move)
		}
		for _, m := range list {
			if m.move.Ends != nil {
				r.p.Moves = append(r.p.Moves, m.move.Ends)
			}
		}
		if len(list) == 0 && len(r.refused[s]) == 0 {
			r.never(s, large[i].decl, "no reachable state meets its conditions")
		}
	}
}

// reaches reports whether relaxed reachability can be used for a move. Strict problems need all
// ground moves.
func (ch *chooser) reaches() bool {
	return !ch.g.p.Strict && ch.schema.By == model.ByUs && !slices.ContainsFunc(ch.params, func(o *types.Object) bool { return o.Type.Kind == types.Set })
}
