package render

import (
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"farbank/internal/visible"
	"farbank/model"
)

// Formats are the names of the formats of a plan, the default first.
var Formats = []string{"table", "steps", "plan", "json", "csv", "markdown", "svg", "html"}

// tableRows returns the table of a plan, or of an assignment, for CSV and Markdown.
func tableRows(p *model.Problem, steps []model.Step) [][]string {
	if len(p.Schemas) > 0 {
		return rows(p, steps)
	}
	return assignmentRows(p, steps)
}

// assignmentRows returns the table of an assignment, one row for each step. It contains the values
// if the problem shows nothing but boards.
func assignmentRows(p *model.Problem, steps []model.Step) [][]string {
	cols := elements(p)
	if len(columns(p)) > 0 {
		cols = listed(p)
	}
	table := [][]string{make([]string, len(cols))}
	for i, c := range cols {
		table[0][i] = c.title
	}
	for _, st := range steps {
		row := make([]string, len(cols))
		for i, c := range cols {
			row[i] = c.text(st.State)
		}
		table = append(table, row)
	}
	return table
}

// CSV writes the table of a plan as comma-separated values (RFC 4180). Control characters become
// signs; see package visible. A cell that a spreadsheet would take for a formula begins with an
// apostrophe.
func CSV(w io.Writer, p *model.Problem, steps []model.Step) error {
	table := tableRows(p, steps)
	if len(table[0]) == 0 {
		return nil // there is nothing in a state
	}
	if table[0][0] == "" {
		table[0][0] = "step"
	}
	return writeCSV(w, table)
}

// writeCSV writes a table as comma-separated values.
func writeCSV(w io.Writer, table [][]string) error {
	c := csv.NewWriter(w)
	for _, row := range table {
		for k := range row {
			row[k] = cellCSV(row[k])
		}
		if err := c.Write(row); err != nil {
			return err
		}
	}
	c.Flush()
	return c.Error()
}

// cellCSV returns a text as a cell that is data in every spreadsheet (OWASP, "CSV Injection"):
// texts that begin like a formula and are not numbers get an apostrophe, which marks them as text.
func cellCSV(text string) string {
	text = visible.Text(text)
	if text == "" || !strings.ContainsRune("=+-@\t\n＝＋－＠", firstRune(text)) || isInteger(text) {
		return text
	}
	return "'" + text
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func isInteger(s string) bool {
	digits := strings.TrimPrefix(s, "-")
	return digits != "" && strings.Trim(digits, "0123456789") == ""
}

// Markdown writes the table of a plan as a Markdown table (GFM).
func Markdown(w io.Writer, p *model.Problem, steps []model.Step) error {
	table := tableRows(p, steps)
	if len(table[0]) == 0 {
		return nil
	}
	for i, row := range table {
		cells := make([]string, len(row))
		for k, c := range row {
			cells[k] = cellMarkdown(c)
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

// cellMarkdown returns a text as a cell that shows exactly this text: marks of Markdown and of HTML
// are escaped with a backslash. An underscore inside a word is not a mark.
func cellMarkdown(text string) string {
	var b strings.Builder
	before := ' '
	rest := visible.Line(text)
	for rest != "" {
		r, n := utf8.DecodeRuneInString(rest)
		rest = rest[n:]
		if strings.ContainsRune("\\|`*[]<&~", r) || r == '_' && !(wordRune(before) && wordRune(firstRune(rest))) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
		before = r
	}
	return b.String()
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }
