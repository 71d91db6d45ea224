package rules

import (
	"context"
	"errors"
	"io"
	"time"

	"farbank/rules/internal/bridge"
	"farbank/rules/internal/builtin"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/shell"
	"farbank/rules/value"
	"farbank/solver"
)

// Dialect is the language a program is written in.
type Dialect = core.Dialect

// The dialects.
const (
	CLIPS = core.CLIPS
	Jess  = core.Jess
)

// Options configure an Environment; the zero Options are those of the command line of CLIPS.
type Options struct {
	Dialect Dialect
	Out     io.Writer        // output of the program; nil discards it
	Errors  io.Writer        // errors and warnings; nil: Out
	Trace   io.Writer        // output of watch; nil: Out, as in CLIPS
	In      io.Reader        // input of read and readline; nil: empty; a blocked read may outlast the context
	Read    int64            // the longest text to load and the longest line to read, in bytes; 0: 16 MiB
	Memory  int64            // the memory of the program in bytes; a value that exceeds it ends the program; 0: no limit
	Firings int64            // the number of rules that all runs together may fire; 0: no limit
	Time    time.Duration    // the longest time of a Run; 0: no limit
	Clock   func() time.Time // the time of windows and of facts that expire; nil: time.Now
	Depth   int              // the deepest nesting of function calls; 0: 10,000
}

// Environment is a rule system with its own constructs, facts and agenda. It must not be used
// by several goroutines at once; different environments may be.
type Environment struct {
	ExitCode int   // the argument of exit
	Limit    int64 // the number of rules that all runs of the program together may fire; 0: no limit

	core *core.Environment
	time time.Duration // the longest time of a Run; 0: no limit
}

// New returns an environment with the module MAIN and the functions of the language.
func New(o Options) *Environment {
	e := &Environment{core: core.New(core.Options(o), languageOf(o.Dialect)), Limit: o.Firings, time: o.Time}
	e.core.ExitCode, e.core.Limit, e.core.Outer = &e.ExitCode, &e.Limit, e
	return e
}

// Load reads a program: it defines its constructs and evaluates its calls, in the order of
// the text. Messages use name for the text. The error joins all errors of the text;
// constructs without errors are defined. Load refuses a text longer than Options.Read.
func (e *Environment) Load(r io.Reader, name string) error { return compile.Load(e.core, r, name) }

// LoadFile is like Load for a file of the operating system.
func (e *Environment) LoadFile(path string) error { return compile.LoadFile(e.core, path) }

// Eval evaluates one form of the language: a construct or a call.
func (e *Environment) Eval(text string) (value.Value, error) { return compile.Eval(e.core, text) }

// A RunResult says how many rules a run fired and how it ended.
type RunResult struct {
	Fired  int64
	Status solver.Status // Solved: no rule was left to fire or the program halted; else Unknown
	Reason error         // of Unknown: ErrLimit, a memory limit, or the cause of the end of the context; may be wrapped
}

// Run fires rules, the first of the agenda each time, until none is left, the program halts,
// limit rules have fired (negative: no limit), or ctx is done. It returns an error if an
// action fails, and ErrExit if the program calls exit.
func (e *Environment) Run(ctx context.Context, limit int64) (RunResult, error) {
	if e.time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeoutCause(ctx, e.time, ErrTime)
		defer cancel()
	}
	if most := e.Limit - e.core.Total.Fired; e.Limit > 0 && (limit < 0 || limit > most) {
		limit = max(most, 0)
	}
	fired, err := e.core.Run(ctx, limit)
	if err == nil && e.core.AtLimit {
		err = ErrLimit
	}
	switch {
	case err == nil:
		return RunResult{Fired: fired, Status: solver.Solved}, nil
	case stopped(ctx, err):
		return RunResult{Fired: fired, Reason: err}, nil
	}
	return RunResult{Fired: fired}, err
}

// stopped reports whether err is a limit or the end of ctx.
func stopped(ctx context.Context, err error) bool {
	var memory interface{ MemoryLimit() bool }
	return errors.Is(err, ErrLimit) || errors.As(err, &memory) || ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
}

// Reset retracts all facts and asserts those of the deffacts, in the order of their
// definition.
func (e *Environment) Reset() error { return e.core.Reset() }

// Clear removes everything: constructs, facts, activations.
func (e *Environment) Clear() error { return e.core.Clear() }

// Halt ends a run after the current rule.
func (e *Environment) Halt() { e.core.Halt() }

// Focus pushes a module on the focus stack.
func (e *Environment) Focus(name string) error { return e.core.Focus(name) }

// Close closes the files that the program has left open. It returns the first error of writing
// to these or to the output.
func (e *Environment) Close() error { return e.core.Close() }

// HasRun reports whether the rules have been run, by the program or by Run.
func (e *Environment) HasRun() bool { return e.core.HasRun() }

// SetContext sets the context that ends runs started by the program.
func (e *Environment) SetContext(ctx context.Context) { e.core.SetContext(ctx) }

// SetOutput sets the output of the program and of errors.
func (e *Environment) SetOutput(w io.Writer) { e.core.SetOutput(w) }

// SetStrategy sets the conflict resolution strategy.
func (e *Environment) SetStrategy(name string) error { return e.core.SetStrategy(name) }

