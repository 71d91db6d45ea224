package temporal

import (
	"cmp"
	"context"
	"encoding/binary"
	"math"
	"slices"
)

// A running is an action under way.
type running struct {
	action int32
	end    int64
}

// A moment is a state with a time and with the actions under way, sorted by their ends.
type moment struct {
	*state
	now   int64
	under []running
	event int     // the first event that has not happened
	joint []int32 // actions that began at this instant, the last ones of all; others of their group have to begin at it, too
	last  []int32 // the happenings of the last instant, epsilon before now: a is the start of action a, ^a its end; nil if nothing may join them
}

// A Happening is the start or the end of an action, or event number -1-Action.
type Happening struct {
	Action int
	End    bool
}

// Options limit a search.
type Options struct {
	Overlap  bool  // actions may overlap: decision epochs, otherwise one action after another
	Lengths  bool  // relaxed plans are short in time, with Overlap, and not only in actions
	Eager    bool  // successors are evaluated when they are generated
	Deep     bool  // of successors with the same estimate, the newest is the first
	MaxNodes int   // the maximum number of nodes; 0 means 20 million
	Weight   int32 // of what is to come, where nodes are in the order of the length of plans, or with Overlap of their ends; 0: by the length of relaxed plans
}

// An Outcome is the result of a search.
type Outcome struct {
	Plan     []Happening // in their order; nil if none was found
	Takes    []int64     // by happening: the duration of the action, in ticks
	Joint    []bool      // by happening: it takes place at the same instant as the one before; nil if none does
	Expanded int
	Done     bool // there is nothing more to search
}

type node struct {
	parent int32
	action int32 // -1: time proceeds
	times  int32 // the action is repeated
	h      int32
	length int32 // the number of actions so far
	m      *moment
	next   []successor // of an eager search, those that are preferred at first
}

// A successor is an action that applies, and how often a preferred one is to be repeated.
type successor struct{ action, times int32 }

type entry struct {
	h, order int32
	parent   int32
	action   int32
	times    int32 // at most; the action is repeated as long as it applies
}

// all is the action of an entry for all successors of a node.
const all = -2

// patience is the number of expansions without a better estimate after which a search begins to explore.
const patience = 1000

// A search is a greedy best-first search with deferred evaluation.
type search struct {
	t     *Task
	o     Options
	r     *relaxation
	nodes []node
	known map[string]bool
	key   []byte

	queues   [2]heapOf // all successors, and those that are preferred
	types    *types    // all successors by type; nil if the search does not explore
	priority [2]int
	order    int32
	best     int32
	expanded int
	better   int  // expanded, when the best estimate was found
	explores bool // there was no better estimate for too long
	begun    bool
	most     int32   // nodes from which no plan has fewer actions are dropped; 0: none
	limit    int64   // moments from which no plan ends before it are dropped; 0: none
	clock    *clock  // where there is a limit or a weight
	unit     int64   // the mean duration of actions, where there is a weight
	met      []int32 // by action: the last node for which it was ready
	prefers  []int32 // by action: the last node for which it was preferred
	times    []int32 // by action: how often the last relaxed plan with it repeats it
	ready    []int32
	alone    []bool           // by action: its beginning and its end interfere
	holds    [][]int32        // by action: literals that hold while it is under way
	breaks   []map[int32]bool // by action: literals that its end makes false
	later    []*Snap          // by event: what it and all later ones set
	uses     map[int32]*use   // by happening, as in moment.last
}

func newSearch(t *Task, o Options) *search {
	if o.MaxNodes == 0 {
		o.MaxNodes = 20_000_000
	}
	s := &search{t: t, o: o, r: newRelaxation(t, o.Overlap), known: map[string]bool{}, best: math.MaxInt32,
		met: make([]int32, len(t.Actions)), prefers: make([]int32, len(t.Actions)), times: make([]int32, len(t.Actions)), alone: t.alone(), later: t.later(), uses: map[int32]*use{}}
	if o.Lengths {
		s.r.lengths()
	}
	if o.Overlap && o.Weight == 0 && !o.Eager {
		s.types = newTypes()
	}
	s.holds, s.breaks = make([][]int32, len(t.Actions)), make([]map[int32]bool, len(t.Actions))
	for i := range t.Actions {
		s.holds[i], s.breaks[i] = literals(t.Actions[i].Over, nil), newSubstitution(&t.Actions[i].End).breaks()
	}
	return s
}

