package builtin

import (
	"fmt"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// classSample is a class and an instance for examples.
const classSample = "(defclass P (is-a USER) (slot x (default 1)) (multislot y)) (make-instance a of P (y 2 3)) "

func instanceBuiltins() []compile.Builtin {
	slots := " [(slot value ...) ...]"
	return onlyCLIPS([]compile.Builtin{
		{Name: "make-instance", Takes: "[name] [of] [class]" + slots, Help: "makes and initializes an instance; rules see it once it is complete", Example: classSample + "(send [a] print)", Compile: makeForm(false)},
		{Name: "active-make-instance", Takes: "[name] [of] [class]" + slots, Help: "like `make-instance`; rules see each change", Example: "(defclass P (is-a USER) (slot x)) (active-make-instance a of P (x 1))", Compile: makeForm(true)},
		{Name: "initialize-instance", Takes: "instance" + slots, Help: "sets slots by messages and the others to their defaults", Example: classSample + "(initialize-instance a (x 7)) (send [a] get-x)", Compile: initializeForm(false)},
		{Name: "active-initialize-instance", Takes: "instance" + slots, Help: "like `initialize-instance`; rules see each change", Example: classSample + "(active-initialize-instance a (x 7))", Compile: initializeForm(true)},
		{Name: "modify-instance", Takes: "instance" + slots, Help: "sets slots at once by the message direct-modify", Example: classSample + "(modify-instance a (x 7)) (send [a] get-x)", Compile: modifyForm("direct-modify", false)},
		{Name: "active-modify-instance", Takes: "instance" + slots, Help: "like `modify-instance`; rules see each change", Example: classSample + "(active-modify-instance a (x 7))", Compile: modifyForm("direct-modify", true)},
		{Name: "message-modify-instance", Takes: "instance" + slots, Help: "sets slots by their messages put-", Example: classSample + "(message-modify-instance a (x 7))", Compile: modifyForm("message-modify", false)},
		{Name: "active-message-modify-instance", Takes: "instance" + slots, Help: "like `message-modify-instance`; rules see each change", Example: classSample + "(active-message-modify-instance a (x 7))", Compile: modifyForm("message-modify", true)},
		{Name: "duplicate-instance", Takes: "instance [to] [name]" + slots, Help: "makes a copy with some other slots and returns its name", Example: classSample + "(duplicate-instance a to b (x 7)) (send [b] print)", Compile: duplicateForm("direct-duplicate", false)},
		{Name: "active-duplicate-instance", Takes: "instance [to] [name]" + slots, Help: "like `duplicate-instance`; rules see each change", Example: classSample + "(active-duplicate-instance a to b)", Compile: duplicateForm("direct-duplicate", true)},
		{Name: "message-duplicate-instance", Takes: "instance [to] [name]" + slots, Help: "like `duplicate-instance`, by messages", Example: classSample + "(message-duplicate-instance a to b)", Compile: duplicateForm("message-duplicate", false)},
		{Name: "active-message-duplicate-instance", Takes: "instance [to] [name]" + slots, Help: "like `message-duplicate-instance`; rules see each change", Example: classSample + "(active-message-duplicate-instance a to b)", Compile: duplicateForm("message-duplicate", true)},
		{Name: "object-pattern-match-delay", Takes: "[action ...]", Help: "executes actions; rules see the changes of instances after the last", Example: "(object-pattern-match-delay 7)", Compile: delayForm},
		{Name: "send", Takes: "instance message:symbol [value ...]", Help: "sends a message to an instance or another value", Example: classSample + "(send [a] get-x)", Do: sendFunction},
		{Name: "unmake-instance", Takes: "instance [instance ...]", Gives: "boolean", Help: "sends instances the message delete; `*` means all", Example: classSample + "(unmake-instance a)", Do: unmake},
		{Name: "delete-instance", Gives: "boolean", Help: "deletes the instance of the current message handler", Example: "(defclass P (is-a USER)) (defmessage-handler P drop () (delete-instance)) (make-instance a of P) (send [a] drop)", Compile: handlerForm(deleteInstance)},
		{Name: "init-slots", Help: "sets the slots of the instance of a handler of init to their defaults", Example: "(defclass P (is-a USER) (slot x (default 4))) (defmessage-handler P init () (init-slots)) (make-instance a of P) (send [a] get-x)", Compile: handlerForm(initSlots)},
		{Name: "ppinstance", Gives: "nothing", Help: "prints the instance of the current message handler", Example: "(defclass P (is-a USER) (slot x)) (defmessage-handler P show () (ppinstance)) (make-instance a of P) (send [a] show)", Compile: handlerForm(printInstance)},
		{Name: "dynamic-get", Takes: "slot:symbol", Help: "returns a slot of the instance of the current message handler", Example: "(defclass P (is-a USER) (slot x (default 4))) (defmessage-handler P g (?s) (dynamic-get ?s)) (make-instance a of P) (send [a] g x)", Compile: handlerForm(dynamicGet)},
		{Name: "dynamic-put", Takes: "slot:symbol [value ...]", Help: "sets a slot of the instance of the current message handler", Example: "(defclass P (is-a USER) (slot x)) (defmessage-handler P s (?s ?v) (dynamic-put ?s ?v)) (make-instance a of P) (send [a] s x 3)", Compile: handlerForm(dynamicPut)},
		{Name: "call-next-handler", Help: "calls the next message handler with the same arguments", Example: "(defclass P (is-a USER)) (defmessage-handler P init after () (printout t made crlf)) (make-instance a of P)", Compile: handlerForm(callNextHandler)},
		{Name: "override-next-handler", Takes: "[value ...]", Help: "calls the next message handler with other arguments", Example: "(defclass P (is-a USER) (slot x)) (defmessage-handler P put-x around (?v) (override-next-handler (* ?v 2))) (make-instance a of P (x 3)) (send [a] get-x)", Compile: handlerForm(overrideNextHandler)},
		{Name: "next-handlerp", Gives: "boolean", Help: "reports whether call-next-handler has a handler to call", Example: "(defclass P (is-a USER)) (defmessage-handler P m () (next-handlerp)) (make-instance a of P) (send [a] m)", Compile: handlerForm(func(x *core.Frame, _ []value.Value) (value.Value, error) {
			return value.Bool(x.Message != nil && x.Message.HasNext()), nil
		})},
		{Name: "class", Takes: "value", Help: "returns the class of a value or an instance", Example: classSample + "(class [a])", Do: classOf},
		{Name: "instance-name", Takes: "instance", Help: "returns the name of an instance", Example: classSample + "(instance-name a)", Do: func(c *core.Call) (value.Value, error) {
			i, err := instanceArgument(c, 0)
			if err != nil {
				return value.False, err
			}
			return i.NameValue(), nil
		}},
		{Name: "instance-address", Takes: "[module] instance", Help: "returns the address of an instance", Example: classSample + "(instance-address a)", Do: func(c *core.Call) (value.Value, error) {
			i, err := instanceArgument(c, len(c.Args)-1)
			if err != nil {
				return value.False, err
			}
			return i.Address(), nil
		}},
		{Name: "symbol-to-instance-name", Takes: "symbol", Help: "returns the instance name with the text of a symbol", Example: "(symbol-to-instance-name a)", Do: func(c *core.Call) (value.Value, error) {
			name, err := c.Symbol(0)
			return value.InstanceName(name), err
		}},
		{Name: "instance-name-to-symbol", Takes: "name", Gives: "symbol", Help: "returns the symbol with the text of an instance name", Example: "(instance-name-to-symbol [a])", Do: func(c *core.Call) (value.Value, error) {
			if k := c.Args[0].Kind(); k != value.InstanceNameKind && k != value.SymbolKind {
				return value.False, c.Wrong(0, "of type instance-name or symbol")
			}
			return c.Env.Symbol(c.Args[0].Text()), nil
		}},
		{Name: "instancep", Takes: "value", Gives: "boolean", Help: "reports whether a value is the name or address of an instance", Example: "(instancep [a])", Do: func(c *core.Call) (value.Value, error) {
			k := c.Args[0].Kind()
			return value.Bool(k == value.InstanceKind || k == value.InstanceNameKind), nil
		}},
		kindTest("instance-addressp", "", "the address of an instance", "(instance-addressp [a])", value.InstanceKind),
		kindTest("instance-namep", "", "the name of an instance", "(instance-namep [a])", value.InstanceNameKind),
		{Name: "instance-existp", Takes: "instance", Gives: "boolean", Help: "reports whether an instance exists", Example: classSample + "(instance-existp a)", Do: func(c *core.Call) (value.Value, error) {
			v := c.Args[0]
			switch v.Kind() {
			case value.SymbolKind, value.InstanceNameKind, value.StringKind:
				return value.Bool(c.Env.InstanceNamed(v.Text()) != nil), nil
			case value.InstanceKind:
				return value.Bool(c.Env.InstanceOf(v) != nil), nil
			}
			return value.False, c.Wrong(0, "of type instance name, instance address or symbol")
		}},
		{Name: "instances", Takes: "[module:symbol] [class:symbol] [inherit:symbol]", Gives: "nothing", Help: "lists the instances of a module, of a class, or with `inherit` also of its subclasses", Example: classSample + "(instances)", Do: instancesCommand},
		{Name: "slot-insert$", Older: "mv-slot-insert", Takes: "instance slot:symbol index:integer value [value ...]", Help: "inserts values in a multislot, by its message put-", Example: classSample + "(slot-insert$ a y 1 9) (send [a] get-y)", Do: slotInsert},
		{Name: "slot-delete$", Older: "mv-slot-delete", Takes: "instance slot:symbol from:integer to:integer", Help: "deletes values of a multislot", Example: classSample + "(slot-delete$ a y 1 1) (send [a] get-y)", Do: slotDelete},
		{Name: "slot-replace$", Older: "mv-slot-replace", Takes: "instance slot:symbol from:integer to:integer value [value ...]", Help: "replaces values of a multislot", Example: classSample + "(slot-replace$ a y 1 1 9) (send [a] get-y)", Do: slotReplace},
		{Name: "direct-mv-insert", Takes: "slot:symbol index:integer value [value ...]", Gives: "boolean", Help: "inserts values in a multislot of the instance of the current handler",
			Example: "(defclass P (is-a USER) (multislot y)) (defmessage-handler P add (?v) (direct-mv-insert y 1 ?v)) (make-instance a of P) (send [a] add 3)", Compile: handlerForm(direct(slotInsert))},
		{Name: "direct-mv-delete", Takes: "slot:symbol from:integer to:integer", Gives: "boolean", Help: "deletes values of a multislot of the instance of the current handler",
			Example: "(defclass P (is-a USER) (multislot y (default 1 2))) (defmessage-handler P cut () (direct-mv-delete y 1 1)) (make-instance a of P) (send [a] cut)", Compile: handlerForm(direct(slotDelete))},
		{Name: "direct-mv-replace", Takes: "slot:symbol from:integer to:integer value [value ...]", Gives: "boolean", Help: "replaces values of a multislot of the instance of the current handler",
			Example: "(defclass P (is-a USER) (multislot y (default 1 2))) (defmessage-handler P cut () (direct-mv-replace y 1 1 7)) (make-instance a of P) (send [a] cut)", Compile: handlerForm(direct(slotReplace))},
	})
}

// instanceArgument returns the instance that argument i gives by its address or name.
func instanceArgument(c *core.Call, i int) (*core.Instance, error) {
	v := c.Args[i]
	switch v.Kind() {
	case value.InstanceKind:
		if found := c.Env.InstanceOf(v); found != nil {
			return found, nil
		}
		return nil, fmt.Errorf("[INSFUN4] Invalid instance-address in %s, argument #%d.", c.Name, i+1)
	case value.InstanceNameKind, value.SymbolKind:
		if found := c.Env.InstanceNamed(v.Text()); found != nil {
			return found, nil
		}
		return nil, fmt.Errorf("[INSFUN2] No such instance %s in function %s.", v.Text(), c.Name)
	}
	return nil, c.Wrong(i, "of type instance-address, instance-name or symbol")
}

// instanceValue is like instanceArgument for an evaluated expression.
func instanceValue(e *core.Environment, name string, v value.Value) (*core.Instance, error) {
	return instanceArgument(&core.Call{Env: e, Name: name, Args: []value.Value{v}}, 0)
}

func makeForm(active bool) func(*compile.Scope, *syntax.Form) (core.Node, error) {
	return func(s *compile.Scope, f *syntax.Form) (core.Node, error) {
		return s.MakeInstance(f, f.Items[1:], active)
	}
}

// delayed executes do while rules see no changes, unless active is true.
func delayed(e *core.Environment, active bool, do func() error) error {
	if active {
		return do()
	}
	return e.DelayMatching(do)
}

// overridden compiles (name instance ... (slot value)...).
func overridden(s *compile.Scope, f *syntax.Form, items []*syntax.Form) (core.Node, []compile.Override, error) {
	if err := s.Least(f, 1); err != nil {
		return nil, nil, err
	}
	of, err := s.Compile(f.Items[1])
	if err != nil {
		return nil, nil, err
	}
	overrides, err := s.Overrides(items)
	return of, overrides, err
}

func initializeForm(active bool) func(*compile.Scope, *syntax.Form) (core.Node, error) {
	return func(s *compile.Scope, f *syntax.Form) (core.Node, error) {
		of, overrides, err := overridden(s, f, f.Items[min(2, len(f.Items)):])
		if err != nil {
			return nil, err
		}
		return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
			v, err := of.Eval(x)
			if err != nil {
				return value.False, err
			}
			i, err := instanceValue(x.Env, f.Head(), v)
			if err != nil {
				return value.False, err
			}
			err = delayed(x.Env, active, func() error { return compile.InitializeInstance(x, i, overrides) })
			if err != nil {
				return value.False, err
			}
			return i.NameValue(), nil
		}), nil
	}
}

