package core

import (
	"fmt"
	"io"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// watches are the items reported as they happen. Facts, rules and activations are also watched
// individually, by their template or rule.
type watches struct {
	facts, Rules, Activations, focus, Globals, Deffunctions, statistics, compilations bool
	instances, slots, messages, Handlers, generics, Methods                           bool
}

// Watch turns the report of an item on or off: facts, rules, activations, focus, globals,
// deffunctions, statistics, compilations or all.
func (e *Environment) Watch(item string, on bool) error {
	if e.Sealed {
		return ErrSealed
	}
	w := &e.Watched
	switch item {
	case "facts":
		e.watchTemplates(on)
	case "rules":
		w.Rules = on
		e.eachRule(func(r *Rule) { r.WatchFire = on })
	case "activations":
		w.Activations = on
		e.eachRule(func(r *Rule) { r.WatchAct = on })
	case "focus":
		w.focus = on
	case "globals":
		w.Globals = on
		for _, m := range e.Modules {
			for _, g := range m.Globals {
				g.Watched = on
			}
		}
	case "deffunctions":
		w.Deffunctions = on
		for _, m := range e.Modules {
			for _, d := range m.Deffunctions {
				d.Watched = on
			}
		}
	case "statistics":
		w.statistics = on
	case "compilations":
		w.compilations = on
	case "all":
		for _, each := range WatchItems {
			if e.Dialect == Jess && objectItems[each] {
				continue
			}
			if err := e.Watch(each, on); err != nil {
				return err
			}
		}
	default:
		if e.Dialect != Jess && e.watchObjects(item, on) {
			return nil
		}
		return fmt.Errorf("%s is nothing that can be watched", item)
	}
	return nil
}

func (e *Environment) watchTemplates(on bool) {
	e.Watched.facts = on
	for _, m := range e.Modules {
		for _, t := range m.Templates {
			t.Watched = on
		}
	}
}

func (e *Environment) eachRule(do func(*Rule)) {
	for _, m := range e.Modules {
		for _, r := range m.Rules {
			do(r)
		}
	}
}

func (e *Environment) trace(text string) {
	if e.tracing != nil {
		_, _ = io.WriteString(e.tracing, text)
		return
	}
	e.Print("wtrace", text)
}

func (e *Environment) watchFact(arrow string, f *Fact) {
	if f.Relation.Data.(*Template).Watched {
		e.trace(arrow + FactLine(f) + "\n")
	}
}

func (e *Environment) activated(a *rete.Activation) {
	e.watchActivation("==> Activation ", a)
	e.hookRule(a, onActivate)
}

func (e *Environment) deactivated(a *rete.Activation) {
	e.watchActivation("<== Activation ", a)
	e.hookRule(a, onDeactivate)
}

func (e *Environment) watchActivation(arrow string, a *rete.Activation) {
	if a.Rule.Data.(*Rule).WatchAct {
		e.trace(arrow + e.ActivationLine(a) + "\n")
	}
}

// ActivationLine returns an activation as in listings.
func (e *Environment) ActivationLine(a *rete.Activation) string {
	return fmt.Sprintf("%-6d %s: %s", a.Salience, a.Rule.Name, Basis(e.Network.Facts(a)))
}

func (e *Environment) watchFocus(arrow string, m, other *Module, link string) {
	if !e.Watched.focus {
		return
	}
	text := arrow + m.Name
	if other != nil {
		text += link + other.Name
	}
	e.trace(text + "\n")
}

func (e *Environment) watchGlobal(g *Global, old value.Value) {
	if g.Watched {
		e.trace(fmt.Sprintf(":== ?*%s* ==> %s <== %s\n", g.Name, e.GlobalValue(g), old))
	}
}

func (e *Environment) watchCall(d *Deffunction, args []value.Value, arrow string) {
	if !d.Watched {
		return
	}
	text := fmt.Sprintf("DFN %s %s ED:%d (", arrow, d.Name, e.callDepth())
	text += value.Implode(args)
	e.trace(text + ")\n")
}

// WatchItems are the items that can be watched, in the order in which they are listed.
var WatchItems = []string{"facts", "instances", "slots", "rules", "activations", "messages", "message-handlers",
	"generic-functions", "methods", "deffunctions", "compilations", "statistics", "globals", "focus"}

// objectItems are those of the object system and of generic functions, which Jess lacks.
var objectItems = map[string]bool{"instances": true, "slots": true, "messages": true, "message-handlers": true,
	"generic-functions": true, "methods": true}

// watchObjects turns the report of an item of the object system on or off. It returns false for other
// items.
func (e *Environment) watchObjects(item string, on bool) bool {
	w := &e.Watched
	each := func(class func(*Class), generic func(*Generic)) {
		for _, m := range e.Modules {
			for _, c := range m.Classes {
				class(c)
			}
			for _, g := range m.Generics {
				generic(g)
			}
		}
	}
	noGeneric, noClass := func(*Generic) {}, func(*Class) {}
	switch item {
	case "instances":
		w.instances = on
		each(func(c *Class) { c.WatchInstances = on }, noGeneric)
	case "slots":
		w.slots = on
		each(func(c *Class) { c.WatchSlots = on }, noGeneric)
	case "messages":
		w.messages = on
	case "message-handlers":
		w.Handlers = on
		each(func(c *Class) {
			for _, h := range c.Handlers {
				h.Watched = on
			}
		}, noGeneric)
	case "generic-functions":
		w.generics = on
		each(noClass, func(g *Generic) { g.Watched = on })
	case "methods":
		w.Methods = on
		each(noClass, func(g *Generic) {
			for _, m := range g.Methods {
				m.Watched = on
			}
		})
	default:
		return false
	}
	return true
}

// Watching returns whether an item is watched globally, and whether the item exists.
func (e *Environment) Watching(item string) (on, ok bool) {
	w := &e.Watched
	switch item {
	case "facts":
		return w.facts, true
	case "rules":
		return w.Rules, true
	case "activations":
		return w.Activations, true
	case "focus":
		return w.focus, true
	case "globals":
		return w.Globals, true
	case "deffunctions":
		return w.Deffunctions, true
	case "statistics":
		return w.statistics, true
	case "compilations":
		return w.compilations, true
	case "instances":
		return w.instances, true
	case "slots":
		return w.slots, true
	case "messages":
		return w.messages, true
	case "message-handlers":
		return w.Handlers, true
	case "generic-functions":
		return w.generics, true
	case "methods":
		return w.Methods, true
	}
	return false, false
}
