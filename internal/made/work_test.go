package made_test

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/exchange"
	"farbank/internal/made"
	"farbank/internal/oracle"
	"farbank/lang/plan"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/show/render"
)

// work tries the models that come in, a line each.
func work(in io.Reader, out io.Writer) {
	limit := syscall.Rlimit{Cur: 6 << 30, Max: 6 << 30}
	syscall.Setrlimit(syscall.RLIMIT_AS, &limit)
	debug.SetTraceback("single")
	r := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		var m made.Model
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		w := &trial{m: m, out: out, v: verdict{Traits: map[string]bool{}}}
		w.guarded()
		b, _ := json.Marshal(w.v)
		fmt.Fprintf(out, "%s\n", b)
	}
}

// A trial is what is done with one model.
type trial struct {
	m     made.Model
	out   io.Writer
	v     verdict
	stage string
}

func (w *trial) at(format string, args ...any) {
	w.stage = fmt.Sprintf(format, args...)
	fmt.Fprintf(w.out, "stage %s\n", w.stage)
}

func (w *trial) fail(kind, format string, args ...any) {
	if w.v.Kind == "" {
		w.v.Kind, w.v.Detail = kind, fmt.Sprintf(format, args...)
	}
}

func (w *trial) guarded() {
	defer func() {
		if p := recover(); p != nil {
			stack := string(debug.Stack())
			w.v.Kind = "" // a panic says more than what came before
			w.fail("panic: "+w.stage+": "+frame(stack), "%v\n%s", p, stack)
		}
	}()
	w.run()
}

var numbers = regexp.MustCompile(`[0-9]+`)

func (w *trial) options() []farbank.Option {
	var opts []farbank.Option
	for _, s := range w.m.Settings {
		opts = append(opts, farbank.WithParam(s.Name, s.Value))
	}
	if w.m.Data != "" {
		opts = append(opts, farbank.WithData("made.json", []byte(w.m.Data)))
	}
	return append(opts, farbank.WithLimit(5_000_000))
}

func (w *trial) run() {
	w.at("parse")
	f, err := syntax.Parse("made.far", w.m.Source)
	if err != nil {
		w.refused("parse", err)
		return
	}
	w.at("check")
	p, err := farbank.Parse("made.far", w.m.Source, w.options()...)
	if err != nil {
		w.refused("check", err)
		return
	}
	w.v.Traits["accepted"] = true
	w.at("format")
	w.format(f, p)
	w.at("states")
	w.traits(p)
	w.at("judge")
	w.judged(p, 300)
	if os.Getenv("MADE_WORKER") == "judge" {
		return
	}
	r := rand.New(rand.NewPCG(w.m.Seed, 3))
	for _, q := range questions(r) {
		w.against(p, q)
	}
	w.exports(p)
}

func (w *trial) refused(stage string, err error) {
	msg := err.Error()
	var list syntax.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		msg = list[0].Msg
	}
	msg = numbers.ReplaceAllString(msg, "N")
	if len(msg) > 70 {
		msg = "..." + msg[len(msg)-70:]
	}
	w.v.Refuse = stage + ": " + msg
	if strings.Contains(msg, "does not fit") || strings.Contains(msg, "already breaks") {
		return
	}
	w.fail("refused: "+w.v.Refuse, "%v", err)
}

// format holds that a formatted text means the same, and is not changed again.
func (w *trial) format(f *syntax.File, p *model.Problem) {
	once := syntax.Format(f)
	g, err := syntax.Parse("made.far", once)
	if err != nil {
		w.fail("format: does not parse", "%v\n%s", err, once)
		return
	}
	if twice := syntax.Format(g); twice != once {
		w.fail("format: twice is not once", "%s\n%s", once, twice)
	}
	if _, err := farbank.Parse("made.far", once, w.options()...); err != nil {
		w.fail("format: does not check", "%v\n%s", err, once)
	}
}

