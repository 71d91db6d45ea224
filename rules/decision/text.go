package decision

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
)

// line is a row of cells with its line number.
type line struct {
	cells  []string
	number int
}

// readMarkdown reads the first table of a Markdown text.
func (m *Model) readMarkdown(text string) error {
	var lines []line
	for i, row := range strings.Split(text, "\n") {
		row = strings.TrimSpace(row)
		if !strings.HasPrefix(row, "|") {
			if len(lines) > 0 {
				break
			}
			continue
		}
		lines = append(lines, line{cells(row), i + 1})
	}
	if len(lines) < 2 {
		return errorAt(m.file, "there is no table, of lines that begin with |")
	}
	for _, c := range lines[1].cells {
		if strings.Trim(c, ":-") != "" || c == "" {
			return errorAt(fmt.Sprintf("%s:%d", m.file, lines[1].number), "a line of --- is expected below the head of the table")
		}
	}
	return m.table(lines[0], lines[2:])
}

// cells splits a row of a Markdown table. \| is a bar within a cell.
func cells(row string) []string {
	const bar = "\x00"
	row = strings.ReplaceAll(row, `\|`, bar)
	row = strings.TrimSuffix(strings.TrimPrefix(row, "|"), "|")
	parts := strings.Split(row, "|")
	for i := range parts {
		parts[i] = strings.Trim(strings.TrimSpace(strings.ReplaceAll(parts[i], bar, "|")), "`")
	}
	return parts
}

// readCSV reads a table of comma-separated values. A cell is FEEL, so strings have quotes of their own.
func (m *Model) readCSV(text string) error {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord, r.LazyQuotes, r.TrimLeadingSpace = -1, true, true
	var lines []line
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return errorAt(m.file, "%v", err)
		}
		number, _ := r.FieldPos(0)
		for i := range record {
			record[i] = strings.TrimSpace(record[i])
		}
		lines = append(lines, line{record, number})
	}
	if len(lines) == 0 {
		return errorAt(m.file, "there is no table")
	}
	return m.table(lines[0], lines[1:])
}

// table reads a table from its head and its rows. The first column may have the hit policy as its head;
// its cells are then comments. The heads of outputs begin with ->, or = for a default after the name.
func (m *Model) table(head line, rows []line) error {
	name := strings.TrimSuffix(filepath.Base(m.file), filepath.Ext(m.file))
	place := fmt.Sprintf("%s:%d", m.file, head.number)
	t := &Table{Policy: "U"}
	skip := 0
	if len(head.cells) > 0 && slices.Contains(policies, head.cells[0]) {
		t.Policy, skip = head.cells[0], 1
	}
	for _, text := range head.cells[skip:] {
		out, ok := strings.CutPrefix(text, "->")
		if !ok {
			out, ok = strings.CutPrefix(text, "→")
		}
		switch {
		case ok:
			o := Output{}
			out, list, hasList := strings.Cut(out, ":")
			o.Name = strings.TrimSpace(out)
			if hasList {
				for _, v := range strings.Split(list, ",") {
					o.Priority = append(o.Priority, strings.TrimSpace(v))
				}
			}
			t.Outputs = append(t.Outputs, o)
		case len(t.Outputs) > 0:
			return errorAt(place, "the input %s stands after an output", text)
		default:
			t.Inputs = append(t.Inputs, Input{Text: text})
			m.inputs = append(m.inputs, text)
		}
	}
	for _, row := range rows {
		at := fmt.Sprintf("%s:%d", m.file, row.number)
		if len(row.cells) != len(head.cells) {
			return errorAt(at, "the row has %d cells, the head of the table %d", len(row.cells), len(head.cells))
		}
		c := row.cells[skip:]
		t.Rules = append(t.Rules, Rule{Tests: c[:len(t.Inputs)], Results: c[len(t.Inputs):], Place: at})
	}
	m.Decisions = []*Decision{{Name: name, Table: t, place: place}}
	return nil
}
