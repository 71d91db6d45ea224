package transition_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"farbank/internal/testing/generated"
	"farbank/lang"
	"farbank/lang/check"
	"farbank/model"
	"farbank/model/transition"
)

// A subject is a problem and the states in which its moves are tested.
type subject struct {
	t      *testing.T
	seed   uint64
	p      *model.Problem
	states []model.State
}

// subjects generates problems with moves, and random states of each, reachable or not.
func subjects(t *testing.T, from, n uint64, each func(*subject)) {
	met := 0
	for seed := from; seed < from+n; seed++ {
		m := generated.New(seed, generated.Options{Moves: generated.Always})
		o := lang.Options{Limit: 1_000_000}
		for _, s := range m.Settings {
			o.Params = append(o.Params, check.Setting{Name: s.Name, Value: s.Value})
		}
		if m.Data != "" {
			o.Data = []check.Data{{Name: "made.json", JSON: []byte(m.Data)}}
		}
		p, err := lang.Parse("made.far", m.Source, o)
		if err != nil {
			continue
		}
		met++
		r := rand.New(rand.NewPCG(seed, 1))
		s := &subject{t: t, seed: seed, p: p}
		for range 12 {
			s.states = append(s.states, anyState(r, p))
		}
		each(s)
	}
	if met < int(n/2) {
		t.Errorf("only %d of %d models can be read", met, n)
	}
}

// anyState returns a random state.
func anyState(r *rand.Rand, p *model.Problem) model.State {
	s := make(model.State, len(p.Cells))
	for i := range s {
		c := &p.Cells[i]
		if n := c.Span(); n < 1<<40 {
			s[i] = c.Lo + r.Int64N(n)
		} else {
			s[i] = []int64{c.Lo, c.Hi}[r.IntN(2)]
		}
	}
	return s
}

// run formats the state after an operator, or returns "" if it does not apply.
func run(p *model.Problem, o *transition.Operator, s model.State) (string, error) {
	for _, g := range o.Guard {
		if v, ok, err := p.Eval(g, s); err != nil || !ok || v == 0 {
			return "", err
		}
	}
	cost, ok, err := p.Eval(o.Cost, s)
	if err != nil || !ok {
		return "", fmt.Errorf("the cost has no value: %w", err)
	}
	next := slices.Clone(s)
	for _, u := range o.Updates {
		v, ok, err := p.Eval(u.Value, s)
		if err != nil || !ok {
			return "", fmt.Errorf("cell %d has no value: %w", u.Cell, err)
		}
		next[u.Cell] = v
	}
	return fmt.Sprint(cost, next), nil
}

// all formats the state after the one of several operators that applies. At most one case of a
// move does.
func all(p *model.Problem, list []*transition.Operator, s model.State) (string, error) {
	found := ""
	for _, o := range list {
		text, err := run(p, o, s)
		if err != nil {
			return "", err
		}
		if text != "" && found != "" {
			return "", errors.New("two cases apply")
		}
		found += text
	}
	return found, nil
}

// apply returns the result of the interpreter.
func (s *subject) apply(m *model.Move, st model.State) (string, bool) {
	out, err := s.p.Apply(m, st)
	if err != nil {
		return "", false
	}
	if out.Next == nil {
		return "", true
	}
	return fmt.Sprint(out.Cost, out.Next), true
}

func (s *subject) compare(what string, move int, st model.State, got string, err error) {
	want, ok := s.apply(s.p.Moves[move], st)
	var wide *model.OverflowError
	if !ok || errors.As(err, &wide) {
		return // the order of evaluation decides whether an overflow is noticed
	}
	if err != nil || got != want {
		s.t.Errorf("seed %d, %s, %s in %v: %q, %v; want %q", s.seed, what, s.p.Moves[move], st, got, err, want)
	}
}

func operators(t *testing.T, run func() ([]*transition.Operator, error)) []*transition.Operator {
	list, err := run()
	if err != nil && !errors.Is(err, transition.ErrLarge) {
		t.Error(err)
	}
	return list
}

