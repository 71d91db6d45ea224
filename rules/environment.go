package rules

import (
	"context"
	"io"

	"farbank/rules/internal/bridge"
	"farbank/rules/internal/builtin"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/shell"
	"farbank/rules/value"
)

// Dialect is the language a program is written in.
type Dialect = core.Dialect

// The dialects.
const (
	CLIPS = core.CLIPS
	Jess  = core.Jess
)

// Options say how an Environment is set up; the zero Options are those of the
// command line of CLIPS.
type Options struct {
	Dialect Dialect
	Out     io.Writer // what the program prints; nil: nowhere
	Errors  io.Writer // errors and warnings; nil: Out
	Trace   io.Writer // what watch reports; nil: Out, as in CLIPS
	In      io.Reader // what read and readline read; nil: nothing; a read may go on when the context has ended
	Read    int64     // the most bytes of a text to load, and of a line to read; 0: 16 MiB
	Memory  int64     // bytes that the program has; a value that takes too much of it ends the program; 0: no limit
	Depth   int       // how deep functions may call each other; 0: 10,000
}

// Environment is a rule system of its own: its constructs, facts and agenda.
// Not for use by several goroutines at once; several environments are.
type Environment struct {
	ExitCode int   // what the program gave to exit
	Limit    int64 // the most rules to fire in all; 0: no limit

	core *core.Environment
}

// New makes an environment with the module MAIN and the functions of the
// language.
func New(o Options) *Environment {
	e := &Environment{core: core.New(core.Options(o), languageOf(o.Dialect))}
	e.core.ExitCode, e.core.Limit = &e.ExitCode, &e.Limit
	return e
}

// Load reads a program: it defines its constructs and does its calls, in the
// order of the text. name is what messages call it. The error joins all faults
// of the text; the constructs without faults are defined. A text longer than
// Options.Read is refused.
func (e *Environment) Load(r io.Reader, name string) error { return compile.Load(e.core, r, name) }

// LoadFile is Load for a file of the operating system.
func (e *Environment) LoadFile(path string) error { return compile.LoadFile(e.core, path) }

// Eval evaluates a piece of program text: one form, construct or call.
func (e *Environment) Eval(text string) (value.Value, error) { return compile.Eval(e.core, text) }

// Run fires rules, the first of the agenda each time, until none is left, the
// program halts, limit rules have fired (negative: no limit), or the context
// ends. It tells how many fired. The error is that of an action, or the reason
// the context ended.
func (e *Environment) Run(ctx context.Context, limit int64) (int64, error) {
	return e.core.Run(ctx, limit)
}

// Reset empties the list of facts and asserts those of the deffacts, in the
// order they were defined.
func (e *Environment) Reset() error { return e.core.Reset() }

// Clear removes everything: constructs, facts, activations.
func (e *Environment) Clear() error { return e.core.Clear() }

// Halt ends a run after the rule being fired.
func (e *Environment) Halt() { e.core.Halt() }

// Focus puts a module on top of the focus stack.
func (e *Environment) Focus(name string) error { return e.core.Focus(name) }

// Close closes the files that the program has left open. The error is the first of writing,
// to these or to the output.
func (e *Environment) Close() error { return e.core.Close() }

// HasRun reports whether the program has run its rules itself.
func (e *Environment) HasRun() bool { return e.core.HasRun() }

// SetContext makes the runs that a program starts itself end with a context.
func (e *Environment) SetContext(ctx context.Context) { e.core.SetContext(ctx) }

// SetOutput changes where the program prints, and where errors go.
func (e *Environment) SetOutput(w io.Writer) { e.core.SetOutput(w) }

// SetStrategy changes the conflict resolution strategy.
func (e *Environment) SetStrategy(name string) error { return e.core.SetStrategy(name) }

// Watch switches the report of an item on or off: facts, rules, activations,
// focus, globals, deffunctions, statistics, compilations or all.
func (e *Environment) Watch(item string, on bool) error { return e.core.Watch(item, on) }

// Memory tells about how many bytes the facts and their matches take.
func (e *Environment) Memory() int64 { return e.core.Memory() }

// Statistics count the work of an environment.
type Statistics struct {
	Fired    int64 // rules
	Asserted int64 // facts
	Peak     int   // the most activations at once
}

// Statistics tells the work done so far.
func (e *Environment) Statistics() Statistics { return Statistics(e.core.Statistics()) }

