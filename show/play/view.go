package play

import (
	"fmt"
	"strings"

	"farbank/internal/visible"
	"farbank/show/render"

	tea "charm.land/bubbletea/v2"
	"charm.land/lipgloss/v2"
)

// Styles use the colours of the terminal's scheme, and always have a sign as well.
var (
	bold    = lipgloss.NewStyle().Bold(true)
	faint   = lipgloss.NewStyle().Faint(true)
	good    = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Green)
	wrong   = lipgloss.NewStyle().Foreground(lipgloss.Red)
	pointed = lipgloss.NewStyle().Bold(true).Foreground(lipgloss.Cyan)
)

// minRows is the number of moves listed in the smallest windows.
const minRows = 3

// View draws the game: the state, the status, the moves, the keys.
func (s *Screen) View() tea.View {
	s.keys.scrolls(s.widest() > s.width)
	s.keys.timed(s.game.Problem.Unit > 0)
	head, foot := s.head(), s.foot()
	rows := max(s.height-len(head)-len(foot), minRows)
	lines := append(head, s.moves(rows)...)
	if over := len(lines) + len(foot) - s.height; over > 0 { // drop the least important first: help, the title, the top of the board
		cut := min(over, len(foot))
		foot = foot[:len(foot)-cut]
		lines = lines[min(over-cut, len(lines)):]
	}
	lines = append(lines, foot...)
	for i, l := range lines {
		lines[i] = lipgloss.NewStyle().MaxWidth(s.width).Render(l)
	}
	v := tea.NewView(strings.Join(lines, "\n"))
	v.AltScreen = true
	v.WindowTitle = s.title()
	return v
}

func (s *Screen) title() string {
	if t := s.game.Problem.Title; t != "" {
		return visible.Line(t)
	}
	return visible.Line(s.game.Problem.File)
}

// head returns the lines above the moves.
func (s *Screen) head() []string {
	lines := []string{bold.Render(s.title()), ""}
	for _, l := range render.BeliefLines(s.game.Problem, s.game.Worlds()) {
		lines = append(lines, s.scrolled("  "+l, s.width))
	}
	lines = append(lines, "", s.standing())
	if s.message != "" {
		style, sign := lipgloss.NewStyle(), ""
		if s.bad {
			style, sign = wrong, "✗ "
		}
		for _, l := range strings.Split(lipgloss.Wrap(sign+s.message, max(s.width, 10), " "), "\n") {
			lines = append(lines, style.Render(l))
		}
	}
	return append(lines, "")
}

// standing returns the number of moves made and how many are still needed.
func (s *Screen) standing() string {
	made := count(s.game.Moves(), "move") + " so far"
	costly := s.costly()
	if s.game.Problem.Unit > 0 {
		made = fmt.Sprintf("time %s, %s", s.game.Problem.TimeText(s.game.Time()), count(s.game.Moves(), "move")+" so far")
		if under := s.game.UnderWay(); len(under) > 0 {
			made += "; under way: " + strings.Join(under, ", ")
		}
		costly = true
	}
	if costly && s.game.Problem.Unit == 0 {
		made += ", cost " + s.game.Problem.CostText(s.game.Cost())
	}
	if s.won {
		return good.Render("★ "+s.victory(costly)) + " "
	}
	if s.lost {
		return wrong.Render("✗ " + made + "; the play is over, and the goal was not reached")
	}
	w := s.way()
	switch {
	case w.Text != "" && w.None:
		return made + "; " + wrong.Render("✗ "+w.Text)
	case w.Text != "":
		return made + "; " + w.Text
	case !w.Known && w.Why == "":
		return made + faint.Render("; looking for the way …")
	case !w.Known:
		return made + faint.Render("; the way is not known: "+visible.Line(w.Why))
	case w.None:
		return made + "; " + wrong.Render("✗ no way to the goal from here")
	case s.game.Problem.Unit > 0:
		return made + fmt.Sprintf("; at best %s more time", s.game.Problem.TimeText(w.Cost))
	case costly:
		return made + fmt.Sprintf("; at best cost %s more", s.game.Problem.CostText(w.Cost))
	}
	return made + fmt.Sprintf("; at best %d more", len(w.Moves))
}

