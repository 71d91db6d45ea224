package pddl

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"farbank/planning/temporal"
)

// A Direct is a task in PDDL that is searched as it is, without a translation to .far: durative
// actions with a moment (epsilon) between happenings that interfere, timed initial literals, and
// numbers without bounds. Numbers are rounded to millionths.
type Direct struct {
	Task  *temporal.Task
	Timed bool // there are durative actions or timed initial literals
	d     *domain
}

// directDigits are the digits after the point where numbers are rounded.
const directDigits = 6

// ErrIndirect is the error of ReadDirect for derived predicates and effects of chance.
var ErrIndirect = errors.New("a problem with derived predicates, with chance or with unknown facts is not searched directly; leave out --format pddl")

// ReadDirect reads a domain and a problem for a direct search. Errors are those of Read. epsilon is
// in ticks of package temporal; 0 means a thousandth.
func ReadDirect(ctx context.Context, domainFile, problemFile File, steps, epsilon int64) (x *Direct, err error) {
	if steps <= 0 {
		steps = defaultSteps
	}
	if epsilon <= 0 {
		epsilon = temporal.Tick / 1000
	}
	d := newDomain()
	d.rounded = true
	first, second := &source{domainFile.Name, domainFile.Text}, &source{problemFile.Name, problemFile.Text}
	defer func() { err = caught(recover(), first, err) }()
	d.read(first, second)
	d.apart(second, epsilon)
	if len(d.derived) > 0 || len(d.events) > 0 || d.uncertain() {
		return nil, ErrIndirect
	}
	g := newGrounder(ctx, d, steps)
	g.run()
	w := &directWriter{g: g.settle(), x: &Direct{d: d, Timed: d.durative || len(d.facts) > 0}, conds: map[*ground]*temporal.Cond{}}
	w.write(epsilon)
	return w.x, nil
}

// A directWriter converts a ground task.
type directWriter struct {
	g     *grounded
	x     *Direct
	at    []int          // by fact: its number in the task, or -1
	fixed map[int]bool   // by predicate: effects concern facts of it that do not change
	other map[string]int // numbers below 0 of what is not in the task and yet concerned
	conds map[*ground]*temporal.Cond

	length int // the number that holds the duration of the action while it is under way, or -1
	lent   int // such numbers, which follow the fluents
}

func (w *directWriter) value(v int64) float64 {
	if v == undefined {
		return math.NaN()
	}
	return float64(v) / float64(w.g.d.one())
}

func (w *directWriter) write(epsilon int64) {
	t := &temporal.Task{Epsilon: epsilon, Priced: w.x.Priced()}
	w.x.Task = t
	w.at = make([]int, len(w.g.varies))
	for n, varies := range w.g.varies {
		if w.at[n] = -1; varies {
			w.at[n] = len(t.Facts)
			t.Facts = append(t.Facts, w.g.begin[int32(n)])
		}
	}
	w.fixed, w.other = map[int]bool{}, map[string]int{}
	for _, a := range w.g.instances {
		for _, e := range a.effects {
			if w.at[e.atom] < 0 {
				w.fixed[w.g.facts[e.atom].pred] = true
			}
		}
	}
	for _, a := range w.g.actions {
		if a.schema.ends {
			continue
		}
		w.length = -1
		out := temporal.Action{Name: w.name(a), Start: w.snap(a)}
		if a.schema.lasts != nil {
			out.Takes, out.Over, out.End = w.number(a.takes), w.cond(a.over, true), w.snap(a.end)
			m := w.mentionsOf(a, a.schema.lasts.over.highest())
			m.condition(a.schema.lasts.over, false)
			out.OverReads = m.list(m.reads)
			if w.length >= 0 {
				out.Start.Changes = append(out.Start.Changes, temporal.Change{Number: w.length, Value: out.Takes})
				out.End.Changes = append(out.End.Changes, temporal.Change{Number: w.length, Value: &temporal.Expr{}})
			}
		}
		t.Actions = append(t.Actions, out)
	}
	events := map[int64]*temporal.Event{}
	for _, e := range w.g.d.facts {
		at := int64(math.Round(w.value(e.time) * temporal.Tick))
		if events[at] == nil {
			events[at] = &temporal.Event{Time: at}
		}
		if n := w.at[w.g.fact(e.fact.pred, e.fact.args)]; n >= 0 {
			events[at].Effects = append(events[at].Effects, temporal.Effect{Fact: n, Add: !e.not})
		}
	}
	t.Events = temporal.Sorted(events)
	t.Goal = w.cond(w.g.goal, true)
	for _, f := range w.g.fluents {
		t.Numbers = append(t.Numbers, w.value(f.begin))
	}
	t.Numbers = append(t.Numbers, make([]float64, w.lent)...)
}

func (w *directWriter) name(a *instance) string {
	words := []string{a.schema.name}
	for _, o := range a.args {
		words = append(words, w.g.d.objects[o].name)
	}
	return "(" + strings.Join(words, " ") + ")"
}

// highest returns the number of slots that a formula uses.
func (f *formula) highest() int {
	n := 0
	for _, t := range f.terms {
		n = max(n, int(-t))
	}
	for _, s := range f.all {
		n = max(n, int(s.index)+1)
	}
	for _, a := range f.args {
		n = max(n, a.highest())
	}
	return n
}

