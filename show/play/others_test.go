package play_test

import (
	"context"
	"testing"
	"time"

	"farbank/show/game"
	"farbank/show/play"

	tea "charm.land/bubbletea/v2"
)

func beginAgainst(t *testing.T, name string, a game.Against) *player {
	t.Helper()
	p := load(t, name)
	var guide game.Guide
	var err error
	if guide.Adviser, err = guide.Survey(context.Background(), p); err != nil {
		t.Fatal(err)
	}
	a.Adviser = guide.Adviser
	g, err := game.NewAgainst(context.Background(), p, a)
	if err != nil {
		t.Fatal(err)
	}
	pl := &player{t: t, screen: play.NewScreen(context.Background(), g, guide)}
	pl.screen.Pace = time.Millisecond
	pl.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	pl.run(pl.screen.Init())
	return pl
}

func TestNimOnTheScreen(t *testing.T) {
	p := beginAgainst(t, "nim", game.Against{})
	p.sees("Nim", "0 moves so far; the goal can be forced, at a cost of at most 11 more", "moves are possible")
	p.press("h")
	p.sees("Hint: ")
	p.press("s") // the rest by the hints
	p.sees("★ The goal is reached in ")
	p.press("n")
	p.sees("0 moves so far")
	for range 12 {
		p.press("1")
	}
	p.sees("✗ ", "the play is over, and the goal was not reached", "u takes the last move back")
	p.press("u")
	p.sees("the goal cannot be forced from here")
}

func TestOthersOnTheScreen(t *testing.T) {
	p := beginAgainst(t, "mastermind", game.Against{Seed: 3})
	p.sees("possible: ", "the goal can be forced, at a cost of at most 4 more")
	p.press("s")
	p.sees("★ The goal is reached in ")
	p = beginAgainst(t, "craps", game.Against{})
	p.sees("the goal is reached with probability 0.492929", "chance draws")
	p.press("1")
	p.sees("chance: ")
	p = beginAgainst(t, "mastermind", game.Against{Others: true})
	p.sees("show: ")
	p.press("1", "1")
}
