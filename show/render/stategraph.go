package render

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
	"farbank/picture"
	"farbank/study/atlas"
)

// EdgeLabels are the values for labels in StateGraph: moves on shortest plans, all, none.
var EdgeLabels = []string{"plans", "all", "none"}

// Sizes of labels in a state graph.
const (
	stateChars = 24 // a line of a state
	stateLines = 3  // lines of one column of a state
	stateMost  = 12 // lines of a state
	moveChars  = 22
	moveLines  = 3
	tipMoves   = 12 // maximum number of moves in a tip
)

// StateGraph returns a picture of a state space, layered by the number of moves from the start,
// with starts, goals, dead ends and shortest plans marked. labels is one of EdgeLabels. Moves that
// change nothing are left out.
func StateGraph(a *atlas.Atlas, labels string) (*picture.Graph, error) {
	b := &stateGraph{a: a, p: a.Problem, labels: labels, g: &picture.Graph{}}
	b.head()
	for i := range a.Len() {
		b.node(i)
	}
	return b.g, b.edges()
}

type stateGraph struct {
	a      *atlas.Atlas
	p      *model.Problem
	labels string
	g      *picture.Graph
	costly bool // moves do not all cost 1
}

func (b *stateGraph) head() {
	a := b.a
	b.g.Title = titleOf(b.p)
	b.costly = !b.p.UnitCosts()
	b.g.Path = "a shortest plan"
	if b.costly {
		b.g.Path = "a cheapest plan"
	}
	states := countOf(int64(a.Len()), "state")
	if full := a.Full(); a.Fold != nil && full.Cmp(big.NewInt(int64(a.Len()))) != 0 {
		states += fmt.Sprintf(" that stand for %s", full)
		b.g.Notes = append(b.g.Notes, "×n: the state stands for n that differ from it only in names that can be exchanged")
	}
	switch {
	case a.Best < 0:
		b.g.Subtitle = states + "; no plan exists"
	case b.costly:
		b.g.Subtitle = fmt.Sprintf("%s; a cheapest plan costs %d", states, a.Best)
	default:
		b.g.Subtitle = fmt.Sprintf("%s; a shortest plan has %s", states, countOf(a.Best, "move"))
	}
}

