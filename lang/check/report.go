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

// suggest returns the candidate closest to name, or "" if none is close.
func suggest(name string, candidates []string) string {
	best, bestDist := "", max(1, len([]rune(name))/3)+1
	slices.Sort(candidates)
	for _, k := range candidates {
		if d := distance(strings.ToLower(name), strings.ToLower(k)); d < bestDist {
			best, bestDist = k, d
		}
	}
	return best
}

// didYouMean is the hint for an unknown name.
func didYouMean(name string, candidates []string) string {
	if s := suggest(name, candidates); s != "" {
		return "did you mean " + s + "?"
	}
	return ""
}

// distance is the number of insertions, deletions, substitutions and swaps of
// neighbours from a to b (Damerau 1964, the restricted form).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 64 || len(y) > 64 {
		return 1 << 20
	}
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		d[i][0] = i
	}
	for j := range y {
		d[0][j+1] = j + 1
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)]
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
