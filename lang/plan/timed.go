package plan

import (
	"fmt"
	"slices"
	"strings"

	"farbank/model"
)

// A when is the time of a call, where moves take time.
type when struct {
	given bool
	time  int64
	end   bool   // the move ends
	takes *int64 // the duration, if it is given
}

// timed parses "7: mend(f1) [5]" or "7: end mend(f1)", if the line begins with a time.
func (l *line) timed() (c call, ok bool) {
	rest := l.rest()
	n := strings.IndexFunc(rest, func(r rune) bool { return (r < '0' || r > '9') && r != '.' })
	if n <= 0 || rest[0] == '.' || !strings.HasPrefix(strings.TrimLeft(rest[n:], " \t"), ":") {
		return c, false
	}
	c.when = when{given: true, time: l.time(rest)}
	l.take(":")
	name := l.word()
	if from := l.at; name == "end" {
		if next := l.word(); next != "" {
			c.when.end, name = true, next
		} else {
			l.at = from
		}
	}
	if name == "" || !l.take("(") {
		l.rest()
		l.failHere("a move is needed after the time, as in 7: mend(f1) [5]")
	}
	c.name, c.args = name, l.list(")")
	if l.take("[") {
		takes := l.time(l.rest())
		c.when.takes = &takes
		if !l.take("]") {
			l.failHere("] is needed after the duration")
		}
	}
	l.end()
	return c, true
}

// time parses a time or a duration, as a multiple of 10 to the power of minus the digits of times.
func (l *line) time(rest string) int64 {
	from := l.at
	text := fmt.Sprint(l.number(rest))
	n, ok := model.ParseDecimal(text, l.digits)
	if !ok {
		l.fail(from, l.at, fmt.Sprintf("%s is no time of this problem: times have %d digits after the point", text, l.digits))
	}
	return n
}

// A happening is a beginning or an end that a plan names.
type happening struct {
	when
	move  int // of the beginning
	place int // number in the plan, from 1
}

// resolveTimed converts a plan with times to the moves of the problem: beginnings, ends and
// waiting.
func (r *reader) resolveTimed(find []int64, calls []call) Reading {
	ends := map[*model.Move]int{}
	wait := -1
	for i, m := range r.p.Moves {
		switch m.Schema.Role {
		case model.Ends:
			ends[m] = i
		case model.Waits:
			wait = i
		}
	}
	fail := func(i int, c call, format string, args ...any) Reading {
		return Reading{Err: &model.PlanError{Step: i + 1, At: "time " + r.p.TimeText(c.when.time), Move: c.name + argsText(c.args), Why: fmt.Sprintf(format, args...)}}
	}
	var list []happening
	for i, c := range calls {
		if !c.when.given {
			return fail(i, c, "a time is needed before the move, as in 7: %s%s", c.name, argsText(c.args))
		}
		n, err := r.move(c)
		if err != nil {
			err.Step, err.At = i+1, "time "+r.p.TimeText(c.when.time)
			return Reading{Err: err}
		}
		switch {
		case c.when.time%r.p.Unit != 0:
			return fail(i, c, "the time %s is no multiple of the unit of time, %s", r.p.TimeText(c.when.time), r.p.TimeText(r.p.Unit))
		case c.when.end && !r.p.Moves[n].Lasts:
			return fail(i, c, "it takes no time and has no end")
		}
		list = append(list, happening{c.when, n, i + 1})
	}
	slices.SortStableFunc(list, func(a, b happening) int { return int(min(max(a.time-b.time, -1), 1)) })
	s, ok, err := r.p.Begin(find)
	if err != nil || !ok {
		return Reading{Plan: model.Plan{Find: find}} // judged as such
	}
	o := &orderer{p: r.p, ends: ends, wait: wait, list: list, budget: 1}
	plan := model.Plan{Find: find}
	if plan.Moves, err = o.order(s); err == nil && !slices.ContainsFunc(list, func(h happening) bool { return h.end }) && !o.works {
		search := &orderer{p: r.p, ends: ends, wait: wait, list: list, budget: maxOrders}
		if found, err := search.order(s); err == nil && search.works {
			return Reading{Plan: model.Plan{Find: find, Moves: found}, Reordered: true}
		}
	}
	if err != nil {
		return Reading{Err: err}
	}
	return Reading{Plan: plan}
}

// maxOrders is the maximum number of orders of happenings that are tried.
const maxOrders = 100_000

// An orderer puts what happens at each instant in order. The moves that a plan does not name as
// ends come first, in the order of their beginnings, then what it names.
type orderer struct {
	p      *model.Problem
	ends   map[*model.Move]int
	wait   int
	list   []happening
	budget int  // the number of orders to try
	works  bool // the order found is one in which everything applies and is safe

	first    []int // the first order tried
	tooLong  *model.PlanError
	finished bool
}

// An underWay is a move that is under way, and when it ends.
type underWay struct {
	move int
	over int64
}