// changes evaluates overrides into the argument of the messages that apply them.
func changes(x *core.Frame, overrides []compile.Override, i *core.Instance) (*core.Changes, error) {
	c := &core.Changes{}
	for k := range overrides {
		name, args, err := overrides[k].Evaluate(x)
		if err != nil {
			return nil, err
		}
		n := i.Class.Slot(name)
		if n < 0 {
			return nil, overrides[k].Site.Place(fmt.Errorf("[INSMNGR13] Slot %s does not exist in instance %s.", name, i.Name))
		}
		v := value.List(args...)
		if !i.Class.Slots[n].Multi && len(args) == 1 {
			v = args[0]
		}
		c.List = append(c.List, core.SlotChange{Name: name, V: v, None: len(overrides[k].Values) == 0})
	}
	return c, nil
}

func modifyForm(message string, active bool) func(*compile.Scope, *syntax.Form) (core.Node, error) {
	return func(s *compile.Scope, f *syntax.Form) (core.Node, error) {
		of, overrides, err := overridden(s, f, f.Items[min(2, len(f.Items)):])
		if err != nil {
			return nil, err
		}
		return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
			v, err := of.Eval(x)
			if err != nil {
				return value.False, err
			}
			i, err := instanceValue(x.Env, f.Head(), v)
			if err != nil {
				return value.False, err
			}
			list, err := changes(x, overrides, i)
			if err != nil {
				return value.False, err
			}
			result := value.False
			err = delayed(x.Env, active, func() (err error) {
				result, err = x.Env.Send(i.Address(), message, []value.Value{value.Reference(value.ExternalKind, list, 0)})
				return err
			})
			return result, err
		}), nil
	}
}

