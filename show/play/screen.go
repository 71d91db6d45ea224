package play

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"farbank/internal/visible"
	"farbank/model"
	"farbank/show/game"
	"farbank/study/atlas"

	"charm.land/bubbles/v2/help"
	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"
)

// fewMoves is the maximum number of ground moves for which all are listed in the problem's order,
// impossible ones with the reason.
const fewMoves = 9

// replayPace is the default time between two moves of a replay.
const replayPace = 700 * time.Millisecond

// A Screen is a game on a terminal. It is a model of Bubble Tea: a program runs it, or a test sends
// it messages.
type Screen struct {
	Pace time.Duration // between two moves of a replay

	ctx   context.Context
	game  *game.Game
	guide game.Guide
	keys  keyMap
	help  help.Model
	find  textinput.Model

	width, height int
	choices       []game.Choice // all, in the order of the problem
	shown         []int         // indices in choices of the listed moves
	cursor        int           // in shown
	left          int           // columns scrolled to the right; see offset
	all           bool          // impossible moves are listed too
	finding       bool          // the user types into find
	message       string
	bad           bool // the message is a refusal
	won           bool
	lost          bool // a play against others that ended without the goal
	failed        error

	atlas     *atlas.Atlas // nil: not available (yet)
	surveying bool         // it is being built
	ways      map[string]game.Way
	asking    string             // the state whose way is being computed
	stopAsk   context.CancelFunc // cancels that computation
	playing   int                // id of the running replay; 0: none
	replays   int
}

// NewScreen returns a screen for a game. Background work ends with ctx.
func NewScreen(ctx context.Context, g *game.Game, guide game.Guide) *Screen {
	s := &Screen{Pace: replayPace, ctx: ctx, game: g, guide: guide, keys: newKeys(), help: help.New(), find: textinput.New(), width: 80, height: 24,
		all: len(g.Problem.Moves) <= fewMoves && !g.Against(), ways: map[string]game.Way{}, surveying: true, stopAsk: func() {}}
	s.find.Prompt = "/"
	styles := s.find.Styles()
	styles.Cursor.Blink = false
	s.find.SetStyles(styles)
	s.refresh()
	return s
}

// Err returns an error of the game, such as an overflow in the problem, or nil.
func (s *Screen) Err() error { return s.failed }

type (
	atlasMsg struct {
		atlas *atlas.Atlas
		err   error
	}
	wayMsg struct {
		name  string // of the state
		state model.State
		way   game.Way
	}
	replayMsg struct{ id int }
)

// Init starts to compute the ways to the goal.
func (s *Screen) Init() tea.Cmd {
	if s.game.Against() {
		s.surveying = false
		return s.look()
	}
	return func() tea.Msg {
		a, err := s.guide.Map(s.ctx, s.game.Problem)
		return atlasMsg{a, err}
	}
}

// Update handles a message.
func (s *Screen) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		s.width, s.height = max(msg.Width, 1), max(msg.Height, 1)
		s.help.SetWidth(s.width)
		s.find.SetWidth(max(s.width-4, 1))
	case atlasMsg:
		s.atlas, s.surveying = msg.atlas, false
		return s, s.look()
	case wayMsg:
		s.learn(msg.name, msg.state, msg.way)
		if s.playing > 0 {
			return s, s.replay(s.playing)
		}
	case replayMsg:
		if msg.id == s.playing {
			return s, s.replayStep()
		}
	case tea.KeyPressMsg:
		return s, s.press(msg)
	}
	if s.failed != nil {
		return s, tea.Quit
	}
	return s, nil
}

