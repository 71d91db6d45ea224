package rules

import (
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// What functions take and give is known before they are called: an argument
// that can only be wrong is refused where the call stands in the program.

// kindSet is a set of kinds of values, a bit each.
type kindSet uint16

func kindsOf(kinds ...value.Kind) kindSet {
	var set kindSet
	for _, k := range kinds {
		set |= 1 << k
	}
	return set
}

const anyKind = ^kindSet(0)

// nothing is what printout gives: no value.
const nothing kindSet = 1 << value.None

// A kindName is a set of kinds that entries of the table have a word for.
type kindName struct {
	set   kindSet
	words string // in messages
}

// kindNames are the words for kinds; any other word stands for all kinds.
var kindNames = map[string]kindName{
	"float":      {kindsOf(value.FloatKind), "float"},
	"integer":    {kindsOf(value.IntegerKind), "integer"},
	"number":     {kindsOf(value.IntegerKind, value.FloatKind), "integer or float"},
	"symbol":     {kindsOf(value.SymbolKind), "symbol"},
	"boolean":    {kindsOf(value.SymbolKind), "symbol"},
	"string":     {kindsOf(value.StringKind), "string"},
	"lexeme":     {kindsOf(value.SymbolKind, value.StringKind), "symbol or string"},
	"multifield": {kindsOf(value.MultifieldKind), "multifield"},
	"countable":  {kindsOf(value.MultifieldKind, value.SymbolKind, value.StringKind), "multifield, symbol, or string"},
	"address":    {kindsOf(value.FactKind), "fact-address"},
	"fact":       {kindsOf(value.FactKind, value.IntegerKind, value.SymbolKind), "fact-address, integer, or symbol"},
	"nothing":    {nothing, "nothing"},
}

func kindNamed(word string) kindSet {
	if k, ok := kindNames[word]; ok {
		return k.set
	}
	return anyKind
}

// An argument is one of what a builtin takes.
type argument struct {
	name     string // in the manual
	kind     string // a word of kindNames, or another for values of all kinds
	optional bool
	more     bool // any number of times
}

// parseTakes reads the arguments of an entry, between blanks: a word is the name of the
// argument and, where it is one, its kind; name:kind has both; [name] may be left out;
// ... after it means any number more. What stands in round brackets is one argument.
func parseTakes(text string) []argument {
	var list []argument
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		n := wordEnd(text)
		p := argument{name: text[:n]}
		text = text[n:]
		if p.name == "..." {
			list[len(list)-1].more = true
			continue
		}
		if inner, ok := strings.CutPrefix(p.name, "["); ok {
			p.name, p.optional = strings.TrimSuffix(inner, "]"), true
		}
		if name, more := strings.CutSuffix(p.name, " ..."); more {
			p.name, p.more = name, true
		}
		p.kind = p.name
		if name, kind, ok := strings.Cut(p.name, ":"); ok && !strings.HasPrefix(p.name, "(") {
			p.name, p.kind = name, kind
		}
		list = append(list, p)
	}
	return list
}

// wordEnd finds the end of a word, whose brackets may hold blanks.
func wordEnd(text string) int {
	depth := 0
	for i, c := range text {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ' ':
			if depth == 0 {
				return i
			}
		}
	}
	return len(text)
}

// arity tells how many arguments there are at least and at most, -1 for any number.
func arity(params []argument) (least, most int) {
	for _, p := range params {
		if !p.optional {
			least++
		}
		if most++; p.more {
			return least, -1
		}
	}
	return least, most
}

// written is how calls are written: (nth$ integer multifield).
func (b *builtin) written(name string) string {
	words := []string{name}
	for _, p := range b.params {
		word := p.name
		if p.more {
			word += " ..."
		}
		if p.optional {
			word = "[" + word + "]"
		}
		words = append(words, word)
	}
	return "(" + strings.Join(words, " ") + ")"
}

// checkArguments refuses a call with an argument of a kind it cannot have.
func (s *scope) checkArguments(f *syntax.Form, b *builtin) error {
	if len(b.params) == 0 || s.env.dialect == Jess {
		return nil
	}
	for i, item := range f.Items[1:] {
		want, ok := kindNames[b.params[min(i, len(b.params)-1)].kind]
		if given := s.kindsOf(item); ok && given&want.set == 0 {
			return s.at(item, "%w", &ArgumentError{Function: b.Name, Argument: i + 1, Want: "of type " + want.words})
		}
	}
	return nil
}

// kindsOf gives the kinds of values that an expression may have.
func (s *scope) kindsOf(f *syntax.Form) kindSet {
	if v, ok := s.constant(f); ok {
		return kindsOf(v.Kind())
	}
	if f.IsVariable() {
		if set, ok := s.types[f.Text]; ok {
			return set
		}
	}
	name := f.Head()
	if b := s.env.entry(name); b != nil && s.env.findFunction(s.module, name) == nil {
		return b.result
	}
	return anyKind
}
