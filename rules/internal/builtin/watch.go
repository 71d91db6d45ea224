package builtin

import (
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

func watchBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "watch", Takes: "item:symbol [name ...]", Gives: "nothing", Help: "starts reporting facts, rules, activations, focus, globals, deffunctions, instances, slots, messages, message-handlers, generic-functions, methods, statistics, compilations or all, or only some names",
			Example: "(watch facts) (assert (a))", Do: watchFunction(true)},
		{Name: "unwatch", Takes: "item:symbol [name ...]", Gives: "nothing", Help: "stops reporting an item", Example: "(unwatch all)", Do: watchFunction(false)},
		{Name: "list-watch-items", Takes: "[item:symbol] [name ...]", Gives: "nothing", Help: "lists the watched items", Example: "(list-watch-items facts initial-fact)", Do: listWatchItems},
		{Name: "get-watch-item", Takes: "item:symbol", Help: "reports whether an item is watched", Example: "(get-watch-item rules)", Do: getWatchItem},
	}
}

func getWatchItem(c *core.Call) (value.Value, error) {
	item, err := c.Symbol(0)
	if err != nil {
		return value.False, err
	}
	on, ok := c.Env.Watching(item)
	if !ok {
		return value.False, c.Wrong(0, "of type watchable symbol")
	}
	return value.Bool(on), nil
}

// listWatchItems implements (list-watch-items [item construct...]).
func listWatchItems(c *core.Call) (value.Value, error) {
	e := c.Env
	if len(c.Args) == 0 {
		for _, item := range core.WatchItems {
			on, _ := e.Watching(item)
			showWatch(e, "", item, on)
		}
		return value.Value{}, nil
	}
	item, err := c.Symbol(0)
	if err != nil {
		return value.Value{}, err
	}
	on, ok := e.Watching(item)
	if !ok {
		return value.Value{}, c.Wrong(0, "of type watchable symbol")
	}
	showWatch(e, "", item, on)
	if len(c.Args) > 1 {
		for i := range c.Args[1:] {
			if err := listOne(c, item, i+1); err != nil {
				return value.Value{}, err
			}
		}
		return value.Value{}, nil
	}
	if list := watchedOf[item]; list != nil {
		for _, m := range e.Modules {
			e.Display(m.Name + ":\n")
			list(m, func(name string, on bool) { showWatch(e, "   ", name, on) })
		}
	}
	return value.Value{}, nil
}

func showWatch(e *core.Environment, indent, name string, on bool) {
	state := "off"
	if on {
		state = "on"
	}
	e.Display(indent + name + " = " + state + "\n")
}

// watchedOf lists the constructs that are watched individually.
var watchedOf = map[string]func(*core.Module, func(string, bool)){
	"facts": func(m *core.Module, show func(string, bool)) {
		for _, t := range m.Templates {
			show(t.Name, t.Watched)
		}
	},
	"rules": func(m *core.Module, show func(string, bool)) {
		for _, r := range m.Rules {
			show(r.Name, r.WatchFire)
		}
	},
	"activations": func(m *core.Module, show func(string, bool)) {
		for _, r := range m.Rules {
			show(r.Name, r.WatchAct)
		}
	},
	"globals": func(m *core.Module, show func(string, bool)) {
		for _, g := range m.Globals {
			show(g.Name, g.Watched)
		}
	},
	"instances": func(m *core.Module, show func(string, bool)) {
		for _, k := range m.Classes {
			show(k.Name, k.WatchInstances)
		}
	},
	"slots": func(m *core.Module, show func(string, bool)) {
		for _, k := range m.Classes {
			show(k.Name, k.WatchSlots)
		}
	},
	"message-handlers": func(m *core.Module, show func(string, bool)) {
		for _, k := range m.Classes {
			for _, h := range k.Handlers {
				show(k.Name+" "+h.Name+" "+core.HandlerKinds[h.Kind], h.Watched)
			}
		}
	},
	"generic-functions": func(m *core.Module, show func(string, bool)) {
		for _, g := range m.Generics {
			show(g.Name, g.Watched)
		}
	},
	"methods": func(m *core.Module, show func(string, bool)) {
		for _, g := range m.Generics {
			for _, k := range g.Methods {
				show(k.Describe(), k.Watched)
			}
		}
	},
	"deffunctions": func(m *core.Module, show func(string, bool)) {
		for _, d := range m.Deffunctions {
			show(d.Name, d.Watched)
		}
	},
}