// victory returns how the goal was reached, and whether the plan is optimal.
func (s *Screen) victory(costly bool) string {
	if s.game.Problem.Unit > 0 {
		return s.timedVictory()
	}
	made := int64(s.game.Moves())
	text := "The goal is reached in " + count(s.game.Moves(), "move")
	word := "shorter"
	if costly {
		made, word = s.game.Cost(), "cheaper"
		text += " of cost " + s.game.Problem.CostText(made)
	}
	if s.game.Against() {
		return text + "."
	}
	best := s.wayFrom(s.game.Steps()[0].State)
	switch {
	case !best.Known:
		return text + "."
	case made <= best.Cost:
		return text + "; no plan is " + word + "."
	case costly:
		return text + fmt.Sprintf("; a cheapest plan costs %s.", s.game.Problem.CostText(best.Cost))
	}
	return text + fmt.Sprintf("; a shortest plan has %d.", best.Cost)
}

func (s *Screen) costly() bool { return !s.game.Problem.UnitCosts() }

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// top returns the index of the first visible move.
func (s *Screen) top() int {
	rows := max(s.height-len(s.head())-len(s.foot()), minRows) - 1
	return s.window(rows)
}

// window returns the index of the first visible move if there is room for rows moves.
func (s *Screen) window(rows int) int {
	if len(s.shown) <= rows || rows < 1 {
		return 0
	}
	return max(0, min(s.cursor-rows/2, len(s.shown)-rows))
}

// moves returns the list of moves in the given number of rows.
func (s *Screen) moves(rows int) []string {
	if s.won || s.lost {
		return []string{faint.Render("u takes the last move back, n begins anew, q ends.")}
	}
	lines := []string{s.movesTitle()}
	rows--
	first := s.window(rows)
	wide := 0
	for k := first; k < min(first+rows, len(s.shown)); k++ {
		wide = max(wide, lipgloss.Width(s.choices[s.shown[k]].Label))
	}
	for k := first; k < min(first+rows, len(s.shown)); k++ {
		lines = append(lines, s.move(k, k-first, min(wide, 40)))
	}
	return lines
}

func (s *Screen) movesTitle() string {
	legal := 0
	for i := range s.choices {
		if s.choices[i].Legal() {
			legal++
		}
	}
	switch {
	case s.finding:
		return s.find.View() + faint.Render(fmt.Sprintf("  %d of %d", len(s.shown), len(s.choices)))
	case legal == 0:
		return wrong.Render("✗ No move is possible: undo (u) or begin anew (n).")
	case s.find.Value() != "":
		return fmt.Sprintf("Moves with %q: %d (esc shows all)", s.find.Value(), len(s.shown))
	case !s.all && legal < len(s.choices):
		return fmt.Sprintf("%d of %d moves are possible", legal, len(s.choices)) + faint.Render(" (a lists all)")
	}
	return "Moves"
}

// moveMargin is the number of columns before the text of a move: the cursor and the key. They are not scrolled.
const moveMargin = 4

// move returns a line of the list; its number is the key that makes the move.
func (s *Screen) move(k, seen, wide int) string {
	sign, digit := "  ", "  "
	if k == s.cursor {
		sign = "▸ "
	}
	if seen < 9 {
		digit = fmt.Sprintf("%d ", seen+1)
	}
	text := s.scrolled(s.moveText(k, wide), s.width-moveMargin)
	if !s.choices[s.shown[k]].Legal() {
		return faint.Render(sign + digit + text)
	}
	return sign + digit + text
}

// moveText returns a line of the list after its margin.
func (s *Screen) moveText(k, wide int) string {
	c := &s.choices[s.shown[k]]
	label := c.Label + strings.Repeat(" ", max(wide-lipgloss.Width(c.Label), 0))
	switch {
	case !c.Legal():
		return label + "  ✗ " + c.Why
	case k == s.cursor:
		label = pointed.Render(label)
	}
	if c.Cost != 1 && s.costly() {
		label += faint.Render("  cost " + s.game.Problem.CostText(c.Cost))
	}
	return label
}

// foot returns the lines of help.
func (s *Screen) foot() []string {
	if s.finding {
		return []string{"", faint.Render("type a part of the move · enter makes the only one left · esc gives up")}
	}
	return append([]string{""}, strings.Split(s.help.View(s.keys), "\n")...)
}

// timedVictory is victory where moves take time.
func (s *Screen) timedVictory() string {
	text := fmt.Sprintf("The goal is reached in %s and time %s", count(s.game.Moves(), "move"), s.game.Problem.TimeText(s.game.Time()))
	best := s.wayFrom(s.game.Steps()[0].State)
	switch {
	case !best.Known:
		return text + "."
	case s.game.Time() <= best.Cost:
		return text + "; no plan takes less time."
	}
	return text + fmt.Sprintf("; a best plan takes %s.", s.game.Problem.TimeText(best.Cost))
}
