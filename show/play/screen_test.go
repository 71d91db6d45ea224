package play_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/internal/visible"
	"farbank/model"
	"farbank/show/game"
	"farbank/show/play"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// A player sends messages to a screen, and runs its background work.
type player struct {
	t      *testing.T
	screen *play.Screen
	quit   bool
}

func solve(ctx context.Context, p *model.Problem) (*farbank.Answer, error) {
	return farbank.Solve(ctx, p, farbank.Question{Symmetry: true})
}

func begin(t *testing.T, p *farbank.Problem, guide game.Guide) *player {
	t.Helper()
	g, err := game.New(context.Background(), p)
	if err != nil {
		t.Fatal(err)
	}
	pl := &player{t: t, screen: play.NewScreen(context.Background(), g, guide)}
	pl.screen.Pace = time.Millisecond
	pl.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	pl.run(pl.screen.Init())
	return pl
}

func (p *player) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			p.run(c)
		}
	case tea.QuitMsg:
		p.quit = true
	case nil:
	default:
		p.send(msg)
	}
}

func (p *player) send(msg tea.Msg) {
	_, cmd := p.screen.Update(msg)
	p.run(cmd)
}

// press presses keys: characters, or enter, esc, and the arrows.
func (p *player) press(keys ...string) {
	special := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight}
	for _, k := range keys {
		if code, ok := special[k]; ok {
			p.send(tea.KeyPressMsg{Code: code})
			continue
		}
		for _, r := range k {
			p.send(tea.KeyPressMsg{Code: r, Text: string(r)})
		}
	}
}

func (p *player) sees(texts ...string) {
	p.t.Helper()
	for _, text := range texts {
		if !strings.Contains(p.view(), text) {
			p.t.Errorf("%q is not to be seen in\n%s", text, p.view())
		}
	}
}

func (p *player) view() string { return p.screen.View().Content }

func load(t *testing.T, name string, opts ...farbank.Option) *farbank.Problem {
	t.Helper()
	p, err := farbank.Load(name, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestWolf(t *testing.T) {
	for name, guide := range map[string]game.Guide{"map": {}, "solver": {States: 1, Solve: solve}} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, load(t, "wolf"), guide)
			p.sees("Wolf, goat and cabbage", "0 moves so far; at best 7 more")
			p.press("1")
			p.sees("✗ Not possible: farmer to the east: the wolf eats the goat; the goat eats the", "0 moves so far")
			p.press("u")
			p.sees("There is nothing to undo.")
			p.press("r")
			p.sees("There is nothing to redo.")
			p.press("3", "1")
			p.sees("2 moves so far; at best 5 more", "Left bank: farmer, wolf, cabbage")
			p.press("u")
			p.sees("1 move so far; at best 6 more", "cross(wolf)", "it needs at[cargo] == at[farmer]")
			p.press("h")
			p.sees("Hint: farmer to the west")
			p.press("r")
			p.sees("2 moves so far")
			p.press("down", "enter")
			p.sees("Right bank: farmer, wolf, goat")
			p.press("3", "4", "1", "3")
			p.sees("★ The goal is reached in 7 moves; no plan is shorter.")
			p.press("n")
			p.sees("0 moves so far")
			p.press("3", "3", "3", "1", "2", "3", "4", "1", "3")
			p.sees("★ The goal is reached in 9 moves; a shortest plan has 7.")
			if p.press("q"); !p.quit {
				t.Error("q does not end it")
			}
		})
	}
}

func TestReplay(t *testing.T) {
	p := begin(t, load(t, "jugs"), game.Guide{})
	p.press("s")
	p.sees("The goal is reached in 6 moves; no plan is shorter.")
	p = begin(t, load(t, "bridge"), game.Guide{States: 1, Solve: solve})
	p.sees("at best cost 17 more")
	p.press("s")
	p.sees("The goal is reached in 5 moves of cost 17; no plan is cheaper.")
}

const trap = `puzzle "Trap"
state x: 0..9 = 0
move step(n: 1..2) "step {n}" { require "not too far": x + n <= 5; x = x + n }
move leap() "leap" { x = 7 }
move rest(n: 1..20) { x = x }
never "holes": x == 2
goal x == 5
`

func TestLost(t *testing.T) {
	problem, err := farbank.Parse("trap.far", strings.ReplaceAll(trap, "; ", "\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, guide := range []game.Guide{{}, {States: 1, Solve: solve}} {
		p := begin(t, problem, guide)
		p.sees("22 of 23 moves are possible")
		p.press("a")
		p.sees("Moves")
		p.press("/", "holes?", "esc", "/", "step", "enter")
		p.sees(`Moves with "step": 2 (esc shows all)`)
		p.press("2") // after the possible ones: step 2
		p.sees("Not possible: step 2: holes.")
		p.press("esc", "/", "LEAP", "enter")
		p.sees("✗ no way to the goal from here")
		p.press("h")
		p.sees("There is no way to the goal from here: undo (u).")
		p.press("s")
		p.sees("There is no way to the goal from here: undo (u).")
		p.press("u", "h")
		p.sees("Hint: step 1")
	}
	p := begin(t, problem, game.Guide{States: 1})
	p.press("h")
	p.sees("The way is not known: there are too many states.")
}

// TestDeadEnd plays solitaire at random until no move is left.
func TestDeadEnd(t *testing.T) {
	problem := load(t, "solitaire")
	r := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		p := begin(t, problem, game.Guide{States: 1})
		for strings.Contains(p.view(), "▸") {
			p.press([]string{"1", "2", "3"}[r.IntN(3)])
		}
		if !strings.Contains(p.view(), "★") {
			p.sees("✗ No move is possible: undo (u) or begin anew (n).")
			return
		}
	}
	t.Error("20 games, and all won")
}

