package picture

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"farbank/internal/visible"
)

// Colours, which people who see no red or no green can distinguish. They are never the only sign.
const (
	paper      = "#ffffff"
	ink        = "#111827"
	pale       = "#6b7280"
	plainFill  = "#f8fafc"
	plainLine  = "#94a3b8"
	startFill  = "#dbeafe"
	startLine  = "#1d4ed8"
	goalFill   = "#d1fae5"
	goalLine   = "#047857"
	deadFill   = "#fee2e2"
	deadLine   = "#b91c1c"
	lostFill   = "#f3f4f6"
	lostLine   = "#9ca3af"
	foeFill    = "#f3e8ff"
	foeLine    = "#7e22ce"
	chanceFill = "#fefce8"
	chanceLine = "#a16207"
	strongFill = "#fff7ed"
	strongLine = "#c2410c"
)

const sans = `Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif`
const fixed = `ui-monospace, Menlo, Consolas, 'Liberation Mono', 'DejaVu Sans Mono', monospace`

// SVG writes a graph as a self-contained picture: no script, font or style sheet, and with its own
// background.
func SVG(w io.Writer, g *Graph, dir Direction) error {
	g = g.shown()
	g, l, err := fit(g, dir)
	if err != nil {
		return err
	}
	d := &drawing{g: g, l: l}
	d.all()
	_, err = io.WriteString(w, d.b.String())
	return err
}

// A drawing is an SVG file being written.
type drawing struct {
	g *Graph
	l *Layout
	b strings.Builder
}

func (d *drawing) f(format string, args ...any) { fmt.Fprintf(&d.b, format, args...) }

// num formats a coordinate with at most one decimal.
func num(x float64) string {
	return strconv.FormatFloat(math.Round(x*10)/10+0, 'f', -1, 64)
}

var escapeXML = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "\uFFFE", `\ufffe`, "\uFFFF", `\uffff`)

// xml escapes a text that has been made visible.
func xml(s string) string { return escapeXML.Replace(s) }

func (d *drawing) all() {
	items := d.legendItems()
	width := math.Max(d.l.W, 420)
	width = math.Max(width, textWidth(d.g.Title, titleSize)+2*margin)
	rows := legendRows(items, width)
	subtitle := Wrap(d.g.Subtitle, int((width-2*margin)/(noteSize*0.62)), 4)
	head := margin + titleSize*lead + float64(len(subtitle))*noteSize*lead + float64(len(rows))*legendHeight + 6
	notes := slices.Concat(d.keys(width), d.notes(width))
	foot := float64(len(notes)) * noteSize * lead
	if foot > 0 {
		foot += margin / 2
	}
	height := head + d.l.H + foot
	scale := math.Min(1, maxWidth/width)
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" font-family="%s" style="color-scheme: light">`+"\n",
		num(width*scale), num(height*scale), num(width), num(height), sans)
	d.f("<title>%s</title>\n<desc>%s</desc>\n", xml(d.g.Title), xml(d.g.Subtitle))
	d.f(`<defs>` + "\n")
	d.marker("head", plainLine, 7)
	d.marker("strong", strongLine, 6)
	d.f("</defs>\n")
	d.f(`<rect width="%s" height="%s" fill="%s"/>`+"\n", num(width), num(height), paper)
	d.text(margin, margin+titleSize, titleSize, ink, `font-weight="bold"`, d.g.Title)
	y := margin + titleSize*lead
	for _, s := range subtitle {
		d.text(margin, y+noteSize, noteSize, pale, "", s)
		y += noteSize * lead
	}
	d.legend(rows, y+6)
	d.f(`<g transform="translate(%s %s)">`+"\n", num((width-d.l.W)/2), num(head))
	d.edges()
	for i := range d.g.Nodes {
		d.node(i)
	}
	d.f("</g>\n")
	y = head + d.l.H
	for _, s := range notes {
		d.text(margin, y+noteSize, noteSize, pale, "", s)
		y += noteSize * lead
	}
	d.f("</svg>\n")
}

// keys returns the lines of the legend of numbers, in columns.
func (d *drawing) keys(width float64) []string {
	if len(d.g.Keys) == 0 {
		return nil
	}
	var entries []string
	wide := 0
	for _, k := range d.g.Keys {
		entries = append(entries, k.Number+" "+strings.ReplaceAll(k.Text, "\n", " "))
		wide = max(wide, len([]rune(entries[len(entries)-1])))
	}
	columns := max(1, int((width-2*margin)/(float64(wide+4)*noteSize*0.62)))
	rows := (len(entries) + columns - 1) / columns
	lines := make([]string, rows)
	for i, e := range entries {
		lines[i%rows] += e + strings.Repeat("\u00a0", wide+4-len([]rune(e)))
	}
	return lines
}

