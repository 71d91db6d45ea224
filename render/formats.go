package render

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"

	"farbank/model"
)

// Formats are the names of the formats of a plan, the default first.
var Formats = []string{"table", "steps", "plan", "json", "csv", "markdown"}

// tableRows is the table of a plan, or of an assignment, for CSV and Markdown.
func tableRows(p *model.Problem, steps []model.Step) [][]string {
	if len(p.Schemas) > 0 {
		return rows(p, steps)
	}
	cols := columns(p)
	if len(cols) == 0 {
		cols = elements(p)
	}
	var head, row []string
	for _, c := range cols {
		head, row = append(head, c.title), append(row, c.text(steps[0].State))
	}
	return [][]string{head, row}
}

// CSV writes the table of a plan as comma-separated values (RFC 4180).
func CSV(w io.Writer, p *model.Problem, steps []model.Step) error {
	table := tableRows(p, steps)
	if table[0][0] == "" {
		table[0][0] = "step"
	}
	c := csv.NewWriter(w)
	if err := c.WriteAll(table); err != nil {
		return err
	}
	return c.Error()
}

// Markdown writes the table of a plan as a Markdown table.
func Markdown(w io.Writer, p *model.Problem, steps []model.Step) error {
	escape := strings.NewReplacer("|", "\\|", "\n", " ", "\r", "")
	for i, row := range tableRows(p, steps) {
		cells := make([]string, len(row))
		for k, c := range row {
			cells[k] = escape.Replace(c)
		}
		if _, err := fmt.Fprintf(w, "| %s |\n", strings.Join(cells, " | ")); err != nil {
			return err
		}
		if i == 0 {
			if _, err := fmt.Fprintln(w, "|"+strings.Repeat(" --- |", len(row))); err != nil {
				return err
			}
		}
	}
	return nil
}
