package render

import (
	"fmt"
	"strconv"
	"strings"

	"farbank/internal/visible"
)

// plainHead returns the names of columns, to be printed above them.
func (b *board) plainHead(widths []int, from, to, _ int) []string {
	row := make([]string, to-from)
	for k := range row {
		if row[k] = visible.Pad(visible.Line(b.cols[from+k]), widths[from+k]); b.show.ColNames == nil {
			row[k] = b.aligned(b.cols[from+k], widths[from+k])
		}
	}
	return []string{b.headLine(row)}
}

// numberedHead returns numbers for columns, and before them a legend. No column gets wider by its
// number: if one does not fit, all are written vertically.
func (b *board) numberedHead(widths []int, from, to, width int) []string {
	legend := make([]string, to-from)
	most, downwards := len(strconv.Itoa(to)), false
	for k := range legend {
		number := strconv.Itoa(from + k + 1)
		legend[k] = number + " " + visible.Line(b.cols[from+k])
		// without a gap two numbers would be read as one
		downwards = downwards || len(number) > widths[from+k] || most > 1 && b.gap == "" && len(number) == widths[from+k]
	}
	lines := fill("columns:", legend, width)
	if !downwards {
		return append(lines, b.headLine(b.numbers(widths, from, to, "%d")))
	}
	padded := b.numbers(make([]int, b.show.Cols), from, to, fmt.Sprintf("%%%dd", most))
	for digit := range most {
		row := make([]string, to-from)
		for k := range row {
			row[k] = b.aligned(padded[k][digit:digit+1], widths[from+k])
		}
		lines = append(lines, b.headLine(row))
	}
	return lines
}

// numbers returns the numbers of columns, from 1, as wide as these.
func (b *board) numbers(widths []int, from, to int, format string) []string {
	row := make([]string, to-from)
	for k := range row {
		row[k] = b.aligned(fmt.Sprintf(format, from+k+1), widths[from+k])
	}
	return row
}

// aligned aligns a text in its column as the cells are.
func (b *board) aligned(text string, width int) string {
	if b.right {
		return strings.Repeat(" ", max(width-len(text), 0)) + text
	}
	return visible.Pad(text, width)
}

// headLine returns a line above the columns, to the right of the names of the rows.
func (b *board) headLine(row []string) string {
	head := strings.Join(row, b.gap)
	if b.left > 0 {
		head = strings.Repeat(" ", b.left+2) + head
	}
	return strings.TrimRight(head, " ")
}

// numberedRows returns the board with numbers as the names of its rows, and their legend.
func (b *board) numberedRows(width int) (legend []string, numbered *board) {
	c := *b
	c.rows, c.left = make([]string, len(b.rows)), len(strconv.Itoa(len(b.rows)))
	names := make([]string, len(b.rows))
	for r, name := range b.rows {
		c.rows[r] = fmt.Sprintf("%*d", c.left, r+1)
		names[r] = fmt.Sprintf("%d %s", r+1, name)
	}
	return fill("rows:", names, width), &c
}

// fill formats a list with commas in lines of at most width columns; the lines after the first are
// indented. It breaks items that are longer than a line.
func fill(title string, list []string, width int) []string {
	const indent = "  "
	lines := []string{title}
	for k, item := range list {
		if k < len(list)-1 {
			item += ","
		}
		last := &lines[len(lines)-1]
		if visible.Width(*last)+1+visible.Width(item) <= width {
			*last += " " + item
			continue
		}
		broken := Screen{Width: width}.wrapped(item, len(indent))
		lines = append(lines, strings.Split(indent+broken, "\n")...)
	}
	return lines
}
