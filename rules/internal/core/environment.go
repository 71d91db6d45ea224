package core

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"

	"farbank/internal/bounded"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/objects"
	"farbank/rules/internal/router"
	"farbank/rules/rete"
	"farbank/rules/value"
)

// Dialect is the language a program is written in.
type Dialect int

// The dialects.
const (
	CLIPS Dialect = iota
	Jess
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
	Time    time.Duration    // the longest time of a run; 0: no limit
	Clock   func() time.Time // the time of windows and of facts that expire; nil: time.Now
	Depth   int              // the deepest nesting of function calls; 0: 10,000
}

// Environment is a rule system with its own constructs, facts and agenda. It must not be used by
// several goroutines at once; different environments may be.
type Environment struct {
	Dialect Dialect
	*objects.Registry
	Language  *Language
	Functions map[string]*Function // written in Go
	Network   *rete.Network
	*router.Routers
	*Generators

	Modules    []*Module
	Current    *Module
	FocusStack []*Module // the top is the last element
	FactList   factList
	Objects    *objectStore
	globals    []value.Value // by number, of a sealed environment
	Options    Settings
	Watched    watches
	hooks      Hooks
	listeners  []*Hooks
	Outer      any         // the environment of package rules
	Reasons    bool        // the firings that assert facts are recorded
	match      *rete.Match // of the rule that fires
	firing     *Firing     // of the rule that fires, if it has asserted a fact
	tracing    io.Writer
	clock      func() time.Time

	Ctx         context.Context
	MemoryLimit int64
	ReadLimit   int64
	depth       int           // nesting of calls of deffunctions and eval
	levels      int           // nesting of their expressions
	work        uint32        // number of calls, to check the context now and then
	Using       int           // number of current calls that refer to constructs, which cannot be cleared then
	Evals       int           // how many of depth are eval
	Stack       []value.Value // arguments of the current calls
	CallPool    []*Call
	Calls       int
	frames      []*Frame      // for tests of conditions
	borrowed    int           // how many of them are in use
	actionVars  []value.Value // of the rule that fires
	maxDepth    int
	Running     *Rule       // the rule that fires
	Given       value.Value // of a compile.GivenNode
	Halted      bool
	AtLimit     bool // the last run ended at its limit with a rule left to fire
	fired       int64
	Total       Statistics
	untested    bool // the test of a condition has failed since WhileMatching began
	Matching    bool // conditions are being tested: facts and rules must not change
	resetting   bool
	orphaning   bool  // facts without support are being retracted
	pending     error // exit, called in a condition
	Sealed      bool  // the constructs are shared with other environments and cannot change
	Checking    bool  // the program is only compiled: nothing is called
	Loading     []string
	ran         bool                   // rules have been run
	Trying      int                    // number of enclosing calls that would catch an error
	Variables   map[string]value.Value // of calls outside constructs

	ExitCode  *int   // the argument of exit
	Limit     *int64 // the number of rules that all runs of the program may fire; 0: no limit
	RuleCount int
}

// Statistics counts the work done.
type Statistics struct {
	Fired    int64 // rules
	Asserted int64 // facts
	Peak     int   // the most activations at once
}

// Settings are the settings of a program.
type Settings struct {
	Duplication  bool
	ResetGlobals bool
	Salience     SalienceMode
	DynamicCheck bool
	StaticCheck  bool
	Incremental  bool // new rules match the existing facts
	Spread       bool // $?x as an argument is expanded to several
	Breakpoints  map[*Rule]bool
}

// New returns an environment with the given language.
func New(o Options, l *Language) *Environment {
	e := &Environment{Dialect: o.Dialect, Language: l, ExitCode: new(int), Limit: new(int64), Network: rete.New()}
	e.apply(o)
	e.Generators = newGenerators()
	e.Registry = &objects.Registry{}
	e.Functions = map[string]*Function{}
	e.listen()
	e.Watched.compilations = true // as in CLIPS; nothing is printed about them
	e.setUp()
	return e
}

// setUp adds the module MAIN to an empty environment.
func (e *Environment) setUp() {
	e.Modules = nil
	e.FactList = newFactList()
	e.Options = Settings{ResetGlobals: true, StaticCheck: true, Incremental: true, Breakpoints: map[*Rule]bool{}}
	e.Current = e.AddModule("MAIN")
	e.FocusStack = []*Module{e.Current}
	e.declareClasses()
	e.declareInitialFact()
	if e.Dialect == Jess {
		e.Network.Agendas.Rearrange(rete.Jess, false, nil)
	}
}

// listen connects the network to the environment.
func (e *Environment) listen() {
	e.Network.Owner = e
	e.Network.Listener = rete.Listener{
		Focus:      func(r *rete.Rule) { e.PushFocus(e.Modules[r.Module]) },
		Activate:   e.activated,
		Deactivate: e.deactivated,
		Random:     func() uint32 { return uint32(e.Generators.Numbers.Draw()) },
		Failed:     e.testFailed,
		Stop:       func() bool { return e.Interrupted() != nil },
	}
}

