package picture

import (
	"fmt"
	"io"
	"math"
	"strings"

	"farbank/internal/visible"
)

// A Film is a sequence of pictures, one for each state.
type Film struct {
	Title, Subtitle string
	Frames          []Frame
	Notes           []string // remarks at the end
}

// A Frame is one picture: boards, then lines of text. Caption describes the step to the next frame.
type Frame struct {
	Boards  []Board
	Times   []*Timeline
	Lines   []Line
	Caption string
}

// A Board is a grid of cells with optional names of rows and columns.
type Board struct {
	Rows, Cols []string
	Cells      [][]Cell // row by row
}

// A Cell is the content of a cell of a board: a text and a colour. Colours are numbers from 0,
// modulo [Colours]; a negative number means no colour.
type Cell struct {
	Text   string
	Colour int
	Wall   bool // filled
}

// Colours is the number of different colours.
var Colours = len(tints)

// tints are the colours of Okabe and Ito (2008), which people who see no red or no green can
// distinguish. They are drawn pale, under dark text.
var tints = []string{"#0072b2", "#e69f00", "#009e73", "#d55e00", "#56b4e9", "#cc79a7", "#f0e442"}

// Sizes in a film, in units of the picture.
const (
	stripWidth = 1160.0 // width of a strip, unless a frame is wider
	frameGap   = 22.0
	framePad   = 10.0
	cellLeast  = 24.0
	lineChars  = 34 // of a line of text
	lineMost   = 6  // lines of one text
)

// FilmStrip writes a film as one self-contained SVG picture: its frames in rows, each with its
// number and caption.
func FilmStrip(w io.Writer, f *Film) error {
	f = f.shown()
	wide, high := f.size()
	caption := f.captionHeight(wide)
	perRow := max(1, int((stripWidth-2*margin+frameGap)/(wide+frameGap)))
	perRow = min(perRow, max(1, len(f.Frames)))
	rows := (len(f.Frames) + perRow - 1) / perRow
	width := math.Max(2*margin+float64(perRow)*(wide+frameGap)-frameGap, math.Max(320, textWidth(f.Title, titleSize)+2*margin))
	subtitle := Wrap(f.Subtitle, int((width-2*margin)/(noteSize*0.62)), 4)
	head := margin + titleSize*lead + float64(len(subtitle))*noteSize*lead + 10
	step := high + caption + frameGap
	foot := float64(len(f.Notes)) * noteSize * lead
	height := head + float64(rows)*step + foot
	d := &drawing{}
	d.open(width, height, f.Title, f.Subtitle)
	d.text(margin, margin+titleSize, titleSize, ink, `font-weight="bold"`, f.Title)
	for k, s := range subtitle {
		d.text(margin, margin+titleSize*lead+noteSize*(1+lead*float64(k)), noteSize, pale, "", s)
	}
	for i := range f.Frames {
		d.f(`<g transform="translate(%s %s)">`, num(margin+float64(i%perRow)*(wide+frameGap)), num(head+float64(i/perRow)*step))
		d.frame(&f.Frames[i], wide, high)
		if len(f.Frames) > 1 {
			d.caption(&f.Frames[i], i, wide, high)
		}
		d.f("</g>\n")
	}
	for k, s := range f.Notes {
		d.text(margin, height-foot+noteSize*lead*float64(k), noteSize, pale, "", s)
	}
	d.f("</svg>\n")
	_, err := io.WriteString(w, d.b.String())
	return err
}

// open begins a picture with its background.
func (d *drawing) open(width, height float64, title, about string) {
	d.f(`<svg xmlns="http://www.w3.org/2000/svg" width="%s" height="%s" viewBox="0 0 %s %s" role="img" font-family="%s" style="color-scheme: light">`+"\n",
		num(width), num(height), num(width), num(height), sans)
	d.f("<title>%s</title>\n", xml(title))
	if about != "" {
		d.f("<desc>%s</desc>\n", xml(about))
	}
	d.f(`<rect width="%s" height="%s" fill="%s"/>`+"\n", num(width), num(height), paper)
}

// shown returns the film with all texts made visible.
func (f *Film) shown() *Film {
	out := &Film{Title: visible.Line(f.Title), Subtitle: visible.Line(f.Subtitle), Notes: lines(f.Notes)}
	for _, fr := range f.Frames {
		g := Frame{Caption: visible.Line(fr.Caption), Times: fr.Times}
		for _, b := range fr.Boards {
			g.Boards = append(g.Boards, b.shown())
		}
		for _, l := range fr.Lines {
			g.Lines = append(g.Lines, textLines(visible.Line(l.Name), visible.Line(l.Text))...)
		}
		out.Frames = append(out.Frames, g)
	}
	return out
}

func lines(texts []string) []string {
	var out []string
	for _, s := range texts {
		out = append(out, visible.Line(s))
	}
	return out
}

func (b Board) shown() Board {
	out := Board{Rows: lines(b.Rows), Cols: lines(b.Cols)}
	for _, row := range b.Cells {
		cells := make([]Cell, len(row))
		for k, c := range row {
			c.Text = strings.TrimSpace(visible.Line(c.Text))
			cells[k] = c
		}
		out.Cells = append(out.Cells, cells)
	}
	return out
}

// textLines returns a name and a text as lines that are short enough.
func textLines(name, text string) []Line {
	if text == "" {
		text = "–"
	}
	wrapped := Wrap(text, lineChars, lineMost)
	if len(wrapped) == 1 && len([]rune(name))+len([]rune(text)) <= lineChars {
		return []Line{{Name: name, Text: text}}
	}
	out := []Line{{Name: name}}
	for _, l := range wrapped {
		out = append(out, Line{Text: l})
	}
	return out
}

