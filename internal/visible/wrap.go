package visible

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// Wrap breaks a text into lines of at most the given number of columns: at blanks, which it removes
// there, and after hyphens. It breaks words that are wider than a line.
func Wrap(text string, columns int) []string {
	lines := []string{""}
	wide := 0 // the columns of the last line
	add := func(part string, w int) {
		lines[len(lines)-1] += part
		wide += w
	}
	for len(text) > 0 {
		part := text[:breakAfter(text)]
		text = text[len(part):]
		if w := Width(part); wide+w <= columns {
			add(part, w)
			continue
		}
		part = strings.TrimLeft(part, " ")
		if w := Width(part); w <= columns {
			lines, wide = append(lines, part), w
			continue
		}
		if wide > 0 {
			lines, wide = append(lines, ""), 0
		}
		for g := displaywidth.StringGraphemes(part); g.Next(); {
			if wide > 0 && wide+g.Width() > columns {
				lines, wide = append(lines, ""), 0
			}
			add(g.Value(), g.Width())
		}
	}
	return lines
}

// breakAfter returns the first position where a line may end: before a blank that follows a word,
// or after a hyphen.
func breakAfter(text string) int {
	n := len(text) - len(strings.TrimLeft(text, " "))
	for n < len(text) && text[n] != ' ' {
		n++
		if text[n-1] == '-' {
			break
		}
	}
	return n
}
