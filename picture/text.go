package picture

import (
	"strings"
	"unicode"

	"farbank/internal/visible"

	"github.com/clipperhouse/displaywidth"
)

// Font sizes, in units of the picture.
const (
	nodeSize  = 12.0
	tagSize   = 9.0
	edgeSize  = 11.0
	titleSize = 18.0
	noteSize  = 12.0
	lead      = 1.3 // line height, relative to the size
)

// textWidth estimates the width of a text in a sans-serif face, rather too wide than too narrow.
// The widths are those of DejaVu Sans, which is wide, by class of character.
func textWidth(s string, size float64) float64 {
	w := 0.0
	for _, r := range s {
		w += runeWidth(r)
	}
	return w * size
}

func runeWidth(r rune) float64 {
	switch columns := displaywidth.Rune(r); {
	case columns == 0:
		return 0
	case strings.ContainsRune("iljI.,:;'|![]()/\\ ft", r):
		return 0.4
	case strings.ContainsRune("mwMW@%", r):
		return 1.0
	case r < 0x80 && unicode.IsUpper(r):
		return 0.78
	case r < 0x80:
		return 0.65
	case columns > 1:
		return 1.4
	}
	return 0.9
}

// fixedAdvance is the width of a character of the monospaced face, relative to the size. Characters
// that its fonts lack come from other faces, so each word has its own coordinate.
const fixedAdvance = 0.66

// width returns the width of a line of a label.
func (l Line) width() float64 {
	if l.Fixed {
		return float64(visible.Width(l.Text)) * fixedAdvance * nodeSize
	}
	name := ""
	if l.Name != "" {
		name = l.Name + "  "
	}
	return textWidth(name+l.Text, nodeSize)
}

// Wrap breaks a text into lines of about chars characters, at blanks if possible. It returns at
// most the given number of lines; an ellipsis marks omitted text.
func Wrap(s string, chars, lines int) []string {
	var out []string
	for _, part := range strings.Split(s, "\n") {
		line := ""
		for _, word := range words(part) {
			switch {
			case line == "":
				line = word
			case len([]rune(line))+1+len([]rune(word)) <= chars:
				line += " " + word
			default:
				out = append(out, line)
				line = word
			}
			for r := []rune(line); len(r) > chars+chars/2; r = []rune(line) {
				out = append(out, string(r[:chars]))
				line = string(r[chars:])
			}
		}
		out = append(out, line)
	}
	if len(out) > lines {
		out = out[:lines]
		out[lines-1] += " …"
	}
	return out
}

// words splits a text at blanks, but not within short brackets: "(wife, 1)" is one word.
func words(s string) []string {
	var out []string
	for _, w := range strings.Fields(s) {
		if n := len(out); n > 0 {
			last := out[n-1]
			end := strings.IndexByte(w, ')')
			if strings.LastIndexByte(last, '(') > strings.LastIndexByte(last, ')') && end >= 0 && end < 8 {
				out[n-1] += " " + w
				continue
			}
		}
		out = append(out, w)
	}
	return out
}