func countOf(n int64, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func (b *stateGraph) node(i int) {
	a := b.a
	s := a.State(i)
	n := picture.Node{Layer: int(a.Depth[i]), Label: stateLabel(b.p, s)}
	if a.Fold != nil {
		if k := a.Stands(i); k.Cmp(big.NewInt(1)) > 0 {
			n.Label = append(n.Label, picture.Line{Name: "×" + k.String()})
		}
	}
	where := countOf(int64(a.Depth[i]), "move") + " from the start"
	switch {
	case a.Graph.Goal[i]:
		n.Mark |= picture.Goal
		where += ", a goal"
	case a.DeadEnd(i):
		n.Mark |= picture.DeadEnd
		where += ", a dead end"
	case a.ToGoal[i] < 0:
		n.Mark |= picture.Lost
		where += ", no way to a goal"
	default:
		where += ", " + countOf(int64(a.Moves[i]), "move") + " to a goal"
	}
	if i < a.Graph.Starts {
		n.Mark |= picture.Start
	}
	if a.OnBestPlan(i) {
		n.Mark |= picture.OnPath
	}
	n.Tip = strings.Join(append([]string{where}, StateLines(b.p, s)...), "\n")
	b.g.Nodes = append(b.g.Nodes, n)
}

// stateLabel returns what the problem shows of a state, in short lines.
func stateLabel(p *model.Problem, s model.State) []picture.Line {
	var lines []picture.Line
	for _, bd := range boards(p) {
		for _, l := range newBoard(p, bd, s).lines(s) {
			lines = append(lines, picture.Line{Text: l, Fixed: true})
		}
	}
	most := max(stateMost, len(lines)+2)
	for _, c := range columns(p) {
		text := visible.Line(c.text(s))
		if text == "" {
			text = "–"
		}
		first := max(stateChars-len([]rune(c.title)), 8)
		text = unbroken(text)
		wrapped := picture.Wrap(text, first, 1+stateLines)
		if len(wrapped) > 1 { // the name on its own line leaves more room for the text
			lines = append(lines, picture.Line{Name: c.title})
			for _, l := range picture.Wrap(text, stateChars, stateLines) {
				lines = append(lines, picture.Line{Text: l})
			}
			continue
		}
		lines = append(lines, picture.Line{Name: c.title, Text: wrapped[0]})
	}
	if len(lines) > most {
		lines = append(lines[:most-1], picture.Line{Text: "…"})
	}
	return lines
}

// unbroken keeps the words of each item of a list on one line.
func unbroken(text string) string {
	things := strings.Split(text, ", ")
	for i, s := range things {
		if len(things) > 1 && len([]rune(s)) < stateChars {
			things[i] = strings.ReplaceAll(s, " ", "\u00a0")
		}
	}
	return strings.Join(things, ", ")
}

// A statePair is two states with moves between them, in the order in which they were reached.
type statePair struct{ i, j int }

// pairMoves are the moves between the states of a pair, in both directions.
type pairMoves struct {
	there, back         []string
	thereBest, backBest []string // of these, those on shortest plans
}

func (b *stateGraph) edges() error {
	if b.a.Len() == 0 {
		return nil
	}
	pairs := map[statePair]*pairMoves{}
	var order []statePair
	for i := range b.a.Len() {
		s := b.a.State(i)
		for j, e := range b.a.Graph.Edges(i) {
			if i == j {
				continue
			}
			key := statePair{min(i, j), max(i, j)}
			m := pairs[key]
			if m == nil {
				m = &pairMoves{}
				pairs[key] = m
				order = append(order, key)
			}
			text, err := b.moveText(int(e.Label), s, e.Cost)
			if err != nil {
				return err
			}
			m.add(text, i < j, b.a.BestMove(i, j, e.Cost))
		}
	}
	for _, key := range order {
		b.edge(key, pairs[key])
	}
	return nil
}

func (b *stateGraph) moveText(move int, s model.State, cost int64) (string, error) {
	out, err := b.p.Apply(b.p.Moves[move], s)
	if err != nil {
		return "", err
	}
	text := visible.Line(out.Label)
	if m := b.p.Moves[move]; m.Label == nil {
		text = visible.Line(b.plain(m))
	}
	if b.costly {
		text += fmt.Sprintf(" (%s)", b.p.CostText(cost))
	}
	return text, nil
}

// plain returns the name of a move without a label: its arguments as shown, and its schema if there
// are several.
func (b *stateGraph) plain(m *model.Move) string {
	var parts []string
	if len(b.p.Schemas) > 1 || len(m.Args) == 0 {
		parts = append(parts, m.Schema.Name)
	}
	for _, a := range m.Args {
		text := a.Type.Shown(a.Leaves)
		if text == "" {
			text = "–"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

func (m *pairMoves) add(text string, there, best bool) {
	list, bests := &m.there, &m.thereBest
	if !there {
		list, bests = &m.back, &m.backBest
	}
	if !slices.Contains(*list, text) {
		*list = append(*list, text)
	}
	if best && !slices.Contains(*bests, text) {
		*bests = append(*bests, text)
	}
}

func (b *stateGraph) edge(key statePair, m *pairMoves) {
	e := picture.Edge{From: key.i, To: key.j, Both: len(m.there) > 0 && len(m.back) > 0}
	forward, backward := m.there, m.back
	label := m.thereBest
	e.Strong = len(label) > 0
	if len(m.there) == 0 || !e.Strong && len(m.backBest) > 0 {
		e.From, e.To = key.j, key.i
		forward, backward, label = m.back, m.there, m.backBest
		e.Strong = len(label) > 0
	}
	switch {
	case b.labels == "none":
		label = nil
	case b.labels == "all" && !e.Strong:
		label = forward
	}
	if len(label) > 0 {
		lines := picture.Wrap(label[0], moveChars, moveLines)
		if len(label) > 1 {
			lines = append(lines, fmt.Sprintf("or %d more", len(label)-1))
		}
		e.Label = strings.Join(lines, "\n")
	}
	e.Tip = strings.Join(append(tipLines("→ ", forward), tipLines("← ", backward)...), "\n")
	b.g.Edges = append(b.g.Edges, e)
}

func tipLines(arrow string, moves []string) []string {
	var lines []string
	for k, m := range moves {
		if k == tipMoves {
			return append(lines, fmt.Sprintf("%s%d more", arrow, len(moves)-k))
		}
		lines = append(lines, arrow+m)
	}
	return lines
}