// literals appends the literals that a condition implies, as far as they are parts of a conjunction.
func literals(c *Cond, list []int32) []int32 {
	switch {
	case c == nil:
	case c.Op == Fact || c.Op == NotFact:
		list = append(list, literal(c.Fact, c.Op == Fact))
	case c.Op == And:
		for _, a := range c.Args {
			list = literals(a, list)
		}
	}
	return list
}

// Search searches for a plan until ctx is done.
func Search(ctx context.Context, t *Task, o Options) Outcome { return newSearch(t, o).run(ctx) }

// complete reports whether there is no plan if the search has ended without one.
func (s *search) complete() bool { return !s.t.timed() && s.most == 0 }

func (s *search) push(q int, h, parent, action, times int32) {
	if s.order++; s.o.Deep {
		s.order -= 2
	}
	e := entry{h, s.order, parent, action, times}
	s.queues[q].push(e)
	if s.types != nil && q == 0 {
		s.types.push(h, s.nodes[parent].length, e)
	}
}

// expand adds a moment, and its successors to the queues. It reports whether a plan ends there.
func (s *search) expand(parent, action, times int32, m *moment) (done bool) {
	if !s.fresh(m) {
		return false
	}
	length := int32(0)
	if parent >= 0 {
		if length = s.nodes[parent].length; action >= 0 {
			length += times
		}
	}
	if s.most > 0 && length >= s.most {
		return false
	}
	s.expanded++
	k := int32(len(s.nodes))
	s.ready = s.ready[:0]
	h, ok := s.r.estimate(m.state, m.under, func(op int32) {
		if o := &s.r.ops[op]; o.start && s.met[o.action] != int32(s.expanded) {
			s.met[o.action] = int32(s.expanded)
			s.ready = append(s.ready, o.action)
		}
	})
	if !ok && m.event == len(s.t.Events) {
		return false
	}
	rest := int64(0)
	if s.clock != nil {
		if rest = s.clock.rest(m); s.limit > 0 && m.now+rest >= s.limit {
			return false
		}
	}
	s.nodes = append(s.nodes, node{parent, action, times, h, length, m, nil})
	if s.done(m) {
		return true
	}
	switch {
	case s.o.Weight > 0 && s.o.Overlap:
		h = s.place(m, h, rest)
	case s.o.Weight > 0:
		h = min(length+s.o.Weight*h, infinite)
	}
	if h < s.best {
		s.best, s.better = h, s.expanded
		s.priority[1] -= 1000
	}
	if ok {
		for _, p := range s.r.plan {
			if o := &s.r.ops[p]; o.start {
				if s.prefers[o.action] != int32(s.expanded) {
					s.prefers[o.action], s.times[o.action] = int32(s.expanded), 0
				}
				s.times[o.action] = max(s.times[o.action], s.r.inOp[p])
			}
		}
	}
	if s.o.Eager {
		s.nodes[k].next = s.successors()
		s.push(0, h, k, all, 1)
		s.push(1, h, k, all, 1)
		return false
	}
	for _, a := range s.ready {
		s.push(0, h, k, a, 1)
		if s.prefers[a] != int32(s.expanded) {
			continue
		}
		if s.times[a] > 1 && !s.o.Overlap {
			s.push(1, h, k, a, s.times[a])
		}
		s.push(1, h, k, a, 1)
	}
	if len(m.under) > 0 || m.event < len(s.t.Events) {
		s.push(0, h, k, -1, 1)
		s.push(1, h, k, -1, 1)
	}
	return false
}

// successors returns the successors of the node evaluated last, those that are preferred at first.
func (s *search) successors() []successor {
	list := make([]successor, 0, len(s.ready))
	for _, a := range s.ready {
		if s.prefers[a] == int32(s.expanded) {
			list = append(list, successor{a, s.times[a]})
		}
	}
	for _, a := range s.ready {
		if s.prefers[a] != int32(s.expanded) {
			list = append(list, successor{a, 0})
		}
	}
	return list
}

