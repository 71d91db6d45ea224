package core

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"farbank/internal/bounded"
	"farbank/rules/internal/router"
	"farbank/rules/rete"
)

// ErrSealed refuses a change of constructs that environments share.
var ErrSealed = errors.New("the constructs and watches of a session cannot change: they belong to its base")

// Base is a compiled program: the constructs, the network and the settings of an environment, without facts.
// It is immutable, so that the environments made of it may be used at the same time.
type Base struct {
	from  *Environment
	plan  *rete.Plan
	plain bool // nothing but the system handles messages to the instance [initial-object]
}

// Seal returns the program of an environment, which must not be used after that.
func (e *Environment) Seal() *Base {
	b := &Base{from: e, plan: e.Network.Freeze()}
	e.Sealed = true
	for _, m := range e.Modules {
		for _, g := range m.Globals {
			g.number = len(e.globals)
			e.globals = append(e.globals, g.Value)
		}
	}
	if u := e.Objects.user; u != nil {
		b.plain = !slices.ContainsFunc(slices.Concat(u.Handlers, u.Precedence[1].Handlers), func(h *Handler) bool { return h.System == nil })
	}
	return b
}

// Environment returns the environment of the program, to read its constructs.
func (b *Base) Environment() *Environment { return b.from }

// New returns an environment of the program as after (reset). The dialect of the options is ignored. It calls attach
// with the environment before it evaluates anything.
func (b *Base) New(o Options, attach func(*Environment)) (*Environment, error) {
	from := b.from
	e := &Environment{Dialect: from.Dialect, Language: from.Language, Functions: from.Functions, Sealed: true,
		ExitCode: new(int), Limit: new(int64), Network: b.plan.New(), Modules: from.Modules[:len(from.Modules):len(from.Modules)],
		Current: from.Modules[0], Options: from.Options, Watched: from.Watched, RuleCount: from.RuleCount}
	e.apply(o)
	g := *from.Generators
	e.Generators = &g
	e.Registry = from.Registry.Based()
	e.Options.Breakpoints = maps.Clone(from.Options.Breakpoints)
	e.FactList = newFactList()
	e.Objects = from.Objects.based()
	e.globals = slices.Clone(from.globals)
	e.listen()
	e.Network.Agendas.SetStrategy(from.Network.Agendas.Strategy())
	attach(e)
	return e, e.begin(b.plain)
}

// begin does what Reset does with an environment that has no facts yet.
func (e *Environment) begin(plain bool) error {
	e.resetting = true
	defer func() { e.resetting = false }()
	e.FocusStack = []*Module{e.Modules[0]}
	if e.Options.ResetGlobals {
		if err := e.resetGlobals(); err != nil {
			return err
		}
	}
	if err := e.WhileMatching(e.Network.Prime); Fatal(err) {
		return err
	}
	if plain && e.Objects.initial != nil && !e.Modules[0].changedInitial() {
		i := &Instance{Name: "initial-object", Class: e.Objects.initial}
		e.enterInstance(i)
		e.instanceChanged(i, "")
		if err := e.makeDefinstances(false); err != nil {
			return err
		}
	} else if err := e.makeDefinstances(true); err != nil {
		return err
	}
	return e.assertDeffacts()
}

// changedInitial reports whether the program has removed the definstances of [initial-object].
func (m *Module) changedInitial() bool {
	return !slices.ContainsFunc(m.Definstances, func(d *Definstances) bool { return d.Hidden })
}

// based returns a store without instances that shares the classes and views of o.
func (o *objectStore) based() *objectStore {
	n := newObjects()
	n.user, n.initial, n.ofKind, n.Conservative = o.user, o.initial, o.ofKind, o.Conservative
	n.views, n.viewOf, n.tree = o.views, o.viewOf, o.tree
	return n
}

// apply sets what the options say.
func (e *Environment) apply(o Options) {
	if o.Out == nil {
		o.Out = io.Discard
	}
	if o.Errors == nil {
		o.Errors = o.Out
	}
	e.Ctx, e.MemoryLimit, e.maxDepth, e.tracing = context.Background(), o.Memory, o.Depth, o.Trace
	e.clock = o.Clock
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
}