// Watch starts reporting an item: facts, rules, activations, focus, globals, deffunctions,
// statistics, compilations or all.
func (e *Environment) Watch(item string) error { return e.core.Watch(item, true) }

// Unwatch stops reporting an item.
func (e *Environment) Unwatch(item string) error { return e.core.Watch(item, false) }

// Memory estimates the bytes used by the facts and their matches.
func (e *Environment) Memory() int64 { return e.core.Memory() }

// Statistics counts the work of an environment.
type Statistics struct {
	Fired    int64 // rules
	Asserted int64 // facts
	Peak     int   // the most activations at once
}

// Statistics returns the work done so far.
func (e *Environment) Statistics() Statistics { return Statistics(e.core.Statistics()) }

// Hooks are functions called while rules run; each may be nil. They must not change anything.
type Hooks struct {
	Fire       func(rule string, facts []*Fact)
	Assert     func(*Fact)
	Retract    func(*Fact)
	Activate   func(rule string, facts []*Fact) // an activation has been added to the agenda
	Deactivate func(rule string, facts []*Fact) // and removed because a condition no longer holds
}

// SetHooks sets the functions called while rules run.
func (e *Environment) SetHooks(h Hooks) { e.core.SetHooks(core.Hooks(h)) }

// Prompt reads forms from in, evaluates them, and writes the values of calls to out, until the
// input ends or the program calls exit. It writes prompt, which may be "", before each line. It
// reports errors and continues.
func (e *Environment) Prompt(in io.Reader, out io.Writer, prompt string) error {
	return shell.Prompt(e.core, in, out, prompt)
}

// Enter evaluates the forms of a text typed at a prompt and writes the values of calls to out.
// It returns false if the text ends within a form, so that more text is needed. The error is
// ErrExit or the cause of the end of the context.
func (e *Environment) Enter(text string, out io.Writer) (bool, error) {
	return shell.Enter(e.core, text, out)
}

// Names returns the words that can begin a form: functions, special forms, constructs and the
// program's own functions and templates, sorted.
func (e *Environment) Names() []string { return compile.Names(e.core) }

// Complete extends the word before the cursor, a byte index in line, by the common prefix of
// all names that begin with it. It returns the line, the new cursor, and whether it added
// anything.
func (e *Environment) Complete(line string, cursor int) (string, int, bool) {
	return shell.Complete(e.core, line, cursor)
}

// A Program is a text to load and its name in messages.
type Program = shell.Program

// Batch loads programs and then evaluates calls. If calls is nil, it evaluates (reset) and (run)
// unless the programs have run themselves. If a program has errors, Batch still loads the
// others, but runs nothing.
func (e *Environment) Batch(programs []Program, calls *Program) error {
	return shell.Batch(e.core, programs, calls)
}

// AssertString asserts the fact that a text describes, such as (point 1 2). It returns the
// address of the fact, or FALSE if an equal one exists.
func (e *Environment) AssertString(text string) (value.Value, error) {
	return builtin.AssertString(e.core, text)
}

// Symbol returns the symbol with the given text.
func (e *Environment) Symbol(text string) value.Value { return e.core.Symbol(text) }

// DefineFunc adds a Go function to the language. Its parameters may be booleans, numbers,
// strings, slices of these, value.Value, or the type of an external object; the last may be
// variadic. It returns nothing, a value, an error, or a value and an error. A call with
// another number or other types of arguments is an error of the program.
func (e *Environment) DefineFunc(name string, function any) error {
	return bridge.DefineFunc(e.core, name, function)
}

// DefineType lets programs in the dialect of Jess create objects of a Go type by (new name
// arguments...). A maker is a function that returns an object, or an object and an error;
// the first one that accepts the arguments is called. A maker that is a struct serves as an
// example: (new name) returns a pointer to a copy of it. The copy is shallow: all objects
// share its maps, slices and pointers, so use a function for structs that have them. For a
// map type (new name) returns a new map, for a slice type a pointer to a new slice.
//
// Programs call the exported methods of an object by their names, also with a lower-case first
// letter: (?account deposit 5). If there is no such method, getX, isX and setX read and set
// the exported field X, as ?account.x does. A Go map has the methods of Java's Map and a
// pointer to a slice those of List; both are printed and compared as in Java.
func (e *Environment) DefineType(name string, makers ...any) error {
	return e.core.DefineType(name, makers...)
}

// Store stores a Go value under key; nil removes it. The program reads it with (fetch key),
// and Fetch reads what the program stores with (store key value). Only the dialect of Jess
// has these functions.
func (e *Environment) Store(key string, x any) error { return e.core.Store(key, x) }

// Fetch returns the value that Store or the program has stored under key.
func (e *Environment) Fetch(key string) (value.Value, bool) { return e.core.Fetch(key) }

// ValueOf converts a Go value to one of the language: booleans become TRUE and FALSE, integers
// and floats numbers, strings strings, a Symbol a symbol, slices and arrays multifields,
// facts their addresses. A nil pointer or map becomes nil. Anything else becomes an external
// address: Go functions receive it unchanged, and programs in the dialect of Jess call its
// methods (see DefineType). A value of a type that is not comparable, except a map, must be
// passed by pointer.
func (e *Environment) ValueOf(x any) (value.Value, error) { return e.core.ValueOf(x) }