// size returns the size of the largest frame.
func (f *Film) size() (wide, high float64) {
	wide = 60
	for i := range f.Frames {
		w, h := 0.0, 0.0
		for _, b := range f.Frames[i].Boards {
			bw, bh := b.size()
			w, h = math.Max(w, bw), h+bh+framePad/2
		}
		for _, t := range f.Frames[i].Times {
			_, tw, th := t.size()
			w, h = math.Max(w, tw), h+th+framePad+nodeSize*lead
		}
		for _, l := range f.Frames[i].Lines {
			w, h = math.Max(w, l.width()), h+nodeSize*lead
		}
		wide, high = math.Max(wide, w+2*framePad), math.Max(high, h+2*framePad)
	}
	return wide, high
}

// captionHeight returns the height of the captions below frames of the given width.
func (f *Film) captionHeight(wide float64) float64 {
	most := 1
	for i := range f.Frames {
		most = max(most, len(captionLines(f.Frames[i].Caption, wide)))
	}
	return float64(most)*edgeSize*lead + 6
}

func captionLines(caption string, wide float64) []string {
	return Wrap(caption, max(8, int(wide/(edgeSize*0.62))-3), 3)
}

// cell returns the size of the cells of a board: squares if the texts are short.
func (b Board) cell() (w, h float64) {
	w, h = cellLeast, cellLeast
	for _, row := range b.Cells {
		for _, c := range row {
			w = math.Max(w, textWidth(c.Text, nodeSize)+8)
		}
	}
	for _, name := range b.Cols {
		w = math.Max(w, textWidth(name, edgeSize)+6)
	}
	return w, h
}

// names returns the size of the names of rows and columns.
func (b Board) names() (left, top float64) {
	for _, name := range b.Rows {
		left = math.Max(left, textWidth(name, edgeSize)+8)
	}
	if b.Cols != nil {
		top = edgeSize*lead + 4
	}
	return left, top
}

func (b Board) size() (w, h float64) {
	left, top := b.names()
	cw, ch := b.cell()
	cols := 0
	for _, row := range b.Cells {
		cols = max(cols, len(row))
	}
	return left + cw*float64(cols), top + ch*float64(len(b.Cells))
}

// frame draws one frame.
func (d *drawing) frame(fr *Frame, wide, high float64) {
	d.f(`<rect width="%s" height="%s" rx="6" fill="%s" stroke="%s"/>`, num(wide), num(high), plainFill, plainLine)
	y := framePad
	for _, b := range fr.Boards {
		w, h := b.size()
		d.f(`<g transform="translate(%s %s)">`, num((wide-w)/2), num(y))
		d.board(b)
		d.f("</g>")
		y += h + framePad/2
	}
	for _, t := range fr.Times {
		_, _, h := t.size()
		d.text(framePad, y+nodeSize, nodeSize, pale, "", visible.Line(t.Title))
		d.f(`<g transform="translate(%s %s)">`, num(framePad), num(y+nodeSize*lead+2))
		d.timeline(t)
		d.f("</g>")
		y += h + framePad + nodeSize*lead
	}
	for _, l := range fr.Lines {
		d.line(l, framePad, y+nodeSize, false)
		y += nodeSize * lead
	}
}

// caption writes the number and the caption of a frame below it.
func (d *drawing) caption(fr *Frame, i int, wide, high float64) {
	y := high + edgeSize + 4
	d.text(2, y, edgeSize, pale, "", fmt.Sprint(i))
	text := captionLines(fr.Caption, wide)
	for k, l := range text {
		if k == len(text)-1 && l != "" {
			l += " →"
		}
		d.text(wide/2+6, y+edgeSize*lead*float64(k), edgeSize, ink, `text-anchor="middle"`, l)
	}
}

func (d *drawing) board(b Board) {
	left, top := b.names()
	cw, ch := b.cell()
	for k, name := range b.Cols {
		d.text(left+cw*(float64(k)+0.5), edgeSize, edgeSize, pale, `text-anchor="middle"`, name)
	}
	for r, row := range b.Cells {
		y := top + ch*float64(r)
		if r < len(b.Rows) {
			d.text(left-6, y+ch/2+edgeSize*0.36, edgeSize, pale, `text-anchor="end"`, b.Rows[r])
		}
		for c, cell := range row {
			d.cell(cell, left+cw*float64(c), y, cw, ch)
		}
	}
}

func (d *drawing) cell(c Cell, x, y, w, h float64) {
	fill, opacity := paper, ""
	switch {
	case c.Wall:
		fill = "#4b5563"
	case c.Colour >= 0:
		fill, opacity = tints[c.Colour%len(tints)], ` fill-opacity="0.4"`
	}
	d.f(`<rect x="%s" y="%s" width="%s" height="%s" fill="%s"%s stroke="#cbd5e1"/>`, num(x), num(y), num(w), num(h), fill, opacity)
	if c.Wall || c.Text == "" {
		return
	}
	colour := ink
	if c.Colour < 0 {
		colour = pale
	}
	d.text(x+w/2, y+h/2+nodeSize*0.36, nodeSize, colour, `text-anchor="middle"`, c.Text)
}

// Frames returns an SVG picture for each frame of a film, all of the same size, for the first
// [MostFrames] frames.
func Frames(f *Film) []string {
	f = f.shown()
	wide, high := f.size()
	list := make([]string, min(len(f.Frames), MostFrames))
	for i := range list {
		d := &drawing{}
		d.open(wide, high, f.Title, f.Frames[i].Caption)
		d.frame(&f.Frames[i], wide, high)
		d.f("</svg>\n")
		list[i] = d.b.String()
	}
	return list
}