func duplicateForm(message string, active bool) func(*compile.Scope, *syntax.Form) (core.Node, error) {
	return func(s *compile.Scope, f *syntax.Form) (core.Node, error) {
		var name core.Node
		items := f.Items[min(2, len(f.Items)):]
		if len(items) > 1 && items[0].IsSymbol("to") {
			var err error
			if name, err = s.Compile(items[1]); err != nil {
				return nil, err
			}
			items = items[2:]
		}
		of, overrides, err := overridden(s, f, items)
		if err != nil {
			return nil, err
		}
		return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
			v, err := of.Eval(x)
			if err != nil {
				return value.False, err
			}
			i, err := instanceValue(x.Env, f.Head(), v)
			if err != nil {
				return value.False, err
			}
			var to value.Value
			if name == nil {
				to = value.InstanceName(x.Env.NewInstanceName())
			} else if to, err = name.Eval(x); err != nil {
				return value.False, err
			}
			list, err := changes(x, overrides, i)
			if err != nil {
				return value.False, err
			}
			result := value.False
			err = delayed(x.Env, active, func() (err error) {
				result, err = x.Env.Send(i.Address(), message, []value.Value{to, value.Reference(value.ExternalKind, list, 0)})
				return err
			})
			return result, err
		}), nil
	}
}

