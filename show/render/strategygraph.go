package render

import (
	"fmt"
	"io"
	"strings"

	"farbank/engine/strategy"
	"farbank/game"
	"farbank/internal/visible"
	"farbank/model"
	"farbank/picture"
)

// labelLines is the maximum number of lines of a move in a situation.
const labelLines = 3

// SituationsDrawn is the maximum number of situations in a picture.
const SituationsDrawn = 300

// StrategySVG writes the graph of a strategy as a picture, with its verdict in words. The shape of a situation says
// who moves. It returns an error if there are more than SituationsDrawn.
func StrategySVG(w io.Writer, p *model.Problem, s *model.Strategy, verdict string) error {
	if len(s.Situations) > SituationsDrawn {
		return fmt.Errorf("the strategy has %d situations, a picture at most %d; --format html or json has all", len(s.Situations), SituationsDrawn)
	}
	g := strategyGraph(p, s, verdict)
	return picture.SVG(w, g, direction(g))
}

// mostAcross is the number of situations of a layer that can be read side by side.
const mostAcross = 14

// direction returns the direction of a picture: a wide tree grows to the right, else its text would be too small to read.
func direction(g *picture.Graph) picture.Direction {
	count := map[int]int{}
	for i := range g.Nodes {
		if count[g.Nodes[i].Layer]++; count[g.Nodes[i].Layer] > mostAcross {
			return picture.Right
		}
	}
	return picture.Auto
}

// strategyGraph returns the picture of a strategy, layered by the number of moves.
func strategyGraph(p *model.Problem, s *model.Strategy, verdict string) *picture.Graph {
	g := &picture.Graph{Title: titleOf(p), Subtitle: verdict, Path: "our move"}
	if text := chosen(p, s); text != "" {
		g.Notes = append(g.Notes, text)
	}
	depth := layers(len(s.Situations), s.Starts, func(k int) []int {
		var next []int
		for _, f := range s.Situations[k].Next {
			next = append(next, f.To)
		}
		return next
	})
	for k := range s.Situations {
		st := &s.Situations[k]
		n := picture.Node{Layer: depth[k], Label: beliefLabel(p, st.Worlds), Tip: strings.Join(BeliefLines(p, st.Worlds), "\n")}
		n.Mark = map[model.End]picture.Mark{model.Reached: picture.Goal, model.Failed: picture.DeadEnd}[st.End]
		if st.End == model.Goes {
			n.Mark |= whose(st.By)
		}
		g.Nodes = append(g.Nodes, n)
	}
	for _, k := range s.Starts {
		g.Nodes[k].Mark |= picture.Start
	}
	var edges edgeList
	for k := range s.Situations {
		st := &s.Situations[k]
		total := int64(0)
		for _, f := range st.Next {
			total += f.Weight
		}
		rounds, back := 0, int64(0)
		if st.By == model.ByUs && len(st.Next) > 1 {
			for i, text := range picture.Wrap(visible.Line(st.Label), stateChars, labelLines) {
				g.Nodes[k].Label = append(g.Nodes[k].Label, picture.Line{Name: []string{"move", ""}[min(i, 1)], Text: text})
			}
		}
		for _, f := range st.Next {
			label := f.Label
			switch {
			case st.By == model.ByUs && len(st.Next) > 1: // the nodes have what is seen, and the move is in this one
				label = ""
			case st.By == model.ByUs:
				label = st.Label
			case st.By == model.ByChance:
				label += share(f.Weight, total)
			}
			if f.To == k {
				rounds++
				back += f.Weight
				continue
			}
			edges.add(k, f.To, label, st.By == model.ByUs)
		}
		again(&g.Nodes[k], st.By == model.ByChance, rounds, back, total)
	}
	g.Edges = edges.list
	return g
}

