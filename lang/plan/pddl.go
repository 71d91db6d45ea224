package plan

import (
	"strings"

	"farbank/lang/syntax"
)

// step returns the words of a line of a PDDL plan: (move a b), optionally with a time before it
// and a duration after it.
func step(line string) (words []string, ok bool) {
	if rest := strings.TrimLeft(line, numeric); rest != line {
		if line, ok = strings.CutPrefix(strings.TrimSpace(rest), ":"); !ok {
			return nil, false
		}
	}
	if line, ok = strings.CutPrefix(strings.TrimSpace(line), "("); !ok {
		return nil, false
	}
	inner, after, ok := strings.Cut(line, ")")
	words = strings.Fields(inner)
	if after = strings.TrimSpace(after); after != "" {
		n := len(after)
		ok = ok && n > 2 && after[0] == '[' && after[n-1] == ']' && strings.Trim(after[1:n-1], numeric) == ""
	}
	return words, ok && len(words) > 0 && !strings.Contains(inner, "(")
}

// numeric are the characters of times and durations.
const numeric = "0123456789."

// readPDDL reads a PDDL plan: an action a line, comments after semicolons.
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
		words, ok := step(line)
		if !ok {
			errs = append(errs, &syntax.Error{File: name, Pos: syntax.Pos{Line: num, Col: 1}, Msg: "an action such as (move a b) is needed", Line: text})
			continue
		}
		c := call{name: words[0]}
		for _, arg := range words[1:] {
			c.args = append(c.args, word(arg))
		}
		d.moves = append(d.moves, c)
	}
	if len(errs) > 0 {
		return nil, errs
	}
	return []Reading{r.resolve(d)}, nil
}
