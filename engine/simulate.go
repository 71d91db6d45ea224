package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"farbank/model"
)

// Simulated is the result of Simulate.
type Simulated struct {
	Runs    int     // plays that were made
	Reached int     // plays that reached the goal
	Cut     int     // plays of more than MaxPlay moves, which were ended
	Cost    float64 // mean cost of the plays that reached the goal; 0 without one
	Spread  float64 // standard deviation of these costs
	Least   int64   // the least and the greatest of them
	Most    int64

	Value Sample // the values of the objective of these plays, if there is one
}

// Share returns the share of the plays that reached the goal.
func (s *Simulated) Share() float64 { return float64(s.Reached) / float64(max(1, s.Runs)) }

// A Sample describes values.
type Sample struct {
	N           int
	Mean        float64
	Least, Most float64

	squares float64
}

// add adds a value (Welford 1962).
func (x *Sample) add(v float64) {
	if x.N++; x.N == 1 {
		x.Least, x.Most = v, v
	}
	x.Least, x.Most = min(x.Least, v), max(x.Most, v)
	d := v - x.Mean
	x.Mean += d / float64(x.N)
	x.squares += d * (v - x.Mean)
}

// Spread returns the standard deviation, 0 of less than two values.
func (x *Sample) Spread() float64 { return math.Sqrt(x.squares / float64(max(1, x.N-1))) }

// Error returns the standard error of the mean.
func (x *Sample) Error() float64 { return x.Spread() / math.Sqrt(float64(max(1, x.N))) }

// MaxPlays is the maximum number of plays that users may ask for.
const MaxPlays = 1_000_000_000

// MaxPlay is the maximum number of moves of a simulated play.
const MaxPlay = 100_000

// Simulate plays a strategy that a solver found. Chance draws moves by their weights; foe and unknown values are drawn with
// equal probabilities from what is possible. The same seed gives the same plays. The error is that of the context, or an
// overflow of the model.
func Simulate(ctx context.Context, p *model.Problem, s *model.Strategy, runs int, seed uint64) (*Simulated, error) {
	sim := &simulation{p: p, s: s, step: p.NewStepper(), r: rand.New(rand.NewPCG(seed, 0x9e3779b97f4a7c15)), next: make(model.State, len(p.Cells))}
	out := &Simulated{}
	var costs Sample
	scale := math.Pow10(p.ValueDigits())
	for range runs {
		if ctx.Err() != nil {
			return out, context.Cause(ctx)
		}
		end, err := sim.play()
		if err != nil {
			return out, err
		}
		out.Runs++
		switch end {
		case model.Goes:
			out.Cut++
		case model.Reached:
			if out.Reached++; out.Reached == 1 {
				out.Least, out.Most = sim.cost, sim.cost
			}
			out.Least, out.Most = min(out.Least, sim.cost), max(out.Most, sim.cost)
			costs.add(float64(sim.cost))
			if p.Goals != nil {
				v, ok, err := p.Worth(sim.state, sim.cost, sim.moves)
				if err != nil || !ok {
					return out, errors.Join(err, errNoValue)
				}
				out.Value.add(float64(v) / scale)
			}
		}
	}
	out.Cost, out.Spread = costs.Mean, costs.Spread()
	return out, nil
}

type simulation struct {
	p    *model.Problem
	s    *model.Strategy
	step *model.Stepper
	r    *rand.Rand
	next model.State

	// of the last play
	state model.State
	cost  int64
	moves int
}

var errNoValue = errors.New("the objective has no value where the goal is reached")

// play makes one play and returns how it ended, Goes if it is too long.
func (m *simulation) play() (model.End, error) {
	total := 0
	for _, k := range m.s.Starts {
		total += len(m.s.Situations[k].Worlds)
	}
	at, state := 0, model.State(nil)
	m.cost, m.moves = 0, 0
	pick := m.r.IntN(max(1, total))
	for _, k := range m.s.Starts {
		worlds := m.s.Situations[k].Worlds
		if pick >= 0 && pick < len(worlds) {
			at, state = k, slices.Clone(worlds[pick])
		}
		pick -= len(worlds)
	}
	m.state = state
	for range MaxPlay {
		st := &m.s.Situations[at]
		if st.End != model.Goes {
			return st.End, nil
		}
		m.step.Believe(st.Worlds)
		move := st.Move
		if move == nil {
			var err error
			if move, err = m.others(state); err != nil {
				return 0, err
			}
		}
		t, err := m.step.Turn(move, state, m.next)
		if err != nil {
			return 0, err
		}
		m.cost += t.Cost
		m.moves++
		copy(state, m.next)
		if at, err = m.follow(st, state); err != nil {
			return 0, err
		}
	}
	return model.Goes, nil
}

// others draws a move of foe or chance.
func (m *simulation) others(state model.State) (*model.Move, error) {
	var moves []*model.Move
	var weights []int64
	total := int64(0)
	for _, mv := range m.p.Moves {
		t, err := m.step.Turn(mv, state, m.next)
		if err != nil {
			return nil, err
		}
		if t.Enabled && t.By != model.ByUs {
			moves, weights, total = append(moves, mv), append(weights, t.Weight), total+t.Weight
		}
	}
	if total == 0 {
		return nil, fmt.Errorf("no move of others is enabled where the strategy expects one")
	}
	pick := m.r.Int64N(total)
	for i, w := range weights {
		if pick -= w; pick < 0 {
			return moves[i], nil
		}
	}
	return moves[0], nil
}

// follow returns the situation that comes next: the one that is seen and has the state among its worlds.
func (m *simulation) follow(st *model.Situation, state model.State) (int, error) {
	seen := m.p.SeenOf(state)
	for _, f := range st.Next {
		next := &m.s.Situations[f.To]
		if slices.Equal(next.Seen, seen) && slices.ContainsFunc(next.Worlds, func(w model.State) bool { return slices.Equal(w, state) }) {
			return f.To, nil
		}
	}
	return 0, fmt.Errorf("the strategy has no situation for a state that can come")
}
