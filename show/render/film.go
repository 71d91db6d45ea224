package render

import (
	"fmt"
	"io"

	"farbank/model"
	"farbank/picture"
)

// Film returns a plan in pictures: a frame for each state, with what the problem shows of it.
func Film(p *model.Problem, steps []model.Step) *picture.Film {
	f := &picture.Film{Title: titleOf(p)}
	if len(p.Schemas) > 0 {
		f.Subtitle = countOf(int64(len(steps)-1), "move")
	}
	all, costs, cols := Screen{Colour: true}.boards(p, steps), costsMatter(steps), columns(p)
	whole := steps
	steps, times := Happenings(p, steps)
	if times != nil {
		f.Subtitle = countOf(model.SpentBy(whole).Steps, "move") + ", time " + p.TimeText(times[len(times)-1])
	}
	for i, st := range steps {
		fr := picture.Frame{Caption: st.Label}
		if times != nil && st.Move != nil {
			fr.Caption = caption(p, times, i, st.Label)
		}
		if costs && st.Move != nil && st.Move.Schema.Role == model.Begins {
			fr.Caption += fmt.Sprintf(" (cost %s)", p.CostText(st.Cost))
		}
		for _, b := range all {
			fr.Boards = append(fr.Boards, b.picture(st.State))
		}
		for _, show := range timelines(p) {
			fr.Times = append(fr.Times, newTimeline(p, show, st.State))
		}
		for _, c := range cols {
			fr.Lines = append(fr.Lines, picture.Line{Name: c.title, Text: c.text(st.State)})
		}
		if line := planTimeline(p, whole); line != nil && (len(all) == 0 || i == len(steps)-1) {
			fr.Times = append(fr.Times, line)
		}
		f.Frames = append(f.Frames, fr)
	}
	return f
}

// picture returns the board in a state.
func (b *board) picture(s model.State) picture.Board {
	out := picture.Board{Rows: b.show.RowNames, Cols: b.cols}
	cells := b.texts(s)
	for r := range b.show.Rows {
		var row []picture.Cell
		for _, text := range cells[r*b.show.Cols : (r+1)*b.show.Cols] {
			c := picture.Cell{Text: text, Colour: -1, Wall: text == "#"}
			if k, ok := b.colour[text]; ok {
				c.Colour = k
			}
			row = append(row, c)
		}
		out.Cells = append(out.Cells, row)
	}
	return out
}

// FilmStrip writes a plan as a picture in the SVG format.
func FilmStrip(w io.Writer, p *model.Problem, steps []model.Step) error {
	if len(steps) > picture.MostFrames {
		return fmt.Errorf("the plan has %d states, a picture at most %d", len(steps), picture.MostFrames)
	}
	film := Film(p, steps)
	if p.Unit > 0 && len(boards(p)) == 0 { // the timeline shows the whole plan
		film.Frames = film.Frames[len(film.Frames)-1:]
	}
	return picture.FilmStrip(w, film)
}

// FilmPage writes a plan as an HTML file that shows it state by state.
func FilmPage(w io.Writer, p *model.Problem, steps []model.Step) error {
	return picture.FilmPage(w, Film(p, steps[:min(len(steps), picture.MostFrames+1)]))
}