func delayForm(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	body, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (v value.Value, err error) {
		err = x.Env.DelayMatching(func() (err error) { v, err = core.RunActions(x, body); return err })
		return v, err
	}), nil
}

func sendFunction(c *core.Call) (value.Value, error) {
	name, err := c.Symbol(1)
	if err != nil {
		return value.False, err
	}
	to := c.Args[0]
	if to.Kind() == value.SymbolKind && c.Env.InstanceNamed(to.Text()) != nil && len(c.Env.HandlersFor(c.Env.ClassOf(to), name)[core.Primary]) == 0 {
		to = value.InstanceName(to.Text())
	}
	return c.Env.Send(to, name, c.Args[2:])
}

// unmake sends instances the message delete.
func unmake(c *core.Call) (value.Value, error) {
	for k, v := range c.Args {
		if v.IsSymbol("*") && c.Env.InstanceNamed("*") == nil {
			for i := range c.Env.Instances() {
				if _, err := c.Env.Send(i.Address(), "delete", nil); err != nil {
					return value.False, err
				}
			}
			continue
		}
		i, err := instanceArgument(c, k)
		if err != nil {
			return value.False, err
		}
		if _, err := c.Env.Send(i.Address(), "delete", nil); err != nil {
			return value.False, err
		}
	}
	return value.True, nil
}

