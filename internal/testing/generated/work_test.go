package generated_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"time"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/model"
)

// work tries models from the input, one on each line.
func work(in io.Reader, out io.Writer) {
	limitMemory(6 << 30)
	debug.SetTraceback("single")
	debug.SetGCPercent(400) // small models, much garbage
	share, _ := strconv.Atoi(os.Getenv("MADE_WORKER"))
	r := bufio.NewReaderSize(in, 1<<20)
	for {
		line, err := r.ReadBytes('\n')
		if err != nil {
			return
		}
		var m generated.Model
		if json.Unmarshal(line, &m) != nil {
			continue
		}
		w := &trial{m: m, out: out, v: verdict{Traits: map[string]bool{}}, share: share, r: rand.New(rand.NewPCG(m.Seed, 3))}
		w.guarded()
		b, _ := json.Marshal(w.v)
		fmt.Fprintf(out, "%s\n", b)
	}
}

// A trial is a test of one model.
type trial struct {
	m     generated.Model
	out   io.Writer
	v     verdict
	stage string

	r       *rand.Rand
	share   int // one of share questions is asked; 0: none
	resting int // number of goroutines without work
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

// parse reads a text with the inputs of the model.
func (w *trial) parse(source string) (*model.Problem, error) {
	o := oracle.Options(w.m)
	o.Limit = 5_000_000
	return lang.Parse("made.far", source, o)
}

func (w *trial) run() {
	w.resting = runtime.NumGoroutine()
	w.at("parse")
	f, err := syntax.Parse("made.far", w.m.Source)
	if err != nil {
		w.refused("parse", err)
		return
	}
	w.at("check")
	p, err := w.parse(w.m.Source)
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
	states := w.judged(p, 300)
	if w.v.Kind != "" {
		return // the engines could only say the same
	}
	w.at("compiled")
	w.compiled(p, states)
	if w.share == 0 {
		return
	}
	if p.Strict {
		p = w.strict(p)
	}
	w.answers(p)
	w.exports(p)
}

// sampled reports true in one of share cases.
func (w *trial) sampled() bool { return w.r.IntN(w.share) == 0 }

// left checks that no work continues after it was stopped.
func (w *trial) left() {
	for range 100 {
		if runtime.NumGoroutine() <= w.resting {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	stacks := make([]byte, 1<<16)
	stacks = stacks[:runtime.Stack(stacks, true)]
	if bytes.Contains(stacks, []byte("/native.Compile")) {
		return // for about a second nothing can interrupt it
	}
	w.fail("work goes on after the end: "+w.stage, "%d goroutines\n%s", runtime.NumGoroutine(), stacks)
}

func (w *trial) refused(stage string, err error) {
	msg := err.Error()
	var list syntax.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		msg = list[0].Msg
	}
	kind := numbers.ReplaceAllString(msg, "N")
	if len(kind) > 70 {
		kind = kind[:70] + "..."
	}
	w.v.Refuse = stage + ": " + kind
	switch {
	case strings.Contains(msg, "does not fit"), strings.Contains(msg, "already breaks"), strings.Contains(msg, "too large"), strings.Contains(msg, "the cost is negative"):
		return
	case (strings.Contains(msg, "has no value") || strings.Contains(msg, "is not in")) && w.startless():
		return
	}
	w.fail("refused: "+w.v.Refuse, "%v", err)
}

// startless reports whether the judge finds no start either.
func (w *trial) startless() bool {
	f, err := w.m.Parse(w.m.Source)
	if err != nil {
		return false
	}
	o := oracle.Options(w.m)
	info, err := check.Check(f, check.Options{Params: o.Params, Data: o.Data})
	if err != nil {
		return true // a constant, whose value the judge has computed
	}
	j, err := judge.New(info, judge.Options{})
	if err != nil {
		return false
	}
	starts := 0
	err = j.Starts(func(judge.State) bool { starts++; return false })
	return err == nil && starts == 0
}

// format checks that a formatted text means the same, and does not change again.
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
	if _, err := w.parse(once); err != nil {
		w.fail("format: does not check", "%v\n%s", err, once)
	}
}

// traits explores the reachable states.
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
		if k := fmt.Sprint(s); !seen[k] && len(queue) < 500 {
			seen[k] = true
			queue = append(queue, s)
		}
	}
	for i := 0; i < len(queue); i++ {
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
		"a plan, or more than one state": t["plan"] || len(queue) > 1, "a move applies": applied, "a move changes nothing": idle} {
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

// undefined checks whether a part of a rule or a move is undefined in some state.
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
