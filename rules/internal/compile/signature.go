package compile

import (
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// A kindName is a set of kinds that has a name in the table.
type kindName struct {
	set   core.KindSet
	words string // in messages
}

// kindNames maps names to kinds; any other name means all kinds.
var kindNames = map[string]kindName{
	"float":      {core.KindsOf(value.FloatKind), "float"},
	"integer":    {core.KindsOf(value.IntegerKind), "integer"},
	"number":     {core.KindsOf(value.IntegerKind, value.FloatKind), "integer or float"},
	"symbol":     {core.KindsOf(value.SymbolKind), "symbol"},
	"boolean":    {core.KindsOf(value.SymbolKind), "symbol"},
	"string":     {core.KindsOf(value.StringKind), "string"},
	"lexeme":     {core.KindsOf(value.SymbolKind, value.StringKind), "symbol or string"},
	"chars":      {core.KindsOf(value.SymbolKind, value.StringKind, value.InstanceNameKind), "symbol, string, or instance name"},
	"multifield": {core.KindsOf(value.MultifieldKind), "multifield"},
	"countable":  {core.KindsOf(value.MultifieldKind, value.SymbolKind, value.StringKind), "multifield, symbol, or string"},
	"address":    {core.KindsOf(value.FactKind), "fact-address"},
	"fact":       {core.KindsOf(value.FactKind, value.IntegerKind, value.SymbolKind), "fact-address, integer, or symbol"},
	"nothing":    {core.Nothing, "nothing"},
}

// kindNamed returns the kinds with the given name.
func kindNamed(word string) core.KindSet {
	if k, ok := kindNames[word]; ok {
		return k.set
	}
	return core.AnyKind
}

// An argument is a parameter of a builtin.
type argument struct {
	name     string // in the manual
	kind     string // a key of kindNames, or another word for values of all kinds
	optional bool
	more     bool // any number of times
}

// parseTakes parses the parameters of an entry, separated by spaces. A word is the name of the
// parameter and, if it is in kindNames, its kind; name:kind has both; [name] is optional; ...
// means any number of the parameter before. Text in parentheses is one parameter.
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

// wordEnd returns the end of a word, which may have spaces within brackets.
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

// arity returns the least and greatest number of arguments; -1 for no limit.
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

// Written returns the syntax of a call: (nth$ integer multifield), (put-char [router] byte).
func (b *Builtin) Written(name string) string {
	words := []string{name}
	for _, p := range parseTakes(b.Takes) {
		word := p.name
		if _, known := kindNames[p.kind]; known && p.kind != p.name {
			word += ":" + p.kind
		}
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

// checkArguments refuses a call with an argument of an impossible kind.
func (s *Scope) checkArguments(f *syntax.Form, b *Builtin) error {
	if len(b.params) == 0 || s.Env.Dialect == core.Jess {
		return nil
	}
	for i, item := range f.Items[1:] {
		want, ok := kindNames[b.params[min(i, len(b.params)-1)].kind]
		if given := s.kindsOf(item); ok && given&want.set == 0 {
			return s.At(item, "%w", &fault.ArgumentError{Function: b.Name, Argument: i + 1, Want: "of type " + want.words})
		}
	}
	return nil
}

// kindsOf returns the kinds of values that an expression may have.
func (s *Scope) kindsOf(f *syntax.Form) core.KindSet {
	if v, ok := s.constant(f); ok {
		return core.KindsOf(v.Kind())
	}
	if f.IsVariable() {
		if set, ok := s.types[f.Text]; ok {
			return set
		}
	}
	name := f.Head()
	if b := entry(s.Env, name); b != nil && s.Env.FindFunction(s.Module, name) == nil {
		return b.result
	}
	return core.AnyKind
}