func classOf(c *core.Call) (value.Value, error) {
	class := c.Env.ClassOf(c.Args[0])
	if class == nil {
		return value.False, fmt.Errorf("[INSFUN2] No such instance %s in function %s.", c.Args[0].Text(), c.Name)
	}
	return c.Env.Symbol(class.Name), nil
}

// instancesCommand implements (instances [module [class [inherit]]]).
func instancesCommand(c *core.Call) (value.Value, error) {
	e := c.Env
	var texts []string
	for i := range c.Args {
		text, err := c.Symbol(i)
		if err != nil {
			return value.Value{}, err
		}
		texts = append(texts, text)
	}
	list := []*core.Module{e.Current}
	if len(texts) > 0 && texts[0] == "*" {
		list = e.Modules
	} else if len(texts) > 0 {
		m := e.Module(texts[0])
		if m == nil {
			return value.Value{}, fmt.Errorf("[PRNTUTIL1] Unable to find defmodule %s.", texts[0])
		}
		list = []*core.Module{m}
	}
	below := len(texts) > 2
	if below && texts[2] != "inherit" {
		return value.Value{}, c.Wrong(2, "keyword \"inherit\"")
	}
	count := 0
	for _, m := range list {
		indent := ""
		if len(texts) > 0 && texts[0] == "*" {
			e.Display(m.Name + ":\n")
			indent = "   "
		}
		show := func(i *core.Instance) bool {
			e.Display(indent + i.NameValue().String() + " of " + i.Class.Name + "\n")
			count++
			return true
		}
		if len(texts) < 2 {
			for i := range e.Instances() {
				if i.Class.Module == m {
					show(i)
				}
			}
			continue
		}
		class := e.FindClass(m, texts[1])
		if class == nil {
			return value.Value{}, fmt.Errorf("[CLASSFUN1] Unable to find class %s in function instances.", texts[1])
		}
		e.ClassInstances(class, below, map[*core.Class]bool{}, show)
	}
	tally(e, count, "instance")
	return value.Value{}, nil
}
