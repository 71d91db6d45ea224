package game

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"farbank/engine/strategy"
	"farbank/internal/visible"
	"farbank/model"
)

// Against says how a problem is played in which others move or something is not seen. The zero Against plays with us
// against random moves.
type Against struct {
	Adviser *strategy.Adviser // finds the best moves; nil: the program moves at random
	Random  bool              // the program plays the foe at random
	Worst   bool              // what we see of the unknown is not drawn, but keeps the goal far
	Others  bool              // the person plays foe and unknown, and the program plays our side
	Seed    uint64            // of the random numbers
}

// A side is a play against others: who plays what, and what is known.
type side struct {
	Against
	ctx   context.Context
	step  *model.Stepper
	r     *rand.Rand
	next  model.State
	at    []spot
	views []view // what the person can show next; empty if there is no choice
	back  [][]spot
	here  *turn // of the current spot; nil: not computed
}

// A spot is a step of the play.
type spot struct {
	step   model.Step
	worlds []model.State // the states that agree with what was seen
	mine   bool          // the person made the move
	by     model.Chooser // who made it
}

// A view is one of the ways in which a play can look after a move.
type view struct {
	worlds []model.State // the states that agree with it
	ends   []possible    // the moves that lead to it
	label  string
	by     model.Chooser
}

// A turn says what can happen in a position.
type turn struct {
	end   model.End
	by    model.Chooser
	moves []possible // those of others, and ours
}

// A possible is a move that can be made.
type possible struct {
	number int
	weight int64
	cost   int64
	from   model.State
	to     model.State
}

// maxAlone is the maximum number of moves that the program makes without the person.
const maxAlone = 10_000

// thinkTime is the time limit for a move of the program. Where it is not enough the move is random.
const thinkTime = 5 * time.Second

// NewAgainst starts a play of a problem with others. The program makes the moves that are not the person's, as soon
// as it is its turn; chance waits for the person to let it draw. The error is that of the model.
func NewAgainst(ctx context.Context, p *model.Problem, a Against) (*Game, error) {
	if len(p.Schemas) == 0 {
		return nil, ErrNoMoves
	}
	starter := a.Adviser
	if starter == nil {
		var err error
		if starter, err = strategy.NewSearcher(ctx, p, 0); err != nil {
			return nil, err
		}
	}
	s := &side{Against: a, ctx: ctx, step: p.NewStepper(), r: rand.New(rand.NewPCG(a.Seed, 0x9e3779b97f4a7c15)), next: make(model.State, len(p.Cells))}
	g := &Game{Problem: p, side: s}
	g.show(starter.Starts())
	return g, g.respond()
}

// Against reports whether the game is one against others.
func (g *Game) Against() bool { return g.side != nil }

// Worlds returns the states that agree with what was seen; the current one, if all is seen. The game owns the slice.
func (g *Game) Worlds() []model.State {
	if g.side == nil {
		return []model.State{g.State()}
	}
	if len(g.side.at) == 0 {
		return g.side.views[0].worlds
	}
	return g.side.at[len(g.side.at)-1].worlds
}

// Beliefs returns, for each step, the states that agreed with what was seen; the state itself, if all is seen.
func (g *Game) Beliefs() [][]model.State {
	var out [][]model.State
	if g.side == nil {
		for _, s := range g.steps {
			out = append(out, []model.State{s.State})
		}
		return out
	}
	for _, s := range g.side.at {
		out = append(out, s.worlds)
	}
	return out
}

// End returns how the play has ended, or model.Goes if it has not.
func (g *Game) End() (model.End, error) {
	if g.side == nil {
		won, err := g.Won()
		if won {
			return model.Reached, err
		}
		return model.Goes, err
	}
	if len(g.side.views) > 0 {
		return model.Goes, nil
	}
	t, err := g.turn()
	if err != nil {
		return model.Goes, err
	}
	return t.end, nil
}

// News returns the moves that the person did not make since the last own one, each with who made it.
func (g *Game) News() []string {
	if g.side == nil {
		return nil
	}
	var out []string
	at := g.side.at
	for k := len(at) - 2; k >= 0 && (!at[k].mine || at[k].by == model.ByChance); k-- {
		who := map[model.Chooser]string{model.ByUs: "we", model.ByFoe: "the foe", model.ByChance: "chance"}[at[k].by]
		out = append(out, who+": "+visible.Line(at[k].step.Label))
		if at[k].mine {
			break
		}
	}
	slices.Reverse(out)
	return out
}