// eagerly evaluates the successors of a node: of queue 1 those that are preferred, of queue 0 all others.
// If ctx ends meanwhile, the node stays in the queue.
func (s *search) eagerly(ctx context.Context, e entry, q int) (done bool) {
	for _, x := range s.nodes[e.parent].next {
		if (x.times > 0) != (q == 1) {
			continue
		}
		if ctx.Err() != nil {
			s.queues[q].push(e)
			return false
		}
		if x.times > 1 && s.follow(e.parent, x.action, x.times) || s.follow(e.parent, x.action, 1) {
			return true
		}
	}
	return false
}

// follow repeats an action at most times times, as long as it applies, and adds the moment after it. It reports whether a
// plan ends there.
func (s *search) follow(parent, action, times int32) (done bool) {
	m := s.next(s.nodes[parent].m, action)
	made := int32(1)
	for ; m != nil && made < times; made++ {
		more := s.next(m, action)
		if more == nil {
			break
		}
		m = more
	}
	return m != nil && s.expand(parent, action, made, m)
}

// run searches until ctx is done; it may be called again.
func (s *search) run(ctx context.Context) (out Outcome) {
	defer func() { out.Expanded = s.expanded }()
	if !s.begun {
		s.begun = true
		start := &moment{state: s.t.begin()}
		if s.events(start) && s.expand(-1, -1, 1, start) {
			return s.path(out)
		}
	}
	for n := 0; len(s.queues[0])+len(s.queues[1]) > 0; n++ {
		if (s.o.Eager || n&31 == 31) && ctx.Err() != nil || len(s.nodes) >= s.o.MaxNodes {
			return out
		}
		q := 0
		if len(s.queues[0]) == 0 || len(s.queues[1]) > 0 && s.priority[1] < s.priority[0] {
			q = 1
		}
		var e entry
		s.explores = s.explores || s.types != nil && s.expanded > s.better+patience
		if s.explores && n%3 == 2 && len(s.types.lists) > 0 {
			e = s.types.pop()
		} else {
			s.priority[q]++
			e = s.queues[q].pop()
		}
		if e.action == all && s.eagerly(ctx, e, q) || e.action != all && s.follow(e.parent, e.action, e.times) {
			return s.path(out)
		}
	}
	out.Done = true
	return out
}

// done reports whether a moment is the end of a plan: the goal holds after all events. None of these makes the plan longer.
func (s *search) done(m *moment) bool {
	switch {
	case len(m.under) > 0:
		return false
	case m.event < len(s.later):
		return m.apply(s.later[m.event]).holds(s.t.Goal)
	}
	return m.holds(s.t.Goal)
}

// later returns, by event, what it and all later ones set in the end.
func (t *Task) later() []*Snap {
	list := make([]*Snap, len(t.Events))
	set := map[int]bool{}
	for i := len(t.Events) - 1; i >= 0; i-- {
		list[i] = &Snap{}
		for _, add := range []bool{true, false} { // of both at once, adding counts
			for _, e := range t.Events[i].Effects {
				if _, met := set[e.Fact]; !met && e.Add == add {
					set[e.Fact] = add
				}
			}
		}
		for f, add := range set {
			list[i].Effects = append(list[i].Effects, Effect{Fact: f, Add: add})
		}
	}
	return list
}

// events makes the events that happen now.
func (s *search) events(m *moment) bool {
	for m.event < len(s.t.Events) && s.t.Events[m.event].Time <= m.now {
		m.state = m.apply(&Snap{Effects: s.t.Events[m.event].Effects})
		m.event++
	}
	return s.invariants(m)
}

// invariants reports whether the conditions of the actions under way hold.
func (s *search) invariants(m *moment) bool {
	for _, u := range m.under {
		if !m.holds(s.t.Actions[u.action].Over) {
			return false
		}
	}
	return true
}

