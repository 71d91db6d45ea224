package render

import (
	"strings"

	"farbank/internal/visible"
	"farbank/model"
)

// StateLines shows one state: the boards, then a line for each column.
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

// StateLine shows one state on one line.
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

// StateDocument is the JSON of a state: the values of its variables by name, those found
// too.
func StateDocument(p *model.Problem, s model.State) map[string]any {
	m := stateJSON(p, s, false)
	for name, value := range stateJSON(p, s, true) {
		m[name] = value
	}
	return m
}
