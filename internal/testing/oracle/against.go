package oracle

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"

	"farbank/engine"
	"farbank/internal/testing/generated"
	"farbank/model"
)

// most is the maximum number of plans of a question that are compared.
const most = 500

// Against compares an engine with the listed plans of the given number of generated problems: plans
// of every kind, one, all and their number. It returns the number of questions answered.
func Against(t *testing.T, e engine.Engine, problems int, o generated.Options) int {
	t.Helper()
	asked := 0
	for seed := range uint64(problems) {
		p, m := Problem(seed, o)
		l, err := New(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []engine.Kind{engine.Shortest, engine.Simple, engine.Walks, engine.Any, engine.Ends} {
			q := engine.Question{Plans: kind, Symmetry: seed%2 == 0, Workers: 1 + int(seed%2)}
			if kind == engine.Walks {
				q.Bounded, q.Length = true, 2
			}
			plans, err := l.listed(q)
			if err != nil || len(plans) > most {
				continue
			}
			for _, q.Want = range []engine.Want{engine.One, engine.All, engine.Count} {
				if engine.Can(context.Background(), e, p, q) != nil {
					continue
				}
				asked++
				if err := l.hold(t, e, p, q, plans); err != nil {
					t.Errorf("seed %d, %s %s: %v\n%s", seed, q.Want, kind, err, m)
				}
			}
		}
	}
	return asked
}

// listed lists the plans of a question; for Any it lists those that repeat no state.
func (l *Lister) listed(q engine.Question) ([]model.Plan, error) {
	if q.Plans == engine.Any {
		q.Plans = engine.Simple
	}
	return l.Plans(q)
}

// hold compares an answer with the listed plans.
func (l *Lister) hold(t *testing.T, e engine.Engine, p *model.Problem, q engine.Question, plans []model.Plan) error {
	var got []model.Plan
	a, err := engine.Registry{e}.Solve(t.Context(), e, p, q, func(plan model.Plan) bool {
		got = append(got, plan)
		return true
	})
	var wide *model.OverflowError
	if errors.As(err, &wide) {
		return nil // of states that no plan reaches
	}
	if err != nil {
		return err
	}
	want, err := apart(p, q, plans)
	if err != nil {
		return err
	}
	switch {
	case a.Status == engine.Unsupported || a.Status == engine.NoneWithinBound && len(plans) == 0:
	case len(plans) == 0 && q.Want != engine.Count:
		if a.Status != engine.None {
			return fmt.Errorf("%s (%s), and there is no plan", a.Status, a.Reason)
		}
	case a.Status != engine.Solved:
		return fmt.Errorf("%s (%s), and there are %d plans", a.Status, a.Reason, len(plans))
	case q.Want == engine.One && q.Plans == engine.Shortest && a.Best.Cost != plans[0].Cost:
		return fmt.Errorf("cost %d, want %d", a.Best.Cost, plans[0].Cost)
	case q.Want == engine.Count && a.Count.String() != fmt.Sprint(len(want)):
		return fmt.Errorf("%s plans, want %d", a.Count, len(want))
	case q.Want == engine.All:
		have, err := apart(p, q, got)
		if err != nil {
			return err
		}
		if !slices.Equal(have, want) || len(got) != len(want) {
			return fmt.Errorf("%d plans, want %d", len(got), len(want))
		}
	}
	return nil
}

// apart returns the keys by which a question distinguishes plans.
func apart(p *model.Problem, q engine.Question, plans []model.Plan) ([]string, error) {
	if q.Plans == engine.Ends {
		return LastStates(p, plans)
	}
	return Keys(plans), nil
}