// next returns the moment after an action begins, or after time has proceeded; nil if that is
// impossible.
func (s *search) next(m *moment, action int32) *moment {
	a := (*Action)(nil)
	if action >= 0 {
		a = &s.t.Actions[action]
	}
	switch {
	case m.joint != nil && (a == nil || a.Takes == nil):
		return nil
	case a == nil:
		return s.proceed(m)
	}
	if !m.holds(a.Start.Pre) {
		return nil
	}
	if a.Takes == nil || !s.o.Overlap {
		if a.Takes != nil {
			if takes, ok := a.duration(m.state); !ok || takes < s.t.Epsilon && s.alone[action] {
				return nil
			}
		}
		next := m.apply(&a.Start)
		if next == nil {
			return nil
		}
		if a.Takes != nil {
			if !next.holds(a.Over) || !next.holds(a.End.Pre) {
				return nil
			}
			if next = next.apply(&a.End); next == nil {
				return nil
			}
		}
		out := &moment{state: next, now: m.now, under: m.under, event: m.event}
		if s.o.Overlap {
			out.now, out.last = s.begin(m, action)
			if out.now += s.t.Epsilon; s.late(out) || !s.invariants(out) {
				return nil
			}
		}
		return out
	}
	takes, ok := a.duration(m.state)
	if !ok || takes < s.t.Epsilon && s.alone[action] || slices.ContainsFunc(m.under, func(u running) bool { return u.action == action }) {
		return nil
	}
	begin, last := s.begin(m, action)
	if m.joint != nil {
		if !s.joins(m, action) {
			return nil
		}
		begin, last = m.now-s.t.Epsilon, append(slices.Clip(m.last), action)
	}
	end := running{action, begin + takes}
	if s.clash(m, end) {
		return nil
	}
	next := m.apply(&a.Start)
	if next == nil {
		return nil
	}
	out := &moment{state: next, now: begin + s.t.Epsilon, event: m.event, last: last}
	out.under = slices.Insert(slices.Clone(m.under), s.position(m.under, end), end)
	switch {
	case s.late(out):
		return nil
	case s.invariants(out):
	case s.r.groups == nil || s.r.groups[action] == 0:
		return nil
	default:
		out.joint = append(slices.Clip(m.joint), action)
	}
	return out
}

// begin returns the time at which an action begins, and the happenings of that instant: it joins those of the last one unless it
// interferes with them.
func (s *search) begin(m *moment, action int32) (at int64, last []int32) {
	if m.last != nil && !s.interferes(action, m.last) {
		return m.now - s.t.Epsilon, append(slices.Clip(m.last), action)
	}
	return m.now, []int32{action}
}

// interferes reports whether a happening interferes with one of others.
func (s *search) interferes(h int32, others []int32) bool {
	u := s.use(h)
	return slices.ContainsFunc(others, func(o int32) bool { return u.interfere(s.use(o)) })
}

// use returns the use of a happening.
func (s *search) use(h int32) *use {
	u := s.uses[h]
	if u == nil {
		if h < 0 {
			u = s.t.use(&s.t.Actions[^h].End)
		} else {
			u = s.t.beginning(&s.t.Actions[h])
		}
		s.uses[h] = u
	}
	return u
}

// position returns the place of an action among those under way. Of actions that end at the same time, one whose end breaks a
// condition of the other one is the later one. Where the order of their ends does not matter, it is that of their numbers, so
// that few moments differ by it alone.
func (s *search) position(under []running, x running) int {
	k, _ := slices.BinarySearchFunc(under, x.end+1, func(u running, end int64) int { return cmp.Compare(u.end, end) })
	for ; k > 0 && under[k-1].end == x.end; k-- {
		u := under[k-1].action
		if s.breaksHold(x.action, u) {
			break
		}
		if !s.breaksHold(u, x.action) && (u < x.action || s.interferes(^x.action, []int32{^u})) {
			break
		}
	}
	return k
}

// breaksHold reports whether the end of an action makes something false that another one needs over all.
func (s *search) breaksHold(action, other int32) bool {
	if len(s.breaks[action]) == 0 {
		return false
	}
	return slices.ContainsFunc(s.holds[other], func(n int32) bool { return s.breaks[action][n] })
}

// joins reports whether an action may begin at the same instant as those before it that wait for others.
func (s *search) joins(m *moment, action int32) bool {
	return s.r.groups[action] == s.r.groups[m.joint[0]] && !s.interferes(action, m.joint)
}

// clash reports whether the end of an action, of one under way and one that begins, makes something false that has to hold while
// the other is still under way.
func (s *search) clash(m *moment, x running) bool {
	for _, u := range m.under {
		first, last := u, x
		if x.end < u.end {
			first, last = x, u
		}
		if first.end != last.end && s.breaksHold(first.action, last.action) {
			return true
		}
	}
	return false
}

