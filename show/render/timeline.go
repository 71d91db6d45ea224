package render

import (
	"fmt"
	"strings"

	"farbank/internal/visible"
	"farbank/picture"
)

// Of a timeline on a terminal.
const (
	timelineColumns = 100 // where the screen has no limit
	widestUnit      = 4   // columns a unit of time takes at most
)

// timeline draws a timeline: a row of bars, [job==], for each row, or several where bars
// overlap, and the times below. Critical bars are [job##].
func (t Screen) timeline(line *picture.Timeline) []string {
	left := 0
	for _, name := range line.Rows {
		left = max(left, visible.Width(visible.Line(name)))
	}
	room := timelineColumns
	if t.Width > 0 {
		room = max(t.Width-left-2, leastWidth)
	}
	from, to := line.Ends()
	at := scale(from, to, room)
	lane, rows := line.Lanes()
	var lines []string
	for r, n := range rows {
		for k := range n {
			name := ""
			if k == 0 {
				name = visible.Line(line.Rows[r])
			}
			var b strings.Builder
			b.WriteString(visible.Pad(name, left) + "  ")
			drawn := 0
			for _, i := range line.Ordered() {
				if bar := line.Bars[i]; bar.Row == r && lane[i] == k {
					begin, end := max(at(bar.From), drawn), at(bar.To)
					b.WriteString(strings.Repeat(" ", begin-drawn) + t.bar(bar, end-begin))
					drawn = max(begin, end)
				}
			}
			lines = append(lines, strings.TrimRight(b.String(), " "))
		}
	}
	return append(lines, strings.Repeat(" ", left+2)+times(from, to, at))
}

// scale returns the function that gives the column of a time.
func scale(from, to int64, room int) func(int64) int {
	span := to - from
	if span <= 0 {
		return func(int64) int { return 0 }
	}
	if span <= int64(room) {
		unit := int64(min(widestUnit, room/int(span)))
		return func(x int64) int { return int((x - from) * unit) }
	}
	return func(x int64) int { return int(float64(x-from) / float64(span) * float64(room)) }
}

// bar draws a bar of so many columns.
func (t Screen) bar(b picture.Bar, columns int) string {
	fill := "="
	if b.Critical {
		fill = "#"
	}
	text := ""
	switch {
	case columns <= 0:
		return ""
	case columns == 1:
		text = "|"
	default:
		label := visible.Line(b.Label)
		for visible.Width(label) > columns-2 {
			r := []rune(label)
			label = string(r[:len(r)-1])
		}
		text = "[" + label + strings.Repeat(fill, columns-2-visible.Width(label)) + "]"
	}
	if t.Colour {
		return "\x1b[38;5;" + palette[b.Group%len(palette)] + "m" + text + "\x1b[0m"
	}
	return text
}

// times is the scale below a timeline.
func times(from, to int64, at func(int64) int) string {
	var b strings.Builder
	for _, x := range picture.Ticks(from, to) {
		text := fmt.Sprint(x)
		if gap := at(x) - b.Len(); gap >= 0 && (b.Len() == 0 || gap > 0) {
			b.WriteString(strings.Repeat(" ", gap) + text)
		}
	}
	return b.String()
}
