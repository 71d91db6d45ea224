// Package docs contains the pages that are embedded in the binary.
package docs

import (
	_ "embed"
	"strings"
)

// Language is the manual of the language.
//
//go:embed language.md
var Language string

// Tutorial is the tutorial of the language.
//
//go:embed tutorial.md
var Tutorial string

// A Section is the part of a page under one heading.
type Section struct{ Title, Text string }

// Sections splits a page at its second-level headings. The text before the first one is a
// section without a title.
func Sections(page string) []Section {
	list := []Section{{}}
	code := false
	for line := range strings.Lines(page) {
		code = code != strings.HasPrefix(line, "```")
		if title, ok := strings.CutPrefix(line, "## "); ok && !code {
			list = append(list, Section{Title: strings.TrimSpace(title)})
		}
		list[len(list)-1].Text += line
	}
	return list
}
