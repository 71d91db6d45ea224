package jess

import (
	"slices"
	"strings"

	"farbank/rules/internal/objects"
	"farbank/rules/syntax"
)

// LooksLikeJess reports whether a program, given as the texts of its files, uses words that only Jess
// has and that it does not define itself.
func LooksLikeJess(texts ...string) bool {
	var forms []*syntax.Form
	for _, text := range texts {
		some, _ := syntax.Parse("", text)
		forms = append(forms, some...)
	}
	own := map[string]bool{}
	for _, f := range forms {
		if f.Head() == "deffunction" && len(f.Items) > 1 {
			own[f.Items[1].Text] = true
		}
	}
	return slices.ContainsFunc(forms, func(f *syntax.Form) bool { return usesJess(f, own) })
}

// jessWords begin calls that only Jess has, except new and import, which need other tests.
var jessWords = map[string]bool{"defquery": true, "run-query": true, "run-query*": true, "count-query-results": true, "try": true, "throw": true,
	"++": true, "--": true, "eq*": true, "fact-id": true, "store": true, "instanceof": true, "clear-storage": true, "for": true}

// usesJess reports whether f uses a word of Jess that is not in own.
func usesJess(f *syntax.Form, own map[string]bool) bool {
	if f.Kind != syntax.List {
		return false
	}
	head := f.Head()
	if own[head] {
		head = ""
	}
	switch {
	case jessWords[head]:
		return true
	case head == "import":
		return len(f.Items) == 2 && strings.Contains(f.Items[1].Text, ".")
	case head == "if":
		if slices.ContainsFunc(f.Items, func(item *syntax.Form) bool { return item.IsSymbol("elif") }) {
			return true
		}
	case head == "defmodule":
		return false
	case head == "new":
		return len(f.Items) > 1 && f.Items[1].Kind == syntax.Symbol && objects.Classes[objects.ClassName(f.Items[1].Text)] != nil
	case head == "deftemplate":
		return len(f.Items) > 3 && f.Items[2].IsSymbol("extends")
		// facts and slots may have any name
	case head == "deffacts" || head == "assert" || head == "modify" || head == "duplicate":
		return false // facts and slots may have any name
	}
	items := f.Items
	if arrow := slices.IndexFunc(items, func(item *syntax.Form) bool { return item.IsSymbol("=>") }); head == "defrule" && arrow >= 0 {
		items = items[arrow:] // conditions are about facts
	}
	return slices.ContainsFunc(items, func(item *syntax.Form) bool { return usesJess(item, own) })
}

// Has reports whether only Jess has a word.
func Has(word string) bool { return jessWords[word] }