// TestOperators compares operators with the interpreter: as they are, total, and split.
func TestOperators(t *testing.T) {
	subjects(t, 1, 300, func(s *subject) {
		for _, total := range []bool{false, true} {
			x := transition.New(t.Context(), s.p, transition.Options{Total: total, Nodes: 1 << 18})
			for move := range s.p.Moves {
				whole := operators(t, func() ([]*transition.Operator, error) {
					o, err := x.Run(move)
					if o == nil {
						return nil, err
					}
					return []*transition.Operator{o}, err
				})
				split := operators(t, func() ([]*transition.Operator, error) { return x.Split(move, 64) })
				for _, st := range s.states {
					got, err := all(s.p, whole, st)
					s.compare(fmt.Sprint("total ", total), move, st, got, err)
					got, err = all(s.p, split, st)
					s.compare(fmt.Sprint("split, total ", total), move, st, got, err)
				}
			}
		}
	})
}

func holds(facts []transition.Fact, s model.State) bool {
	return !slices.ContainsFunc(facts, func(f transition.Fact) bool { return s[f.Cell] != f.Value })
}

func change(next, s model.State, effects []transition.Effect) {
	for _, e := range effects {
		if holds(e.When, s) {
			next[e.Cell] = e.Value
		}
	}
}

// TestActions compares actions over single variables with the interpreter.
func TestActions(t *testing.T) {
	split, conditional := 0, 0
	subjects(t, 1000, 300, func(s *subject) {
		sys, err := transition.NewSystem(t.Context(), s.p)
		if err != nil {
			return
		}
		for _, o := range sys.Operators {
			if o.Wide() {
				continue
			}
			actions, fit := sys.Actions(o, o.Guard, 500)
			for _, st := range s.states {
				if !fit {
					break
				}
				split++
				got := ""
				for _, a := range actions {
					if holds(a.Pre, st) {
						next := slices.Clone(st)
						change(next, st, a.Effects)
						got += fmt.Sprint(a.Cost, next)
					}
				}
				s.compare("actions", o.Move, st, got, nil)
			}
			conditional += s.conditional(sys, o)
		}
	})
	if split < 1000 || conditional < 1000 {
		t.Errorf("only %d and %d runs compared", split, conditional)
	}
}

// conditional compares the conditional effects of an operator with the interpreter.
func (s *subject) conditional(sys *transition.System, o *transition.Operator) int {
	pre, fit := sys.DNF(o.Guard, 200)
	var effects []transition.Effect
	for _, u := range o.Updates {
		list, ok := sys.Effects(u, 200)
		effects = append(effects, list...)
		fit = fit && ok
	}
	if !fit || !o.Cost.IsConst() {
		return 0
	}
	for _, st := range s.states {
		got := ""
		if slices.ContainsFunc(pre, func(facts []transition.Fact) bool { return holds(facts, st) }) {
			next := slices.Clone(st)
			change(next, st, effects)
			got = fmt.Sprint(o.Cost.Value, next)
		}
		s.compare("conditional effects", o.Move, st, got, nil)
	}
	return len(s.states)
}

// TestEnds checks a context that is done, and moves that are too large.
func TestEnds(t *testing.T) {
	text := "state a[1..40]: 0..9 = 0\n\nmove go {\n    for i in 1..40 {\n        a[i] = a[a[i] + 1] + a[a[i] + 2]\n    }\n}\n\ngoal a[1] == 1\n"
	p, err := lang.Parse("ends.far", text, lang.Options{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = transition.New(t.Context(), p, transition.Options{Nodes: 100}).Run(0)
	var large *transition.LargeError
	if !errors.As(err, &large) || !errors.Is(err, transition.ErrLarge) || large.Pos.Line == 0 {
		t.Errorf("too large: %v", err)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cause := errors.New("enough")
	cancel(cause)
	if _, err := transition.NewSystem(ctx, p); !errors.Is(err, cause) {
		t.Errorf("an ended context: %v", err)
	}
}
