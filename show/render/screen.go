package render

import (
	"fmt"
	"io"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
)

// A Screen describes the output for plans. The zero Screen has no limits and no colours.
type Screen struct {
	Width  int  // in columns; 0: no limit
	Colour bool // escape sequences colour boards and make changes bold
}

// minWidth is the minimum width for wrapping texts.
const minWidth = 20

// Table is like the function Table, but no wider than the screen. A wider table is written in
// blocks, one for each state, with the changes. Names on boards become numbers, then boards are
// split into parts. Long texts are wrapped.
func (t Screen) Table(w io.Writer, p *model.Problem, steps []model.Step) error {
	if t.Width > 0 {
		t.Width = max(t.Width, minWidth)
	}
	switch {
	case len(p.Schemas) == 0:
		return t.found(w, p, steps[0].State)
	case len(boards(p)) > 0 || len(timelines(p)) > 0:
		return t.album(w, p, steps)
	}
	table := rows(p, steps)
	write := func() error { return t.writeTable(w, table, 1+len(listed(p))) }
	if t.Width > 0 && tableWidth(table) > t.Width {
		write = func() error { return t.blocks(w, p, steps) }
	}
	if err := write(); err != nil || p.Unit == 0 {
		return err
	}
	return t.planTimeline(w, p, steps)
}

// writeTable writes rows with aligned columns, separated by two blanks. The columns between the
// first and values are those of states.
func (t Screen) writeTable(w io.Writer, table [][]string, values int) error {
	widths := columnWidths(table)
	for k, row := range table {
		cells := make([]string, len(row))
		for i, cell := range row {
			text := visible.Line(cell)
			cells[i] = text + strings.Repeat(" ", widths[i]-visible.Width(text))
			if k > 1 && i > 0 && i < values && cell != table[k-1][i] {
				cells[i] = t.strong(text) + strings.Repeat(" ", widths[i]-visible.Width(text))
			}
		}
		if _, err := fmt.Fprintln(w, strings.TrimRight(strings.Join(cells, "  "), " ")); err != nil {
			return err
		}
	}
	return nil
}

func columnWidths(table [][]string) []int {
	widths := make([]int, len(table[0]))
	for _, row := range table {
		for i, cell := range row {
			widths[i] = max(widths[i], visible.Width(visible.Line(cell)))
		}
	}
	return widths
}

func tableWidth(table [][]string) int {
	sum := 2 * (len(table[0]) - 1)
	for _, w := range columnWidths(table) {
		sum += w
	}
	return sum
}

func (t Screen) strong(text string) string {
	if !t.Colour || strings.TrimSpace(text) == "" {
		return text
	}
	return "\x1b[1m" + text + "\x1b[0m"
}