// late reports whether something had to happen before now.
func (s *search) late(m *moment) bool {
	return len(m.under) > 0 && m.under[0].end < m.now || m.event < len(s.t.Events) && s.t.Events[m.event].Time < m.now
}

// proceed returns the moment after the next end of an action or the next event.
func (s *search) proceed(m *moment) *moment {
	if m.event < len(s.t.Events) && (len(m.under) == 0 || s.t.Events[m.event].Time <= m.under[0].end) {
		out := &moment{state: m.state, now: max(m.now, s.t.Events[m.event].Time), under: m.under, event: m.event}
		if !s.events(out) {
			return nil
		}
		out.now += s.t.Epsilon
		return out
	}
	if len(m.under) == 0 {
		return nil
	}
	a := &s.t.Actions[m.under[0].action]
	if !m.holds(a.End.Pre) {
		return nil
	}
	next := m.apply(&a.End)
	if next == nil {
		return nil
	}
	out := &moment{state: next, now: max(m.now, m.under[0].end+s.t.Epsilon), under: m.under[1:], event: m.event}
	if h := ^m.under[0].action; m.last != nil && out.now == m.now {
		out.last = append(slices.Clip(m.last), h)
	} else {
		out.last = []int32{h}
	}
	if !s.invariants(out) || s.close(out, ^m.under[0].action) {
		return nil
	}
	return out
}

// close reports whether an event less than epsilon after a happening of the last instant interferes with it.
func (s *search) close(m *moment, h int32) bool {
	for _, e := range s.t.Events[m.event:] {
		if e.Time >= m.now {
			break
		}
		if s.use(h).interfere(s.t.use(&Snap{Effects: e.Effects})) {
			return true
		}
	}
	return false
}

// fresh reports whether a moment has not been met.
func (s *search) fresh(m *moment) bool {
	b := s.key[:0]
	for _, w := range m.facts {
		b = binary.LittleEndian.AppendUint64(b, w)
	}
	for _, v := range m.numbers {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	for _, u := range m.under {
		b = binary.LittleEndian.AppendUint32(b, uint32(u.action))
		b = binary.LittleEndian.AppendUint64(b, uint64(max(u.end-m.now, 0)/s.t.Epsilon)) // nearly the same is the same
	}
	if m.event < len(s.t.Events) {
		b = binary.LittleEndian.AppendUint64(b, uint64(m.now/s.t.Epsilon))
	}
	s.key = b
	if s.known[string(b)] {
		return false
	}
	s.known[string(b)] = true
	return true
}

// path returns the happenings that lead to the last node.
func (s *search) path(out Outcome) Outcome {
	type item struct {
		h     Happening
		takes int64
		joint bool
	}
	var list []item
	for k := int32(len(s.nodes) - 1); s.nodes[k].parent >= 0; k = s.nodes[k].parent {
		n := s.nodes[k]
		before := s.nodes[n.parent].m
		if n.action < 0 {
			if len(before.under) > len(n.m.under) {
				list = append(list, item{h: Happening{int(before.under[0].action), true}})
			}
			for e := n.m.event - 1; e >= before.event; e-- {
				list = append(list, item{h: Happening{-1 - e, false}})
			}
			continue
		}
		a := &s.t.Actions[n.action]
		var steps []item
		for range n.times {
			takes := int64(0)
			if a.Takes != nil {
				takes, _ = a.duration(before.state)
			}
			steps = append(steps, item{Happening{int(n.action), false}, takes, before.joint != nil})
			if a.Takes != nil && !s.o.Overlap {
				steps = append(steps, item{Happening{int(n.action), true}, takes, false})
			}
			if n.times > 1 {
				before = s.next(before, n.action)
			}
		}
		slices.Reverse(steps)
		list = append(list, steps...)
	}
	slices.Reverse(list)
	out.Plan, out.Takes = []Happening{}, []int64{}
	for _, x := range list {
		out.Plan = append(out.Plan, x.h)
		out.Takes = append(out.Takes, x.takes)
		if s.r.groups != nil {
			out.Joint = append(out.Joint, x.joint)
		}
	}
	return out
}
