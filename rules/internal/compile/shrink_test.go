package compile_test

import (
	"regexp"
	"slices"
	"strings"

	"farbank/rules/syntax"
)

// shrink makes a failing program smaller as long as it fails: it removes forms and parts of forms,
// and replaces forms by their parts.
func shrink(text string, fails func(string) bool) string {
	forms, err := syntax.Parse("generated", text)
	if err != nil {
		return text
	}
	top := &syntax.Form{Kind: syntax.List, Items: forms}
	s := &shrinker{top: top, fails: fails}
	for s.changed = true; s.changed; {
		s.changed = false
		s.list(top)
	}
	return s.text()
}

type shrinker struct {
	top     *syntax.Form
	fails   func(string) bool
	changed bool
}

// tight matches connectives, which are written without spaces.
var tight = regexp.MustCompile(` ([&|]) |(~) |([:=]) (\()`)

func (s *shrinker) text() string {
	var b strings.Builder
	for _, f := range s.top.Items {
		b.WriteString(tight.ReplaceAllString(f.String(), "$1$2$3$4") + "\n")
	}
	return b.String()
}

// try makes a change if the program still fails.
func (s *shrinker) try(f *syntax.Form, items []*syntax.Form) bool {
	old := f.Items
	f.Items = items
	if s.fails(s.text()) {
		s.changed = true
		return true
	}
	f.Items = old
	return false
}

func (s *shrinker) list(f *syntax.Form) {
	for n := len(f.Items) / 2; n > 0; n /= 2 {
		for i := len(f.Items) - n; i >= 0; i -= n {
			i = min(i, len(f.Items)-n)
			if i < 0 || !s.try(f, slices.Delete(slices.Clone(f.Items), i, i+n)) {
				continue
			}
		}
	}
	for i := 0; i < len(f.Items); i++ {
		item := f.Items[i]
		if item.Kind != syntax.List {
			continue
		}
		if f != s.top {
			for _, part := range item.Items {
				if part.Kind == syntax.List && s.try(f, slices.Replace(slices.Clone(f.Items), i, i+1, part)) {
					break
				}
			}
		}
		s.list(f.Items[i])
	}
}