// traits looks at the states that can be reached.
func (w *trial) traits(p *model.Problem) {
	t := w.v.Traits
	t["moves"], t["find"] = len(p.Moves) > 0, p.NumFind > 0
	seen := map[string]bool{}
	var queue []model.State
	starts, applied, idle := 0, false, false
	for s, err := range p.Starts(context.Background()) {
		if err != nil {
			t["overflow"] = true
			return
		}
		starts++
		if k := fmt.Sprint(s); !seen[k] && len(queue) < 3_000 {
			seen[k] = true
			queue = append(queue, s)
		}
	}
	for i := 0; i < len(queue) && i < 3_000; i++ {
		s := queue[i]
		if ok, _ := p.AtGoal(s); ok {
			t["plan"] = true
		}
		for _, m := range p.Moves {
			o, err := p.Apply(m, s)
			if err != nil {
				t["overflow"] = true
				continue
			}
			if o.Next == nil {
				continue
			}
			if ok, _ := p.Safe(o.Next); !ok {
				continue
			}
			applied = true
			k := fmt.Sprint(o.Next)
			idle = idle || k == fmt.Sprint(s)
			if !seen[k] {
				seen[k] = true
				queue = append(queue, o.Next)
			}
		}
	}
	if starts == 0 {
		t["no start"] = true
	}
	for k, ok := range map[string]bool{"several starts": starts > 1, "more than one state": len(queue) > 1, "more than 10 states": len(queue) > 10,
		"a plan, or more than one state": t["plan"] || len(queue) > 1, "a move applies": applied, "a move changes nothing": idle, "more than 2000 states": len(queue) > 2_000} {
		if ok {
			t[k] = true
		}
	}
	for k, ok := range t {
		if !ok {
			delete(t, k)
		}
	}
	w.undefined(p, queue)
}

// undefined looks whether a part of a rule or a move is undefined in some state.
func (w *trial) undefined(p *model.Problem, states []model.State) {
	seen := map[*model.Expr]bool{}
	var partial []*model.Expr
	look := func(e *model.Expr) {
		if e == nil {
			return
		}
		e.Walk(func(n *model.Expr) {
			if seen[n] {
				return
			}
			seen[n] = true
			locals := false
			n.Walk(func(x *model.Expr) { locals = locals || x.Op == model.Local || x.Locals })
			if n.Partial && !locals {
				partial = append(partial, n)
			}
		})
	}
	var stmts func(list []model.Stmt)
	stmts = func(list []model.Stmt) {
		for _, s := range list {
			look(s.Value)
			stmts(s.Then)
			stmts(s.Else)
		}
	}
	for _, m := range p.Moves {
		look(m.Cost)
		stmts(m.Body)
	}
	for _, r := range slices.Concat(p.Require, p.Safety, p.Goal) {
		look(r.Cond)
	}
	if p.Goals != nil {
		look(p.Goals.Value)
	}
	w.v.Traits["may be undefined"] = len(partial) > 0
	for _, s := range states[:min(len(states), 50)] {
		for _, e := range partial {
			if _, ok, err := p.Eval(e, s); err == nil && !ok {
				w.v.Traits["undefined on the way"] = true
				return
			}
		}
	}
	if len(partial) == 0 {
		delete(w.v.Traits, "may be undefined")
	}
}

func questions(r *rand.Rand) []farbank.Question {
	qs := []farbank.Question{{}, {Plans: farbank.Simple}, {Plans: farbank.Any}, {Symmetry: true}}
	for _, free := range []bool{false, true} {
		qs = append(qs, farbank.Question{Plans: farbank.Walks, Bounded: true, Length: r.IntN(4), FreeEnd: free})
	}
	return append(qs, farbank.Question{Bounded: true, Length: r.IntN(4)}, farbank.Question{Plans: farbank.Simple, Bounded: true, Length: r.IntN(4)})
}

// against compares the engines with the listed plans.
func (w *trial) against(p *model.Problem, q farbank.Question) {
	listed := q
	if q.Plans == farbank.Any {
		listed.Plans = farbank.Simple
	}
	w.at("oracle")
	plans, err := oracle.Plans(p, listed)
	if err != nil || len(plans) > 3_000 {
		w.v.Traits["too much to list, or an overflow"] = true
	}
	skip := err != nil || len(plans) > 3_000
	for _, e := range farbank.Engines {
		for _, want := range []engine.Want{farbank.One, farbank.All, farbank.Count} {
			q.Want = want
			w.at("%s %s %s", e.Name(), want, q.Plans)
			if e.Can(p, q) != nil {
				continue
			}
			w.compare(e, p, q, plans, skip)
		}
	}
}

