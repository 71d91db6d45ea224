package visible

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/clipperhouse/displaywidth"
	"pgregory.net/rapid"
)

func TestText(t *testing.T) {
	for in, want := range map[string]string{
		"":                     "",
		"goat\n\tx":            "goat\n\tx",
		"\x1b[31mred\x1b[0m":   "␛[31mred␛[0m",
		"\x1b]0;title\x07":     "␛]0;title␇",
		"a\x00b\r\nc\x7f":      "a␀b␍\nc␡",
		"\u0085\u009b31m":      `\u0085\u009b31m`,
		"abc\u202ecba\u2066":   `abc\u202ecba\u2066`,
		"wo\u200blf\ufeff":     `wo\u200blf\ufeff`,
		"wo\u200dlf":           `wo\u200dlf`,
		"line\u2028two":        `line\u2028two`,
		"\xff\xc3(":            `\xff\xc3(`,
		"\U000e0041":           `\U000e0041`,
		"Ziege grün ⬛⭐ 山羊 é̂":  "Ziege grün ⬛⭐ 山羊 é̂",
		"👩\u200d🚀 ❤️\u200d🔥":   "👩\u200d🚀 ❤️\u200d🔥",
		"می\u200cخواهم":        "می\u200cخواهم",
		"\uFFFD":               "\uFFFD",
		"private \ue000 use":   "private \ue000 use",
		"a\u00a0b\u3000c":      "a\u00a0b\u3000c",
		"\u00ad\u061c\u200e\t": `\u00ad\u061c\u200e` + "\t",
	} {
		if got := Text(in); got != want {
			t.Errorf("%q is shown as %q, not %q", in, got, want)
		}
	}
	if got := Line("a\r\nb\tc\nd\re"); got != "a b c d␍e" {
		t.Errorf("%q", got)
	}
}

func TestWidth(t *testing.T) {
	for s, want := range map[string]int{"": 0, "goat": 4, "⬛": 2, "⭐": 2, "山羊": 4, "é": 1, "👩\u200d🚀": 2, "❤️": 2, "·": 1, "█": 1, "␛": 1, "🇩🇪": 2} {
		if got := Width(s); got != want {
			t.Errorf("%q takes %d columns, not %d", s, got, want)
		}
	}
	if got := Pad("⬛", 4); got != "⬛  " {
		t.Errorf("%q", got)
	}
}

// anything generates texts of any bytes, with many hidden characters.
func anything() *rapid.Generator[string] {
	odd := rapid.SampledFrom([]string{"\x1b", "\x00", "\r\n", "\n", "\u0085", "\u202e", "\u200b", "\u200d", "\xff", "\xe2\x80", "👩", "é", "\"", "\\", "<", "&", "\u2028", "a"})
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOf(rapid.OneOf(odd, rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))).Draw(t, "parts"), "")
	})
}

// TestLaws checks that shown texts have no hidden characters, and are unchanged when they are shown
// again.
func TestLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anything().Draw(t, "text")
		shown := Text(s)
		if !utf8.ValidString(shown) || Text(shown) != shown {
			t.Fatalf("%q is shown as %q", s, shown)
		}
		for _, r := range shown {
			if Hidden(r) && r != joiner && r != nonJoiner {
				t.Fatalf("%q is shown as %q", s, shown)
			}
		}
		if l := Line(s); strings.ContainsAny(l, "\n\t") || l != Line(l) {
			t.Fatalf("%q is shown as %q", s, l)
		}
	})
}

// TestWriter checks that the output does not depend on how a text is split into writes.
func TestWriter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anything().Draw(t, "text")
		var out strings.Builder
		w := NewWriter(&out)
		for rest := s; rest != ""; {
			n := rapid.IntRange(1, len(rest)).Draw(t, "bytes")
			if k, err := w.Write([]byte(rest[:n])); k != n || err != nil {
				t.Fatal(k, err)
			}
			rest = rest[n:]
		}
		if err := w.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != Text(s) {
			t.Fatalf("%q is written as %q", s, out.String())
		}
	})
}

func FuzzJSON(f *testing.F) {
	for _, s := range []string{"a", "\x1b[0m\u009b\u202e\U000e0041\u007f", "\xff\"\\\n"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text, err := json.Marshal(map[string]string{s: s})
		if err != nil {
			t.Fatal(err)
		}
		var want, got map[string]string
		if err := json.Unmarshal(text, &want); err != nil {
			t.Fatal(err)
		}
		shown := JSON(text)
		if Text(string(shown)) != string(shown) {
			t.Fatalf("%q", shown)
		}
		if err := json.Unmarshal(shown, &got); err != nil {
			t.Fatal(err)
		}
		for k, v := range want {
			if got[k] != v {
				t.Fatalf("%q: %q, not %q", k, got[k], v)
			}
		}
	})
}

func TestWrap(t *testing.T) {
	for text, want := range map[string]string{
		"":                           "",
		"goat to the east":           "goat to|the east",
		"well-known words":           "well-known|words",
		"a well-known word":          "a well-|known word",
		"incomprehensible":           "incomprehe|nsible",
		"a incomprehensible":         "a|incomprehe|nsible",
		"12345 7890":                 "12345 7890",
		"12345 67890":                "12345|67890",
		"漢漢漢漢漢漢":                     "漢漢漢漢漢|漢",
		"one\u00a0place one\u00a0at": "one\u00a0place|one\u00a0at",
		"a  b   ":                    "a  b   ",
	} {
		if got := strings.Join(Wrap(text, 10), "|"); got != want {
			t.Errorf("%q: %q, not %q", text, got, want)
		}
	}
}

// TestShortCuts checks that the fast paths agree with the test of each character.
func TestShortCuts(t *testing.T) {
	for r := rune(utf8.RuneSelf); r <= unicode.MaxRune; r++ {
		if hidden := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp); Hidden(r) != hidden {
			t.Errorf("%U: hidden %t", r, !hidden)
		}
		if s := string(r); Width(s) != displaywidth.String(s) {
			t.Errorf("%U takes %d, not %d", r, displaywidth.String(s), Width(s))
		}
	}
}
