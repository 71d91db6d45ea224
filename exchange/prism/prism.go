// Package prism writes a problem in which others move as a model in the language of PRISM, which Storm reads, too
// (Kwiatkowska, Norman and Parker 2011), or in JANI. It is a Markov decision process or, with a foe, a stochastic game. Its only variable is
// the number of a state, so the reachable states are listed.
package prism

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/engine"
	"farbank/engine/strategy"
	"farbank/exchange/writing"
	"farbank/game"
	"farbank/model"
)

// Language is the prism language.
var Language = &writing.Language{Name: "prism", Also: []string{"storm"}, File: "prism", Others: true,
	About: "PRISM model for PRISM and Storm, of problems with a foe or with chance", Writes: write}

// maxStates is the maximum number of states of a model.
const maxStates = 1_000_000

type writer struct {
	*writing.Writer
	a     *game.Arena
	keys  *game.Arena    // a without the last moves of an objective
	pay   *engine.Payoff // the objective; nil without one
	foe   bool
	start int
	place []int // the number of each state in the model: goals come last
	goals int   // the number of the first goal
}

// newWriter returns a writer of the game of a problem.
func newWriter(ctx context.Context, w *writing.Writer) (*writer, error) {
	p := w.Problem
	switch {
	case !p.Others():
		return nil, w.Refuse(w.Place(), "a problem in which all moves are ours; the other languages are for these")
	case p.Goals != nil && engine.CanPay(p.Goals) != "":
		return nil, w.Refuse(p.Goals.Pos, "%s", engine.CanPay(p.Goals))
	case p.Unseen():
		return nil, w.Refuse(w.Place(), "what is not seen")
	}
	a, pay, start, err := strategy.Arena(ctx, p, game.Options{States: maxStates})
	var refused *engine.Refusal
	if errors.Is(err, game.ErrStates) {
		err = w.Refuse(w.Place(), "more than %d states", maxStates)
	} else if errors.As(err, &refused) {
		err = w.Refuse(w.Place(), "%s", refused.Why)
	}
	if err != nil {
		return nil, err
	}
	m := &writer{Writer: w, a: a, keys: a, pay: pay, foe: p.Foe(), start: start}
	if pay != nil {
		m.a = pay.Arena
	}
	m.number()
	return m, nil
}

func write(ctx context.Context, w *writing.Writer) error {
	m, err := newWriter(ctx, w)
	if err != nil {
		return err
	}
	m.head()
	costs := map[string]int64{}
	for s := range m.a.Len() {
		if m.Ended() {
			return w.Err
		}
		m.commands(s, costs)
	}
	m.Printf("endmodule\n\nlabel \"goal\" = s >= %d;\n", m.goals)
	m.rewards(costs)
	m.players(costs)
	return w.Err
}

// number numbers the states so that the goals come last.
func (m *writer) number() {
	m.place = make([]int, m.a.Len())
	n := 0
	for _, goal := range []bool{false, true} {
		if goal {
			m.goals = n
		}
		for s := range m.a.Len() {
			if (m.a.Kind(s) == game.Goal) == goal {
				m.place[s] = n
				n++
			}
		}
	}
}

func (m *writer) head() {
	m.Comment("//", "%s", m.Problem.Title)
	kind, who := "mdp", ""
	if m.foe {
		kind, who = "smg", "<<us>> "
	}
	m.Comment("//", "The probability of the goal: %sPmax=? [ F \"goal\" ]", who)
	if m.pay == nil {
		m.Comment("//", "The expected cost, if that is 1: %sR{\"cost\"}min=? [ F \"goal\" ]", who)
	} else {
		m.Comment("//", "The objective, if that is 1: %s", m.value(fmt.Sprintf(`%sR{"objective"}min=? [ F "goal" ]`, who)))
	}
	m.Printf("%s\n\nmodule play\n  s : [0..%d] init %d;\n", kind, max(1, m.a.Len()-1), m.place[m.start])
}

// value returns how the value of the objective follows from a reward.
func (m *writer) value(reward string) string {
	sign, base := m.pay.Terms()
	text := reward
	switch {
	case sign < 0:
		text = fmt.Sprintf("%d - %s", -base, reward)
	case base != 0:
		text = fmt.Sprintf("%d + %s", base, reward)
	}
	if d := m.Problem.Goals.Digits; d > 0 {
		text = fmt.Sprintf("(%s) / %d", text, model.Power(d))
	}
	return text
}