// press handles a key.
func (s *Screen) press(msg tea.KeyPressMsg) tea.Cmd {
	if msg.String() == "ctrl+c" {
		return s.quit()
	}
	if s.playing > 0 { // any key ends the replay
		s.playing = 0
		s.say("The replay was stopped.")
		return nil
	}
	if s.finding {
		return s.typed(msg)
	}
	k := &s.keys
	k.scrolls(s.widest() > s.width)
	k.timed(s.game.Problem.Unit > 0)
	switch {
	case key.Matches(msg, k.quit):
		return s.quit()
	case key.Matches(msg, k.help):
		s.help.ShowAll = !s.help.ShowAll
	case key.Matches(msg, k.undo):
		return s.turned(s.game.Undo(), "There is nothing to undo.")
	case key.Matches(msg, k.redo):
		return s.turned(s.game.Redo(), "There is nothing to redo.")
	case key.Matches(msg, k.restart):
		s.game.Restart()
		return s.turned(true, "")
	case key.Matches(msg, k.left):
		s.left = max(s.offset()-s.step(), 0)
	case key.Matches(msg, k.right):
		s.left = s.offset() + s.step()
	case s.won || s.lost:
	case key.Matches(msg, k.number):
		return s.pick(int(msg.String()[0] - '1' + byte(s.top())))
	case key.Matches(msg, k.up):
		s.cursor = max(s.cursor-1, 0)
	case key.Matches(msg, k.down):
		s.cursor = max(min(s.cursor+1, len(s.shown)-1), 0)
	case key.Matches(msg, k.pick):
		return s.pick(s.cursor)
	case key.Matches(msg, k.wait):
		return s.makeMove(s.game.Wait())
	case key.Matches(msg, k.find):
		s.finding = true
		return s.find.Focus()
	case key.Matches(msg, k.all):
		s.all = !s.all
		s.list()
	case key.Matches(msg, k.hint):
		s.hint()
	case key.Matches(msg, k.solve):
		s.replays++
		return s.replay(s.replays)
	case msg.String() == "esc" && s.find.Value() != "":
		s.find.Reset()
		s.list()
	}
	return nil
}

func (s *Screen) quit() tea.Cmd {
	s.stopAsk()
	return tea.Quit
}

// typed handles a key while the user searches for a move.
func (s *Screen) typed(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "esc":
		s.finding = false
		s.find.Reset()
		s.find.Blur()
		s.list()
		return nil
	case "enter":
		s.finding = false
		s.find.Blur()
		if len(s.shown) == 1 {
			return s.pick(0)
		}
		return nil
	case "up":
		s.cursor = max(s.cursor-1, 0)
		return nil
	case "down":
		s.cursor = max(min(s.cursor+1, len(s.shown)-1), 0)
		return nil
	}
	var cmd tea.Cmd
	s.find, cmd = s.find.Update(msg)
	s.list()
	return cmd
}

// turned updates the screen after undo or redo.
func (s *Screen) turned(ok bool, why string) tea.Cmd {
	if !ok {
		s.refuse(why)
		return nil
	}
	s.say("")
	s.refresh()
	return s.look()
}

// pick makes the k-th listed move, or shows why it is not possible.
func (s *Screen) pick(k int) tea.Cmd {
	if k < 0 || k >= len(s.shown) {
		return nil
	}
	c := &s.choices[s.shown[k]]
	if c.Move < 0 {
		s.refuse("Not possible: " + c.Label + ": " + c.Why + ".")
		return nil
	}
	return s.makeMove(c.Move)
}

func (s *Screen) makeMove(move int) tea.Cmd {
	if s.game.Against() { // the program may search for its move
		s.stopAsk()
		s.asking = ""
	}
	err := s.game.Make(move)
	var refused *game.RefusedError
	switch {
	case errors.As(err, &refused):
		s.refuse("Not possible: " + refused.Error() + ".")
		return nil
	case err != nil:
		s.failed = err
		return tea.Quit
	}
	s.say(strings.Join(s.game.News(), "; "))
	s.find.Reset()
	s.refresh()
	return s.look()
}

func (s *Screen) say(text string)    { s.message, s.bad = text, false }
func (s *Screen) refuse(text string) { s.message, s.bad = text, true }

// refresh updates the choices for a new state.
func (s *Screen) refresh() {
	var err error
	if s.choices, err = s.game.Choices(); err == nil {
		for _, l := range s.game.Problem.Lost {
			s.choices = append(s.choices, game.Choice{Move: -1, Label: visible.Line(l.Move.String()), Why: visible.Line("never: " + l.Why)})
		}
		var end model.End
		end, err = s.game.End()
		s.won, s.lost = end == model.Reached, end == model.Failed
	}
	if err != nil {
		s.failed = err
	}
	s.cursor = 0
	s.list()
}

// list selects the listed moves: in the problem's order if there are few, otherwise the possible
// ones first.
func (s *Screen) list() {
	s.shown = s.shown[:0]
	wanted := strings.ToLower(s.find.Value())
	add := func(legal, either bool) {
		for i := range s.choices {
			c := &s.choices[i]
			if (either || c.Legal() == legal) && strings.Contains(strings.ToLower(c.Label), wanted) {
				s.shown = append(s.shown, i)
			}
		}
	}
	switch {
	case s.all && len(s.choices) <= fewMoves:
		add(true, true)
	default:
		add(true, false)
		if s.all {
			add(false, false)
		}
	}
	s.cursor = max(min(s.cursor, len(s.shown)-1), 0)
}

