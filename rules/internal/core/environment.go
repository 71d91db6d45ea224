package core

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

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
	Dialect Dialect
	*objects.Registry
	Language  *Language
	Functions map[string]*Function // written in Go
	Network   *rete.Network
	*router.Routers
	*Generators

	Modules    []*Module
	Current    *Module
	FocusStack []*Module // the stack, its top last
	FactList   factList
	Options    Settings
	Watched    watches
	hooks      Hooks
	tracing    io.Writer

	Ctx         context.Context
	MemoryLimit int64
	ReadLimit   int64
	depth       int           // of calls of deffunctions and eval
	levels      int           // of the expressions that these lie in
	work        uint32        // calls made, to look at the context now and then
	Using       int           // calls that refer to constructs: these cannot be cleared
	Evals       int           // how many of these are eval
	Stack       []value.Value // arguments of the calls being made
	CallPool    []*Call
	Calls       int
	actionVars  []value.Value // of the rule being fired
	maxDepth    int
	Running     *Rule // the rule whose actions are being done
	Halted      bool
	fired       int64
	Total       Statistics
	untested    bool // a test of them has failed meanwhile
	Matching    bool // conditions are being tested: facts and rules must not change
	resetting   bool
	orphaning   bool  // facts without support are being retracted
	pending     error // exit, called in a condition
	Checking    bool  // the program is compiled only: nothing of it is called
	Loading     []string
	ran         bool                   // the program has run itself
	Trying      int                    // attempts that would catch an error
	Variables   map[string]value.Value // of calls outside of constructs

	ExitCode  *int   // what the program gave to exit
	Limit     *int64 // the most rules to fire in all; 0: no limit
	RuleCount int
}

// Statistics count the work done.
type Statistics struct {
	Fired    int64 // rules
	Asserted int64 // facts
	Peak     int   // the most activations at once
}

// Settings are what programs can set.
type Settings struct {
	Duplication  bool
	ResetGlobals bool
	Salience     SalienceMode
	DynamicCheck bool
	StaticCheck  bool
	Incremental  bool // new rules match the facts there are
	Spread       bool // $?x as an argument is spread over several
	Breakpoints  map[*Rule]bool
}

// New makes an environment with that language.
func New(o Options, l *Language) *Environment {
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Errors == nil {
		o.Errors = o.Out
	}
	e := &Environment{Dialect: o.Dialect, Language: l, ExitCode: new(int), Limit: new(int64), Network: rete.New(), Ctx: context.Background(), MemoryLimit: o.Memory, maxDepth: o.Depth, tracing: o.Trace}
	e.Network.Limit = o.Memory
	if e.maxDepth == 0 {
		e.maxDepth = 10000
	}
	if o.In != nil {
		o.In = router.Patient(e.Context, o.In)
	}
	e.ReadLimit = o.Read
	if e.ReadLimit <= 0 {
		e.ReadLimit = bounded.Text
	}
	e.Routers = router.New(e.Context, o.Out, o.Errors, o.In)
	e.Generators = newGenerators()
	e.Registry = &objects.Registry{}
	e.Functions = map[string]*Function{}
	e.listen()
	e.Watched.compilations = true // as in CLIPS; nothing is said of them
	e.setUp()
	return e
}

// setUp gives an empty environment its module MAIN.
func (e *Environment) setUp() {
	e.Modules = nil
	e.FactList = newFactList()
	e.Options = Settings{ResetGlobals: true, StaticCheck: true, Incremental: true, Breakpoints: map[*Rule]bool{}}
	e.Current = e.AddModule("MAIN")
	e.FocusStack = []*Module{e.Current}
	e.declareInitialFact()
	if e.Dialect == Jess {
		e.Network.Agendas.Rearrange(rete.Jess, false, nil)
	}
}

