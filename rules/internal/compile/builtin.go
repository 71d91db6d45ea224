package compile

import (
	"maps"
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// A Builtin is a function or special form of the language. Its entry is all there is to
// know of it: calls are dispatched and checked by it, and the prompt and the manual offer it.
type Builtin struct {
	Name  string
	Older string // names it had before, between blanks
	Takes string // its arguments, in the notation of parseTakes
	Gives string // a kind of values, if it always gives that
	Quiet bool   // its value is of no interest at a prompt
	Jess  bool   // only the dialect of Jess has it, or has it so

	Help    string // what it gives or does, for the manual
	Example string // forms typed at a prompt; the manual has what it shows then
	Varies  bool   // which is not always the same

	Do      core.Func                                     // of a function: its arguments come evaluated
	Compile func(*Scope, *syntax.Form) (core.Node, error) // of a special form: its arguments come as they stand

	params []argument
	result core.KindSet
	core.Function
}

// A Family is the builtins of one kind of things, a section of the manual.
type Family struct {
	Title string
	List  []Builtin
}

// A Vocabulary is the builtins of a dialect by name.
type Vocabulary map[string]*Builtin

// NewLanguage makes the language of a dialect.
func NewLanguage(families []Family, d core.Dialect) core.Language {
	l := core.Language{Functions: map[string]*core.Function{}, Hint: func(string) string { return "" }}
	words := newVocabulary(families, d)
	for name, b := range words {
		if b.Do != nil {
			l.Functions[name] = &b.Function
		}
	}
	l.Words = words
	return l
}

func newVocabulary(families []Family, d core.Dialect) Vocabulary {
	words := Vocabulary{}
	for _, f := range families {
		for i := range f.List {
			if b := &f.List[i]; !b.Jess || d == core.Jess {
				words.enter(b)
			}
		}
	}
	return words
}

// enter adds a builtin under all its names. Under an older name messages about a call that
// is being made have the newer one, as in CLIPS.
func (words Vocabulary) enter(b *Builtin) {
	b.params = parseTakes(b.Takes)
	b.result = kindNamed(b.Gives)
	least, most := arity(b.params)
	b.Function = core.Function{Name: b.Name, Min: least, Max: most, Func: b.Do}
	words[b.Name] = b
	for _, name := range strings.Fields(b.Older) {
		old := *b
		old.Function.Name = name
		old.Function.Func = func(c *core.Call) (value.Value, error) {
			c.Name = b.Name
			return b.Do(c)
		}
		words[name] = &old
	}
}

// words gives the vocabulary of an environment.
func words(e *core.Environment) Vocabulary { return e.Language.Words.(Vocabulary) }

// Knows reports whether a language has a builtin of a name.
func Knows(l *core.Language, name string) bool { return l.Words.(Vocabulary)[name] != nil }

// entry gives the entry of a builtin, nil where a function written in Go has its name.
func entry(e *core.Environment, name string) *Builtin {
	if e.Functions[name] != nil {
		return nil
	}
	return words(e)[name]
}

// SpecialForm finds the special form of a name, or nil.
func SpecialForm(e *core.Environment, name string) *Builtin {
	if b := words(e)[name]; b != nil && b.Compile != nil {
		return b
	}
	return nil
}

// Silent reports whether the value of a call is of no interest at a prompt.
func Silent(e *core.Environment, name string) bool {
	b := words(e)[name]
	return b != nil && (b.Quiet || b.result == core.Nothing)
}

// Counted holds the number of arguments of a special form against its entry.
func (s *Scope) Counted(f *syntax.Form) error {
	b := SpecialForm(s.Env, f.Head())
	if err := fault.CountArgs(f.Head(), len(f.Items)-1, b.Min, b.Max); err != nil {
		return s.At(f, "%w", err)
	}
	return nil
}

// Names lists what a form can begin with: functions, special forms, constructs
// and the program's own functions and templates, in alphabetical order.
func Names(e *core.Environment) []string {
	names := slices.Concat(slices.Collect(maps.Keys(words(e))), slices.Collect(maps.Keys(e.Functions)), slices.Collect(maps.Keys(constructs)))
	for _, m := range e.Modules {
		for _, d := range m.Deffunctions {
			names = append(names, d.Name)
		}
		for _, t := range m.Templates {
			names = append(names, t.Name)
		}
		for _, r := range m.Rules {
			names = append(names, r.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