// Define adds a function written in Go, or replaces one. The function receives evaluated arguments,
// between Min and Max of them. If it panics, the call fails with a PanicError.
func (e *Environment) Define(f Function) {
	f.Func = guarded(f.Func)
	e.Functions[f.Name] = &f
}

// Statistics returns the work done so far.
func (e *Environment) Statistics() Statistics { return e.Total }

// Clear removes everything: constructs, facts, activations.
func (e *Environment) Clear() error {
	if e.Sealed {
		return ErrSealed
	}
	if e.Running != nil || e.Matching || e.resetting || e.Using > 0 || e.depth > e.Evals {
		return errors.New("[CONSTRCT1] Some constructs are still in use. Clear cannot continue.")
	}
	for _, f := range e.FactList.List() {
		f.Deleted = true
	}
	e.Objects.forget()
	e.Network.Clear()
	e.setUp()
	return nil
}

// Reset retracts all facts and asserts those of the deffacts, in the order of their definition.
func (e *Environment) Reset() error {
	switch {
	case e.Matching:
		return errMatching
	case e.resetting:
		return errors.New("a reset is going on already: what it evaluates cannot reset again")
	}
	e.resetting = true
	defer func() { e.resetting = false }()
	e.fired = 0
	for e.PopFocus() != nil {
	}
	e.PushFocus(e.Modules[0])
	if err := e.emptied(); err != nil {
		return err
	}
	if e.Options.ResetGlobals {
		if err := e.resetGlobals(); err != nil {
			return err
		}
	}
	if err := e.WhileMatching(e.Network.Prime); Fatal(err) {
		return err
	}
	if err := e.makeDefinstances(true); err != nil {
		return err
	}
	if err := e.assertDeffacts(); err != nil {
		return err
	}
	e.Current = e.Modules[0]
	return nil
}

// emptied removes all facts and activations.
func (e *Environment) emptied() error {
	if err := e.WhileMatching(e.Network.Unprime); Fatal(err) {
		return err
	}
	if err := e.deleteInstances(); err != nil {
		return err
	}
	for f := e.FactList.first(); f != nil; f = e.FactList.first() {
		if err := e.Retract(f); Fatal(err) {
			return err
		}
	}
	e.FactList.restart()
	e.Network.Agendas.Clear()
	return nil
}

// Fatal reports whether an error ends the program, and not only the current actions.
func Fatal(err error) bool { return err != nil && !errors.Is(err, errUntested) }

func (e *Environment) resetGlobals() error {
	for _, m := range e.Modules {
		for _, g := range m.Globals {
			if err := g.Reset(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *Environment) declareInitialFact() {
	if e.Dialect == Jess {
		return
	}
	e.Current.initialTemplate = e.Enter(&Template{Name: "initial-fact", Module: e.Current})
	e.Current.initialTemplate.Busy++
	e.Current.Deffacts = append(e.Current.Deffacts, &Deffacts{Name: "initial-fact", Hidden: true})
	_, _ = e.Assert(e.newFact(e.Current.initialTemplate)) // it exists before any reset
}

// Interrupted returns the reason to end a run early, or nil.
func (e *Environment) Interrupted() error {
	if err := context.Cause(e.Ctx); err != nil {
		return fmt.Errorf("interrupted: %w", err)
	}
	if e.Network.Full {
		return &fault.MemoryError{Bytes: e.Network.Memory()}
	}
	return e.Broken
}

// Close closes the files that the program has left open. It returns the first error of writing to
// these or to the output.
func (e *Environment) Close() error {
	e.CloseFiles()
	if !e.StopDribble() {
		e.Written(errors.New("the dribble could not be closed"))
	}
	e.Flush()
	return e.Broken
}

// RemoveItem removes an item from a list.
func RemoveItem[T comparable](list []T, item T) []T {
	return slices.DeleteFunc(list, func(x T) bool { return x == item })
}

// Context returns the context that ends runs.
func (e *Environment) Context() context.Context { return e.Ctx }

// Memory estimates the bytes used by the facts and their matches.
func (e *Environment) Memory() int64 { return e.Network.Memory() }

// Display prints the output of a command.
func (e *Environment) Display(text string) { e.Print("wdisplay", text) }

// SetContext sets the context that ends runs started by the program.
func (e *Environment) SetContext(ctx context.Context) { e.Ctx = ctx }

// SetOutput sets the output of the program and of errors.
func (e *Environment) SetOutput(w io.Writer) { e.Out, e.Errors = w, w }

// SetStrategy sets the conflict resolution strategy.
func (e *Environment) SetStrategy(name string) error {
	s, ok := rete.StrategyNamed(name)
	if !ok {
		return fmt.Errorf("there is no strategy %q", name)
	}
	return e.Rearrange(s, false, nil)
}

// HasRun reports whether rules have been run.
func (e *Environment) HasRun() bool { return e.ran }

// ReadFile returns the text of a file, or an error if it exceeds ReadLimit.
func (e *Environment) ReadFile(path string) (string, error) {
	b, err := bounded.ReadFile(e.Ctx, path, e.ReadLimit)
	return string(b), err
}

// Address returns the address of a fact.
func (e *Environment) Address(f *Fact) value.Value { return rete.Address(f) }