func (e *Environment) listen() {
	e.Network.Listener = rete.Listener{
		Focus:      func(r *rete.Rule) { e.PushFocus(e.Modules[r.Module]) },
		Activate:   e.activated,
		Deactivate: e.deactivated,
		Random:     func() uint32 { return uint32(e.Generators.Numbers.Draw()) },
		Failed:     e.testFailed,
		Stop:       func() bool { return e.Interrupted() != nil },
	}
}

// Define adds a function written in Go, or replaces one. Its arguments come
// evaluated and in the number it asks for. If it panics, the call ends with a
// PanicError.
func (e *Environment) Define(f Function) {
	f.Func = guarded(f.Func)
	e.Functions[f.Name] = &f
}

// Statistics tells the work done so far.
func (e *Environment) Statistics() Statistics { return e.Total }

// Clear removes everything: constructs, facts, activations.
func (e *Environment) Clear() error {
	if e.Running != nil || e.Matching || e.resetting || e.Using > 0 || e.depth > e.Evals {
		return errors.New("[CONSTRCT1] Some constructs are still in use. Clear cannot continue.")
	}
	for _, f := range e.FactList.List() {
		f.Deleted = true
	}
	e.Network.Clear()
	e.setUp()
	return nil
}

// Reset empties the list of facts and asserts those of the deffacts, in the
// order they were defined.
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
	if err := e.assertDeffacts(); err != nil {
		return err
	}
	e.Current = e.Modules[0]
	return nil
}

// emptied takes out all facts and activations.
func (e *Environment) emptied() error {
	if err := e.WhileMatching(e.Network.Unprime); Fatal(err) {
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

// Fatal reports whether an error ends the program, and not only the actions it comes from.
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
	_, _ = e.Assert(e.newFact(e.Current.initialTemplate)) // it is there before any reset
}

// Interrupted gives the reason a run must end before its end, or nil.
func (e *Environment) Interrupted() error {
	if err := context.Cause(e.Ctx); err != nil {
		return fmt.Errorf("interrupted: %w", err)
	}
	if e.Network.Full {
		return &fault.MemoryError{Bytes: e.Network.Memory()}
	}
	return e.Broken
}

// Close closes the files that the program has left open. The error is the first of writing,
// to these or to the output.
func (e *Environment) Close() error {
	e.CloseFiles()
	if !e.StopDribble() {
		e.Written(errors.New("the dribble could not be closed"))
	}
	e.Flush()
	return e.Broken
}

// RemoveItem takes an item out of a list.
func RemoveItem[T comparable](list []T, item T) []T {
	return slices.DeleteFunc(list, func(x T) bool { return x == item })
}

// Context is what runs end with.
func (e *Environment) Context() context.Context { return e.Ctx }

// Memory tells about how many bytes the facts and their matches take.
func (e *Environment) Memory() int64 { return e.Network.Memory() }

// Display prints what a command shows.
func (e *Environment) Display(text string) { e.Print("wdisplay", text) }

// SetContext makes the runs that a program starts itself end with a context.
func (e *Environment) SetContext(ctx context.Context) { e.Ctx = ctx }

// SetOutput changes where the program prints, and where errors go.
func (e *Environment) SetOutput(w io.Writer) { e.Out, e.Errors = w, w }

// SetStrategy changes the conflict resolution strategy.
func (e *Environment) SetStrategy(name string) error {
	s, ok := rete.StrategyNamed(name)
	if !ok {
		return fmt.Errorf("there is no strategy %q", name)
	}
	return e.Rearrange(s, false, nil)
}

// HasRun reports whether the program has run its rules itself.
func (e *Environment) HasRun() bool { return e.ran }

// ReadFile gives the text of a file, if it is within the limit for texts.
func (e *Environment) ReadFile(path string) (string, error) {
	b, err := bounded.ReadFile(e.Ctx, path, e.ReadLimit)
	return string(b), err
}

// Address gives the value that stands for a fact.
func (e *Environment) Address(f *Fact) value.Value { return rete.Address(f) }