func (d *drawing) notes(width float64) []string {
	var out []string
	for _, n := range d.g.Notes {
		out = append(out, Wrap(n, int((width-2*margin)/(noteSize*0.62)), 4)...)
	}
	return out
}

func (d *drawing) marker(id, colour string, size float64) {
	d.f(`<marker id="%s" viewBox="0 0 10 10" refX="9.5" refY="5" markerUnits="userSpaceOnUse" markerWidth="%s" markerHeight="%s" orient="auto"><path d="M0 0.8 L10 5 L0 9.2 z" fill="%s"/></marker>`+"\n",
		id, num(size+4), num(size+4), colour)
}

func (d *drawing) text(x, y, size float64, colour, attr, s string) {
	if s == "" {
		return
	}
	if attr != "" {
		attr = " " + attr
	}
	d.f(`<text x="%s" y="%s" font-size="%s" fill="%s"%s>%s</text>`+"\n", num(x), num(y), num(size), colour, attr, xml(s))
}

// edges draws the edges, strong ones last, then the labels.
func (d *drawing) edges() {
	for _, strong := range []bool{false, true} {
		for i := range d.g.Edges {
			if d.g.Edges[i].Strong == strong {
				d.edge(i)
			}
		}
	}
	for i := range d.g.Edges {
		if d.l.Labels[i].W > 0 {
			d.label(i)
		}
	}
}

func (d *drawing) edge(i int) {
	e := &d.g.Edges[i]
	colour, width, head := plainLine, "1.2", ""
	if !e.Both {
		head = ` marker-end="url(#head)"`
	}
	if e.Strong {
		colour, width, head = strongLine, "2.6", ` marker-end="url(#strong)"`
	}
	path := pathData(d.l.Curves[i])
	d.f(`<g fill="none" class="edge">`)
	if e.Tip != "" {
		d.f(`<title>%s</title>`, xml(e.Tip))
	}
	d.f(`<path d="%s" stroke="%s" stroke-width="%s"%s/>`, path, colour, width, head)
	if e.Tip != "" {
		d.f(`<path d="%s" stroke="#000" stroke-opacity="0" stroke-width="10" pointer-events="stroke"/>`, path)
	}
	d.f("</g>\n")
}

func pathData(pts []Point) string {
	var b strings.Builder
	for k, p := range pts {
		switch {
		case k == 0:
			b.WriteString("M")
		case k%3 == 1:
			b.WriteString(" C")
		default:
			b.WriteString(" ")
		}
		b.WriteString(num(p.X) + " " + num(p.Y))
	}
	return b.String()
}

func (d *drawing) label(i int) {
	b, e := d.l.Labels[i], &d.g.Edges[i]
	d.f(`<g class="label">`)
	if e.Tip != "" {
		d.f(`<title>%s</title>`, xml(e.Tip))
	}
	d.f(`<rect x="%s" y="%s" width="%s" height="%s" rx="3" fill="%s"/>`, num(b.X), num(b.Y), num(b.W), num(b.H), paper)
	colour := pale
	if e.Strong {
		colour = "#7c2d12"
	}
	for k, line := range splitLines(e.Label) {
		d.text(b.X+b.W/2, b.Y+2+edgeSize*lead*float64(k)+edgeSize, edgeSize, colour, `text-anchor="middle"`, line)
	}
	d.f("</g>\n")
}

// look returns the style of a node.
func look(m Mark) (fill, line, dash string, width float64) {
	fill, line, width = plainFill, plainLine, 1.2
	switch {
	case m&Start != 0:
		fill, line = startFill, startLine
	case m&Goal != 0:
		fill, line = goalFill, goalLine
	case m&DeadEnd != 0:
		fill, line, dash = deadFill, deadLine, "5 3"
	case m&Lost != 0:
		fill, line, dash = lostFill, lostLine, "3 3"
	case m&Foe != 0:
		fill, line = foeFill, foeLine
	case m&Chance != 0:
		fill, line = chanceFill, chanceLine
	case m&OnPath != 0:
		fill, line = strongFill, strongLine
	}
	if m&OnPath != 0 {
		width = 2.4
	}
	return fill, line, dash, width
}