func (w *trial) compare(e farbank.Engine, p *model.Problem, q farbank.Question, plans []model.Plan, skip bool) {
	patience := time.Second
	if e.Name() == "milp" {
		patience = 150 * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	q.Workers = 1
	if skip {
		q.Limit = 100
	}
	var got []model.Plan
	a, err := farbank.SolveWith(ctx, e, p, q, func(plan farbank.Plan) bool {
		got = append(got, plan)
		return len(got) < 4_000
	})
	kind := "answer: " + w.stage + ": "
	var bug *farbank.BugError
	if errors.As(err, &bug) {
		w.fail(kind+"invalid plan", "%v", err)
		return
	}
	if skip {
		return
	}
	if err != nil {
		w.fail(kind+numbers.ReplaceAllString(err.Error(), "N"), "%+v: %v", q, err)
		return
	}
	if ctx.Err() != nil && (a.Status == farbank.Unknown || a.Status == farbank.Feasible) {
		w.v.Traits["out of time: "+e.Name()] = true
		return
	}
	want := oracle.Keys(plans)
	switch {
	case a.Status == farbank.Feasible && e.Name() == "milp": // it says so where moves cost nothing
	case a.Status == farbank.Unsupported, a.Status == farbank.NoneWithinBound && e.Name() != "search":
	case len(plans) == 0 && q.Want != farbank.Count:
		if a.Status != farbank.None && a.Status != farbank.NoneWithinBound {
			w.fail(kind+"a plan where there is none", "%+v: %s %s", q, a.Status, a.Reason)
		}
	case a.Status != farbank.Solved:
		w.fail(kind+a.Status.String()+" where there are plans", "%+v: %s (%s), but there are %d plans", q, a.Status, a.Reason, len(want))
	case q.Want == farbank.One && q.Plans == farbank.Shortest && a.Best.Cost != plans[0].Cost:
		w.fail(kind+"wrong cost", "%+v: cost %d, want %d", q, a.Best.Cost, plans[0].Cost)
	case q.Want == farbank.All && (!slices.Equal(want, oracle.Keys(got)) || len(got) != len(want)):
		w.fail(kind+"other plans", "%+v: %d plans, want %d: %v\n%v", q, len(got), len(want), oracle.Keys(got), want)
	case q.Want == farbank.Count && a.Count.String() != fmt.Sprint(len(want)):
		w.fail(kind+"wrong count", "%+v: %s plans, want %d", q, a.Count, len(want))
	}
	if a.Best != nil && q.Want == farbank.One {
		w.written(p, *a.Best)
	}
}

// written holds that a plan that is written reads back.
func (w *trial) written(p *model.Problem, best model.Plan) {
	stage := w.stage
	defer func() { w.stage = stage }()
	w.at("show")
	steps, _, err := p.VerifyWalk(best)
	if err != nil {
		return
	}
	var b strings.Builder
	if err := render.Plan(&b, p, steps); err != nil {
		w.fail("plan: cannot be written", "%v", err)
		return
	}
	readings, err := plan.Read(p, "plan", b.String())
	if err != nil || len(readings) != 1 || readings[0].Err != nil {
		w.fail("plan: does not read back", "%v %+v\n%s", err, readings, b.String())
		return
	}
	if got := readings[0].Plan; !slices.Equal(got.Moves, best.Moves) || !slices.Equal(got.Find, best.Find) {
		w.fail("plan: reads as another", "%s\n%v %v", b.String(), got, best)
	}
	for _, f := range []func(io.Writer, *model.Problem, []model.Step) error{render.Table, render.CSV, render.Markdown, render.Steps} {
		if err := f(io.Discard, p, steps); err != nil {
			w.fail("plan: cannot be shown", "%v", err)
		}
	}
}

// exports holds that nothing written for other systems ends in a panic.
func (w *trial) exports(p *model.Problem) {
	for _, l := range exchange.Languages {
		w.at("export %s", l.Name)
		ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
		farbank.Export(ctx, p, l.Name, farbank.ExportOptions{Horizon: 2, HasHorizon: true}, io.Discard)
		cancel()
	}
}
