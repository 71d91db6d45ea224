package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// A written is a task in the output format of Fast Downward's translator, which reads PDDL independently of
// our reader.
type written struct {
	layer     []int // by variable: the layer of a derived variable, -1 for others
	init      []int
	goal      []fact
	operators map[string][]change
	axioms    []change
	failed    error
	words     []string
}

type fact struct{ variable, value int }

// A change is an operator or an axiom. The translator may write several with the same name for alternative
// conditions.
type change struct {
	needs   []fact
	effects []effect
	cost    int64
}

type effect struct {
	needs []fact
	to    fact
}

// outside translates a task and runs a plan on the output. It returns what is wrong with the plan, or "".
func outside(ctx context.Context, pair [2]string, plan string) (string, error) {
	dir, err := os.MkdirTemp("", "planning")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	var names [3]string
	for i, name := range []string{*fd, pair[0], pair[1]} {
		if names[i], err = filepath.Abs(name); err != nil {
			return "", err
		}
	}
	sas := filepath.Join(dir, "output.sas")
	if _, _, _, err := limited(ctx, 6**limit, true, dir, "env", "PYTHONPATH="+names[0], "python3", "-m", "translate",
		"--keep-unimportant-variables", names[1], names[2], "--sas-file", sas); err != nil {
		return "", err
	}
	if ctx.Err() != nil {
		return "", context.Cause(ctx)
	}
	text, err := os.ReadFile(sas)
	if err != nil {
		return notTranslated, nil
	}
	w := parseWritten(string(text))
	if w.failed != nil {
		return "", fmt.Errorf("%s: %w", pair[1], w.failed)
	}
	return w.judge(plan), nil
}

const notTranslated = "not translated"

var saidCost = regexp.MustCompile(`; cost = (\d+)`)

// judge runs a plan.
func (w *written) judge(plan string) string {
	state := w.derive(append([]int(nil), w.init...))
	cost, said := int64(0), int64(-1)
	for line := range strings.Lines(plan) {
		line = strings.TrimSpace(line)
		if m := saidCost.FindStringSubmatch(line); m != nil {
			said, _ = strconv.ParseInt(m[1], 10, 64)
		}
		if !strings.HasPrefix(line, "(") {
			continue
		}
		name := strings.ToLower(strings.Join(strings.Fields(strings.Trim(line, "()")), " "))
		found := false
		for _, o := range w.operators[name] {
			if holds(state, o.needs) {
				state, cost, found = w.derive(o.apply(state)), cost+o.cost, true
				break
			}
		}
		if !found {
			return name + " does not apply"
		}
	}
	switch {
	case !holds(state, w.goal):
		return "the goal does not hold"
	case said >= 0 && said != cost:
		return fmt.Sprintf("cost %d, but the plan says %d", cost, said)
	}
	return ""
}

func holds(state []int, facts []fact) bool {
	for _, f := range facts {
		if state[f.variable] != f.value {
			return false
		}
	}
	return true
}

func (c *change) apply(state []int) []int {
	next := append([]int(nil), state...)
	for _, e := range c.effects {
		if holds(state, e.needs) {
			next[e.to.variable] = e.to.value
		}
	}
	return next
}

// derive evaluates the axioms, layer by layer.
func (w *written) derive(state []int) []int {
	last := -1
	for v, layer := range w.layer {
		if layer >= 0 {
			state[v] = w.init[v]
			last = max(last, layer)
		}
	}
	for layer := 0; layer <= last; layer++ {
		for changed := true; changed; {
			changed = false
			for _, a := range w.axioms {
				to := a.effects[0].to
				if w.layer[to.variable] == layer && state[to.variable] != to.value && holds(state, a.needs) && holds(state, a.effects[0].needs) {
					state[to.variable], changed = to.value, true
				}
			}
		}
	}
	return state
}

// parseWritten reads the translator's format.
func parseWritten(text string) *written {
	w := &written{operators: map[string][]change{}}
	w.words = strings.Split(text, "\n")
	w.expect("begin_version", "3", "end_version", "begin_metric")
	metric := w.number()
	w.expect("end_metric")
	for range w.number() {
		w.expect("begin_variable")
		w.line()
		w.layer = append(w.layer, w.number())
		for range w.number() {
			w.line()
		}
		w.expect("end_variable")
	}
	for range w.number() {
		w.expect("begin_mutex_group")
		w.facts(w.number())
		w.expect("end_mutex_group")
	}
	w.expect("begin_state")
	for range w.layer {
		w.init = append(w.init, w.number())
	}
	w.expect("end_state", "begin_goal")
	w.goal = w.facts(w.number())
	w.expect("end_goal")
	for range w.number() {
		w.expect("begin_operator")
		name := w.line()
		o := change{needs: w.facts(w.number())}
		for range w.number() {
			w.effect(&o)
		}
		o.cost = int64(w.number())
		if metric == 0 {
			o.cost = 1
		}
		w.expect("end_operator")
		w.operators[name] = append(w.operators[name], o)
	}
	for range w.number() {
		w.expect("begin_rule")
		a := change{needs: w.facts(w.number())}
		if f := w.numbers(3); w.failed == nil {
			a.effects = []effect{{needs: []fact{{f[0], f[1]}}, to: fact{f[0], f[2]}}}
		}
		w.expect("end_rule")
		w.axioms = append(w.axioms, a)
	}
	return w
}

// effect reads an effect: conditions, the variable, the value that it must have before or -1, and the value
// after.
func (w *written) effect(o *change) {
	f := w.numbers(0)
	if len(f) < 4 || len(f) != 2*f[0]+4 {
		w.fail("an effect")
		return
	}
	var e effect
	for i := range f[0] {
		e.needs = append(e.needs, fact{f[1+2*i], f[2+2*i]})
	}
	f = f[1+2*f[0]:]
	if e.to = (fact{f[0], f[2]}); f[1] >= 0 {
		o.needs = append(o.needs, fact{f[0], f[1]})
	}
	o.effects = append(o.effects, e)
}

func (w *written) fail(what string) {
	w.failed = cmp.Or(w.failed, fmt.Errorf("the translator's file: expected %s, %d lines before its end", what, len(w.words)))
}

func (w *written) line() string {
	if w.failed != nil || len(w.words) == 0 {
		w.fail("a line")
		return ""
	}
	line := w.words[0]
	w.words = w.words[1:]
	return strings.TrimSpace(line)
}

func (w *written) expect(lines ...string) {
	for _, want := range lines {
		if w.line() != want {
			w.fail(want)
		}
	}
}

// numbers reads a line of n numbers, or of any number of them if n is 0.
func (w *written) numbers(n int) []int {
	var list []int
	for _, word := range strings.Fields(w.line()) {
		x, err := strconv.Atoi(word)
		if err != nil {
			w.fail("a number")
		}
		list = append(list, x)
	}
	if n > 0 && len(list) != n {
		w.fail(fmt.Sprint(n, " numbers"))
	}
	return list
}

func (w *written) number() int {
	if list := w.numbers(1); w.failed == nil {
		return list[0]
	}
	return 0
}

func (w *written) facts(n int) []fact {
	var list []fact
	for range n {
		if f := w.numbers(2); w.failed == nil {
			list = append(list, fact{f[0], f[1]})
		}
	}
	return list
}
