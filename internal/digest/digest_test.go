package digest

import (
	"bytes"
	"testing"
)

// TestDigest holds that a digest has its size, is that of the text, and tells texts apart; with the tag page too.
func TestDigest(t *testing.T) {
	seen := map[[Size]byte]string{}
	for _, text := range []string{"", "a", "b", "ab", "ba"} {
		h := New()
		h.Write([]byte(text))
		d := Sum([]byte(text))
		if got := h.Sum([]byte("x")); h.Size() != Size || !bytes.Equal(got, append([]byte("x"), d[:]...)) {
			t.Errorf("%q: %x, not %x", text, got, d)
		}
		if other, is := seen[d]; is {
			t.Errorf("%q and %q have one digest", text, other)
		}
		seen[d] = text
	}
}
