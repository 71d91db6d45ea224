package play

import (
	"farbank/show/render"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// The state and the moves may be wider than the window. The keys left and right scroll them, all lines alike.

// widest returns the width of the widest line that can be scrolled: of the state and of the moves near the cursor.
func (s *Screen) widest() int {
	wide := 0
	for _, l := range render.StateLines(s.game.Problem, s.game.State()) {
		wide = max(wide, 2+lipgloss.Width(l))
	}
	if s.won {
		return wide
	}
	for k := max(s.cursor-s.height, 0); k < min(s.cursor+s.height, len(s.shown)); k++ {
		wide = max(wide, moveMargin+lipgloss.Width(s.moveText(k, 0)))
	}
	return wide
}

// step returns the number of columns that a key scrolls.
func (s *Screen) step() int { return max(s.width/2, 1) }

// offset returns the number of columns that are scrolled to the right, so that the end of the widest line is at most
// at the right edge.
func (s *Screen) offset() int { return max(min(s.left, s.widest()-s.width), 0) }

// scrolled returns the part of a line that fits width columns, with a sign where it is cut.
func (s *Screen) scrolled(line string, width int) string {
	left, all := s.offset(), lipgloss.Width(line)
	if width < 3 || left == 0 && all <= width {
		return line
	}
	from, to, before, after := left, left+width, "", ""
	if left > 0 && all > 0 {
		from, before = from+1, faint.Render("‹")
	}
	if all > to {
		to, after = to-1, faint.Render("›")
	}
	return before + ansi.Cut(line, from, to) + after
}
