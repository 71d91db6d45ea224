package render

import (
	"maps"
	"slices"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
)

// A board draws a board of the problem in the states of a plan. A column is as wide as its widest
// content in any of them, so that cells stay in place.
type board struct {
	p      *model.Problem
	show   *model.Show
	widths []int    // of the columns
	rows   []string // names of the rows; nil: none
	left   int      // width of the names
	cols   []string // names of the columns; nil: none
	gap    string
	right  bool           // cells are numbers, aligned to the right
	colour map[string]int // of a text, from 0; nil: no colours

	last  *int64   // the state of cells: a solution's state is measured, then drawn
	cells []string // the cells in the state last
}

// newBoard measures a board in some states.
func newBoard(p *model.Problem, show *model.Show, states ...model.State) *board {
	b := &board{p: p, show: show, widths: make([]int, show.Cols), gap: " ", right: true}
	tight, double := true, true
	for _, s := range states {
		for k, text := range b.texts(s) {
			w := visible.Width(text)
			b.widths[k%show.Cols] = max(b.widths[k%show.Cols], w)
			b.right = b.right && (isInteger(text) || isGround(text))
			tight = tight && isBlock(text)
			double = double && (isGround(text) && text != "." && text != "·" || w == 2)
		}
	}
	if tight || double {
		b.gap = ""
	}
	if b.right || b.gap == "" { // numbers and pictures stand in squares
		for k := range b.widths {
			b.widths[k] = slices.Max(b.widths)
		}
	}
	b.cols = show.ColNames
	if b.gap != "" && show.Cols > 1 && len(show.Index) == 1 { // a single row: its numbers say what is what
		b.cols = nil
		for k := range show.Cols {
			b.cols = append(b.cols, show.Index[0].Format(show.Index[0].Nth(int64(k))))
		}
	}
	for _, name := range show.RowNames {
		b.rows = append(b.rows, visible.Line(name))
		b.left = max(b.left, visible.Width(b.rows[len(b.rows)-1]))
	}
	return b
}

// isGround reports whether a text is that of an empty place.
func isGround(text string) bool { return strings.Trim(text, " .·") == "" }

// isBlock reports whether a text consists of block elements, which join.
func isBlock(text string) bool {
	for _, r := range text {
		if r != ' ' && (r < 0x2500 || r > 0x259F) {
			return false
		}
	}
	return true
}

// texts returns the cells in a state, row by row.
func (b *board) texts(s model.State) []string {
	if len(s) > 0 && b.last == &s[0] {
		return b.cells
	}
	cells := make([]string, len(b.show.Cells))
	for i, d := range b.show.Cells {
		cells[i] = visible.Line(b.p.Text(d, s))
	}
	if len(s) > 0 {
		b.last, b.cells = &s[0], cells
	}
	return cells
}

// lines returns the board in a state, without names.
func (b *board) lines(s model.State) []string {
	return b.draw(b.texts(s), b.widths, 0, b.show.Cols)
}

// named returns the board in a state with the names of its rows and columns, unless these are
// numbers. A width above 0 limits it: long names of columns are replaced by numbers, and those of
// rows if they take more than half of the width. If that is not enough, the board is split into
// parts, one below the other.
func (b *board) named(s model.State, width int) []string {
	if width > 0 && b.left > width/2 && b.width(b.widths) > width {
		if legend, numbered := b.numberedRows(width); numbered.left < b.left {
			return append(legend, numbered.named(s, width)...)
		}
	}
	cells, widths, head := b.texts(s), slices.Clone(b.widths), b.plainHead
	for k, name := range b.cols {
		widths[k] = max(widths[k], visible.Width(visible.Line(name)))
	}
	if width > 0 && b.width(widths) > width {
		widths, head = b.widths, b.numberedHead
	}
	var lines []string
	for from := 0; from < b.show.Cols; {
		to := b.fit(widths, from, width)
		if from > 0 {
			lines = append(lines, "")
		}
		if b.cols != nil {
			lines = append(lines, head(widths, from, to, width)...)
		}
		part := b.draw(cells, widths, from, to)
		for r := range part {
			if b.left > 0 {
				part[r] = strings.TrimRight(visible.Pad(b.rows[r], b.left)+"  "+part[r], " ")
			}
		}
		lines = append(lines, part...)
		from = to
	}
	return lines
}

// width returns the width of a board with columns of the given widths.
func (b *board) width(widths []int) int {
	sum := len(b.gap) * (len(widths) - 1)
	for _, w := range widths {
		sum += w
	}
	if b.left > 0 {
		sum += b.left + 2
	}
	return sum
}

// fit returns the end of the columns from index from that fit side by side; it includes at least
// one.
func (b *board) fit(widths []int, from, width int) int {
	if width <= 0 {
		return len(widths)
	}
	to := from + 1
	for to < len(widths) && b.width(widths[from:to+1]) <= width {
		to++
	}
	return to
}

// draw draws a range of columns.
func (b *board) draw(cells []string, widths []int, from, to int) []string {
	lines := make([]string, b.show.Rows)
	for r := range b.show.Rows {
		var line strings.Builder
		for c := from; c < to; c++ {
			if c > from {
				line.WriteString(b.gap)
			}
			text := cells[r*b.show.Cols+c]
			room := strings.Repeat(" ", max(widths[c]-visible.Width(text), 0))
			if b.right {
				line.WriteString(room)
			}
			line.WriteString(b.paint(text))
			if !b.right {
				line.WriteString(room)
			}
		}
		lines[r] = strings.TrimRight(line.String(), " ")
	}
	return lines
}

// palette are the colours of Okabe and Ito (2008), which people who see no red or no green can
// distinguish, as the nearest of a terminal's 256. Colours too pale or too dark for a usual
// background are left out.
var palette = []string{"32", "208", "36", "167", "74", "175", "136"}

// paint colours a text by its value.
func (b *board) paint(text string) string {
	if b.colour != nil && text == "#" { // a wall
		return "\x1b[2m#\x1b[0m"
	}
	if k, ok := b.colour[text]; ok {
		return "\x1b[38;5;" + palette[k%len(palette)] + "m" + text + "\x1b[0m"
	}
	return text
}

// colours assigns colours to the texts of a board in some states; a text has the same colour on
// every board.
func (b *board) colours(states []model.State) {
	met := map[string]bool{}
	for _, s := range states {
		for _, text := range b.texts(s) {
			if !isGround(text) {
				met[text] = true
			}
		}
	}
	b.colour = map[string]int{}
	for k, text := range slices.Sorted(maps.Keys(met)) {
		b.colour[text] = k
	}
}
