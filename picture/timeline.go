package picture

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"farbank/internal/visible"
)

// A Timeline is a chart of bars in rows (a Gantt chart).
type Timeline struct {
	Title string
	Rows  []string // names
	Bars  []Bar

	// Written returns a time as it is shown; nil means as an integer.
	Written func(time int64) string
}

// Text returns a time as it is shown.
func (t *Timeline) Text(time int64) string {
	if t.Written != nil {
		return t.Written(time)
	}
	return strconv.FormatInt(time, 10)
}

// A Bar is an interval in a row; To is excluded. Group is a second classification, such as the job
// of a task in the row of a machine: bars of one group have the same colour.
type Bar struct {
	Row, Group int
	Label      string
	From, To   int64
	Critical   bool // see Timeline.Mark
}

// Ends returns the least From and the greatest To.
func (t *Timeline) Ends() (from, to int64) {
	for i, b := range t.Bars {
		if i == 0 || b.From < from {
			from = b.From
		}
		if i == 0 || b.To > to {
			to = b.To
		}
	}
	return from, to
}

// Mark marks critical bars, as far as the bars show it: those on a chain of bars that ends last, in
// which each bar begins when the one before it in its row or its group ends. To end sooner, a bar
// of each chain must be shortened.
func (t *Timeline) Mark() {
	_, end := t.Ends()
	var open []int
	for i := range t.Bars {
		if b := &t.Bars[i]; b.To == end && b.From < b.To {
			b.Critical = true
			open = append(open, i)
		}
	}
	for len(open) > 0 {
		b := t.Bars[open[0]]
		open = open[1:]
		for i := range t.Bars {
			if c := &t.Bars[i]; !c.Critical && c.From < c.To && c.To == b.From && (c.Row == b.Row || c.Group == b.Group) {
				c.Critical = true
				open = append(open, i)
			}
		}
	}
}

// Lanes assigns the bars of each row to lanes without overlaps. It returns the lane of each bar and
// the number of lanes of each row.
func (t *Timeline) Lanes() (lane, rows []int) {
	lane, rows = make([]int, len(t.Bars)), make([]int, len(t.Rows))
	ends := make([][]int64, len(t.Rows))
	for _, i := range t.Ordered() {
		b := t.Bars[i]
		k := slices.IndexFunc(ends[b.Row], func(end int64) bool { return end <= b.From })
		if k < 0 {
			k = len(ends[b.Row])
			ends[b.Row] = append(ends[b.Row], 0)
		}
		ends[b.Row][k], lane[i] = b.To, k
	}
	for r := range rows {
		rows[r] = max(1, len(ends[r]))
	}
	return lane, rows
}

// SortRows sorts the rows by their names, numbers by their values.
func (t *Timeline) SortRows() {
	order := make([]int, len(t.Rows))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, err1 := strconv.ParseInt(t.Rows[a], 10, 64)
		y, err2 := strconv.ParseInt(t.Rows[b], 10, 64)
		if err1 == nil && err2 == nil {
			return cmp.Compare(x, y)
		}
		return cmp.Compare(t.Rows[a], t.Rows[b])
	})
	rows, to := make([]string, len(order)), make([]int, len(order))
	for at, r := range order {
		rows[at], to[r] = t.Rows[r], at
	}
	t.Rows = rows
	for i := range t.Bars {
		t.Bars[i].Row = to[t.Bars[i].Row]
	}
}

// Ordered returns the indices of the bars, sorted by their begin.
func (t *Timeline) Ordered() []int {
	order := make([]int, len(t.Bars))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(t.Bars[a].From, t.Bars[b].From), cmp.Compare(t.Bars[a].To, t.Bars[b].To))
	})
	return order
}

// Sizes of a timeline, in units of the picture.
const (
	timelineWidth = 900.0 // width of the time axis
	barHeight     = 22.0
	rowGap        = 8.0
)

