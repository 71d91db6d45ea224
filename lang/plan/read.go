package plan

import (
	"fmt"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// A Reading is one plan of a text. If Err, a *model.PlanError, is not nil, the plan has a name
// that the problem does not have, and Plan must not be used.
type Reading struct {
	Plan model.Plan
	Err  error

	// Reordered reports that what happens at the same instant was put in another order, where
	// moves take time.
	Reordered bool
}

// Read reads the plans in a text; name is the file name in messages. Plans are separated by
// blank lines, or in JSON are a sequence of objects. An empty text is one plan without moves.
func Read(p *model.Problem, name, text string) ([]Reading, error) {
	r := newReader(p)
	text = unixLines(strings.TrimPrefix(text, "\uFEFF"))
	if t := strings.TrimSpace(text); strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") {
		return r.readJSON(name, text)
	}
	if p.PDDL {
		return r.readPDDL(name, text)
	}
	return r.readLines(name, text)
}

// unixLines replaces all line ends by newlines.
func unixLines(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
}

// A draft is a plan with unresolved names.
type draft struct {
	find  []assignment
	moves []call
}

// An assignment is a value of a find variable or of an element of one.
type assignment struct {
	name  string
	index []any // nil: the whole variable
	value any
}

// A call is a ground move with unresolved names. The values here and in assignment are int64,
// bool, word, string (a name or a character), []any and map[string]any.
type call struct {
	name string
	args []any
	when when
}

// maxErrors is the maximum number of errors reported for a text.
const maxErrors = 20

// readLines reads the format plan.
func (r *reader) readLines(name, text string) ([]Reading, error) {
	var readings []Reading
	var errs syntax.ErrorList
	d, some := &draft{}, false
	finish := func() {
		if some {
			readings = append(readings, r.resolve(d))
		}
		d, some = &draft{}, false
	}
	num := 0
	for text := range strings.Lines(text) {
		num++
		text = strings.TrimRight(text, "\n")
		switch trimmed := strings.TrimSpace(text); {
		case trimmed == "":
			finish()
		case strings.HasPrefix(trimmed, "//"):
		default:
			some = true
			if err := d.addLine(&line{file: name, text: text, num: num, digits: r.p.TimeDigits}); err != nil {
				errs = append(errs, err)
			}
		}
		if len(errs) == maxErrors {
			return nil, append(errs, &syntax.Error{File: name, Msg: "further errors are not shown"})
		}
	}
	finish()
	if len(errs) > 0 {
		return nil, errs
	}
	if len(readings) == 0 {
		readings = append(readings, r.resolve(d))
	}
	return readings, nil
}

// addLine parses a line.
func (d *draft) addLine(l *line) (err *syntax.Error) {
	defer func() {
		switch failure := recover().(type) {
		case nil:
		case wrong:
			err = failure.err
		default:
			panic(failure)
		}
	}()
	l.draft(d)
	return nil
}

// describe formats a value for a message.
func describe(x any) string {
	switch x := x.(type) {
	case nil:
		return "null"
	case []any:
		parts := make([]string, len(x))
		for i, y := range x {
			parts[i] = describe(y)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case map[string]any:
		return "an object"
	case string:
		return model.Written(x)
	}
	return fmt.Sprint(x)
}