// turn determines what can happen in the current position.
func (g *Game) turn() (*turn, error) {
	s := g.side
	if s.here != nil {
		return s.here, nil
	}
	worlds := g.Worlds()
	t := &turn{end: model.Failed}
	s.step.Believe(worlds)
	safe, err := s.all(g.Problem.Safety, worlds)
	if err != nil {
		return nil, err
	}
	goal, err := s.all(g.Problem.Goal, worlds)
	switch {
	case err != nil:
		return nil, err
	case safe && goal:
		t.end = model.Reached
	case safe:
		err = g.list(t, worlds)
	}
	if err == nil {
		s.here = t
	}
	return t, err
}

// list adds the possible moves of a position to t.
func (g *Game) list(t *turn, worlds []model.State) error {
	s := g.side
	for i, m := range g.Problem.Moves {
		var own []possible
		for _, w := range worlds {
			s.step.Believe(worlds)
			u, err := s.step.Turn(m, w, s.next)
			switch {
			case err != nil:
				return err
			case u.Fault != nil || u.Odd != "":
				return fmt.Errorf("%s, which is not ours, cannot be made; farbank solve says why", m)
			}
			if !u.Enabled && m.Schema.By == model.ByUs { // our moves must be possible in all worlds
				own = nil
				break
			}
			if !u.Enabled {
				continue
			}
			x := possible{i, u.Weight, u.Cost, w, slices.Clone(s.next)}
			if u.By == model.ByUs {
				own = append(own, x)
				continue
			}
			if t.by == model.ByUs { // a move of others takes precedence over those of ours that were listed before
				t.by, t.moves = u.By, nil
			}
			t.moves, t.end = append(t.moves, x), model.Goes
		}
		if t.by != model.ByUs || len(own) < len(worlds) {
			continue
		}
		broken, err := g.breaks(own)
		if err != nil {
			return err
		}
		if broken == "" {
			t.moves, t.end = append(t.moves, own...), model.Goes
		}
	}
	return nil
}

// all reports whether rules hold in all worlds.
func (s *side) all(rules []model.Rule, worlds []model.State) (bool, error) {
	for _, w := range worlds {
		if ok, err := s.step.Holds(rules, w); err != nil || !ok {
			return false, err
		}
	}
	return true, nil
}

