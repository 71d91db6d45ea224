package game_test

import (
	"context"
	"strings"
	"testing"

	"farbank"
	"farbank/examples"
	"farbank/model"
	"farbank/show/game"
)

// against begins a play of an example, with the adviser of the guide.
func against(t *testing.T, name string, a game.Against) (*game.Game, game.Against) {
	t.Helper()
	text, ok := examples.Source(name)
	if !ok {
		t.Fatal("no example")
	}
	p, err := farbank.Parse(name+".far", text)
	if err != nil {
		t.Fatal(err)
	}
	var guide game.Guide
	if a.Adviser, err = guide.Survey(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	g, err := game.NewAgainst(context.Background(), p, a)
	if err != nil {
		t.Fatal(err)
	}
	return g, a
}

func ended(t *testing.T, g *game.Game) model.End {
	t.Helper()
	end, err := g.End()
	if err != nil {
		t.Fatal(err)
	}
	return end
}

// play makes the move that choose returns, until the play ends. It returns the end.
func play(t *testing.T, g *game.Game, choose func([]game.Choice) int) model.End {
	t.Helper()
	for range 1000 {
		if end := ended(t, g); end != model.Goes {
			return end
		}
		choices, err := g.Choices()
		if err != nil {
			t.Fatal(err)
		}
		if err := g.Make(choose(choices)); err != nil {
			t.Fatal(err)
		}
	}
	t.Fatal("the play does not end")
	return 0
}

// best returns the advised move, or the first legal one.
func best(t *testing.T, g *game.Game, a game.Against) func([]game.Choice) int {
	return func(choices []game.Choice) int {
		if w := game.Advise(context.Background(), a.Adviser, g.Worlds()); w.Known && len(w.Moves) > 0 && choices[0].Move < g.Draw() {
			return w.Moves[0]
		}
		return first(choices)
	}
}

func first(choices []game.Choice) int {
	for _, c := range choices {
		if c.Legal() {
			return c.Move
		}
	}
	return -1
}

// TestNim plays Nim with the advised moves, which win, and with the first possible ones, which lose against a
// perfect opponent.
func TestNim(t *testing.T) {
	g, a := against(t, "nim", game.Against{})
	if end := play(t, g, best(t, g, a)); end != model.Reached {
		t.Errorf("the advised moves end with %v", end)
	}
	if g.Moves() > 11 {
		t.Errorf("%d moves, 11 can be forced", g.Moves())
	}
	g, _ = against(t, "nim", game.Against{})
	if end := play(t, g, first); end != model.Failed {
		t.Errorf("the first moves end with %v", end)
	}
	if news := strings.Join(g.News(), " "); !strings.Contains(news, "the foe: ") {
		t.Errorf("the news are %q", news)
	}
	before := g.Moves()
	if !g.Undo() || ended(t, g) != model.Goes || !g.Redo() || g.Moves() != before || ended(t, g) != model.Failed {
		t.Error("undo and redo do not agree")
	}
	g.Restart()
	if g.Moves() != 0 {
		t.Errorf("%d moves after a restart", g.Moves())
	}
	if err := g.Make(-3); err == nil {
		t.Error("a move that does not exist was made")
	}
}

// TestPlaysOthers plays each example from both sides, perfectly, at random and with a bad unknown.
func TestPlaysOthers(t *testing.T) {
	for _, name := range []string{"nim", "guard", "standby", "craps", "mastermind"} {
		for _, way := range []game.Against{{}, {Random: true, Seed: 1}, {Worst: true}, {Others: true}, {Others: true, Random: true}} {
			g, a := against(t, name, way)
			choose := best(t, g, a)
			if way.Others {
				choose = first
			}
			end := play(t, g, choose)
			if name != "craps" && end != model.Reached {
				t.Errorf("%s %+v: the play ends with %v after %d moves", name, way, end, g.Moves())
			}
			if len(g.Beliefs()) != len(g.Steps()) {
				t.Errorf("%s: %d beliefs of %d steps", name, len(g.Beliefs()), len(g.Steps()))
			}
		}
	}
}