// order returns the moves of the plan.
func (o *orderer) order(s model.State) ([]int, error) {
	best := o.instant(s, 0, o.list, nil, nil)
	if best == nil {
		best = o.first
	}
	if o.tooLong != nil && !o.works {
		return nil, o.tooLong
	}
	return best, nil
}

// instant tries the orders of what is left at a time. It returns the moves of a plan that works,
// or nil.
func (o *orderer) instant(s model.State, clock int64, left []happening, under []underWay, made []int) []int {
	if o.finished {
		return nil
	}
	var due []int // of under
	for i, u := range under {
		if u.over == clock {
			due = append(due, i)
		}
	}
	now := 0
	for now < len(left) && left[now].time == clock {
		now++
	}
	if len(due) == 0 && now == 0 {
		return o.later(s, clock, left, under, made)
	}
	for _, i := range due {
		u := under[i]
		if slices.ContainsFunc(left[:now], func(h happening) bool { return h.end && h.move == u.move }) {
			continue // the plan says when
		}
		if got := o.happen(s, clock, left, slices.Delete(slices.Clone(under), i, i+1), made, o.end(u.move), nil); got != nil || o.finished {
			return got
		}
	}
	for k, h := range left[:now] {
		if k > 0 && (h.end || slices.ContainsFunc(left[:k], func(x happening) bool { return x.end })) {
			break // in the order of the lines
		}
		rest := slices.Delete(slices.Clone(left), k, k+1)
		if h.end {
			i := slices.IndexFunc(under, func(u underWay) bool { return u.move == h.move })
			after := under
			if i >= 0 {
				after = slices.Delete(slices.Clone(under), i, i+1)
			}
			if got := o.happen(s, clock, rest, after, made, o.end(h.move), nil); got != nil || o.finished {
				return got
			}
			continue
		}
		if got := o.happen(s, clock, rest, under, made, h.move, &h); got != nil || o.finished {
			return got
		}
	}
	return nil
}

// end returns the number of the end of a move.
func (o *orderer) end(move int) int {
	if n, ok := o.ends[o.p.Moves[move].Ends]; ok && o.p.Moves[move].Ends != nil {
		return n
	}
	return move // it never ends
}

// happen makes a move begin or end and goes on.
func (o *orderer) happen(s model.State, clock int64, left []happening, under []underWay, made []int, n int, h *happening) []int {
	m := o.p.Moves[n]
	made = append(slices.Clip(made), n)
	out, err := o.p.Apply(m, s)
	if err == nil && out.Next != nil {
		if safe, err := o.p.Safe(out.Next); err != nil || !safe {
			out.Next = nil
		}
	}
	if err != nil || out.Next == nil {
		return o.fails(made, left, clock)
	}
	if h != nil && m.Lasts {
		takes := (out.Next[m.Under] - 1) * o.p.Unit
		if h.takes != nil && *h.takes != takes {
			o.tooLong = &model.PlanError{Step: h.place, At: "time " + o.p.TimeText(clock), Move: m.String(), Why: fmt.Sprintf("it takes %s, not %s", o.p.TimeText(takes), o.p.TimeText(*h.takes))}
			return o.fails(made, nil, clock)
		}
		under = append(slices.Clip(under), underWay{n, clock + takes})
	}
	return o.instant(out.Next, clock, left, under, made)
}

// later lets time pass up to the next happening, or ends the plan.
func (o *orderer) later(s model.State, clock int64, left []happening, under []underWay, made []int) []int {
	next := int64(-1)
	if len(left) > 0 {
		next = left[0].time
	}
	for _, u := range under {
		if next < 0 || u.over < next {
			next = u.over
		}
	}
	if next < 0 {
		o.works, o.finished = true, true
		return append([]int{}, made...)
	}
	if next < clock || o.wait < 0 || (next-clock)/o.p.Unit > maxWait {
		return o.fails(made, left, clock)
	}
	made = slices.Clip(made)
	for ; clock < next; clock += o.p.Unit {
		made = append(made, o.wait)
		out, err := o.p.Apply(o.p.Moves[o.wait], s)
		switch {
		case err != nil:
			return o.fails(made, left, clock)
		case out.Next != nil:
			s = out.Next
		case len(under) > 0:
			return o.fails(made, left, clock)
		}
		if safe, err := o.p.Safe(s); err != nil || !safe {
			return o.fails(made, left, clock)
		}
	}
	return o.instant(s, clock, left, under, made)
}

// maxWait is the maximum number of units between two happenings of a plan that is read.
const maxWait = 1 << 20

// fails records an order that does not work: the moves up to the failure, and what follows at the
// same instant.
func (o *orderer) fails(made []int, left []happening, clock int64) []int {
	if o.first == nil {
		o.first = append([]int{}, made...)
		for _, h := range left {
			switch {
			case h.time != clock:
			case h.end:
				o.first = append(o.first, o.end(h.move))
			default:
				o.first = append(o.first, h.move)
			}
		}
	}
	if o.budget--; o.budget <= 0 {
		o.finished = true
	}
	return nil
}
