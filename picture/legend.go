package picture

// legendHeight is the height of a row of the legend.
const legendHeight = 26.0

// A legendItem is a sample and its meaning.
type legendItem struct {
	mark Mark
	edge *Edge // nil: the sample is a node
	text string
}

func (i legendItem) width() float64 { return 40 + textWidth(i.text, noteSize) + 22 }

// legendItems returns the items for what the picture contains.
func (d *drawing) legendItems() []legendItem {
	path := d.g.Path
	if path == "" {
		path = "path"
	}
	lost := d.g.Hopeless
	if lost == "" {
		lost = "moves, but no way to the goal"
	}
	var marks Mark
	plain, oneWay, both, strong := false, false, false, false
	for i := range d.g.Nodes {
		m := d.g.Nodes[i].Mark
		marks |= m
		plain = plain || m&^OnPath == 0 && m&OnPath != 0
	}
	for i := range d.g.Edges {
		e := &d.g.Edges[i]
		strong = strong || e.Strong
		both = both || e.Both && !e.Strong
		oneWay = oneWay || !e.Both && !e.Strong
	}
	var items []legendItem
	add := func(ok bool, it legendItem) {
		if ok {
			items = append(items, it)
		}
	}
	add(marks&Start != 0, legendItem{mark: Start, text: "start"})
	add(marks&Goal != 0, legendItem{mark: Goal, text: "goal"})
	add(marks&Foe != 0, legendItem{mark: Foe, text: "the opponent moves"})
	add(marks&Chance != 0, legendItem{mark: Chance, text: "chance draws"})
	add(plain, legendItem{mark: OnPath, text: "on " + path})
	add(marks&DeadEnd != 0, legendItem{mark: DeadEnd, text: "dead end: no move"})
	add(marks&Lost != 0, legendItem{mark: Lost, text: lost})
	add(strong, legendItem{edge: &Edge{Strong: true}, text: path})
	add(both, legendItem{edge: &Edge{Both: true}, text: "move and move back"})
	add(oneWay, legendItem{edge: &Edge{}, text: "move one way"})
	return items
}

// legendRows breaks the legend into rows of limited width.
func legendRows(items []legendItem, width float64) [][]legendItem {
	var rows [][]legendItem
	used := 0.0
	for _, it := range items {
		if len(rows) == 0 || used+it.width() > width-2*margin {
			rows, used = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], it)
		used += it.width()
	}
	return rows
}

func (d *drawing) legend(rows [][]legendItem, y float64) {
	for _, row := range rows {
		x := margin
		for _, it := range row {
			d.sample(it, x, y)
			d.text(x+40, y+legendHeight/2+noteSize*0.35, noteSize, ink, "", it.text)
			x += it.width()
		}
		y += legendHeight
	}
}

func (d *drawing) sample(it legendItem, x, y float64) {
	if it.edge == nil {
		d.outline(Box{x, y + 5, 32, legendHeight - 10}, it.mark)
		d.f("\n")
		return
	}
	colour, width, head := plainLine, "1.2", ` marker-end="url(#head)"`
	switch {
	case it.edge.Strong:
		colour, width, head = strongLine, "2.6", ` marker-end="url(#strong)"`
	case it.edge.Both:
		head = ""
	}
	d.f(`<path d="M%s %s h32" fill="none" stroke="%s" stroke-width="%s"%s/>`+"\n", num(x), num(y+legendHeight/2), colour, width, head)
}
