package render

import (
	"slices"

	"farbank/model"
	"farbank/picture"
)

// BeliefFrame returns a picture of what is known if the given states are possible, at least one. A ? stands for what
// differs.
func BeliefFrame(p *model.Problem, worlds []model.State) *picture.Film {
	f := Film(p, []model.Step{{State: worlds[0]}})
	fr := &f.Frames[0]
	all, cols := Screen{Colour: true}.boards(p, []model.Step{{State: worlds[0]}}), columns(p)
	for _, w := range worlds[1:] {
		for i, b := range all {
			other := b.picture(w)
			for r, row := range fr.Boards[i].Cells {
				for c := range row {
					if row[c] != other.Cells[r][c] {
						row[c] = picture.Cell{Text: "?", Colour: -1}
					}
				}
			}
		}
		for i, c := range cols {
			if fr.Lines[i].Text != c.text(w) {
				fr.Lines[i].Text = "?"
			}
		}
	}
	return f
}

// BeliefDocument is like [StateDocument] for what is known: values that differ are null.
func BeliefDocument(p *model.Problem, worlds []model.State) map[string]any {
	doc := StateDocument(p, worlds[0])
	for i := range p.Vars {
		v := &p.Vars[i]
		cells := func(s model.State) []int64 { return s[v.Base : v.Base+v.Cells] }
		if slices.ContainsFunc(worlds, func(s model.State) bool { return !slices.Equal(cells(s), cells(worlds[0])) }) {
			doc[v.Name] = nil
		}
	}
	return doc
}
