package render

import (
	"fmt"
	"io"
	"strings"

	"farbank/engine"
	"farbank/internal/visible"
	"farbank/model"
)

// StrategyFormats are the names of the formats of a strategy, the default first.
var StrategyFormats = []string{"table", "tree", "json", "dot", "csv", "markdown", "html", "svg"}

// SituationsListed is the maximum number of situations in a table or a tree.
const SituationsListed = 2000

// maxBranches is the maximum number of branches in a cell of a table.
const maxBranches = 12

// knownText returns what f returns for all states, or ? if it differs.
func knownText(worlds []model.State, f func(model.State) string) string {
	text := ""
	for i, s := range worlds {
		t := f(s)
		if i > 0 && t != text {
			return "?"
		}
		text = t
	}
	return text
}

// situationColumns returns the columns that describe a situation: what the problem shows, on one line, or what is seen.
func situationColumns(p *model.Problem) []column {
	var cols []column
	if len(p.Show) == 0 {
		return variables(p)
	}
	for _, b := range boards(p) {
		cols = append(cols, column{b.Title, func(s model.State) string { return strings.Join(newBoard(p, b, s).lines(s), " / ") }})
	}
	return append(cols, columns(p)...)
}

// BeliefLines is like [StateLines] for what is known if the given states are possible, at least one. A ? stands for what differs.
func BeliefLines(p *model.Problem, worlds []model.State) []string {
	if len(worlds) == 1 && !p.Unseen() {
		return StateLines(p, worlds[0])
	}
	var lines []string
	for _, b := range boards(p) {
		text := knownText(worlds, func(s model.State) string { return strings.Join(newBoard(p, b, s).named(s, 0), "\n") })
		if text == "?" {
			text = visible.Line(b.Title) + ": ?"
		}
		lines = append(lines, strings.Split(text, "\n")...)
	}
	for _, c := range columns(p) {
		lines = append(lines, visible.Line(c.title)+": "+visible.Line(knownText(worlds, c.text)))
	}
	if p.Unseen() {
		lines = append(lines, fmt.Sprintf("possible: %s", countOf(int64(len(worlds)), "state")))
	}
	return lines
}

// PlayTable writes the moves of a play against others, with what was known: beliefs has the possible states of each step.
func PlayTable(w io.Writer, p *model.Problem, steps []model.Step, beliefs [][]model.State) error {
	cols := situationColumns(p)
	rows := [][]string{{""}}
	for _, c := range cols {
		rows[0] = append(rows[0], c.title)
	}
	rows[0] = append(rows[0], "move")
	for k, st := range steps {
		row := []string{fmt.Sprint(k)}
		for _, c := range cols {
			row = append(row, visible.Line(knownText(beliefs[k], c.text)))
		}
		rows = append(rows, append(row, visible.Line(st.Label)))
	}
	return writeAligned(w, rows)
}

// ending returns the word for the end of a play.
func ending(e model.End) string {
	return map[model.End]string{model.Reached: "goal", model.Failed: "lost"}[e]
}

// situationMove returns the cell that says what happens in a situation.
func situationMove(st *model.Situation) string {
	switch {
	case st.End != model.Goes:
		return ending(st.End)
	case st.By != model.ByUs:
		return st.By.String()
	}
	return visible.Line(st.Label)
}

