package planning

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/engine"
	"farbank/examples"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/model/transition"
	"farbank/planning"
)

// subject returns the task of a problem, or nil if the problem is refused.
func subject(t *testing.T, p *model.Problem, how options) *translation {
	t.Helper()
	if New().Can(p, engine.Question{}) != nil {
		return nil
	}
	tr, err := translate(t.Context(), p, how)
	var large *tooLarge
	if errors.As(err, &large) {
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	if err := tr.task.Validate(); err != nil {
		t.Fatal(err)
	}
	return tr
}

// steps returns the moves of a problem from a safe state to safe states, except those that change nothing.
func steps(p *model.Problem, s model.State) ([]string, bool) {
	var list []string
	for i, m := range p.Moves {
		out, err := p.Apply(m, s)
		if err != nil {
			return nil, false
		}
		if out.Next == nil || slices.Equal(out.Next, s) {
			continue
		}
		ok, err := safe(p, out.Next)
		if err != nil {
			return nil, false
		}
		if ok {
			list = append(list, fmt.Sprint(i, out.Cost, out.Next))
		}
	}
	slices.Sort(list)
	return list, true
}

func safe(p *model.Problem, s model.State) (bool, error) {
	for i := range p.Safety {
		if v, _, err := p.Eval(p.Safety[i].Cond, s); err != nil || v == 0 {
			return false, err
		}
	}
	return true, nil
}

// stateOf returns a state of the problem as one of the task, with the derived variables.
func stateOf(p *model.Problem, tr *translation, s model.State) []int {
	state := slices.Clone(tr.task.Init)
	for i, v := range s {
		state[i] = int(v - p.Cells[i].Lo)
	}
	return tr.task.Derive(state)
}

// taskSteps returns the same moves as steps, computed by the task.
func taskSteps(p *model.Problem, tr *translation, s model.State) []string {
	state := stateOf(p, tr, s)
	var list []string
	for k := range tr.task.Operators {
		o := &tr.task.Operators[k]
		if tr.moves[k] < 0 || !o.Applies(state) { // stages of the goal are not moves
			continue
		}
		next := o.Apply(state)
		if slices.Equal(next, state) {
			continue
		}
		after := make(model.State, len(s))
		for i, v := range next[:len(s)] {
			after[i] = int64(v) + p.Cells[i].Lo
		}
		if ok, err := safe(p, after); len(p.Derived) > 0 && err == nil && !ok {
			continue // tested by the next move
		}
		list = append(list, fmt.Sprint(tr.moves[k], o.Cost, after))
	}
	slices.Sort(list)
	return list
}

// compare compares the moves in states of random walks.
func compare(t *testing.T, name string, p *model.Problem, seed uint64, how options) (count, axioms int) {
	tr := subject(t, p, how)
	if tr == nil || tr.impossible {
		return 0, 0
	}
	r := rand.New(rand.NewPCG(seed, 3))
	axioms = len(tr.task.Axioms)
	for range 4 {
		s := make(model.State, len(p.Cells))
		for i, x := range tr.task.Init[:len(s)] {
			s[i] = int64(x) + p.Cells[i].Lo
		}
		for range 12 {
			want, ok := steps(p, s)
			if !ok {
				return count, axioms
			}
			if got := taskSteps(p, tr, s); !slices.Equal(got, want) {
				t.Fatalf("%s in %v:\n%v\nwant\n%v", name, s, got, want)
			}
			if how.axioms && !slices.Contains(tr.moves, -1) {
				ends(t, name, p, tr, s)
			}
			count++
			if len(want) == 0 {
				break
			}
			s = follow(p, s, want[r.IntN(len(want))])
		}
	}
	return count, axioms
}

// ends compares whether a state is a goal. It applies only to tasks without stages.
func ends(t *testing.T, name string, p *model.Problem, tr *translation, s model.State) {
	t.Helper()
	want, err := safe(p, s)
	for i := range p.Goal {
		v, _, wrong := p.Eval(p.Goal[i].Cond, s)
		if wrong != nil {
			return
		}
		want = want && v != 0
	}
	if err == nil && tr.task.IsGoal(stateOf(p, tr, s)) != want {
		t.Fatalf("%s in %v: the goal holds: %v, by the task: %v", name, s, want, !want)
	}
}

func follow(p *model.Problem, s model.State, step string) model.State {
	for i, m := range p.Moves {
		if out, err := p.Apply(m, s); err == nil && out.Next != nil && fmt.Sprint(i, out.Cost, out.Next) == step {
			return out.Next
		}
	}
	return s
}

// allOptions are the options of the translation that the tests use.
var allOptions = []options{{}, {axioms: true, few: 1}, {few: 3, fewWays: 3}, {axioms: true, few: 3, fewWays: 3}}

// TestTranslate compares tasks with the interpreter of the model, for the examples and for random problems.
func TestTranslate(t *testing.T) {
	for _, name := range examples.Names() {
		src, _ := examples.Source(name)
		p, err := lang.Parse(name+".far", src, lang.Options{})
		if err != nil || p.Others() || p.NumFind > 0 || len(p.Moves) == 0 || len(p.Moves) > long.Of(100, 500) {
			continue
		}
		for _, how := range allOptions {
			count, axioms := compare(t, name, p, 1, how)
			t.Log(name, how, count, axioms)
		}
	}
	count, derived := 0, 0
	for seed := range long.Of[uint64](100, 5000) {
		m := generated.New(seed, generated.Options{Moves: generated.Always})
		o := lang.Options{Limit: 1_000_000}
		for _, s := range m.Settings {
			o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
		}
		if m.Data != "" {
			o.Data = []check.Data{{Name: "made.json", JSON: []byte(m.Data)}}
		}
		p, err := lang.Parse("made.far", m.Source, o)
		if err != nil || p.NumFind > 0 {
			continue
		}
		for _, how := range allOptions {
			c, a := compare(t, fmt.Sprint("seed ", seed, how), p, seed, how)
			count += c
			if a > 0 {
				derived++
			}
		}
	}
	t.Log(count, derived)
	if count < 300 || derived < 8 {
		t.Errorf("only %d states, %d tasks with axioms", count, derived)
	}
}

// TestLimitWithinMove checks that the translation of a move with very many cases notices the end of the
// context.
func TestLimitWithinMove(t *testing.T) {
	f, err := syntax.Parse("x.far", "puzzle \"t\"\nstate x[1..8]: 0..5 = 0\nmove m { require count(k: 1..8 where x[k] > 2) == 2\nx[1] += 1 }\ngoal x[1] == 3\n")
	if err != nil {
		t.Fatal(err)
	}
	p, err := lang.Problem(f, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	sys, err := transition.NewSystem(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	tr := &translator{ctx: ctx, sys: sys, p: p, out: &translation{task: &planning.Task{}}, others: map[planning.Fact][]planning.Fact{}, known: map[*model.Expr]*clauses{}}
	tr.variables()
	if err := tr.operator(sys.Operators[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, and %d operators", err, len(tr.out.task.Operators))
	}
}
