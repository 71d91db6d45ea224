package plan

import (
	"regexp"
	"strings"
	"sync"

	"farbank/lang/syntax"
)

// step is a line of a plan as planners write it: (move a b), perhaps with a time before it
// and a duration after it.
var step = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[0-9.]+\s*:)?\s*\(\s*([^\s()]+)((?:\s+[^\s()]+)*)\s*\)\s*(?:\[[0-9.]+\])?$`)
})

// readPDDL reads the format of planners: an action a line, comments behind semicolons.
func (r *reader) readPDDL(name, text string) ([]Reading, error) {
	d := &draft{}
	var errs syntax.ErrorList
	num := 0
	for text := range strings.Lines(text) {
		num++
		text = strings.TrimRight(text, "\n")
		line, _, _ := strings.Cut(text, ";")
		line = strings.ToLower(strings.TrimSpace(line))
		if line == "" {
			continue
		}
		m := step().FindStringSubmatch(line)
		if m == nil {
			errs = append(errs, &syntax.Error{File: name, Pos: syntax.Pos{Line: num, Col: 1}, Msg: "an action such as (move a b) is needed", Line: text})
			continue
		}
		c := call{name: m[1]}
		for _, arg := range strings.Fields(m[2]) {
			c.args = append(c.args, word(arg))
		}
		d.moves = append(d.moves, c)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return []Reading{r.resolve(d)}, nil
}
