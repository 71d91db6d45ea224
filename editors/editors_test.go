// Package editors_test checks the grammars of editors against the language.
package editors_test

import (
	"encoding/json"
	"encoding/xml"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"farbank/lang/syntax"
)

var word = regexp.MustCompile(`[a-z]+`)

// TestGrammarHasAllKeywords checks that the grammar of VS Code has exactly the keywords of the
// language.
func TestGrammarHasAllKeywords(t *testing.T) {
	b, err := os.ReadFile("vscode/syntaxes/far.tmLanguage.json")
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		Repository struct {
			Keywords struct{ Patterns []struct{ Match string } }
		}
	}
	if err := json.Unmarshal(b, &g); err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, p := range g.Repository.Keywords.Patterns {
		words = append(words, word.FindAllString(strings.ReplaceAll(p.Match, `\b`, " "), -1)...)
	}
	compare(t, words)
}

// TestChromaHasAllKeywords checks that the definition for chroma is well-formed and has exactly the
// keywords of the language.
func TestChromaHasAllKeywords(t *testing.T) {
	b, err := os.ReadFile("chroma/farbank.xml")
	if err != nil {
		t.Fatal(err)
	}
	var lexer struct {
		States []struct {
			Rules []struct {
				Pattern string `xml:"pattern,attr"`
			} `xml:"rule"`
		} `xml:"rules>state"`
	}
	if err := xml.Unmarshal(b, &lexer); err != nil {
		t.Fatal(err)
	}
	whole := regexp.MustCompile(`^\\b\([a-z|]+\)\\b$`)
	var words []string
	for _, s := range lexer.States {
		for _, r := range s.Rules {
			if whole.MatchString(r.Pattern) {
				words = append(words, word.FindAllString(r.Pattern[2:len(r.Pattern)-2], -1)...)
			}
		}
	}
	compare(t, slices.DeleteFunc(words, func(w string) bool { return w == "bool" || w == "text" }))
}

// compare compares words with the keywords of the language.
func compare(t *testing.T, words []string) {
	t.Helper()
	for w := range syntax.Keywords {
		if !slices.Contains(words, w) {
			t.Errorf("%s is missing", w)
		}
	}
	for _, w := range words {
		if _, ok := syntax.Keywords[w]; !ok {
			t.Errorf("%s is no keyword", w)
		}
	}
}
