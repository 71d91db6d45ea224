// Package docs holds the pages that ship inside the binary.
package docs

import (
	_ "embed"
	"strings"
)

// Language is the manual of the language.
//
//go:embed language.md
var Language string

// Tutorial is the way into it.
//
//go:embed tutorial.md
var Tutorial string

// Section is a part of a page: what stands under one of its headings.
type Section struct{ Title, Text string }

// Sections parts a page at its headings of the second rank; what stands before the first
// is a section without a title.
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
