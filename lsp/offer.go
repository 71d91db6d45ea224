package lsp

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// A Completion is a name or a word that can be at a position.
type Completion struct {
	Text   string `json:"text"`
	Detail string `json:"detail,omitempty"`
}

// Complete returns the completions of a source after at characters, best first, and the number of
// characters before the word that they would replace. It is the completion of the server, for
// callers without an editor.
func Complete(source string, at int) (from int, list []Completion) {
	s := newSnapshot("", 0, source, nil, inputs{})
	defer s.cancel()
	offset := 0
	for ; at > 0 && offset < len(source); at-- {
		_, n := utf8.DecodeRuneInString(source[offset:])
		offset += n
	}
	start, _ := s.word(offset)
	items := s.completions(offset)
	slices.SortStableFunc(items, func(a, b completionItem) int { return cmp.Compare(a.SortText, b.SortText) })
	typed := strings.ToLower(source[start:offset])
	for _, item := range items {
		if !strings.HasPrefix(strings.ToLower(item.Label), typed) {
			continue
		}
		text := item.Label
		if begin, _, snippet := strings.Cut(item.Edit.NewText, "$0"); snippet && item.Kind != kindKeyword && !strings.Contains(begin, "$") {
			text = begin // an open bracket after a function
		}
		list = append(list, Completion{text, item.Detail})
	}
	return utf8.RuneCountInString(source[:start]), list
}
