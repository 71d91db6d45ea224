package compile_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank/internal/testing/long"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

var (
	madePrograms = flag.Int("programs", 0, "how many programs to make at random")
	madeFirst    = flag.Uint64("first", 0, "the seed of the first of them")
)

// TestGeneratedProgramsAsOracle compares the agenda of random programs with the oracle, after each
// form and each firing. A program that differs is shrunk and printed.
func TestGeneratedProgramsAsOracle(t *testing.T) {
	met := map[string]int{}
	bad := 0
	for seed := range eachSeed(500, 100000) {
		g := newProgramGenerator(seed)
		g.met = met
		text := g.program()
		if checkGenerated(text, false, met) == nil {
			continue
		}
		text = shrink(text, func(text string) bool {
			err := checkGenerated(text, true, map[string]int{})
			return err != nil && err != errInvalid
		})
		t.Errorf("seed %d: %v\n%s", seed, checkGenerated(text, true, met), text)
		if bad++; bad == 10 {
			break
		}
	}
	if long.Enabled() {
		for _, construct := range slices.Sorted(maps.Keys(met)) {
			t.Logf("%-28s %9d", construct, met[construct])
		}
	}
}

// eachSeed yields the seeds of the programs to generate.
func eachSeed(usual, many int) func(yield func(uint64) bool) {
	if long.Enabled() {
		usual = many
	}
	if *madePrograms > 0 {
		usual = *madePrograms
	}
	return func(yield func(uint64) bool) {
		for i := range uint64(usual) {
			if !yield(*madeFirst + i) {
				return
			}
		}
	}
}

// errInvalid is returned for a program that is refused, which is no counterexample.
var errInvalid = errors.New("the program is refused")

// follower evaluates a program form by form and rule by rule and compares the agenda with the oracle
// after each step.
type follower struct {
	*core.Environment
	out, errs bytes.Buffer
	rules     map[*core.Rule]*followed
	fired     *core.Rule // of the last firing
	facts     []*core.Fact
	met       map[string]int
	supports  map[string][]support // by the text of a fact: all its logical assertions
}

// followed is the state of a rule: its current matches, and how often each has fired.
type followed struct {
	form    *syntax.Form
	matches map[string][]found
	fired   map[string]int
}

type support struct {
	rule  *core.Rule
	facts []*core.Fact
}

// checkGenerated evaluates a program and returns the first difference from the oracle.
func checkGenerated(text string, strict bool, met map[string]int) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	w := &follower{rules: map[*core.Rule]*followed{}, supports: map[string][]support{}, met: met}
	w.Environment = newEnvironment(core.Options{Out: &w.out, Errors: &w.errs})
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	w.SetContext(ctx)
	w.SetHooks(core.Hooks{Fire: func(name string, facts []*core.Fact) { w.fired, w.facts = w.FindRule(name), withoutNil(facts) }})
	forms, err := syntax.Parse("generated", text)
	if err != nil {
		return errInvalid
	}
	for _, f := range forms {
		switch f.Head() {
		case "exit":
			continue
		case "run":
			if err := w.runForm(f); err != nil {
				return err
			}
			continue
		}
		if err := compile.Do(w.Environment, f, text, true); err != nil {
			if strict {
				return errInvalid
			}
			met["refused: "+f.Head()]++
		}
		if err := w.compare(); err != nil {
			return fmt.Errorf("after %s: %w", f, err)
		}
	}
	if strict && w.errs.Len() > 0 {
		return errInvalid
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return w.comparePlain()
}

// comparePlain compares the matcher of queries with the oracle.
func (w *follower) comparePlain() error {
	for r, f := range w.rules {
		c := &compile.Compiler{Env: w.Environment, Text: r.Source}
		alternatives, err := c.Conditions(leftSide(f.form))
		if err != nil {
			return err
		}
		count := map[string]int{}
		for _, list := range alternatives {
			for _, m := range w.Environment.Network.MatchPlainly(list, w.Environment.FactList.List()) {
				count[found{facts: withoutNil(m.Facts)}.key()]++
			}
		}
		for key, matches := range f.matches {
			if count[key] != len(matches) {
				return fmt.Errorf("%s\nis matched plainly %d times by facts %s, not %d times", f.form, count[key], indexes(matches[0].facts), len(matches))
			}
		}
		if len(count) != len(f.matches) {
			return fmt.Errorf("%s\nis matched plainly where it does not match", f.form)
		}
	}
	return nil
}

// withoutNil removes the conditions that bind no fact.
func withoutNil(facts []*core.Fact) []*core.Fact {
	return slices.DeleteFunc(slices.Clone(facts), func(f *core.Fact) bool { return f == nil })
}

func (w *follower) runForm(f *syntax.Form) error {
	if len(f.Items) != 2 || f.Items[1].Kind != syntax.Integer {
		return errInvalid
	}
	for range f.Items[1].Int {
		w.fired = nil
		w.out.Reset()
		_, _ = w.RunMore(1)
		if w.fired == nil {
			return nil
		}
		if err := w.firing(); err != nil {
			return err
		}
		if err := w.compare(); err != nil {
			return fmt.Errorf("after firing %s: %w", w.fired.Name, err)
		}
	}
	return nil
}

