package visible

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
)

// Text returns a text of several lines made visible; newlines and tabs stay.
func Text(s string) string {
	if plain(s) {
		return s
	}
	var b strings.Builder
	appendText(&b, s, 0)
	return b.String()
}

// Line returns a text made visible on one line: newlines and tabs are blanks.
func Line(s string) string {
	if simple(s) {
		return s
	}
	s = Text(s)
	if !strings.ContainsAny(s, "\n\t") {
		return s
	}
	return lines.Replace(s)
}

var lines = strings.NewReplacer("␍\n", " ", "\n", " ", "\t", " ")

// Width returns the number of terminal columns of a text.
func Width(s string) int {
	if simple(s) {
		return len(s)
	}
	if r, n := utf8.DecodeRuneInString(s); n == len(s) && 0xAE <= r && r < 0x300 { // a letter or a sign, such as ·
		return 1
	}
	return displaywidth.String(s)
}

// Pad appends blanks to a text up to a width.
func Pad(s string, to int) string { return s + strings.Repeat(" ", max(to-Width(s), 0)) }

// Hidden reports whether a character must be replaced: a control character except newline and tab,
// a format character, a line separator.
func Hidden(r rune) bool {
	if r < utf8.RuneSelf {
		return r < ' ' && r != '\n' && r != '\t' || r == 0x7F
	}
	if 0xAE <= r && r < 0x600 || 0x2070 <= r && r < 0xFE00 { // letters and signs, the most frequent case
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// plain reports whether a text has no hidden characters.
func plain(s string) bool {
	for i, r := range s {
		if Hidden(r) || r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD") {
			return false
		}
	}
	return true
}

// simple reports whether a text consists of ASCII characters of one column each.
func simple(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' || c >= 0x7F {
			return false
		}
	}
	return true
}

// appendText appends s made visible; before is the character before s. It returns the
// last character of s.
func appendText(b *strings.Builder, s string, before rune) rune {
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1:
			fmt.Fprintf(b, `\x%02x`, s[0])
			r = 0
		case !Hidden(r) || joins(before, r):
			b.WriteString(s[:n])
		default:
			b.WriteString(sign(r))
			r = 0
		}
		s, before = s[n:], r
	}
	return before
}

func sign(r rune) string {
	switch {
	case r < ' ':
		return string('␀' + r)
	case r == 0x7F:
		return "␡"
	case r <= 0xFFFF:
		return fmt.Sprintf(`\u%04x`, r)
	}
	return fmt.Sprintf(`\U%08x`, r)
}

// The zero-width joiner and non-joiner.
const (
	joiner    = 0x200D
	nonJoiner = 0x200C
)

// joined are the scripts that use them.
var joined = []*unicode.RangeTable{unicode.Arabic, unicode.Syriac, unicode.Mongolian, unicode.Devanagari, unicode.Bengali, unicode.Gurmukhi,
	unicode.Gujarati, unicode.Oriya, unicode.Tamil, unicode.Telugu, unicode.Kannada, unicode.Malayalam, unicode.Sinhala, unicode.Khmer}

// joins reports whether a character has an effect after another: a joiner in an emoji sequence, or
// in a script that uses it.
func joins(before, r rune) bool {
	switch r {
	case joiner:
		emoji := before == 0xFE0F || unicode.Is(unicode.So, before) || before >= 0x1F3FB && before <= 0x1F3FF
		return emoji || unicode.In(before, joined...)
	case nonJoiner:
		return unicode.In(before, joined...)
	}
	return false
}

// Grouped formats a number with its digits in groups of three.
func Grouped(n int64) string {
	s := strconv.FormatInt(n, 10)
	for i := len(s) - 3; i > 0 && s[i-1] != '-'; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
