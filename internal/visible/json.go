package visible

import (
	"fmt"
	"unicode/utf16"
	"unicode/utf8"
)

// JSON returns the text of JSON values with hidden characters escaped. The values do not change:
// outside of strings JSON has no hidden characters except newlines, carriage returns and tabs,
// which stay.
func JSON(b []byte) []byte {
	if plain(string(b)) {
		return b
	}
	out := make([]byte, 0, len(b)+16)
	for len(b) > 0 {
		r, n := utf8.DecodeRune(b)
		switch {
		case r < ' ' || !Hidden(r):
			out = append(out, b[:n]...)
		case r <= 0xFFFF:
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			hi, lo := utf16.EncodeRune(r)
			out = fmt.Appendf(out, `\u%04x\u%04x`, hi, lo)
		}
		b = b[n:]
	}
	return out
}