// firing compares the output of a rule with the bindings of the oracle.
func (w *follower) firing() error {
	w.met["firing"]++
	r := w.rules[w.fired]
	key := found{facts: w.facts}.key()
	r.fired[key]++
	line, _, _ := strings.Cut(w.out.String(), "\n")
	o := &oracle{env: w.Environment}
	known := false
	for _, m := range r.matches[key] { // several may print the same: a symbol, and a string
		arrow := slices.IndexFunc(r.form.Items, func(f *syntax.Form) bool { return f.IsSymbol("=>") })
		actions := r.form.Items[arrow+1:]
		if len(actions) == 0 || actions[0].Head() != "printout" {
			return errInvalid
		}
		if o.printed(actions[0], m.vars) != line {
			continue
		}
		known = true
		if len(actions) == 2 && actions[1].Head() == "assert" && actions[1].Items[1].Head() == "l" {
			if left := leftSide(r.form); len(left) == 0 || left[0].Head() != "logical" {
				return errInvalid
			}
			var fields []value.Value
			for _, item := range actions[1].Items[1].Items[1:] {
				fields = append(fields, o.eval(item, m.vars))
			}
			text := value.List(fields...).String()
			w.supports[text] = append(w.supports[text], support{w.fired, w.facts})
		}
	}
	if known {
		return nil
	}
	return fmt.Errorf("%s\nhas printed %q, which the oracle does not know", r.form, line)
}

func (o *oracle) printed(f *syntax.Form, b *bindings) string {
	text := ""
	for _, item := range f.Items[2:] {
		if !item.IsSymbol("crlf") {
			text += o.eval(item, b).Display()
		}
	}
	return text
}

func (w *follower) compare() error {
	o := &oracle{env: w.Environment, facts: w.Environment.FactList.List()}
	for r := range w.rules {
		if !slices.Contains(w.Modules[0].Rules, r) {
			delete(w.rules, r)
		}
	}
	for _, r := range w.Modules[0].Rules {
		if err := w.compareRule(o, r); err != nil {
			return err
		}
	}
	return w.compareSupports(o)
}

// compareRule compares the agenda with the matches: new ones and those that have not fired must be
// on it. A match that has fired may be on it again if it did not hold for a moment.
func (w *follower) compareRule(o *oracle, r *core.Rule) error {
	old := w.rules[r]
	if old == nil {
		f, _ := syntax.NewReader("", r.Source).Next()
		old = &followed{form: f, fired: map[string]int{}}
		w.rules[r] = old
	}
	agenda := map[string]int{}
	w.met["comparison of a rule"]++
	for _, a := range w.Network.Agendas.List(0) {
		if a.Rule.Data.(*core.Rule) == r {
			agenda[found{facts: withoutNil(w.Network.Facts(a))}.key()]++
		}
	}
	now := map[string][]found{}
	for _, m := range o.matches(leftSide(old.form)) {
		key := m.key()
		now[key] = append(now[key], m)
	}
	fired := map[string]int{}
	for key, matches := range now {
		w.met["match compared"] += len(matches)
		gone := min(old.fired[key], len(old.matches[key]), len(matches))
		there := agenda[key]
		if there > len(matches) || there < len(matches)-gone {
			return fmt.Errorf("%s\nhas %d activations of facts %s, not %d to %d", old.form, there, indexes(matches[0].facts), len(matches)-gone, len(matches))
		}
		fired[key] = len(matches) - there
		delete(agenda, key)
	}
	if len(agenda) > 0 {
		return fmt.Errorf("%s\nhas activations that do not match", old.form)
	}
	old.matches, old.fired = now, fired
	return nil
}

func indexes(facts []*core.Fact) string {
	var all []string
	for _, f := range facts {
		all = append(all, fmt.Sprintf("f-%d", f.Index))
	}
	return "(" + strings.Join(all, " ") + ")"
}

func leftSide(f *syntax.Form) []*syntax.Form {
	rest := f.Items[2:]
	if len(rest) > 0 && rest[0].Head() == "declare" {
		rest = rest[1:]
	}
	return rest[:slices.IndexFunc(rest, func(f *syntax.Form) bool { return f.IsSymbol("=>") })]
}

// compareSupports checks facts that only rules with logical conditions assert: they must exist only
// while such conditions hold.
func (w *follower) compareSupports(o *oracle) error {
	for _, f := range o.facts {
		if f.Relation.Name != "l" {
			continue
		}
		supported := slices.ContainsFunc(w.supports[f.Slots[0].String()], func(s support) bool {
			r := w.rules[s.rule]
			if r == nil {
				return true // facts stay when their rule is removed
			}
			logical := leftSide(r.form)[:1]
			return slices.ContainsFunc(o.matches(logical), func(m found) bool {
				return len(m.facts) <= len(s.facts) && slices.Equal(m.facts, s.facts[:len(m.facts)])
			})
		})
		if !supported {
			return fmt.Errorf("%s is there without support", core.FactText(f))
		}
	}
	return nil
}
