package pddl

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// A planItem is a line of a plan in PDDL's form: TIME: (action objects) [DURATION].
type planItem struct {
	s      *schema
	args   []int32
	name   string
	at     *big.Rat // without times: 1, 2, 3 ...
	length *big.Rat // nil without a duration
}

// IsPlan reports whether a text is a plan in PDDL's form with times or durations.
func IsPlan(text string) bool {
	for line := range strings.Lines(text) {
		line, _, _ = strings.Cut(line, ";")
		open := strings.Index(line, "(")
		if strings.TrimSpace(line) == "" {
			continue
		}
		if open < 0 {
			return false
		}
		before, timed := strings.CutSuffix(strings.TrimSpace(line[:open]), ":")
		return timed && instant(strings.TrimSpace(before)) != nil
	}
	return false
}

// instant parses a decimal of 0 or more; nil for other text.
func instant(text string) *big.Rat {
	if whole, part, _ := strings.Cut(text, "."); len(text) > 40 || whole+part == "" || strings.Trim(whole+part, "0123456789") != "" {
		return nil
	}
	x, _ := new(big.Rat).SetString(text)
	return x
}

// decimalOf returns a number with at most six digits after the point.
func decimalOf(x *big.Rat) string {
	if x.IsInt() {
		return x.Num().String()
	}
	return strings.TrimSuffix(strings.TrimRight(x.FloatString(directDigits), "0"), ".")
}

// planItems reads a plan.
func (d *domain) planItems(file *source) (items []planItem) {
	const form = "a line of a plan is TIME: (action objects) [DURATION]"
	offset, number, timed := 0, 0, 0
	for line := range strings.Lines(file.text) {
		number++
		text, _, _ := strings.Cut(strings.TrimRight(line, "\r\n"), ";")
		place := func(i int) syntax.Pos {
			return syntax.Pos{Line: number, Col: 1 + len([]rune(text[:i])), Offset: offset + i}
		}
		open, end := strings.Index(text, "("), strings.Index(text, ")")
		switch {
		case strings.TrimSpace(text) == "":
			offset += len(line)
			continue
		case open < 0 || end < open:
			file.fail(place(0), "", form)
		}
		x := d.planAction(file, strings.Fields(strings.ToLower(text[open+1:end])), place(open))
		before, after := strings.TrimSpace(text[:open]), strings.TrimSpace(text[end+1:])
		if before != "" {
			at, colon := strings.CutSuffix(before, ":")
			if x.at = instant(strings.TrimSpace(at)); x.at == nil || !colon {
				file.fail(place(0), "", form)
			}
			timed++
		}
		if after != "" {
			inner, left := strings.CutPrefix(after, "[")
			inner, right := strings.CutSuffix(inner, "]")
			if x.length = instant(strings.TrimSpace(inner)); x.length == nil || !left || !right {
				file.fail(place(end), "", form)
			}
		}
		switch lasts := x.s.lasts != nil; {
		case lasts && x.length == nil:
			file.fail(place(end), "", "%s takes time: its duration is missing, as in [2.5]", x.s.name)
		case !lasts && x.length != nil && x.length.Sign() > 0:
			file.fail(place(end), "", "%s takes no time", x.s.name)
		}
		if items = append(items, x); timed > 0 && timed < len(items) || timed == 0 && (d.durative || len(d.facts) > 0) {
			file.fail(place(0), "", "a time is missing: %s", form)
		}
		if timed == 0 {
			items[len(items)-1].at = big.NewRat(int64(len(items)), 1)
		}
		offset += len(line)
	}
	return items
}

// planAction reads an action and its objects.
func (d *domain) planAction(file *source, words []string, pos syntax.Pos) planItem {
	if len(words) == 0 {
		file.fail(pos, "", "an action is missing")
	}
	i := slices.IndexFunc(d.actions, func(s *schema) bool { return s.is(words[0], len(words)-1) && !s.ends })
	if i < 0 {
		i = slices.IndexFunc(d.actions, func(s *schema) bool { return s.name == words[0] && !s.ends })
	}
	if i < 0 {
		file.fail(pos, "", "there is no action %q", words[0])
	}
	x := planItem{s: d.actions[i], name: "(" + strings.Join(words, " ") + ")"}
	if len(words)-1 != len(x.s.params) {
		file.fail(pos, "", "%s takes %s, not %d", x.s.name, objectCount(len(x.s.params)), len(words)-1)
	}
	for k, word := range words[1:] {
		o, known := d.objectOf[word]
		switch {
		case !known:
			file.fail(pos, "", "there is no object %q", word)
		case !d.is(int32(o), x.s.params[k].of):
			file.fail(pos, "", "%s is not of the type of %s", word, x.s.params[k].name)
		}
		x.args = append(x.args, int32(o))
	}
	return x
}

func objectCount(n int) string {
	if n == 1 {
		return "1 object"
	}
	return fmt.Sprintf("%d objects", n)
}
