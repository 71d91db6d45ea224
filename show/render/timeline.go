package render

import (
	"strconv"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
	"farbank/picture"
)

// timelines returns the timelines that the problem shows.
func timelines(p *model.Problem) []*model.Show {
	var list []*model.Show
	for i := range p.Show {
		if p.Show[i].Timeline {
			list = append(list, &p.Show[i])
		}
	}
	return list
}

// longestTime is the maximum absolute value of a time that is drawn.
const longestTime = 1 << 60

// newTimeline returns a timeline in a state. It leaves out items without a start or length, or with
// times beyond longestTime.
func newTimeline(p *model.Problem, show *model.Show, s model.State) *picture.Timeline {
	t := &picture.Timeline{Title: show.Title}
	n := 1
	for _, x := range show.Index {
		k, _ := x.Size()
		n *= int(k)
	}
	text := func(part, k int) string { return p.Text(show.Cells[part*n+k], s) }
	rows := map[string]int{}
	row := func(name string) int {
		if _, ok := rows[name]; !ok {
			rows[name] = len(t.Rows)
			t.Rows = append(t.Rows, name)
		}
		return rows[name]
	}
	for k := range n {
		first, second := indexNames(show.Index, k)
		b := picture.Bar{Label: second, Group: k % max(1, n/groups(show.Index))}
		name := first
		if len(show.Cells) > 2*n {
			name = text(2, k)
			b.Label, b.Group = strings.TrimSpace(first+" "+second), k/max(1, n/groups(show.Index))
		}
		from, err1 := strconv.ParseInt(text(0, k), 10, 64)
		long, err2 := strconv.ParseInt(text(1, k), 10, 64)
		if b.Row = row(name); err1 != nil || err2 != nil || long < 0 || long > longestTime || from < -longestTime || from > longestTime {
			continue
		}
		b.From, b.To = from, from+long
		t.Bars = append(t.Bars, b)
	}
	if len(show.Cells) > 2*n {
		t.SortRows()
	}
	t.Mark()
	return t
}

// groups returns the number of values of the first index.
func groups(index []*model.Type) int {
	n, _ := index[0].Size()
	return max(1, int(n))
}

// indexNames returns the values of the one or two indices of element k.
func indexNames(index []*model.Type, k int) (first, second string) {
	if len(index) == 1 {
		return index[0].Format(index[0].Nth(int64(k))), ""
	}
	n, _ := index[1].Size()
	return index[0].Format(index[0].Nth(int64(k) / n)), index[1].Format(index[1].Nth(int64(k) % n))
}

// Limits of a timeline on a terminal.
const (
	timelineColumns = 100 // if the screen has no limit
	widestUnit      = 4   // maximum number of columns for a unit of time, unless labels need more
)

// timeline draws a timeline: a row of bars, [job==], for each row, or several if bars overlap, and
// the times below. Critical bars are [job##].
func (t Screen) timeline(line *picture.Timeline) []string {
	left := 0
	for _, name := range line.Rows {
		left = max(left, visible.Width(visible.Line(name)))
	}
	room := timelineColumns
	if t.Width > 0 {
		room = max(t.Width-left-2, minWidth)
	}
	from, to := line.Ends()
	at := scale(from, to, room, unitFor(line))
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
	return append(lines, strings.Repeat(" ", left+2)+times(line, from, to, at))
}

// unitFor returns the number of columns for a unit of time such that all labels fit.
func unitFor(line *picture.Timeline) int {
	unit := widestUnit
	for _, b := range line.Bars {
		if long := b.To - b.From; long > 0 {
			need := int64(visible.Width(visible.Line(b.Label)) + 2)
			unit = max(unit, int((need+long-1)/long))
		}
	}
	return unit
}

// scale returns the function that maps a time to its column, with at most widest columns for a
// unit.
func scale(from, to int64, room, widest int) func(int64) int {
	span := to - from
	if span <= 0 {
		return func(int64) int { return 0 }
	}
	if span <= int64(room) {
		unit := int64(min(widest, room/int(span)))
		return func(x int64) int { return int((x - from) * unit) }
	}
	return func(x int64) int { return int(float64(x-from) / float64(span) * float64(room)) }
}

// bar draws a bar with the given number of columns.
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

// times returns the scale below a timeline.
func times(line *picture.Timeline, from, to int64, at func(int64) int) string {
	var b strings.Builder
	for _, x := range picture.Ticks(from, to) {
		text := line.Text(x)
		if gap := at(x) - b.Len(); gap >= 0 && (b.Len() == 0 || gap > 0) {
			b.WriteString(strings.Repeat(" ", gap) + text)
		}
	}
	return b.String()
}