func (d *drawing) node(i int) {
	n, b := &d.g.Nodes[i], d.l.Nodes[i]
	d.f(`<g class="node">`)
	if n.Tip != "" {
		d.f(`<title>%s</title>`, xml(n.Tip))
	}
	d.outline(b, n.Mark)
	high := float64(len(n.Label)) * nodeSize * lead
	if n.tags() != "" {
		high += tagSize * lead
	}
	y := b.Y + (b.H-high)/2
	if t := n.tags(); t != "" {
		_, line, _, _ := look(n.Mark)
		d.text(b.X+b.W/2, y+tagSize, tagSize, line, `text-anchor="middle" font-weight="bold" letter-spacing="0.5"`, t)
		y += tagSize * lead
	}
	wide := 0.0
	for _, l := range n.Label {
		wide = math.Max(wide, l.width())
	}
	for _, l := range n.Label {
		d.line(l, b.X+(b.W-wide)/2, y+nodeSize, n.Mark&Lost != 0)
		y += nodeSize * lead
	}
	d.f("</g>\n")
}

// outline draws the shape of a node, which depends on its marks.
func (d *drawing) outline(b Box, m Mark) {
	fill, line, dash, width := look(m)
	style := fmt.Sprintf(`fill="%s" stroke="%s" stroke-width="%s"`, fill, line, num(width))
	if dash != "" {
		style += fmt.Sprintf(` stroke-dasharray="%s"`, dash)
	}
	switch {
	case m&Foe != 0: // pointed at both sides
		c := math.Min(pointed, b.H/2)
		d.f(`<path d="M%s %s H%s L%s %s L%s %s H%s L%s %s z" %s/>`, num(b.X+c), num(b.Y), num(b.X+b.W-c), num(b.X+b.W), num(b.Y+b.H/2),
			num(b.X+b.W-c), num(b.Y+b.H), num(b.X+c), num(b.X), num(b.Y+b.H/2), style)
	case m&Chance != 0: // round at both sides
		d.rect(b, math.Min(30, math.Min(b.H, b.W)/2), style)
	case m&Start != 0:
		d.rect(b, math.Min(20, math.Min(b.H, b.W)/2), style)
	case m&DeadEnd != 0:
		c := math.Min(8, b.H/3)
		d.f(`<path d="M%s %s H%s L%s %s V%s L%s %s H%s L%s %s V%s z" %s/>`, num(b.X+c), num(b.Y), num(b.X+b.W-c), num(b.X+b.W), num(b.Y+c), num(b.Y+b.H-c),
			num(b.X+b.W-c), num(b.Y+b.H), num(b.X+c), num(b.X), num(b.Y+b.H-c), num(b.Y+c), style)
	default:
		d.rect(b, 6, style)
	}
	if m&Goal != 0 {
		d.rect(Box{b.X + 3.5, b.Y + 3.5, b.W - 7, b.H - 7}, 4, fmt.Sprintf(`fill="none" stroke="%s" stroke-width="1"`, line))
	}
}

// pointed is the width of the points of the nodes of a foe.
const pointed = 14.0

func (d *drawing) rect(b Box, r float64, style string) {
	d.f(`<rect x="%s" y="%s" width="%s" height="%s" rx="%s" %s/>`, num(b.X), num(b.Y), num(b.W), num(b.H), num(r), style)
}

// line writes a line of a label; in the monospaced face each word has its own coordinate.
func (d *drawing) line(l Line, x, y float64, faint bool) {
	colour := ink
	if faint {
		colour = "#4b5563"
	}
	if !l.Fixed {
		d.f(`<text x="%s" y="%s" font-size="%s" fill="%s">`, num(x), num(y), num(nodeSize), colour)
		if l.Name != "" {
			d.f(`<tspan fill="%s">%s</tspan><tspan dx="6">%s</tspan>`, pale, xml(l.Name), xml(l.Text))
		} else {
			d.b.WriteString(xml(l.Text))
		}
		d.f("</text>\n")
		return
	}
	at := 0
	for _, word := range strings.SplitAfter(l.Text, " ") {
		n := visible.Width(word)
		if shown := strings.TrimRight(word, " "); shown != "" {
			mid := x + (float64(at)+float64(visible.Width(shown))/2)*fixedAdvance*nodeSize
			d.f(`<text x="%s" y="%s" font-size="%s" fill="%s" font-family="%s" text-anchor="middle">%s</text>`, num(mid), num(y), num(nodeSize), colour, fixed, xml(shown))
		}
		at += n
	}
	d.f("\n")
}
