package builtin

import (
	"fmt"
	"slices"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// handlerForm compiles a form that needs the message handler being executed.
func handlerForm(do func(*core.Frame, []value.Value) (value.Value, error)) func(*compile.Scope, *syntax.Form) (core.Node, error) {
	return methodForm(do)
}

// active returns the instance of the current handler.
func active(x *core.Frame, name string) (*core.Instance, error) {
	if x.Message == nil || x.Message.Instance == nil {
		return nil, fmt.Errorf("[MSGFUN4] %s may only be called from within message-handlers.", name)
	}
	if x.Message.Instance.Deleted {
		return nil, core.ErrNoInstance
	}
	return x.Message.Instance, nil
}

func deleteInstance(x *core.Frame, _ []value.Value) (value.Value, error) {
	i, err := active(x, "delete-instance")
	if err != nil {
		return value.False, err
	}
	return value.True, x.Env.DeleteInstance(i)
}

func initSlots(x *core.Frame, _ []value.Value) (value.Value, error) {
	i, err := active(x, "init-slots")
	if err != nil {
		return value.False, err
	}
	return i.Address(), x.Env.InitSlots(i)
}

func printInstance(x *core.Frame, _ []value.Value) (value.Value, error) {
	i, err := active(x, "ppinstance")
	if err == nil {
		x.Env.Display(core.InstanceText(i) + "\n")
	}
	return value.Value{}, err
}

// activeSlot returns the slot of the current instance that a value names.
func activeSlot(x *core.Frame, name string, slot value.Value) (*core.Instance, int, error) {
	i, err := active(x, name)
	if err != nil {
		return nil, 0, err
	}
	if slot.Kind() != value.SymbolKind {
		return nil, 0, &fault.ArgumentError{Function: name, Argument: 1, Want: "of type symbol"}
	}
	n := i.Class.Slot(slot.Text())
	if n < 0 {
		return nil, 0, fmt.Errorf("[INSFUN3] No such slot %s in instance %s in function %s.", slot.Text(), i.Name, name)
	}
	if err := i.Class.Slots[n].Visible(x.Message.Handler.Class); err != nil {
		return nil, 0, err
	}
	return i, n, nil
}

func dynamicGet(x *core.Frame, args []value.Value) (value.Value, error) {
	i, n, err := activeSlot(x, "dynamic-get", args[0])
	if err != nil {
		return value.False, err
	}
	return i.SlotValue(n), nil
}

func dynamicPut(x *core.Frame, args []value.Value) (value.Value, error) {
	i, n, err := activeSlot(x, "dynamic-put", args[0])
	if err != nil {
		return value.False, err
	}
	v := value.List(slices.Clone(args[1:])...)
	if len(args) == 2 {
		v = args[1]
	}
	if err := x.Env.PutSlot(i, n, v); err != nil {
		return value.False, err
	}
	return i.SlotValue(n), nil
}

func callNextHandler(x *core.Frame, _ []value.Value) (value.Value, error) {
	if x.Message == nil {
		return value.False, fmt.Errorf("[MSGPASS1] Shadowed message-handlers not applicable in current context.")
	}
	return x.Env.CallNext(x.Message, x.Message.Args)
}

func overrideNextHandler(x *core.Frame, args []value.Value) (value.Value, error) {
	if x.Message == nil {
		return value.False, fmt.Errorf("[MSGPASS1] Shadowed message-handlers not applicable in current context.")
	}
	return x.Env.CallNext(x.Message, slices.Clone(args))
}
