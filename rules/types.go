package rules

import (
	"errors"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/jess"
	"farbank/rules/internal/objects"
	"farbank/rules/syntax"
)

// The constructs of a program. A fact's Relation.Data is its *Template.
type (
	// Template describes the slots of the facts with its name. An implied template, of ordered
	// facts, has a single multifield slot.
	Template = core.Template
	// Slot is a slot of a template.
	Slot = core.Slot
	// Constraint restricts the values of a slot.
	Constraint = core.Constraint
	// Module is a name space of constructs with an agenda of its own.
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
	// Symbol is a Go string that becomes a symbol of the language.
	Symbol = objects.Symbol
)

// Errors of programs.
type (
	// Error is an error in the text of a program, with its position, its construct (as "defrule
	// cross", or ""), a message, and its cause Err.
	Error = fault.Error
	// RunError is an error in an action of a rule. It ends the rule and the run.
	RunError = fault.RunError
	// ArgumentError reports an argument of the wrong type or value: Function, Argument (from 1)
	// and Want.
	ArgumentError = fault.ArgumentError
	// PanicError reports a panic of a Go function that a program called: Function, Value and Stack.
	PanicError = fault.PanicError
	// MemoryError reports a value that needs more memory than the program has left. It ends the
	// program.
	MemoryError = fault.MemoryError
)

var (
	// ErrExit reports that the program has called exit.
	ErrExit = fault.ErrExit
	// ErrLimit reports that the limit of rules to fire is reached and that others could fire.
	ErrLimit = fault.ErrLimit
	// ErrTime reports that a run has taken longer than Options.Time.
	ErrTime = errors.New("the time limit was reached")
	// ErrLongLine reports that a line or a word of the input exceeds the limit of texts.
	ErrLongLine = fault.ErrLongLine
	// ErrOutput reports that output of the program could not be written.
	ErrOutput = fault.ErrOutput
	// ErrRunning reports a run started while another one is running, by a function that a rule calls.
	ErrRunning = fault.ErrRunning
)

// IsFault reports whether an error of Load is about the text, the rest of which was loaded.
// Other errors have ended the program.
func IsFault(err error) bool { return fault.IsFault(err) }

// Faults returns the errors in a text that Load has ended with ErrExit, or nil.
func Faults(err error) error { return fault.Faults(err) }

// IsConstruct reports whether a form is a construct rather than a call.
func IsConstruct(f *syntax.Form) bool { return compile.IsConstruct(f) }

// LooksLikeJess reports whether a program, given as the texts of its files, uses words that
// only Jess has and that it does not define itself.
func LooksLikeJess(texts ...string) bool { return jess.LooksLikeJess(texts...) }
