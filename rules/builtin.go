package rules

import (
	"strings"
	"sync"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// A builtin is a function or special form of the language. Its entry is all there is to
// know of it: calls are dispatched and checked by it, and the prompt and the manual offer it.
type builtin struct {
	name  string
	older string // names it had before, between blanks
	takes string // its arguments, in the notation of parseTakes
	gives string // a kind of values, if it always gives that
	quiet bool   // its value is of no interest at a prompt
	jess  bool   // only the dialect of Jess has it, or has it so

	help    string // what it gives or does, for the manual
	example string // forms typed at a prompt; the manual has what it shows then
	varies  bool   // which is not always the same

	do      Func                                     // of a function: its arguments come evaluated
	compile func(*scope, *syntax.Form) (node, error) // of a special form: its arguments come as they stand

	params []argument
	result kindSet
	Function
}

// A family is the builtins of one kind of things, a section of the manual.
type family struct {
	title string
	list  []builtin
}

// families gives the table, in the order of the manual.
func families() []family {
	return []family{
		{"Control", controlForms()},
		{"Facts", factBuiltins()},
		{"Queries of facts", queryForms()},
		{"Templates", templateBuiltins()},
		{"Comparing", comparingBuiltins()},
		{"Kinds of values", kindBuiltins()},
		{"Arithmetic", mathBuiltins()},
		{"Real functions", realBuiltins()},
		{"Texts", textBuiltins()},
		{"Multifields", listBuiltins()},
		{"Printing and reading", ioBuiltins()},
		{"Programs", programBuiltins()},
		{"Running", runBuiltins()},
		{"Modules and focus", moduleBuiltins()},
		{"Settings", settingBuiltins()},
		{"Watching", watchBuiltins()},
		{"Constructs", constructBuiltins()},
		{"System", systemBuiltins()},
		{"Jess", jessBuiltins()},
	}
}

// A vocabulary is the builtins of a dialect by name.
type vocabulary map[string]*builtin

// languages are those of the dialects.
var languages [2]struct {
	once sync.Once
	language
}

// languageOf gives the language of a dialect.
func languageOf(d Dialect) *language {
	t := &languages[d]
	t.once.Do(func() {
		t.language = newLanguage(families(), d)
		if d == CLIPS {
			t.hint = hintOfJess
		}
	})
	return &t.language
}

// hintOfJess says that the dialect of Jess has a function.
func hintOfJess(name string) string {
	if jessWords[name] || languageOf(Jess).words.(vocabulary)[name] != nil {
		return ", which the dialect of Jess has (--dialect jess)"
	}
	return ""
}

// newLanguage makes the language of a dialect.
func newLanguage(families []family, d Dialect) language {
	l := language{functions: map[string]*Function{}, hint: func(string) string { return "" }}
	words := newVocabulary(families, d)
	for name, b := range words {
		if b.do != nil {
			l.functions[name] = &b.Function
		}
	}
	l.words = words
	return l
}

func newVocabulary(families []family, d Dialect) vocabulary {
	words := vocabulary{}
	for _, f := range families {
		for i := range f.list {
			if b := &f.list[i]; !b.jess || d == Jess {
				words.enter(b)
			}
		}
	}
	return words
}

// enter adds a builtin under all its names. Under an older name messages about a call that
// is being made have the newer one, as in CLIPS.
func (words vocabulary) enter(b *builtin) {
	b.params = parseTakes(b.takes)
	b.result = kindNamed(b.gives)
	least, most := arity(b.params)
	b.Function = Function{Name: b.name, Min: least, Max: most, Func: b.do}
	words[b.name] = b
	for _, name := range strings.Fields(b.older) {
		old := *b
		old.Function.Name = name
		old.Function.Func = func(c *Call) (value.Value, error) {
			c.Name = b.name
			return b.do(c)
		}
		words[name] = &old
	}
}

// words gives the vocabulary of an environment.
func (e *Environment) words() vocabulary { return e.language.words.(vocabulary) }

// entry gives the entry of a builtin, nil where a function written in Go has its name.
func (e *Environment) entry(name string) *builtin {
	if e.functions[name] != nil {
		return nil
	}
	return e.words()[name]
}

// specialForm finds the special form of a name, or nil.
func (e *Environment) specialForm(name string) *builtin {
	if b := e.words()[name]; b != nil && b.compile != nil {
		return b
	}
	return nil
}

// silent reports whether the value of a call is of no interest at a prompt.
func (e *Environment) silent(name string) bool {
	b := e.words()[name]
	return b != nil && (b.quiet || b.result == nothing)
}

// counted holds the number of arguments of a special form against its entry.
func (s *scope) counted(f *syntax.Form) error {
	b := s.env.specialForm(f.Head())
	if err := countArgs(f.Head(), len(f.Items)-1, b.Min, b.Max); err != nil {
		return s.at(f, "%w", err)
	}
	return nil
}
