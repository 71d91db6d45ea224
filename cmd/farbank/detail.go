package main

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"farbank/internal/visible"
	"farbank/lang/syntax"
)

// shownAround is the number of characters of a long line that are shown before and after the error.
const shownAround = 60

// maxShown is the maximum number of errors printed as text; JSON has all.
const maxShown = 20

// detail formats the errors of a file: each message with the line, a mark under the place, and the
// hint.
func detail(list syntax.ErrorList) string {
	var parts []string
	for i, e := range list {
		if i == maxShown {
			parts = append(parts, fmt.Sprintf("%s: there are more errors, %d are shown", e.File, maxShown))
			break
		}
		text := short(e.Error())
		if e.Line != "" && e.Pos.IsValid() {
			line, mark := excerpt(e)
			text += "\n    " + line + "\n    " + mark
		}
		if e.Hint != "" {
			text += "\n    hint: " + e.Hint
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, "\n")
}

// maxMessage is the maximum number of characters of a message that are shown, as it may quote any
// input.
const maxMessage = 600

func short(text string) string {
	if utf8.RuneCountInString(text) <= maxMessage {
		return text
	}
	return head(text, maxMessage/2) + " … " + tail(text, maxMessage/4)
}

// excerpt returns the line of an error, cut to the surroundings of the error if it is long, and the
// mark under it.
func excerpt(e *syntax.Error) (line, mark string) {
	before, at, after := divide(e)
	cut := func(s string, most int) string { return visible.Text(head(s, most)) }
	line = visible.Text(before)
	if utf8.RuneCountInString(before) > 2*shownAround {
		line = "… " + visible.Text(tail(before, shownAround))
	}
	mark = blanks(line)
	shown := cut(at, shownAround)
	mark += strings.Repeat("^", max(visible.Width(shown), 1))
	line += shown + cut(after, 2*shownAround)
	if utf8.RuneCountInString(at) > shownAround || utf8.RuneCountInString(after) > 2*shownAround {
		line += " …"
	}
	return line, mark
}

// divide splits the line of an error into the parts before, at and after the error.
func divide(e *syntax.Error) (before, at, after string) {
	before = head(e.Line, e.Pos.Col-1)
	at = e.Line[len(before):]
	n := 1
	if e.End.Line == e.Pos.Line && e.End.Col > e.Pos.Col {
		n = e.End.Col - e.Pos.Col
	}
	at = head(at, n)
	return before, at, e.Line[len(before)+len(at):]
}

// head returns the first n characters of s.
func head(s string, n int) string {
	for i := range s {
		if n <= 0 {
			return s[:i]
		}
		n--
	}
	return s
}

// tail returns the last n characters of s.
func tail(s string, n int) string {
	return s[len(head(s, utf8.RuneCountInString(s)-n)):]
}

// blanks returns blanks as wide as s, and the tabs of s.
func blanks(s string) string {
	var b strings.Builder
	for i, part := range strings.Split(s, "\t") {
		if i > 0 {
			b.WriteByte('\t')
		}
		b.WriteString(strings.Repeat(" ", visible.Width(part)))
	}
	return b.String()
}