// size returns the size of the drawing of a timeline, without its title.
func (t *Timeline) size() (left, width, height float64) {
	for _, name := range t.Rows {
		left = math.Max(left, textWidth(name, nodeSize)+12)
	}
	_, rows := t.Lanes()
	for _, n := range rows {
		height += float64(n)*barHeight + rowGap
	}
	return left, left + timelineWidth + 10, height + edgeSize*lead + 8
}

// TimelineSVG writes a timeline as a self-contained picture.
func TimelineSVG(w io.Writer, t *Timeline) error {
	d := &drawing{}
	_, width, height := t.size()
	head := margin + titleSize*lead + 8
	d.open(width+2*margin, head+height+margin, visible.Line(t.Title), "")
	d.text(margin, margin+titleSize, titleSize, ink, `font-weight="bold"`, visible.Line(t.Title))
	d.f(`<g transform="translate(%s %s)">`, num(margin), num(head))
	d.timeline(t)
	d.f("</g>\n</svg>\n")
	_, err := io.WriteString(w, d.b.String())
	return err
}

// timeline draws rows, a scale below them, and bars; critical ones have a thick border.
func (d *drawing) timeline(t *Timeline) {
	left, width, height := t.size()
	from, to := t.Ends()
	scale := timelineWidth / math.Max(1, float64(to-from))
	x := func(at int64) float64 { return left + float64(at-from)*scale }
	bottom := height - edgeSize*lead - 4
	for _, at := range Ticks(from, to) {
		d.f(`<line x1="%s" y1="0" x2="%s" y2="%s" stroke="#e5e7eb"/>`, num(x(at)), num(x(at)), num(bottom))
		d.text(x(at), bottom+edgeSize+2, edgeSize, pale, `text-anchor="middle"`, t.Text(at))
	}
	lane, rows := t.Lanes()
	top := make([]float64, len(rows)+1)
	for r, n := range rows {
		d.text(left-8, top[r]+barHeight/2+nodeSize*0.36, nodeSize, ink, `text-anchor="end"`, visible.Line(t.Rows[r]))
		top[r+1] = top[r] + float64(n)*barHeight + rowGap
		d.f(`<line x1="0" y1="%s" x2="%s" y2="%s" stroke="#e5e7eb"/>`, num(top[r+1]-rowGap/2), num(width), num(top[r+1]-rowGap/2))
	}
	for i, b := range t.Bars {
		d.bar(t, b, x(b.From), top[b.Row]+float64(lane[i])*barHeight, math.Max(1.5, float64(b.To-b.From)*scale))
	}
}

func (d *drawing) bar(t *Timeline, b Bar, x, y, w float64) {
	line, width := plainLine, 1.0
	if b.Critical {
		line, width = strongLine, 2.4
	}
	text := fmt.Sprintf("%s: %s to %s", visible.Line(b.Label), t.Text(b.From), t.Text(b.To))
	if b.Critical {
		text += ", critical"
	}
	d.f(`<g class="bar"><title>%s</title><rect x="%s" y="%s" width="%s" height="%s" rx="3" fill="%s" fill-opacity="0.45" stroke="%s" stroke-width="%s"/>`,
		xml(text), num(x), num(y+1), num(w), num(barHeight-3), tints[b.Group%len(tints)], line, num(width))
	if label := visible.Line(b.Label); textWidth(label, edgeSize) < w-2 {
		d.text(x+w/2, y+barHeight/2+edgeSize*0.3, edgeSize, ink, `text-anchor="middle"`, label)
	}
	d.f("</g>\n")
}

// Ticks returns about ten round numbers in a range.
func Ticks(from, to int64) []int64 {
	step := int64(1)
	for k := 0; (to-from)/step > 12; k++ {
		step = step / []int64{1, 2, 5}[k%3] * []int64{2, 5, 10}[k%3]
	}
	var out []int64
	for at := from - mod(from, step); at <= to && len(out) < 20; at += step {
		if at >= from {
			out = append(out, at)
		}
		if at > math.MaxInt64-step {
			break
		}
	}
	return out
}

func mod(a, b int64) int64 { return ((a % b) + b) % b }