// reward returns the name of the rewards.
func (m *writer) reward() string {
	if m.pay != nil {
		return "objective"
	}
	return "cost"
}

// last reports whether the move of a state is the last one, which pays the objective.
func (m *writer) last(s int) bool {
	return m.pay != nil && s < m.keys.Len() && m.keys.Kind(s) == game.Goal
}

// commands writes the commands of a state.
func (m *writer) commands(s int, costs map[string]int64) {
	moves, from := m.a.Moves(s), m.place[s]
	switch kind := m.a.Kind(s); {
	case kind == game.Goal || len(moves) == 0:
		m.Printf("  [end] s=%d -> true;\n", from)
	case kind == game.Chance:
		weight, order, total := m.weights(s)
		parts := make([]string, len(order))
		for i, to := range order {
			parts[i] = fmt.Sprintf("%d/%d : (s'=%d)", weight[to], total, to)
		}
		m.Printf("  [chance] s=%d -> %s;\n", from, strings.Join(parts, " + "))
	default:
		for _, mv := range moves {
			name := fmt.Sprintf("us%d", mv.Cost)
			switch {
			case kind == game.Foe:
				name = fmt.Sprintf("foe%d", mv.Cost)
			case m.last(s):
				name = fmt.Sprintf("pay%d", mv.Cost)
			}
			costs[name] = mv.Cost
			m.Printf("  [%s] s=%d -> (s'=%d);%s\n", name, from, m.place[mv.To], m.comment(s, mv))
		}
	}
}

// weights returns the weights of the states after a state of chance, these states in their order, and the sum.
func (m *writer) weights(s int) (weight map[int]int64, order []int, total int64) {
	weight = map[int]int64{}
	for _, mv := range m.a.Moves(s) {
		to := m.place[mv.To]
		if weight[to] == 0 {
			order = append(order, to)
		}
		weight[to] += mv.Weight
		total += mv.Weight
	}
	return weight, order, total
}

// comment returns a comment with a move.
func (m *writer) comment(s int, mv game.Move) string {
	if m.last(s) || len(m.keys.Key(s)) == 0 { // the choice of the find variables
		return ""
	}
	return " // " + strings.ReplaceAll(m.Problem.Moves[mv.Label].String(), "\n", " ")
}

// rewards writes the costs: of an action, or the mean of what chance may do.
func (m *writer) rewards(costs map[string]int64) {
	m.Printf("\nrewards %q\n", m.reward())
	empty := true
	for _, name := range sorted(costs) {
		if costs[name] > 0 {
			m.Printf("  [%s] true : %d;\n", name, costs[name])
			empty = false
		}
	}
	for s := range m.a.Len() {
		if m.a.Kind(s) != game.Chance || m.Ended() {
			continue
		}
		var parts []string
		total := int64(0)
		for _, mv := range m.a.Moves(s) {
			if mv.Cost > 0 {
				parts = append(parts, fmt.Sprintf("%d*%d", mv.Weight, mv.Cost))
			}
			total += mv.Weight
		}
		if len(parts) > 0 {
			m.Printf("  [chance] s=%d : (%s)/%d;\n", m.place[s], strings.Join(parts, "+"), total)
			empty = false
		}
	}
	if empty { // the grammar needs an item
		m.Printf("  true : 0;\n")
	}
	m.Printf("endrewards\n")
}

// players writes whose actions are whose, in a game. Actions without a choice are ours.
func (m *writer) players(costs map[string]int64) {
	if !m.foe {
		return
	}
	ours, theirs := []string{"[end]", "[chance]"}, []string{}
	for _, name := range sorted(costs) {
		if strings.HasPrefix(name, "foe") {
			theirs = append(theirs, "["+name+"]")
		} else {
			ours = append(ours, "["+name+"]")
		}
	}
	used := func(s int, k game.Kind) bool { return m.a.Kind(s) == k }
	if !slices.ContainsFunc(all(m.a.Len()), func(s int) bool { return used(s, game.Chance) }) {
		ours = slices.DeleteFunc(ours, func(s string) bool { return s == "[chance]" })
	}
	m.Printf("\nplayer us\n  %s\nendplayer\n", strings.Join(ours, ", "))
	if len(theirs) > 0 {
		m.Printf("\nplayer foe\n  %s\nendplayer\n", strings.Join(theirs, ", "))
	}
}

func all(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func sorted(costs map[string]int64) []string {
	names := make([]string, 0, len(costs))
	for name := range costs {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
