package exchange

import (
	"fmt"
	"slices"
	"strings"

	"farbank/exchange/writing"
)

// The types shared by all languages; see package writing.
type (
	Language = writing.Language
	Options  = writing.Options
	Refusal  = writing.Refusal
)

// Find returns the language with a name, or the language of a system with this name, ignoring
// case.
func Find(name string) (*Language, error) {
	lower := strings.ToLower(name)
	for _, l := range Languages {
		if l.Name == lower || slices.Contains(l.Also, lower) {
			return l, nil
		}
	}
	return nil, fmt.Errorf("there is no language %q; there are %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the languages.
func Names() []string {
	names := make([]string, len(Languages))
	for i, l := range Languages {
		names[i] = l.Name
	}
	return names
}