// again adds the moves that change nothing to the text of a node: those of chance with their probability.
func again(n *picture.Node, chance bool, rounds int, weight, total int64) {
	switch {
	case rounds == 0:
		return
	case chance:
		n.Label = append(n.Label, picture.Line{Name: "again", Text: fmt.Sprintf("%d/%d", weight, total)})
	default:
		n.Label = append(n.Label, picture.Line{Name: "stays", Text: "with " + countOf(int64(rounds), "move")})
	}
}

// titleOf returns the title of a problem, or the name of its file.
func titleOf(p *model.Problem) string {
	if p.Title != "" {
		return p.Title
	}
	return p.File
}

// share returns the probability of a move of chance, as in " (2/11)".
func share(weight, total int64) string {
	if total == weight {
		return ""
	}
	return fmt.Sprintf(" (%d/%d)", weight, total)
}

// whose returns the mark of the one who moves.
func whose(by model.Chooser) picture.Mark {
	return map[model.Chooser]picture.Mark{model.ByFoe: picture.Foe, model.ByChance: picture.Chance}[by]
}

// layers returns the least number of edges from the starts to each node; 0 for nodes that are not reachable.
func layers(n int, starts []int, next func(int) []int) []int {
	depth := make([]int, n)
	seen := make([]bool, n)
	queue := append([]int(nil), starts...)
	for _, k := range starts {
		seen[k] = true
	}
	for i := 0; i < len(queue); i++ {
		for _, k := range next(queue[i]) {
			if !seen[k] {
				seen[k], depth[k] = true, depth[queue[i]]+1
				queue = append(queue, k)
			}
		}
	}
	return depth
}

// positionLayers returns the least number of moves from the start to each position of an adviser.
func positionLayers(a *strategy.Adviser) []int {
	arena := a.Arena()
	return layers(arena.Len(), []int{a.Start()}, func(n int) []int {
		var next []int
		for _, m := range arena.Moves(n) {
			next = append(next, int(m.To))
		}
		return next
	})
}

// beliefLabel is like stateLabel for what is known; it has the number of possible states if something is not seen.
func beliefLabel(p *model.Problem, worlds []model.State) []picture.Line {
	if len(worlds) == 0 {
		return []picture.Line{{Text: "before the choice"}}
	}
	if len(worlds) == 1 && !p.Unseen() {
		return stateLabel(p, worlds[0])
	}
	var lines []picture.Line
	for _, c := range situationColumns(p) {
		text := visible.Line(knownText(worlds, c.text))
		lines = append(lines, picture.Line{Name: visible.Line(c.title), Text: picture.Wrap(text, stateChars, 1)[0]})
	}
	if p.Unseen() && len(worlds) > 1 {
		lines = append(lines, picture.Line{Name: "possible", Text: visible.Grouped(int64(len(worlds)))})
	}
	for i := range p.Vars {
		v := &p.Vars[i]
		if !v.Unknown {
			continue
		}
		if text := knownText(worlds, func(s model.State) string { return v.Type.Shown(s[v.Base : v.Base+v.Cells]) }); text != "?" {
			lines = append(lines, picture.Line{Name: v.Name, Text: picture.Wrap(visible.Line(text), stateChars, 1)[0]})
		}
	}
	return lines
}

// An edgeList collects edges; those between the same nodes become one.
type edgeList struct {
	list  []picture.Edge
	place map[[2]int]int
	texts map[int][]string
}

// shownLabels is the maximum number of labels of moves between the same nodes.
const shownLabels = 3

func (l *edgeList) add(from, to int, label string, strong bool) {
	if from == to {
		return
	}
	if l.place == nil {
		l.place, l.texts = map[[2]int]int{}, map[int][]string{}
	}
	i, ok := l.place[[2]int{from, to}]
	if !ok {
		i = len(l.list)
		l.place[[2]int{from, to}] = i
		l.list = append(l.list, picture.Edge{From: from, To: to})
	}
	e := &l.list[i]
	e.Strong = e.Strong || strong
	label = visible.Line(label)
	texts := append(l.texts[i], label)
	l.texts[i] = texts
	e.Tip = strings.Join(tipLines("", texts), "\n")
	switch {
	case len(texts) <= shownLabels:
		var lines []string
		for _, t := range texts {
			lines = append(lines, picture.Wrap(t, moveChars, moveLines)...)
		}
		e.Label = strings.Join(lines, "\n")
	default:
		e.Label = strings.Join(picture.Wrap(texts[0], moveChars, moveLines), "\n") + fmt.Sprintf("\nor %d more", len(texts)-1)
	}
}

