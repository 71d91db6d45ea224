package rules

import (
	"fmt"
	"io"

	"farbank/rules/rete"
	"farbank/rules/value"
)

// watches say what is reported while it happens. Facts, rules and activations
// are also watched one by one, by their template or rule.
type watches struct {
	facts, rules, activations, focus, globals, deffunctions, statistics, compilations bool
}

// Watch switches the report of an item on or off: facts, rules, activations,
// focus, globals, deffunctions, statistics, compilations or all.
func (e *Environment) Watch(item string, on bool) error {
	w := &e.watched
	switch item {
	case "facts":
		e.watchTemplates(on)
	case "rules":
		w.rules = on
		e.eachRule(func(r *Rule) { r.watchFire = on })
	case "activations":
		w.activations = on
		e.eachRule(func(r *Rule) { r.watchAct = on })
	case "focus":
		w.focus = on
	case "globals":
		w.globals = on
		for _, m := range e.modules {
			for _, g := range m.globals {
				g.watched = on
			}
		}
	case "deffunctions":
		w.deffunctions = on
		for _, m := range e.modules {
			for _, d := range m.deffunctions {
				d.watched = on
			}
		}
	case "statistics":
		w.statistics = on
	case "compilations":
		w.compilations = on
	case "all":
		for _, each := range []string{"facts", "rules", "activations", "focus", "globals", "deffunctions", "statistics", "compilations"} {
			if err := e.Watch(each, on); err != nil {
				return err
			}
		}
	default:
		if objectWatches[item] {
			return fmt.Errorf("%s belong to the object system, which is not part of this engine", item)
		}
		return fmt.Errorf("%s is nothing that can be watched", item)
	}
	return nil
}

func (e *Environment) watchTemplates(on bool) {
	e.watched.facts = on
	for _, m := range e.modules {
		for _, t := range m.templates {
			t.watched = on
		}
	}
}

func (e *Environment) eachRule(do func(*Rule)) {
	for _, m := range e.modules {
		for _, r := range m.rules {
			do(r)
		}
	}
}

func (e *Environment) trace(text string) {
	if e.tracing != nil {
		_, _ = io.WriteString(e.tracing, text)
		return
	}
	e.print("wtrace", text)
}

func (e *Environment) watchFact(arrow string, f *Fact) {
	if f.Relation.Data.(*Template).watched {
		e.trace(arrow + factLine(f) + "\n")
	}
}

func (e *Environment) activated(a *rete.Activation) { e.watchActivation("==> Activation ", a) }

func (e *Environment) deactivated(a *rete.Activation) { e.watchActivation("<== Activation ", a) }

func (e *Environment) watchActivation(arrow string, a *rete.Activation) {
	if a.Rule.Data.(*Rule).watchAct {
		e.trace(arrow + e.activationLine(a) + "\n")
	}
}

func (e *Environment) activationLine(a *rete.Activation) string {
	return fmt.Sprintf("%-6d %s: %s", a.Salience, a.Rule.Name, basis(e.network.Facts(a)))
}

func (e *Environment) watchFocus(arrow string, m, other *Module, link string) {
	if !e.watched.focus {
		return
	}
	text := arrow + m.Name
	if other != nil {
		text += link + other.Name
	}
	e.trace(text + "\n")
}

func (e *Environment) watchGlobal(g *Global, old value.Value) {
	if g.watched {
		e.trace(fmt.Sprintf(":== ?*%s* ==> %s <== %s\n", g.Name, g.Value, old))
	}
}

func (e *Environment) watchCall(d *Deffunction, args []value.Value, arrow string) {
	if !d.watched {
		return
	}
	depth := e.depth - e.evals
	if e.running != nil {
		depth++ // a rule's actions are a call of their own
	}
	text := fmt.Sprintf("DFN %s %s ED:%d (", arrow, d.Name, depth)
	text += value.Implode(args)
	e.trace(text + ")\n")
}

// objectWatches are the items of the object system; nothing happens to them.
var objectWatches = map[string]bool{"instances": true, "slots": true, "messages": true, "message-handlers": true,
	"generic-functions": true, "methods": true}

// watching tells whether an item is watched in all, and whether there is such
// an item.
func (e *Environment) watching(item string) (on, ok bool) {
	w := &e.watched
	switch item {
	case "facts":
		return w.facts, true
	case "rules":
		return w.rules, true
	case "activations":
		return w.activations, true
	case "focus":
		return w.focus, true
	case "globals":
		return w.globals, true
	case "deffunctions":
		return w.deffunctions, true
	case "statistics":
		return w.statistics, true
	case "compilations":
		return w.compilations, true
	}
	return false, false
}