// TestWindows checks that a view fits any window.
func TestWindows(t *testing.T) {
	for _, name := range []string{"wolf", "hanoi", "sokoban", "husbands"} {
		p := begin(t, load(t, name), game.Guide{States: 1})
		p.press("2", "?", "h")
		for _, size := range [][2]int{{200, 60}, {80, 24}, {40, 10}, {20, 5}, {5, 2}, {1, 1}} {
			p.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			lines := strings.Split(p.view(), "\n")
			if len(lines) > size[1] {
				t.Errorf("%s: %d lines in a window of %v", name, len(lines), size)
			}
			for _, l := range lines {
				if lipgloss.Width(l) > size[0] {
					t.Errorf("%s: %q is too wide for a window of %v", name, l, size)
				}
			}
		}
	}
}

// TestRandomPlay checks that random moves, undos and redos form a walk that the reference
// interpreter accepts.
func TestRandomPlay(t *testing.T) {
	problem := load(t, "husbands")
	g, err := game.New(context.Background(), problem)
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(5, 5))
	for range 300 {
		switch r.IntN(8) {
		case 0:
			g.Undo()
		case 1:
			g.Redo()
		default:
			before := g.Moves()
			move := r.IntN(len(problem.Moves))
			err := g.Make(move)
			if refused := new(game.RefusedError); err != nil && !errors.As(err, &refused) || (err == nil) != (g.Moves() > before) {
				t.Fatal(err)
			}
		}
	}
	plan := farbank.Plan{}
	for _, s := range g.Steps() {
		for i, m := range problem.Moves {
			if m == s.Move {
				plan.Moves = append(plan.Moves, i)
			}
		}
	}
	if _, cost, err := problem.VerifyWalk(plan); err != nil || cost != g.Cost() || len(plan.Moves) != g.Moves() {
		t.Errorf("%d moves, cost %d: %v", g.Moves(), g.Cost(), err)
	}
}

func TestNothingToPlay(t *testing.T) {
	if _, err := game.New(context.Background(), load(t, "queens")); !errors.Is(err, game.ErrNoMoves) {
		t.Errorf("got %v", err)
	}
}

// TestStopped checks that the computation for a state ends when another state is current.
func TestStopped(t *testing.T) {
	slow := func(ctx context.Context, _ *model.Problem) (*farbank.Answer, error) {
		<-ctx.Done()
		return &farbank.Answer{Status: farbank.Unknown, Reason: "it was interrupted"}, nil
	}
	p := begin(t, load(t, "wolf"), game.Guide{States: 1, Solve: slow, Time: 20 * time.Millisecond})
	p.sees("the way is not known: it was interrupted")
	p.press("3", "s")
	p.sees("The way is not known")
}

// styles matches the escape sequences of styles.
var styles = regexp.MustCompile("\x1b\\[[0-9;]*m")

// TestHiddenCharacters checks that control characters are shown as signs, in the title of the
// window too.
func TestHiddenCharacters(t *testing.T) {
	odd := "\x1b]0;t\x07\x1b[31m\u009b\u202e\u200b\x7f"
	source := strings.ReplaceAll(`puzzle "T%"
state at: 0..3 = 0
move go(to: 1..3) "to {to} %" { require "no %": to != 2
 at = to }
never "never %": at == 3
goal at == 1
show "at %" = "{at}%"
show b[r: 1..1, c: 1..2] = "{at}%"
`, "%", odd)
	p, err := farbank.Parse("file"+odd, source)
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.New(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	s := play.NewScreen(t.Context(), g, game.Guide{})
	for _, key := range []string{"2", "3", "a", "1"} {
		v := s.View()
		for _, text := range []string{v.WindowTitle, styles.ReplaceAllString(v.Content, "")} {
			if visible.Text(text) != text || strings.Contains(text, odd) {
				t.Errorf("%q", text)
			}
		}
		s.Update(tea.KeyPressMsg{Code: rune(key[0]), Text: key})
	}
}

// TestScroll scrolls a state and moves that are wider than the window.
func TestScroll(t *testing.T) {
	p, err := farbank.Parse("wide.far", `
puzzle "wide"
enum Stop { first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, last }
state seen[Stop]: bool = false
state note: 0..1 = 0
show "a long line" = "begin 01234567890123456789012345678901234567890123456789 end"
move see(s: Stop) "see the {s} of the stops, which has a label of many, many words, up to here" { seen[s] = true }
goal all s: Stop { seen[s] }
`)
	if err != nil {
		t.Fatal(err)
	}
	pl := begin(t, p, game.Guide{})
	pl.send(tea.WindowSizeMsg{Width: 40, Height: 30})
	pl.sees("begin 0123", "›", "see the first", "scroll right")
	if strings.Contains(pl.view(), " end") || strings.Contains(pl.view(), "up to here") {
		t.Errorf("what is beyond the window is to be seen:\n%s", pl.view())
	}
	for range 5 {
		pl.press("right")
	}
	pl.sees("‹", "up to here", "1 ")
	if strings.Contains(pl.view(), "begin") {
		t.Errorf("the beginning is still to be seen:\n%s", pl.view())
	}
	for _, l := range strings.Split(pl.view(), "\n") {
		if lipgloss.Width(l) > 40 {
			t.Errorf("%q is wider than the window", l)
		}
	}
	pl.press("left")
	pl.press("left", "left")
	pl.sees("begin 0123", "see the first")
	pl.send(tea.WindowSizeMsg{Width: 200, Height: 30})
	pl.sees(" end", "up to here")
	if strings.Contains(pl.view(), "scroll right") || strings.Contains(pl.view(), "›") {
		t.Errorf("a wide window scrolls:\n%s", pl.view())
	}
}
