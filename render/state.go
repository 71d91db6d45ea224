package render

import "farbank/model"

// StateLines shows one state: the boards, then a line for each column.
func StateLines(p *model.Problem, s model.State) []string {
	var lines []string
	for _, b := range boards(p) {
		lines = append(lines, boardLines(p, b, s)...)
	}
	for _, c := range columns(p) {
		lines = append(lines, c.title+": "+oneLine(c.text(s)))
	}
	return lines
}