// GameGraph returns the picture of all positions that the adviser lists: who moves, and the best moves. The labels are one
// of EdgeLabels.
func GameGraph(p *model.Problem, a *strategy.Adviser, labels string) *picture.Graph {
	arena := a.Arena()
	g := &picture.Graph{Title: titleOf(p), Path: "a best move of ours", Hopeless: "the goal cannot be forced"}
	if p.Chance() {
		g.Hopeless = "the goal is reached with probability 0"
	}
	states := countOf(int64(arena.Len()), "position")
	g.Subtitle = states + "; " + AdviceText(a.At(a.Start()))
	depth := positionLayers(a)
	var edges edgeList
	for n := range arena.Len() {
		worlds, belief := a.Worlds(n)
		node := picture.Node{Layer: depth[n], Label: beliefLabel(p, worlds)}
		if !belief {
			node.Label = []picture.Line{{Text: "what is seen?"}}
		}
		x, kind, moves := a.At(n), arena.Kind(n), arena.Moves(n)
		node.Mark = map[game.Kind]picture.Mark{game.Goal: picture.Goal, game.Foe: picture.Foe, game.Chance: picture.Chance}[kind]
		switch {
		case kind == game.Goal:
		case len(moves) == 0:
			node.Mark |= picture.DeadEnd
		case x.None:
			node.Mark |= picture.Lost
		}
		if n == a.Start() {
			node.Mark |= picture.Start
		}
		node.Tip = AdviceText(x)
		if len(worlds) > 0 {
			node.Tip += "\n" + strings.Join(BeliefLines(p, worlds), "\n")
		}
		g.Nodes = append(g.Nodes, node)
		if kind == game.Goal {
			continue
		}
		total := int64(0)
		for _, m := range moves {
			total += m.Weight
		}
		rounds, back := 0, int64(0)
		for i, m := range moves {
			best := kind == game.Ours && i == a.Best(n) && !x.None
			label := ""
			if m.Label >= 0 && len(worlds) > 0 && (labels == "all" || labels == "plans" && (best || kind != game.Ours)) {
				label = labelIn(p, p.Moves[m.Label], worlds[0])
				if kind == game.Chance {
					label += share(m.Weight, total)
				}
			}
			if int(m.To) == n {
				rounds++
				back += m.Weight
			}
			edges.add(n, int(m.To), label, best)
		}
		again(&g.Nodes[n], kind == game.Chance, rounds, back, total)
	}
	g.Edges = edges.list
	return g
}

// labelIn returns the label of a move in a state, or its plan form.
func labelIn(p *model.Problem, m *model.Move, s model.State) string {
	if out, err := p.Apply(m, s); err == nil && out.Next != nil && out.Label != "" {
		return out.Label
	}
	return m.String()
}

// AdviceText returns the value of a position in words.
func AdviceText(x strategy.Advice) string {
	switch {
	case !x.Known:
		return "the value is not known: " + x.Why
	case x.Value != nil:
		return "the value is " + x.Value.String()
	case x.Expected != nil:
		return "the goal is sure, at a cost of " + x.Expected.String() + " on average"
	case x.Probability != nil && !x.None:
		return "the goal is reached with probability " + x.Probability.String()
	case x.Probability != nil:
		return "the goal cannot be reached"
	case x.None:
		return "the goal cannot be forced"
	}
	return fmt.Sprintf("the goal can be forced, at a cost of at most %d", x.Cost)
}