// Hooks are called while rules run; each may be nil.
type Hooks struct {
	Fire    func(rule string, facts []*Fact)
	Assert  func(*Fact)
	Retract func(*Fact)
}

// SetHooks sets what is called while rules run.
func (e *Environment) SetHooks(h Hooks) { e.core.SetHooks(core.Hooks(h)) }

// Prompt reads forms from in, does them, and writes the values of calls to out,
// until the input ends or the program calls exit. Errors are reported and do
// not end it. With show it writes a prompt before each line.
func (e *Environment) Prompt(in io.Reader, out io.Writer, show bool) error {
	return shell.Prompt(e.core, in, out, show)
}

// Enter does the forms of a text typed at a prompt, and writes the values of
// its calls. It reports false if the text ends within a form, so that more of
// it must come. The error is ErrExit, or the reason the context ended.
func (e *Environment) Enter(text string, out io.Writer) (bool, error) {
	return shell.Enter(e.core, text, out)
}

// Names lists what a form can begin with: functions, special forms, constructs
// and the program's own functions and templates, in alphabetical order.
func (e *Environment) Names() []string { return compile.Names(e.core) }

// Complete replaces the word before the cursor, which is at a place of the line, by what all
// names that begin with it have in common. It gives the line, where the cursor is then, and
// whether anything was added.
func (e *Environment) Complete(line string, cursor int) (string, int, bool) {
	return shell.Complete(e.core, line, cursor)
}

// A Program is a text to load, with its name for messages.
type Program = shell.Program

// Batch loads programs and does what follows: the calls of a batch file; without one, if
// they have not run themselves, (reset) and (run). Where a program has faults the others
// are loaded still, and nothing is run.
func (e *Environment) Batch(programs []Program, calls *Program) error {
	return shell.Batch(e.core, programs, calls)
}

// AssertString asserts the fact that a text describes, as (point 1 2), and
// gives its address, or FALSE if there is an equal one.
func (e *Environment) AssertString(text string) (value.Value, error) {
	return builtin.AssertString(e.core, text)
}

// Symbol gives the symbol of that text.
func (e *Environment) Symbol(text string) value.Value { return e.core.Symbol(text) }

// DefineFunc makes a Go function a function of the language. Its parameters may
// be booleans, numbers, strings, slices of these, value.Value, or the type of an
// external object; the last may be variadic. It gives back nothing, a value, an
// error, or a value and an error. Calls with arguments of other types or in
// another number are errors of the program.
func (e *Environment) DefineFunc(name string, function any) error {
	return bridge.DefineFunc(e.core, name, function)
}

// DefineType lets programs in the dialect of Jess make objects of a Go type:
// (new name arguments...). A maker is a function that gives an object, or an
// object and an error; the first that takes the arguments is called. A maker
// that is a struct is an example: (new name) is a pointer to a copy of it. The copy
// is shallow: maps, slices and pointers in the example are shared by all objects, so
// a maker that has them should be a function. Of a map type it is a new map; of a
// slice type, a pointer to a new slice.
//
// The exported methods of an object are called by their names, or by these with
// a small letter: (?account deposit 5). Where there is no method, getX, isX and
// setX read and set the exported field X, as ?account.x does. A Go map has the
// methods of Java's Map, a pointer to a slice those of List, and both are printed and
// compared as these are.
func (e *Environment) DefineType(name string, makers ...any) error {
	return e.core.DefineType(name, makers...)
}

// Store keeps a Go value for the program, which gets it by (fetch key); nil takes it away.
// The program's (store key value) is read by Fetch. Only the dialect of Jess has these
// functions.
func (e *Environment) Store(key string, x any) error { return e.core.Store(key, x) }

// Fetch gives what Store, or the program, has kept under a key.
func (e *Environment) Fetch(key string) (value.Value, bool) { return e.core.Fetch(key) }

// ValueOf turns a Go value into one of the language: booleans become TRUE and
// FALSE, integers and floats numbers, strings strings, a Symbol a symbol, slices
// and arrays multifields, facts their addresses; anything else an external
// address that Go functions get back as it was, with methods in the dialect of
// Jess (see DefineType). A nil pointer or map is nil. What is not comparable, but
// for maps, needs a pointer.
func (e *Environment) ValueOf(x any) (value.Value, error) { return e.core.ValueOf(x) }