func (w *directWriter) snap(a *instance) temporal.Snap {
	s := temporal.Snap{Pre: w.cond(a.pre, true)}
	w.mention(&s, a)
	when := func(g *ground) *temporal.Cond {
		if g.op == isTrue {
			return nil
		}
		return w.cond(g, true)
	}
	for _, e := range a.effects {
		s.Effects = append(s.Effects, temporal.Effect{When: when(e.when), Fact: w.at[e.atom], Add: !e.not})
	}
	for _, c := range a.numbers {
		how := map[change]temporal.How{assign: temporal.Assign, increase: temporal.Increase, decrease: temporal.Decrease, scaleUp: temporal.Scale}[c.how]
		s.Changes = append(s.Changes, temporal.Change{When: when(c.when), Number: int(c.fluent), How: how, Value: w.number(c.value)})
	}
	return s
}

// cond converts a condition or its negation.
func (w *directWriter) cond(g *ground, yes bool) *temporal.Cond {
	if c := w.conds[g]; c != nil && yes {
		return c
	}
	c := &temporal.Cond{}
	if yes {
		w.conds[g] = c
	}
	switch g.op {
	case isTrue, isFalse:
		if c.Op = temporal.False; (g.op == isTrue) == yes {
			c.Op = temporal.True
		}
	case isAtom:
		if c.Op, c.Fact = temporal.NotFact, w.at[g.atom]; yes {
			c.Op = temporal.Fact
		}
	case isNot:
		*c = *w.cond(g.args[0], !yes)
	case isAnd, isOr:
		if c.Op = temporal.Or; (g.op == isAnd) == yes {
			c.Op = temporal.And
		}
		for _, a := range g.args {
			c.Args = append(c.Args, w.cond(a, yes))
		}
	case isCompare:
		a, b := w.number(g.sides[0]), w.number(g.sides[1])
		switch { // a < b, a <= b or a = b
		case g.than == equal && yes:
			*c = temporal.Cond{Op: temporal.Equal, Left: a, Right: b}
		case g.than == equal:
			c.Op, c.Args = temporal.Or, []*temporal.Cond{{Op: temporal.Greater, Left: a, Right: b}, {Op: temporal.Greater, Left: b, Right: a}}
		case g.than == less && yes:
			*c = temporal.Cond{Op: temporal.Greater, Left: b, Right: a}
		case g.than == less:
			*c = temporal.Cond{Op: temporal.AtLeast, Left: a, Right: b}
		case yes:
			*c = temporal.Cond{Op: temporal.AtLeast, Left: b, Right: a}
		default:
			*c = temporal.Cond{Op: temporal.Greater, Left: a, Right: b}
		}
	}
	return c
}

func (w *directWriter) number(n *groundNumber) *temporal.Expr {
	switch n.op {
	case constant:
		return &temporal.Expr{Value: w.value(n.value)}
	case fluent:
		return &temporal.Expr{Op: temporal.Number, Index: int(n.fluent)}
	case length:
		if !n.later {
			return &temporal.Expr{Op: temporal.Ticks, Args: []*temporal.Expr{w.number(n.args[0])}}
		}
		if w.length < 0 {
			w.length = len(w.g.fluents) + w.lent
			w.lent++
		}
		return &temporal.Expr{Op: temporal.Number, Index: w.length}
	}
	e := &temporal.Expr{Op: map[numberOp]temporal.ExprOp{plus: temporal.Add, minus: temporal.Sub, times: temporal.Mul, over: temporal.Div}[n.op]}
	for _, a := range n.args {
		e.Args = append(e.Args, w.number(a))
	}
	return e
}

// Text writes a plan as VAL reads it: a line TIME: (action) [DURATION] for each action, or (action)
// where the task has no time.
func (x *Direct) Text(steps []temporal.Step) string {
	var b strings.Builder
	for _, s := range steps {
		switch a := &x.Task.Actions[s.Action]; {
		case !x.Timed:
			fmt.Fprintln(&b, a.Name)
		case a.Takes == nil:
			fmt.Fprintf(&b, "%s: %s\n", ticks(s.Start), a.Name)
		default:
			fmt.Fprintf(&b, "%s: %s [%s]\n", ticks(s.Start), a.Name, ticks(s.Take))
		}
	}
	return b.String()
}

// Priced reports whether the metric is another one than the time.
func (x *Direct) Priced() bool { return x.d.metric != nil }

// A PlanItem is an action of a plan, with its start and its duration.
type PlanItem struct {
	Action      string
	Args        []string
	Start, Take float64
	Lasts       bool // it has a duration
}

// Items returns the actions of a plan.
func (x *Direct) Items(steps []temporal.Step) []PlanItem {
	var list []PlanItem
	for _, s := range steps {
		a := &x.Task.Actions[s.Action]
		words := strings.Fields(strings.Trim(a.Name, "()"))
		list = append(list, PlanItem{words[0], words[1:], float64(s.Start) / temporal.Tick, float64(s.Take) / temporal.Tick, a.Takes != nil})
	}
	return list
}

// ticks returns a time with at least three digits after the point.
func ticks(t int64) string {
	text := strconv.FormatFloat(float64(t)/temporal.Tick, 'f', 6, 64)
	for range 3 {
		text = strings.TrimSuffix(text, "0")
	}
	return text
}
