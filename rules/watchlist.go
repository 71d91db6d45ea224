package rules

import (
	"farbank/rules/value"
)

func watchBuiltins() []builtin {
	return []builtin{
		{name: "watch", takes: "item:symbol [name ...]", gives: "nothing", help: "reports what happens: facts, rules, activations, focus, globals, deffunctions, statistics, compilations, all; perhaps of some names only",
			example: "(watch facts) (assert (a))", do: watchFunction(true)},
		{name: "unwatch", takes: "item:symbol [name ...]", gives: "nothing", help: "ends that", example: "(unwatch all)", do: watchFunction(false)},
		{name: "list-watch-items", takes: "[item:symbol] [name ...]", gives: "nothing", help: "lists what is watched", example: "(list-watch-items facts initial-fact)", do: listWatchItems},
		{name: "get-watch-item", takes: "item:symbol", help: "whether it is watched", example: "(get-watch-item rules)", do: getWatchItem},
	}
}

func getWatchItem(c *Call) (value.Value, error) {
	item, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	on, ok := c.Env.watching(item)
	if !ok && !objectWatches[item] {
		return value.False, c.Wrong(0, "of type watchable symbol")
	}
	return value.Bool(on), nil
}

// watchItems in the order they are listed.
var watchItems = []string{"facts", "instances", "slots", "rules", "activations", "messages", "message-handlers",
	"generic-functions", "methods", "deffunctions", "compilations", "statistics", "globals", "focus"}

// listWatchItems is (list-watch-items [item construct...]).
func listWatchItems(c *Call) (value.Value, error) {
	e := c.Env
	if len(c.Args) == 0 {
		for _, item := range watchItems {
			on, _ := e.watching(item)
			e.showWatch("", item, on)
		}
		return value.Value{}, nil
	}
	item, err := c.Symbol(0)
	if err != nil {
		return value.Value{}, err
	}
	on, ok := e.watching(item)
	if !ok && !objectWatches[item] {
		return value.Value{}, c.Wrong(0, "of type watchable symbol")
	}
	e.showWatch("", item, on)
	if len(c.Args) > 1 {
		for i := range c.Args[1:] {
			if err := c.listOne(item, i+1); err != nil {
				return value.Value{}, err
			}
		}
		return value.Value{}, nil
	}
	if list := watchedOf[item]; list != nil {
		for _, m := range e.modules {
			e.display(m.Name + ":\n")
			list(m, func(name string, on bool) { e.showWatch("   ", name, on) })
		}
	}
	return value.Value{}, nil
}

func (e *Environment) showWatch(indent, name string, on bool) {
	state := "off"
	if on {
		state = "on"
	}
	e.display(indent + name + " = " + state + "\n")
}

// watchedOf lists what is watched one by one.
var watchedOf = map[string]func(*Module, func(string, bool)){
	"facts": func(m *Module, show func(string, bool)) {
		for _, t := range m.templates {
			show(t.Name, t.watched)
		}
	},
	"rules": func(m *Module, show func(string, bool)) {
		for _, r := range m.rules {
			show(r.Name, r.watchFire)
		}
	},
	"activations": func(m *Module, show func(string, bool)) {
		for _, r := range m.rules {
			show(r.Name, r.watchAct)
		}
	},
	"globals": func(m *Module, show func(string, bool)) {
		for _, g := range m.globals {
			show(g.Name, g.watched)
		}
	},
	"deffunctions": func(m *Module, show func(string, bool)) {
		for _, d := range m.deffunctions {
			show(d.Name, d.watched)
		}
	},
}

// listOne shows the construct that argument i names.
func (c *Call) listOne(item string, i int) error {
	name, found := c.Args[i].Text(), false
	if list := watchedOf[item]; list != nil {
		list(c.Env.current, func(other string, on bool) {
			if other == name {
				c.Env.showWatch("", name, on)
				found = true
			}
		})
	}
	if !found {
		return c.Wrong(i, "of type "+map[string]string{"facts": "deftemplate", "rules": "defrule", "activations": "defrule",
			"globals": "defglobal", "deffunctions": "deffunction"}[item])
	}
	return nil
}
