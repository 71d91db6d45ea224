package builtin

import (
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/internal/pretty"
	"farbank/rules/value"
)

// kindArgument returns the kind of handler that the optional argument i names: primary by default.
func kindArgument(c *core.Call, i int) (core.HandlerKind, error) {
	if len(c.Args) <= i {
		return core.Primary, nil
	}
	n := slices.Index(core.HandlerKinds[:], c.Args[i].Text())
	if n < 0 {
		return 0, fault.Remarkf("[MSGFUN7] Unrecognized message-handler type in function %s.", c.Name)
	}
	return core.HandlerKind(n), nil
}

func handlerExists(c *core.Call) (value.Value, error) {
	class, err := classArgument(c, 0)
	if err != nil {
		return value.False, err
	}
	kind, err := kindArgument(c, 2)
	if err != nil {
		return value.False, err
	}
	return value.Bool(class.Handler(c.Args[1].Text(), kind) != nil), nil
}

// handlersOf returns the handlers that a command is about.
func handlersOf(c *core.Call) ([]*core.Handler, error) {
	var list []*core.Handler
	if len(c.Args) == 0 {
		for _, k := range c.Env.Current.Classes {
			list = append(list, k.Handlers...)
		}
		return list, nil
	}
	class, err := classArgument(c, 0)
	if err != nil {
		return nil, err
	}
	all, err := inherits(c, 1)
	if err != nil {
		return nil, err
	}
	if !all {
		return class.Handlers, nil
	}
	for _, k := range slices.Backward(class.Precedence) {
		list = append(list, k.Handlers...)
	}
	return list, nil
}

func listHandlers(c *core.Call) (value.Value, error) {
	list, err := handlersOf(c)
	for _, h := range list {
		c.Env.Display(handlerLine(h))
	}
	tally(c.Env, len(list), "message-handler")
	return value.Value{}, err
}

func handlerNames(c *core.Call) (value.Value, error) {
	list, err := handlersOf(c)
	var names []value.Value
	for _, h := range list {
		names = append(names, c.Env.Symbol(h.Class.Name), c.Env.Symbol(h.Name), c.Env.Symbol(core.HandlerKinds[h.Kind]))
	}
	return value.List(names...), err
}

func printHandler(c *core.Call) (value.Value, error) {
	class, err := classArgument(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	kind, err := kindArgument(c, 2)
	if err != nil {
		return value.Value{}, err
	}
	name := c.Args[1].Text()
	h := class.Handler(name, kind)
	if h == nil {
		return value.Value{}, fault.Remarkf("[MSGCOM2] Unable to find message-handler %s %s for class %s in function %s.", name, core.HandlerKinds[kind], class.Name, c.Name)
	}
	if h.Source != "" {
		c.Env.Display(pretty.Print(h.Source, class.Module.Name, class.Name) + "\n")
	}
	return value.Value{}, nil
}

func undefHandler(c *core.Call) (value.Value, error) {
	if c.Env.Sealed {
		return value.Value{}, core.ErrSealed
	}
	var classes []*core.Class
	if c.Args[0].IsSymbol("*") {
		for _, m := range c.Env.Modules {
			classes = append(classes, m.Classes...)
		}
	} else {
		class, err := classArgument(c, 0)
		if err != nil {
			return value.Value{}, err
		}
		classes = []*core.Class{class}
	}
	name, kind := "*", "*"
	if len(c.Args) > 1 {
		name, kind = c.Args[1].Text(), "primary"
		if name == "*" {
			kind = "*"
		}
	}
	if len(c.Args) > 2 {
		kind = c.Args[2].Text()
		if kind != "*" && !slices.Contains(core.HandlerKinds[:], kind) {
			return value.Value{}, fault.Remarkf("[MSGFUN7] Unrecognized message-handler type in function %s.", c.Name)
		}
	}
	found := false
	for _, class := range classes {
		var kept []*core.Handler
		for _, h := range class.Handlers {
			matches := (name == "*" || h.Name == name) && (kind == "*" || core.HandlerKinds[h.Kind] == kind)
			switch {
			case !matches || h.System != nil:
				kept = append(kept, h)
				if matches && len(classes) == 1 && name != "*" {
					return value.Value{}, fault.Remarkf("[MSGPSR3] System message-handlers may not be modified.")
				}
			case h.Busy > 0:
				return value.Value{}, fault.Remarkf("[MSGFUN5] Unable to delete message-handler(s) from class %s.", class.Name)
			default:
				found = true
				h.Uses.Release()
			}
		}
		class.Handlers = kept
	}
	if !found && name != "*" {
		return value.Value{}, fault.Remarkf("[MSGFUN8] Unable to delete message-handler(s) from class %s.", c.Args[0].Text())
	}
	return value.Value{}, nil
}

func previewSend(c *core.Call) (value.Value, error) {
	class, err := classArgument(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	handlers := c.Env.HandlersFor(class, c.Args[1].Text())
	if len(handlers[core.Primary]) == 0 {
		return value.Value{}, fault.Remarkf("[MSGFUN1] No applicable primary message-handlers found for %s.", c.Args[1].Text())
	}
	line := func(depth int, arrow string, h *core.Handler) {
		c.Env.Display(strings.Repeat("| ", depth) + arrow + " " + handlerLine(h))
	}
	depth := 0
	for _, h := range handlers[core.Around] {
		line(depth, ">>", h)
		depth++
	}
	for _, h := range handlers[core.Before] {
		line(depth, ">>", h)
		line(depth, "<<", h)
	}
	for i, h := range handlers[core.Primary] {
		line(depth+i, ">>", h)
	}
	for i, h := range slices.Backward(handlers[core.Primary]) {
		line(depth+i, "<<", h)
	}
	for _, h := range handlers[core.After] {
		line(depth, ">>", h)
		line(depth, "<<", h)
	}
	for _, h := range slices.Backward(handlers[core.Around]) {
		depth--
		line(depth, "<<", h)
	}
	return value.Value{}, nil
}