// way returns what is known of the way from the current state.
func (s *Screen) way() game.Way {
	if s.game.Against() {
		return s.ways[s.name()]
	}
	return s.wayFrom(s.game.State())
}

// name returns the name of the current position in ways.
func (s *Screen) name() string {
	if s.game.Against() {
		return fmt.Sprint(s.game.Worlds())
	}
	return stateKey(s.game.State())
}

func (s *Screen) wayFrom(state model.State) game.Way {
	if s.atlas != nil {
		return game.LookUp(s.atlas, state)
	}
	return s.ways[stateKey(state)]
}

func stateKey(s model.State) string { return fmt.Sprint([]int64(s)) }

// look starts to compute the way from the current state, unless it is known or being computed.
func (s *Screen) look() tea.Cmd {
	state := s.game.State()
	name := s.name()
	if w := s.ways[name]; s.atlas != nil || s.surveying || s.asking == name || w.Known || w.Why != "" || s.won || s.lost {
		return nil
	}
	s.stopAsk()
	ctx, cancel := context.WithCancel(s.ctx)
	s.asking, s.stopAsk = name, cancel
	worlds := s.game.Worlds()
	return func() tea.Msg {
		defer cancel()
		if s.game.Against() {
			return wayMsg{name, state, game.Advise(ctx, s.guide.Adviser, worlds)}
		}
		return wayMsg{name, state, s.guide.Ask(ctx, s.game.Problem, state)}
	}
}

// learn records the way from a state, and so from all states on it.
func (s *Screen) learn(name string, state model.State, w game.Way) {
	if s.asking == name {
		s.asking = ""
	} else if !w.Known {
		return // it was cancelled for another state
	}
	s.ways[name] = w
	if s.game.Against() {
		return
	}
	for k, move := range w.Moves {
		out, err := s.game.Problem.Apply(s.game.Problem.Moves[move], state)
		if err != nil || out.Next == nil {
			return
		}
		state = out.Next
		w.Cost -= out.Cost
		s.ways[stateKey(state)] = game.Way{Known: true, Cost: w.Cost, Moves: w.Moves[k+1:]}
	}
}

// hint shows the next move of a shortest plan.
func (s *Screen) hint() {
	w := s.way()
	switch {
	case w.Known && w.None && !s.game.Against():
		s.refuse("There is no way to the goal from here: undo (u).")
	case w.Known && len(w.Moves) > 0 && w.Moves[0] < len(s.choices):
		s.say("Hint: " + s.choices[w.Moves[0]].Label)
	case w.Known && s.game.Against():
		s.say("There is no best move here: " + w.Text + ".")
	case w.Why != "":
		s.say("The way is not known: " + w.Why + ".")
	default:
		s.say("Still looking for a way.")
	}
}

// replay starts or continues to play the rest of a shortest plan.
func (s *Screen) replay(id int) tea.Cmd {
	w := s.way()
	switch {
	case s.won || s.lost || s.drawing() || w.Known && (w.None || len(w.Moves) == 0) || w.Why != "":
		s.playing = 0
		if s.drawing() {
			s.say("Chance draws: press enter.")
		} else if !s.won && !s.lost {
			s.hint()
		}
		return nil
	case !w.Known:
		s.playing = id
		s.say("Still looking for a way; it will be played. Any key stops.")
		return nil
	}
	s.playing = id
	s.say("Playing; any key stops.")
	return tea.Tick(s.Pace, func(time.Time) tea.Msg { return replayMsg{id} })
}

func (s *Screen) replayStep() tea.Cmd {
	id, w := s.playing, s.way()
	if !w.Known || len(w.Moves) == 0 {
		return s.replay(id)
	}
	look := s.makeMove(w.Moves[0])
	if s.won || s.lost || s.failed != nil {
		s.playing = 0
		return look
	}
	return tea.Batch(look, s.replay(id))
}

// drawing reports whether the only choice is to let chance draw or to show something.
func (s *Screen) drawing() bool {
	return len(s.choices) > 0 && s.choices[0].Move >= len(s.game.Problem.Moves)
}