// listOne shows the construct that argument i names.
func listOne(c *core.Call, item string, i int) error {
	name, found := c.Args[i].Text(), false
	if list := watchedOf[item]; list != nil {
		list(c.Env.Current, func(other string, on bool) {
			if other == name {
				showWatch(c.Env, "", name, on)
				found = true
			}
		})
	}
	if !found {
		return c.Wrong(i, "of type "+map[string]string{"facts": "deftemplate", "rules": "defrule", "activations": "defrule",
			"globals": "defglobal", "deffunctions": "deffunction",
			"instances": "defclass", "slots": "defclass", "message-handlers": "defclass", "generic-functions": "defgeneric", "methods": "defgeneric"}[item])
	}
	return nil
}

func watchFunction(on bool) core.Func {
	return func(c *core.Call) (value.Value, error) {
		item, err := c.Symbol(0)
		if err == nil && c.Env.Sealed {
			err = core.ErrSealed
		}
		if err != nil {
			return value.Value{}, err
		}
		if len(c.Args) == 1 {
			return value.Value{}, watchAll(c, item, on)
		}
		for i := range c.Args[1:] {
			if err := watchOne(c, item, i+1, on); err != nil {
				return value.Value{}, err
			}
		}
		return value.Value{}, nil
	}
}

func watchAll(c *core.Call, item string, on bool) error {
	if _, ok := c.Env.Watching(item); !ok && item != "all" {
		return c.Wrong(0, "of type watchable symbol")
	}
	return c.Env.Watch(item, on)
}

// watchOne watches the construct that argument i names.
func watchOne(c *core.Call, item string, i int, on bool) error {
	name, kind := c.Args[i].Text(), ""
	switch item {
	case "facts":
		t := c.Env.FindTemplate(c.Env.Current, name)
		if t != nil {
			t.Watched = on
			return nil
		}
		kind = "deftemplate"
	case "rules", "activations":
		r := c.Env.FindRule(name)
		switch {
		case r != nil && item == "rules":
			r.WatchFire = on
			return nil
		case r != nil:
			r.WatchAct = on
			return nil
		}
		kind = "defrule"
	case "globals":
		g := c.Env.FindGlobal(c.Env.Current, strings.Trim(name, "?*"))
		if g != nil {
			g.Watched = on
			return nil
		}
		kind = "defglobal"
	case "deffunctions":
		d := c.Env.FindFunction(c.Env.Current, name)
		if d != nil {
			d.Watched = on
			return nil
		}
		kind = "deffunction"
	case "instances", "slots":
		k := c.Env.FindClass(c.Env.Current, name)
		if k != nil {
			if item == "slots" {
				k.WatchSlots = on
			} else {
				k.WatchInstances = on
			}
			return nil
		}
		kind = "defclass"
	case "generic-functions":
		g := c.Env.FindGeneric(c.Env.Current, name)
		if g != nil {
			g.Watched = on
			return nil
		}
		kind = "defgeneric"
	case "methods", "message-handlers":
		return watchParts(c, item, i, on)
	default:
		if _, ok := c.Env.Watching(item); !ok && item != "all" {
			return c.Wrong(0, "of type watchable symbol")
		}
		return fault.CountArgs(c.Name, len(c.Args), 1, 1)
	}
	return c.Wrong(i, "of type "+kind)
}

// watchParts watches the methods or handlers that the arguments from i on name: a generic function and
// perhaps an index, or a class and perhaps the name and kind of a handler.
func watchParts(c *core.Call, item string, i int, on bool) error {
	if i > 1 {
		return nil // read with the first
	}
	name := c.Args[i].Text()
	if item == "methods" {
		g := c.Env.FindGeneric(c.Env.Current, name)
		if g == nil {
			return c.Wrong(i, "of type defgeneric")
		}
		for _, m := range g.Methods {
			if len(c.Args) <= i+1 || int64(m.Index) == c.Args[i+1].Int() {
				m.Watched = on
			}
		}
		return nil
	}
	k := c.Env.FindClass(c.Env.Current, name)
	if k == nil {
		return c.Wrong(i, "of type defclass")
	}
	for _, h := range k.Handlers {
		if len(c.Args) > i+1 && c.Args[i+1].Text() != h.Name || len(c.Args) > i+2 && c.Args[i+2].Text() != core.HandlerKinds[h.Kind] {
			continue
		}
		h.Watched = on
	}
	return nil
}