// situationNext returns the cell that says which situations come next.
func situationNext(st *model.Situation) string {
	var parts []string
	for i, f := range st.Next {
		if i == maxBranches {
			parts = append(parts, fmt.Sprintf("and %d more", len(st.Next)-i))
			break
		}
		text := fmt.Sprint(f.To + 1)
		if f.Label != "" {
			text = visible.Line(f.Label) + " → " + text
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "; ")
}

// strategyRows returns the table of a strategy: a row for each situation, in the order in which they can come.
func strategyRows(p *model.Problem, s *model.Strategy) [][]string {
	cols := situationColumns(p)
	head := []string{""}
	for _, c := range cols {
		head = append(head, c.title)
	}
	rows := [][]string{append(head, "move", "then")}
	for k := range s.Situations {
		st := &s.Situations[k]
		row := []string{fmt.Sprint(k + 1)}
		for _, c := range cols {
			row = append(row, visible.Line(knownText(st.Worlds, c.text)))
		}
		rows = append(rows, append(row, situationMove(st), situationNext(st)))
	}
	return rows
}

// writeAligned writes rows in columns, the first one aligned to the right.
func writeAligned(w io.Writer, rows [][]string) error {
	width := make([]int, len(rows[0]))
	for _, r := range rows {
		for i, c := range r {
			width[i] = max(width[i], len([]rune(c)))
		}
	}
	for _, r := range rows {
		var b strings.Builder
		for i, c := range r {
			pad := strings.Repeat(" ", width[i]-len([]rune(c)))
			if i == 0 {
				b.WriteString(pad + c)
				continue
			}
			b.WriteString("  " + c + pad)
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(b.String(), " ")); err != nil {
			return err
		}
	}
	return nil
}

// StrategyTable writes a strategy as a table, with at most SituationsListed rows.
func StrategyTable(w io.Writer, p *model.Problem, s *model.Strategy) error {
	rows := strategyRows(p, s)
	more := len(rows) - 1 - SituationsListed
	rows = rows[:min(len(rows), SituationsListed+1)]
	if text := chosen(p, s); text != "" {
		fmt.Fprintln(w, text)
	}
	if err := writeAligned(w, rows); err != nil {
		return err
	}
	if more > 0 {
		_, err := fmt.Fprintf(w, "... and %d situations more; --format json lists all\n", more)
		return err
	}
	return nil
}

// chosen returns the values of the find variables on one line, or "".
func chosen(p *model.Problem, s *model.Strategy) string {
	var parts []string
	for i := range p.Vars {
		if v := &p.Vars[i]; v.Find && !v.Unknown {
			parts = append(parts, v.Name+" = "+v.Type.Format(s.Find[v.Base:v.Base+v.Cells]))
		}
	}
	return strings.Join(parts, ", ")
}

// StrategyMarkdown writes a strategy as a table in Markdown.
func StrategyMarkdown(w io.Writer, p *model.Problem, s *model.Strategy) error {
	for i, r := range strategyRows(p, s) {
		for k := range r {
			r[k] = strings.ReplaceAll(r[k], "|", "\\|")
		}
		if _, err := fmt.Fprintln(w, "| "+strings.Join(r, " | ")+" |"); err != nil {
			return err
		}
		if i == 0 {
			fmt.Fprintln(w, strings.Repeat("| --- ", len(r))+"|")
		}
	}
	return nil
}

// StrategyCSV writes a strategy as comma-separated values.
func StrategyCSV(w io.Writer, p *model.Problem, s *model.Strategy) error {
	rows := strategyRows(p, s)
	rows[0][0] = "situation"
	return writeCSV(w, rows)
}

// StrategyTree writes a strategy as a tree. A situation that was written before is named by its number.
func StrategyTree(w io.Writer, p *model.Problem, s *model.Strategy) error {
	t := &treeWriter{w: w, p: p, s: s, cols: situationColumns(p), written: make([]bool, len(s.Situations))}
	if text := chosen(p, s); text != "" {
		fmt.Fprintln(w, text)
	}
	for _, k := range s.Starts {
		prefix := ""
		if len(s.Starts) > 1 {
			prefix = t.apart(s.Starts, k)
		}
		t.node(k, "", prefix)
	}
	return t.err
}

// A treeWriter writes a tree of situations.
type treeWriter struct {
	w       io.Writer
	p       *model.Problem
	s       *model.Strategy
	cols    []column
	written []bool
	lines   int
	err     error
}

func (t *treeWriter) line(indent, text string) {
	if t.lines++; t.err == nil && t.lines <= SituationsListed {
		_, t.err = fmt.Fprintln(t.w, indent+text)
	} else if t.lines == SituationsListed+1 && t.err == nil {
		_, t.err = fmt.Fprintln(t.w, "... and more; --format json lists all")
	}
}

// node writes a situation and those below it.
func (t *treeWriter) node(k int, indent, prefix string) {
	st := &t.s.Situations[k]
	text := fmt.Sprintf("%s%d. ", prefix, k+1)
	switch {
	case st.End != model.Goes:
		t.line(indent, prefix+ending(st.End)+t.found(st))
		return
	case t.written[k]:
		t.line(indent, prefix+fmt.Sprintf("as in %d", k+1))
		return
	case t.lines > SituationsListed:
		return
	}
	t.written[k] = true
	t.line(indent, text+situationMove(st))
	next := make([]int, len(st.Next))
	for i, f := range st.Next {
		next[i] = f.To
	}
	for _, f := range st.Next {
		label := ""
		switch {
		case f.Label != "":
			label = visible.Line(f.Label) + ": "
		case len(next) > 1:
			label = t.apart(next, f.To)
		}
		t.node(f.To, indent+"    ", label)
	}
}

// found returns what is known at a goal about what was not seen.
func (t *treeWriter) found(st *model.Situation) string {
	var parts []string
	for i := range t.p.Vars {
		v := &t.p.Vars[i]
		if !v.Unknown {
			continue
		}
		if text := knownText(st.Worlds, func(s model.State) string { return v.Type.Shown(s[v.Base : v.Base+v.Cells]) }); text != "?" {
			parts = append(parts, v.Name+" = "+visible.Line(text))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// apart returns how a situation looks different from the others that can come instead.
func (t *treeWriter) apart(among []int, k int) string {
	var parts []string
	for _, c := range t.cols {
		mine := knownText(t.s.Situations[k].Worlds, c.text)
		differs := false
		for _, o := range among {
			differs = differs || knownText(t.s.Situations[o].Worlds, c.text) != mine
		}
		if differs {
			parts = append(parts, strings.TrimSpace(visible.Line(c.title)+" "+visible.Line(mine)))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return strings.Join(parts, ", ") + ": "
}

// StrategyDot writes the graph of a strategy in the language of Graphviz: boxes where we move, diamonds for the
// foe, circles for chance.
func StrategyDot(w io.Writer, p *model.Problem, s *model.Strategy) error {
	var b strings.Builder
	b.WriteString("digraph strategy {\n")
	cols := situationColumns(p)
	for k := range s.Situations {
		st := &s.Situations[k]
		var parts []string
		for _, c := range cols {
			parts = append(parts, strings.TrimSpace(visible.Line(c.title)+" "+visible.Line(knownText(st.Worlds, c.text))))
		}
		shape := map[model.Chooser]string{model.ByUs: "box", model.ByFoe: "diamond", model.ByChance: "ellipse"}[st.By]
		if st.End == model.Reached {
			shape = "doublecircle"
		} else if st.End == model.Failed {
			shape = "octagon"
		}
		fmt.Fprintf(&b, "  %d [shape=%s, label=%q];\n", k+1, shape, strings.Join(parts, "\n"))
		for _, f := range st.Next {
			label := visible.Line(f.Label)
			if st.By == model.ByUs {
				label = visible.Line(st.Label)
			}
			fmt.Fprintf(&b, "  %d -> %d [label=%q];\n", k+1, f.To+1, label)
		}
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// StrategyJSON is a strategy; docs/json.md describes it.
type StrategyJSON struct {
	Find       map[string]any  `json:"find,omitempty"`
	Starts     []int           `json:"starts"`
	Situations []SituationJSON `json:"situations"`
}

// SituationJSON is a situation of a strategy. Situations are numbered from 1.
type SituationJSON struct {
	ID       int            `json:"id"`
	By       string         `json:"by"` // us, foe, chance, goal or lost
	Seen     map[string]any `json:"seen"`
	Possible int            `json:"possible,omitempty"` // number of states that agree with what was seen, if something is not seen
	Move     string         `json:"move,omitempty"`     // our move
	Args     []any          `json:"args,omitempty"`
	Label    string         `json:"label,omitempty"`
	Next     []ForkJSON     `json:"next"`
}

// ForkJSON leads to a situation that can come next.
type ForkJSON struct {
	To     int    `json:"to"`
	Move   string `json:"move,omitempty"` // of foe or chance
	Args   []any  `json:"args,omitempty"`
	Label  string `json:"label,omitempty"`
	Weight int64  `json:"weight,omitempty"` // of a move of chance
}

// IntervalJSON is a number that is not known exactly.
type IntervalJSON struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// QuantityJSON returns a fraction as a string, or an interval, or nil.
func QuantityJSON(q *engine.Quantity) any {
	switch {
	case q == nil:
		return nil
	case q.Exact != nil:
		return q.Exact.RatString()
	}
	return IntervalJSON{q.Low, q.High}
}

// StrategyDocument returns the part of a Document that describes a strategy and its value.
func StrategyDocument(p *model.Problem, o *engine.Others) *Document {
	d := &Document{Probability: QuantityJSON(o.Probability), Expected: QuantityJSON(o.Expected), Value: QuantityJSON(o.Value), Plan: nil}
	if o.Cost != nil {
		cost := p.CostNumber(*o.Cost)
		d.Cost = &cost
	}
	if o.Strategy != nil {
		d.Strategy = newStrategy(p, o.Strategy)
	}
	return d
}

func newStrategy(p *model.Problem, s *model.Strategy) *StrategyJSON {
	out := &StrategyJSON{Situations: []SituationJSON{}}
	for i := range p.Vars {
		if v := &p.Vars[i]; v.Find && !v.Unknown {
			if out.Find == nil {
				out.Find = map[string]any{}
			}
			out.Find[v.Name] = v.Type.JSON(s.Find[v.Base : v.Base+v.Cells])
		}
	}
	for _, k := range s.Starts {
		out.Starts = append(out.Starts, k+1)
	}
	for k := range s.Situations {
		out.Situations = append(out.Situations, newSituation(p, k, &s.Situations[k]))
	}
	return out
}

func newSituation(p *model.Problem, k int, st *model.Situation) SituationJSON {
	out := SituationJSON{ID: k + 1, By: st.By.String(), Seen: map[string]any{}, Next: []ForkJSON{}}
	if st.End != model.Goes {
		out.By = ending(st.End)
	}
	for i := range p.Vars {
		if v := &p.Vars[i]; !v.Find && !v.Unseen {
			out.Seen[v.Name] = v.Type.JSON(st.Seen[v.Base : v.Base+v.Cells])
		}
	}
	if p.Unseen() {
		out.Possible = len(st.Worlds)
	}
	if st.Move != nil {
		out.Move, out.Args, out.Label = st.Move.Schema.Name, argsJSON(st.Move), st.Label
	}
	for _, f := range st.Next {
		fork := ForkJSON{To: f.To + 1, Label: f.Label}
		if f.Move != nil {
			fork.Move, fork.Args = f.Move.Schema.Name, argsJSON(f.Move)
		}
		if st.By == model.ByChance {
			fork.Weight = f.Weight
		}
		out.Next = append(out.Next, fork)
	}
	return out
}

func argsJSON(m *model.Move) []any {
	args := []any{}
	for _, a := range m.Args {
		args = append(args, a.Type.JSON(a.Leaves))
	}
	return args
}
