package rules

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"farbank/internal/bounded"
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
	dialect Dialect
	*registry
	language  *language
	functions map[string]*Function // written in Go
	network   *rete.Network
	*routers
	*generators

	modules []*Module
	current *Module
	focus   []*Module // the stack, its top last
	facts   factList
	options settings
	watched watches
	hooks   Hooks
	tracing io.Writer

	ctx        context.Context
	memory     int64
	readLimit  int64
	depth      int           // of calls of deffunctions and eval
	levels     int           // of the expressions that these lie in
	work       uint32        // calls made, to look at the context now and then
	using      int           // calls that refer to constructs: these cannot be cleared
	evals      int           // how many of these are eval
	stack      []value.Value // arguments of the calls being made
	callPool   []*Call
	calls      int
	actionVars []value.Value // of the rule being fired
	maxDepth   int
	running    *Rule // the rule whose actions are being done
	halted     bool
	fired      int64
	total      Statistics
	untested   bool // a test of them has failed meanwhile
	matching   bool // conditions are being tested: facts and rules must not change
	resetting  bool
	orphaning  bool  // facts without support are being retracted
	pending    error // exit, called in a condition
	checking   bool  // the program is compiled only: nothing of it is called
	loading    []string
	ran        bool                   // the program has run itself
	trying     int                    // attempts that would catch an error
	variables  map[string]value.Value // of calls outside of constructs

	ExitCode  int   // what the program gave to exit
	Limit     int64 // the most rules to fire in all; 0: no limit
	ruleCount int
}

// Statistics count the work of an environment.
type Statistics struct {
	Fired    int64 // rules
	Asserted int64 // facts
	Peak     int   // the most activations at once
}

type settings struct {
	duplication  bool
	resetGlobals bool
	salience     salienceMode
	dynamicCheck bool
	staticCheck  bool
	incremental  bool // new rules match the facts there are
	spread       bool // $?x as an argument is spread over several
	breakpoints  map[*Rule]bool
}

// New makes an environment with the module MAIN and the functions of the
// language.
func New(o Options) *Environment { return newEnvironment(o, languageOf(o.Dialect)) }

// newEnvironment makes an environment with that language.
func newEnvironment(o Options, l *language) *Environment {
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Errors == nil {
		o.Errors = o.Out
	}
	e := &Environment{dialect: o.Dialect, language: l, network: rete.New(), ctx: context.Background(), memory: o.Memory, maxDepth: o.Depth, tracing: o.Trace}
	e.network.Limit = o.Memory
	if e.maxDepth == 0 {
		e.maxDepth = 10000
	}
	if o.In != nil {
		o.In = patient(e.context, o.In)
	}
	e.readLimit = o.Read
	if e.readLimit <= 0 {
		e.readLimit = bounded.Text
	}
	e.routers = newRouters(e.context, o.Out, o.Errors, o.In)
	e.generators = newGenerators()
	e.registry = &registry{}
	e.functions = map[string]*Function{}
	e.listen()
	e.watched.compilations = true // as in CLIPS; nothing is said of them
	e.setUp()
	return e
}

// setUp gives an empty environment its module MAIN.
func (e *Environment) setUp() {
	e.modules = nil
	e.facts = newFactList()
	e.options = settings{resetGlobals: true, staticCheck: true, incremental: true, breakpoints: map[*Rule]bool{}}
	e.current = e.addModule("MAIN")
	e.focus = []*Module{e.current}
	e.declareInitialFact()
	if e.dialect == Jess {
		e.network.Agendas.Rearrange(rete.Jess, false, nil)
	}
}

func (e *Environment) listen() {
	e.network.Listener = rete.Listener{
		Focus:      func(r *rete.Rule) { e.pushFocus(e.modules[r.Module]) },
		Activate:   e.activated,
		Deactivate: e.deactivated,
		Random:     func() uint32 { return uint32(e.generators.numbers.draw()) },
		Failed:     e.testFailed,
		Stop:       func() bool { return e.interrupted() != nil },
	}
}

// Define adds a function written in Go, or replaces one. Its arguments come
// evaluated and in the number it asks for. If it panics, the call ends with a
// PanicError.
func (e *Environment) Define(f Function) {
	f.Func = guarded(f.Func)
	e.functions[f.Name] = &f
}

// Statistics tells the work done so far.
func (e *Environment) Statistics() Statistics { return e.total }

// Clear removes everything: constructs, facts, activations.
func (e *Environment) Clear() error {
	if e.running != nil || e.matching || e.resetting || e.using > 0 || e.depth > e.evals {
		return errors.New("[CONSTRCT1] Some constructs are still in use. Clear cannot continue.")
	}
	for _, f := range e.facts.list() {
		f.Deleted = true
	}
	e.network.Clear()
	e.setUp()
	return nil
}

// Reset empties the list of facts and asserts those of the deffacts, in the
// order they were defined.
func (e *Environment) Reset() error {
	switch {
	case e.matching:
		return errMatching
	case e.resetting:
		return errors.New("a reset is going on already: what it evaluates cannot reset again")
	}
	e.resetting = true
	defer func() { e.resetting = false }()
	e.fired = 0
	for e.popFocus() != nil {
	}
	e.pushFocus(e.modules[0])
	if err := e.emptied(); err != nil {
		return err
	}
	if e.options.resetGlobals {
		if err := e.resetGlobals(); err != nil {
			return err
		}
	}
	if err := e.whileMatching(e.network.Prime); fatal(err) {
		return err
	}
	if err := e.assertDeffacts(); err != nil {
		return err
	}
	e.current = e.modules[0]
	return nil
}

// emptied takes out all facts and activations.
func (e *Environment) emptied() error {
	if err := e.whileMatching(e.network.Unprime); fatal(err) {
		return err
	}
	for f := e.facts.first(); f != nil; f = e.facts.first() {
		if err := e.retract(f); fatal(err) {
			return err
		}
	}
	e.facts.restart()
	e.network.Agendas.Clear()
	return nil
}

// fatal reports whether an error ends the program, and not only the actions it comes from.
func fatal(err error) bool { return err != nil && !errors.Is(err, errUntested) }

func (e *Environment) resetGlobals() error {
	for _, m := range e.modules {
		for _, g := range m.globals {
			if err := g.reset(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e *Environment) declareInitialFact() {
	if e.dialect == Jess {
		return
	}
	e.current.initialTemplate = e.enter(&Template{Name: "initial-fact", Module: e.current})
	e.current.initialTemplate.busy++
	e.current.deffacts = append(e.current.deffacts, &Deffacts{Name: "initial-fact", hidden: true})
	_, _ = e.assert(e.newFact(e.current.initialTemplate)) // it is there before any reset
}

// interrupted gives the reason a run must end before its end, or nil.
func (e *Environment) interrupted() error {
	if err := context.Cause(e.ctx); err != nil {
		return fmt.Errorf("interrupted: %w", err)
	}
	if e.network.Full {
		return &MemoryError{e.network.Memory()}
	}
	return e.broken
}

// Close closes the files that the program has left open. The error is the first of writing,
// to these or to the output.
func (e *Environment) Close() error {
	e.closeFiles()
	if !e.stopDribble() {
		e.written(errors.New("the dribble could not be closed"))
	}
	e.flush()
	return e.broken
}

func removeItem[T comparable](list []T, item T) []T {
	return slices.DeleteFunc(list, func(x T) bool { return x == item })
}

// context is what runs end with.
func (e *Environment) context() context.Context { return e.ctx }

// Memory tells about how many bytes the facts and their matches take.
func (e *Environment) Memory() int64 { return e.network.Memory() }
