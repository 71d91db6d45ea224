package exchange

import (
	"fmt"
	"slices"
	"strings"

	"farbank/exchange/writing"
)

// What all languages share; see package writing.
type (
	Language = writing.Language
	Options  = writing.Options
	Refusal  = writing.Refusal
)

// Find returns the language of that name, or that a system of that name reads; in any case.
func Find(name string) (*Language, error) {
	lower := strings.ToLower(name)
	for _, l := range Languages {
		if l.Name == lower || slices.Contains(l.Also, lower) {
			return l, nil
		}
	}
	return nil, fmt.Errorf("there is no language %q; there are %s", name, strings.Join(Names(), ", "))
}

// Names returns the names of the languages, one each.
func Names() []string {
	names := make([]string, len(Languages))
	for i, l := range Languages {
		names[i] = l.Name
	}
	return names
}