// breaks returns the rules that a move of ours breaks.
func (g *Game) breaks(own []possible) (string, error) {
	var names []string
	for _, group := range g.split(own) {
		g.side.step.Believe(group.worlds)
		for i := range g.Problem.Safety {
			r := &g.Problem.Safety[i]
			ok, err := g.side.all(g.Problem.Safety[i:i+1], group.worlds)
			if err != nil {
				return "", err
			}
			if name := visible.Line(r.String()); !ok && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return strings.Join(names, "; "), nil
}

// split divides the states after moves by what we see of them, in the order in which they come.
func (g *Game) split(moves []possible) []view {
	var out []view
	place := map[string]int{}
	for _, m := range moves {
		key := fmt.Sprint(g.Problem.SeenOf(m.to))
		k, ok := place[key]
		if !ok {
			k = len(out)
			place[key] = k
			out = append(out, view{})
		}
		v := &out[k]
		v.ends = append(v.ends, m)
		if !slices.ContainsFunc(v.worlds, func(w model.State) bool { return slices.Equal(w, m.to) }) {
			v.worlds = append(v.worlds, m.to)
		}
	}
	return out
}

// label returns the label of a move, or its plan form if the label is not known.
func (g *Game) label(m *model.Move, moves []possible) (string, error) {
	text := ""
	for i, x := range moves {
		out, err := g.Problem.Apply(m, x.from)
		if err != nil {
			return "", err
		}
		if i > 0 && out.Label != text {
			return m.String(), nil
		}
		text = out.Label
	}
	return text, nil
}

// enter adds a step that leads to a view.
func (g *Game) enter(v view, mine bool) {
	s := g.side
	end := v.ends[s.r.IntN(len(v.ends))]
	if n := len(s.at); n > 0 {
		last := &s.at[n-1]
		last.step.Move, last.step.Label, last.step.Cost, last.mine, last.by = g.Problem.Moves[end.number], v.label, end.cost, mine, v.by
	}
	s.at = append(s.at, spot{step: model.Step{State: end.to}, worlds: v.worlds})
	s.views, s.here = nil, nil
	g.sync()
}

// sync sets the steps of the game.
func (g *Game) sync() {
	g.steps = g.steps[:0:0]
	for i := range g.side.at {
		g.steps = append(g.steps, g.side.at[i].step)
	}
}

// show begins with what is seen at the start.
func (g *Game) show(worlds []model.State) {
	s := g.side
	moves := make([]possible, len(worlds))
	for i, w := range worlds {
		moves[i] = possible{from: w, to: w}
	}
	views := g.split(moves)
	if len(views) > 1 && s.Others {
		s.views = views
		g.steps = []model.Step{{State: worlds[0]}}
		return
	}
	g.enter(views[g.pick(views, model.ByUs)], false)
}

// Draw returns the number of the choice that lets chance draw a move. The number Draw() + 1 + k shows the k-th view.
func (g *Game) Draw() int { return len(g.Problem.Moves) }

// against returns the choices in a play against others.
func (g *Game) against() ([]Choice, error) {
	s := g.side
	if len(s.views) > 0 {
		out := make([]Choice, len(s.views))
		for k := range s.views {
			out[k] = Choice{Move: g.Draw() + 1 + k, Label: "show: " + g.apart(k), Cost: s.views[k].ends[0].cost}
		}
		return out, nil
	}
	t, err := g.turn()
	if err != nil || t.end != model.Goes {
		return nil, err
	}
	if t.by == model.ByChance {
		return []Choice{{Move: g.Draw(), Label: "chance draws", Cost: t.moves[0].cost}}, nil
	}
	out := make([]Choice, len(g.Problem.Moves))
	for i, m := range g.Problem.Moves {
		out[i] = Choice{Move: i, Label: m.String()}
		moves := t.of(i)
		if len(moves) == 0 {
			if out[i].Why, err = g.why(i, t); err != nil {
				return nil, err
			}
			continue
		}
		label, err := g.label(m, moves)
		if err != nil {
			return nil, err
		}
		out[i].Label, out[i].Cost = visible.Line(label), moves[0].cost
	}
	return out, nil
}

// apart returns the values that make the k-th view differ from others.
func (g *Game) apart(k int) string {
	var parts []string
	for i := range g.Problem.Vars {
		v := &g.Problem.Vars[i]
		if v.Find || v.Unknown || v.Unseen {
			continue
		}
		cells := func(x view) []int64 { return x.worlds[0][v.Base : v.Base+v.Cells] }
		if slices.ContainsFunc(g.side.views, func(x view) bool { return !slices.Equal(cells(x), cells(g.side.views[k])) }) {
			parts = append(parts, v.Name+" = "+visible.Line(v.Type.Shown(cells(g.side.views[k]))))
		}
	}
	return strings.Join(parts, ", ")
}

// why returns the reason why a move cannot be made.
func (g *Game) why(number int, t *turn) (string, error) {
	m := g.Problem.Moves[number]
	worlds := g.Worlds()
	var own []possible
	for _, w := range worlds {
		g.side.step.Believe(worlds)
		u, err := g.side.step.Turn(m, w, g.side.next)
		if err != nil {
			return "", err
		}
		if u.Enabled {
			own = append(own, possible{number, 1, u.Cost, w, slices.Clone(g.side.next)})
			continue
		}
		out, err := g.Problem.Apply(m, w)
		switch {
		case err != nil:
			return "", err
		case out.Next != nil:
			return "it needs something to be known, or its weight is 0", nil
		case len(worlds) > 1:
			return "it is not possible in every case: " + visible.Line(refusal(out)), nil
		}
		return visible.Line(refusal(out)), nil
	}
	if t.by != model.ByUs {
		return "it is not the turn of the one who makes it", nil
	}
	return g.breaks(own)
}