// blocks writes a plan state by state: the first and the last in full, and of the others the
// changes.
func (t Screen) blocks(w io.Writer, p *model.Problem, steps []model.Step) error {
	cols, costs := listed(p), costsMatter(steps)
	steps, times := Happenings(p, steps)
	most := titlesWidth(cols)
	for i, st := range steps {
		var b strings.Builder
		for _, c := range cols {
			text := c.text(st.State)
			if i > 0 && i < len(steps)-1 && text == c.text(steps[i-1].State) {
				continue
			}
			t.pair(&b, "    ", c.title, most, "  ", text)
		}
		if st.Move != nil {
			b.WriteString(t.moveLine(i, st, costs, times))
		}
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	return nil
}

// moveLine returns the move between two states, with its number or, if times is not nil, its time.
func (t Screen) moveLine(i int, st model.Step, costs bool, times []int64) string {
	label := visible.Line(st.Label)
	if costs && st.Move.Schema.Role == model.Begins {
		label += fmt.Sprintf("  (cost %d)", st.Cost)
	}
	number := fmt.Sprintf("%d  ", i+1)
	if times != nil {
		number = fmt.Sprintf("%d:  ", times[i])
	}
	return "\n" + number + t.wrapped(label, len(number)) + "\n\n"
}

// pair writes a name and a text, which is wrapped below itself.
func (t Screen) pair(b *strings.Builder, indent, name string, most int, sep, text string) {
	head := indent + visible.Pad(visible.Line(name), most) + sep
	b.WriteString(strings.TrimRight(head+t.wrapped(visible.Line(text), visible.Width(head)), " ") + "\n")
}

// wrapped breaks a text that begins at column from into lines, at blanks if possible.
func (t Screen) wrapped(text string, from int) string {
	if t.Width == 0 || from+visible.Width(text) <= t.Width {
		return text
	}
	lines := visible.Wrap(together(text), max(t.Width-from, minWidth/2))
	for k := range lines {
		lines[k] = strings.TrimRight(strings.ReplaceAll(lines[k], nbsp, " "), " ")
	}
	return strings.Join(lines, "\n"+strings.Repeat(" ", from))
}

const nbsp = "\u00a0"

// together replaces the blanks between brackets by no-break spaces, so that a tuple is one word.
func together(text string) string {
	var b strings.Builder
	deep := 0
	for _, r := range text {
		switch {
		case r == '(':
			deep++
		case r == ')':
			deep--
		case r == ' ' && deep > 0:
			b.WriteString(nbsp)
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}

func titlesWidth(cols []column) int {
	most := 0
	for _, c := range cols {
		most = max(most, visible.Width(visible.Line(c.title)))
	}
	return most
}

// found writes an assignment: its boards, then a line for each column.
func (t Screen) found(w io.Writer, p *model.Problem, s model.State) error {
	var b strings.Builder
	for _, bd := range t.boards(p, []model.Step{{State: s}}) {
		b.WriteString(strings.Join(bd.named(s, t.Width), "\n") + "\n")
	}
	for _, show := range timelines(p) {
		b.WriteString(visible.Line(show.Title) + "\n" + strings.Join(t.timeline(newTimeline(p, show, s)), "\n") + "\n")
	}
	cols := columns(p)
	sep := "  "
	if len(p.Show) == 0 {
		sep = " = "
	}
	for _, c := range cols {
		t.pair(&b, "", c.title, titlesWidth(cols), sep, c.text(s))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// boards returns the boards of a problem, measured in the states of a plan.
func (t Screen) boards(p *model.Problem, steps []model.Step) []*board {
	states := make([]model.State, len(steps))
	for i := range steps {
		states[i] = steps[i].State
	}
	var list []*board
	for _, show := range boards(p) {
		b := newBoard(p, show, states...)
		if t.Colour {
			b.colours(states)
		}
		list = append(list, b)
	}
	return list
}

// album writes a plan as boards, with the moves between them.
func (t Screen) album(w io.Writer, p *model.Problem, steps []model.Step) error {
	cols, costs, all := columns(p), costsMatter(steps), t.boards(p, steps)
	whole := steps
	steps, times := Happenings(p, steps)
	const indent = "    "
	for i, st := range steps {
		var b strings.Builder
		for _, bd := range all {
			for _, l := range bd.named(st.State, max(t.Width-len(indent), 0)) {
				b.WriteString(strings.TrimRight(indent+l, " ") + "\n")
			}
		}
		if i == len(steps)-1 {
			for _, show := range timelines(p) {
				lines := Screen{Width: max(t.Width-len(indent), 0), Colour: t.Colour}.timeline(newTimeline(p, show, st.State))
				b.WriteString(indent + visible.Line(show.Title) + "\n" + indent + strings.Join(lines, "\n"+indent) + "\n")
			}
		}
		for _, c := range cols {
			t.pair(&b, indent, c.title+":", 0, " ", c.text(st.State))
		}
		if st.Move != nil {
			b.WriteString(t.moveLine(i, st, costs, times))
		}
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
	}
	if p.Unit > 0 {
		return t.planTimeline(w, p, whole)
	}
	return nil
}
