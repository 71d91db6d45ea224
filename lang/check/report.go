package check

import (
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// errorAt reports an error. The same message at the same place is reported once,
// and returned again so that a hint may be set on it.
func (c *checker) errorAt(from, to syntax.Pos, format string, args ...any) *syntax.Error {
	e := &syntax.Error{File: c.file.Name, Pos: from, End: to, Msg: fmt.Sprintf(format, args...)}
	if from.Line > 0 && from.Line <= len(c.lines) {
		e.Line = strings.TrimRight(c.lines[from.Line-1], "\r")
	}
	key := fmt.Sprint(from.Offset, e.Msg)
	if !c.said[key] {
		c.said[key] = true
		c.errs = append(c.errs, e)
	}
	return e
}

// sortWarnings orders warnings by place.
func sortWarnings(ws []model.Warning) {
	slices.SortStableFunc(ws, func(a, b model.Warning) int {
		if a.Pos.Line != b.Pos.Line {
			return a.Pos.Line - b.Pos.Line
		}
		return a.Pos.Col - b.Pos.Col
	})
}
