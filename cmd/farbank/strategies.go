package main

import (
	"farbank"
	"farbank/show/render"
	"farbank/study/compare"
)

// printStrategies prints the results of the strategies of one engine as a table.
func (a *app) printStrategies(p *farbank.Problem, r *compare.Report) error {
	t := render.NewListing(a.out, false, "strategy", "answer", "length", "cost", "generated", "expanded", "stored", "time", "reason")
	for i := range r.Rows {
		row := &r.Rows[i]
		length, cost := planFigures(p, row)
		figures := []string{"", "", "", ""}
		if row.Status != farbank.Unsupported {
			figures = []string{grouped(row.Stats.Generated), grouped(row.Stats.Expanded), grouped(row.Stats.Stored), brief(row.Elapsed)}
		}
		cells := append([]string{row.Name, answerText(row), length, cost}, figures...)
		if err := t.Row(append(cells, row.Reason)...); err != nil {
			return err
		}
	}
	return t.Flush()
}

// strategyDocument returns the JSON of a row of a strategy.
func strategyDocument(doc map[string]any, r *compare.Row) map[string]any {
	delete(doc, "outside")
	doc["engine"], doc["strategy"] = "search", r.Name
	if r.Status != farbank.Unsupported {
		doc["stats"] = render.NewStats(r.Stats)
	}
	return doc
}
