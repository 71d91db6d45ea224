package engine

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"testing"
	"time"

	"farbank/model"
)

// TestGate checks that Err of a shut gate returns when the gate opens, and when the race ends.
func TestGate(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	g := &gate{Context: ctx}
	if err := g.Err(); err != nil {
		t.Fatalf("an open gate: %v", err)
	}
	for _, end := range []func(){func() { g.set(true, 0) }, func() { cancel(ErrLost) }} {
		g.set(false, 0)
		g.set(false, 0)
		returned := make(chan error)
		go func() { returned <- g.Err() }()
		select {
		case <-returned:
			t.Fatal("the gate is shut")
		default:
		}
		end()
		<-returned
	}
	g.set(true, 0)
	inner, stop := context.WithCancel(g)
	defer stop()
	if g.Err() == nil || inner.Err() == nil || !errors.Is(context.Cause(inner), ErrLost) {
		t.Errorf("%v, %v, cause %v", g.Err(), inner.Err(), context.Cause(inner))
	}
}

// TestGateTime checks the time for which a gate is open.
func TestGateTime(t *testing.T) {
	g := &gate{Context: t.Context()}
	g.opened.Store(10)
	for _, c := range []struct {
		open bool
		at   time.Duration
		want time.Duration // at that time
	}{{true, 15, 5}, {false, 20, 10}, {false, 30, 10}, {true, 40, 10}, {true, 45, 15}, {false, 50, 20}} {
		if g.set(c.open, c.at); g.time(c.at) != c.want {
			t.Errorf("%+v: %d", c, g.time(c.at))
		}
	}
}

// TestRotate checks which engines run at the same time when all have started.
func TestRotate(t *testing.T) {
	for _, c := range []struct {
		processors, engines, lead int
		ended                     string // names
		want                      string // engines with open gates, by period
	}{
		{2, 2, 0, "", "ab ab ab"},
		{2, 3, 1, "", "ab bc ab bc"},
		{2, 3, 0, "", "ab ac ab ac"},
		{2, 4, 1, "", "ab bc bd ab"},
		{3, 4, 1, "", "abc abd bcd abc"},
		{4, 4, 1, "", "abcd"},
		{2, 3, 1, "b", "abc"},
		{2, 3, 1, "c", "abc"},
		{2, 4, 1, "b", "ac ad cd ac"},
		{1, 2, 0, "", "b a b a"},
		{1, 3, 1, "", "a b c b a"},
		{1, 3, 1, "b", "a c a"},
		{1, 3, 1, "bc", "abc"},
	} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(c.processors))
			var engines []Engine
			for i := range c.engines {
				engines = append(engines, mute{string(rune('a' + i))})
			}
			p := newPortfolio(t.Context(), t.Context(), func(error) {}, engines, &model.Problem{}, Question{})
			p.lead, p.started = c.lead, c.engines
			for _, name := range c.ended {
				p.ended = append(p.ended, finish{e: engines[name-'a']})
			}
			got := ""
			for len(got) < len(c.want) {
				p.rotate()
				if got != "" {
					got += " "
				}
				for i, g := range p.gates {
					if g.shut.Load() == nil && !(c.ended != "" && p.rotations > 0 && !p.works(i)) {
						got += engines[i].Name()
					}
				}
			}
			if got != c.want {
				t.Errorf("%+v: %s", c, got)
			}
		}()
	}
}

// TestLeaderFirst checks that the leader is one of the first two engines that start.
func TestLeaderFirst(t *testing.T) {
	for lead, want := range []string{"abcd", "abcd", "acbd", "adbc"} {
		var engines []Engine
		for i := range 4 {
			if e := (mute{string(rune('a' + i))}); i == lead {
				engines = append(engines, leading{e})
			} else {
				engines = append(engines, e)
			}
		}
		p := newPortfolio(t.Context(), t.Context(), func(error) {}, engines, &model.Problem{}, Question{})
		got := ""
		for _, e := range p.engines {
			got += e.Name()
		}
		if got != want || p.engines[p.lead].Name() != string(rune('a'+lead)) {
			t.Errorf("leader %d: %s, %s leads", lead, got, p.engines[p.lead].Name())
		}
	}
}

// A mute is an engine that answers nothing.
type mute struct{ name string }

func (e mute) Name() string                      { return e.name }
func (mute) About() string                       { return "" }
func (mute) Capabilities() Capabilities          { return Capabilities{} }
func (mute) Can(*model.Problem, Question) error  { return nil }
func (mute) Races(*model.Problem, Question) bool { return true }
func (e mute) Solve(context.Context, *model.Problem, Question, func(model.Plan) bool) (*Answer, error) {
	return nil, fmt.Errorf("%s cannot answer", e.name)
}

type leading struct{ mute }

func (leading) Leads(*model.Problem, Question) bool { return true }
