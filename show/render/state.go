package render

import (
	"strings"

	"farbank/internal/visible"
	"farbank/model"
)

// StateLines returns the lines that show a state: the boards, then a line for each column.
func StateLines(p *model.Problem, s model.State) []string {
	var lines []string
	for _, b := range boards(p) {
		lines = append(lines, newBoard(p, b, s).named(s, 0)...)
	}
	for _, c := range columns(p) {
		lines = append(lines, visible.Line(c.title)+": "+visible.Line(c.text(s)))
	}
	return lines
}

// StateLine returns a state on one line.
func StateLine(p *model.Problem, s model.State) string {
	var parts []string
	for _, b := range boards(p) {
		parts = append(parts, strings.Join(newBoard(p, b, s).lines(s), " / "))
	}
	for _, c := range columns(p) {
		parts = append(parts, strings.TrimSpace(visible.Line(c.title)+": "+visible.Line(c.text(s))))
	}
	return strings.Join(parts, "; ")
}

// StateDocument returns the JSON of a state: the values of its variables by name, including
// unknowns.
func StateDocument(p *model.Problem, s model.State) map[string]any {
	m := stateJSON(p, s, false)
	for name, value := range stateJSON(p, s, true) {
		m[name] = value
	}
	return m
}
