package lsp

import (
	"math/rand/v2"
	"testing"
	"unicode/utf16"
)

// TestPlaces checks every position of a text with all kinds of line ends and wide characters
// against the protocol's definition.
func TestPlaces(t *testing.T) {
	source := "a\u00fc\U0001d11eb\r\nx\ry\n\n\U0001f600\u0301z"
	x := newText(source)
	p := Position{}
	runes := []rune(source)
	at := 0
	for i, r := range runes {
		inside := r == '\n' && i > 0 && runes[i-1] == '\r' // between \r and \n is the end of the line
		if got := x.position(at); got != p && !inside {
			t.Errorf("byte %d is at %v, not %v", at, got, p)
		}
		if got := x.offset(p); got != at && !inside {
			t.Errorf("%v is byte %d, not %d", p, got, at)
		}
		at += len(string(r))
		if r == '\n' || r == '\r' && runes[i+1] != '\n' {
			p = Position{p.Line + 1, 0}
		} else {
			p.Character += len(utf16.Encode([]rune{r}))
		}
	}
	for _, far := range []Position{{0, 99}, {99, 0}, {-1, 5}, {4, 1}} {
		if got := x.offset(far); got < 0 || got > len(source) {
			t.Errorf("%v is byte %d", far, got)
		}
	}
}

// TestEdits checks edits in UTF-16 units against edits of the units themselves.
func TestEdits(t *testing.T) {
	alphabet := []string{"a", "ü", "𝄞", "\n", "\r\n", "{", " "}
	rng := rand.New(rand.NewPCG(1, 2))
	source := "x"
	for range 2000 {
		x := newText(source)
		from := x.offset(x.position(rng.IntN(len(source) + 1)))
		to := max(from, x.offset(x.position(rng.IntN(len(source)+1))))
		piece := alphabet[rng.IntN(len(alphabet))] + alphabet[rng.IntN(len(alphabet))]
		span := x.span(from, to)
		want := source[:from] + piece + source[to:]
		if got := x.edit(change{&span, piece}); got != want {
			t.Fatalf("%q with %v as %q is %q", source, span, piece, got)
		}
		if source = want; len(source) > 300 {
			source = "x"
		}
	}
}
