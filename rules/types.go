package rules

import (
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/jess"
	"farbank/rules/internal/objects"
	"farbank/rules/syntax"
)

// What a program is made of. A fact's Relation.Data is its *Template.
type (
	// Template is what a deftemplate describes: the slots of the facts of a name. An
	// implied one, of ordered facts, has a single multifield slot.
	Template = core.Template
	// Slot describes one slot of a template.
	Slot = core.Slot
	// Constraint is what the values of a slot are limited to.
	Constraint = core.Constraint
	// Module is a name space for constructs, with an agenda of its own.
	Module = core.Module
	// Rule is a rule of a program.
	Rule = core.Rule
	// Deffacts is a list of facts that reset asserts.
	Deffacts = core.Deffacts
	// Deffunction is a function written in the rule language.
	Deffunction = core.Deffunction
	// Defquery is a query of the Jess dialect.
	Defquery = core.Defquery
	// Global is a variable of a defglobal.
	Global = core.Global
	// Symbol is a text that becomes a symbol of the language, not a string.
	Symbol = objects.Symbol
)

// What goes wrong.
type (
	// Error is a fault of a program: Pos, Construct (as "defrule cross", or ""), Message,
	// and Err, its cause.
	Error = fault.Error
	// RunError is an error in the actions of a rule: Rule and Err. The rule's further
	// actions are not done, and the run ends.
	RunError = fault.RunError
	// ArgumentError says that an argument has the wrong type or value: Function,
	// Argument (from 1) and Want.
	ArgumentError = fault.ArgumentError
	// PanicError is the panic of a Go function that a program has called: Function, Value
	// and Stack.
	PanicError = fault.PanicError
	// MemoryError says that a value of so many Bytes is larger than the program has memory
	// for. It ends the program.
	MemoryError = fault.MemoryError
)

var (
	// ErrExit says that the program has called exit.
	ErrExit = fault.ErrExit
	// ErrLimit says that the most rules allowed have fired, and others could.
	ErrLimit = fault.ErrLimit
	// ErrLongLine says that what a program reads at a time, a line or a word, is longer
	// than the limit for texts.
	ErrLongLine = fault.ErrLongLine
	// ErrOutput says that what a program printed could not be written.
	ErrOutput = fault.ErrOutput
	// ErrRunning refuses a run within a run: from a function that a rule calls.
	ErrRunning = fault.ErrRunning
)

// IsFault reports whether an error of Load is one of the text, after which the
// rest of it was loaded; else the program has ended.
func IsFault(err error) bool { return fault.IsFault(err) }

// Faults gives what is wrong with a program that Load has ended with ErrExit, or
// nil.
func Faults(err error) error { return fault.Faults(err) }

// IsConstruct reports whether a form defines something, rather than calls.
func IsConstruct(f *syntax.Form) bool { return compile.IsConstruct(f) }

// LooksLikeJess reports whether a program, the texts of its files, uses words that only Jess
// has, and that it does not define itself, in whichever file.
func LooksLikeJess(texts ...string) bool { return jess.LooksLikeJess(texts...) }
