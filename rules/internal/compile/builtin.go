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

// A Builtin is the entry of a function or special form of the language. It defines how calls are
// dispatched and checked, and what the prompt and the manual show.
type Builtin struct {
	Name   string
	Older  string // former names, separated by spaces
	Takes  string // its arguments, in the notation of parseTakes
	Gives  string // the kind of its results, if it is always the same
	Quiet  bool   // the prompt does not print its value
	Jess   bool   // only the dialect of Jess has it, or has it in this form
	Yields bool   // CLIPS lacks it: a function of the program may have its name
	CLIPS  bool   // the dialect of Jess lacks it

	Help    string // its effect or result, for the manual
	Example string // forms typed at a prompt; the manual shows their output
	Varies  bool   // the output is not always the same

	Do      core.Func                                     // of a function: it receives evaluated arguments
	Compile func(*Scope, *syntax.Form) (core.Node, error) // of a special form: it receives the forms of the arguments

	params []argument
	result core.KindSet
	core.Function
}

// A Family is a set of related builtins, a section of the manual.
type Family struct {
	Title string
	List  []Builtin
}

// A Vocabulary is the builtins of a dialect by name.
type Vocabulary map[string]*Builtin

// NewLanguage returns the language of a dialect.
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
			if b := &f.List[i]; !b.Jess && !b.CLIPS || b.Jess == (d == core.Jess) {
				words.enter(b)
			}
		}
	}
	return words
}

// enter adds a builtin under all its names. As in CLIPS, error messages use the current name for a
// call by a former one.
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

// words returns the vocabulary of an environment.
func words(e *core.Environment) Vocabulary { return e.Language.Words.(Vocabulary) }

// taken reports whether a name is that of a builtin that programs cannot define anew.
func taken(e *core.Environment, name string) bool {
	b := words(e)[name]
	return b != nil && !b.Yields
}

// Knows reports whether a language has a builtin with the given name.
func Knows(l *core.Language, name string) bool { return l.Words.(Vocabulary)[name] != nil }

// entry returns the entry of a builtin, or nil if it is unknown or a Go function replaces it.
func entry(e *core.Environment, name string) *Builtin {
	if e.Functions[name] != nil {
		return nil
	}
	return words(e)[name]
}

// SpecialForm returns the special form with the given name, or nil.
func SpecialForm(e *core.Environment, name string) *Builtin {
	if b := words(e)[name]; b != nil && b.Compile != nil {
		return b
	}
	return nil
}

// Silent reports whether the prompt does not print the value of a call.
func Silent(e *core.Environment, name string) bool {
	b := words(e)[name]
	if b != nil && b.Yields && e.FindFunction(e.Current, name) != nil {
		return false
	}
	return b != nil && (b.Quiet || b.result == core.Nothing)
}

// Counted checks the number of arguments of a special form.
func (s *Scope) Counted(f *syntax.Form) error {
	b := SpecialForm(s.Env, f.Head())
	if err := fault.CountArgs(f.Head(), len(f.Items)-1, b.Min, b.Max); err != nil {
		return s.At(f, "%w", err)
	}
	return nil
}

// Names returns the words that can begin a form: functions, special forms, constructs and the
// program's own functions and templates, sorted.
func Names(e *core.Environment) []string {
	names := slices.Concat(slices.Collect(maps.Keys(words(e))), slices.Collect(maps.Keys(e.Functions)))
	for name := range constructs {
		if e.Dialect != core.Jess || !clipsConstructs[name] {
			names = append(names, name)
		}
	}
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
		for _, g := range m.Generics {
			names = append(names, g.Name)
		}
		for _, k := range m.Classes {
			names = append(names, k.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}
