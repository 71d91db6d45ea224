package builtin

import (
	"fmt"
	"slices"

	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// multislotArgument returns the instance and the multislot that arguments 0 and 1 give.
func multislotArgument(c *core.Call) (*core.Instance, int, error) {
	i, err := instanceArgument(c, 0)
	if err != nil {
		return nil, 0, err
	}
	name, err := c.Symbol(1)
	if err != nil {
		return nil, 0, err
	}
	n := i.Class.Slot(name)
	if n < 0 {
		return nil, 0, fmt.Errorf("[INSFUN3] No such slot %s in instance %s in function %s.", name, i.Name, c.Name)
	}
	if !i.Class.Slots[n].Multi {
		return nil, 0, fmt.Errorf("[INSMULT1] Function %s cannot be used on single-field slot %s in instance %s.", c.Name, name, i.Name)
	}
	return i, n, nil
}

// spanOf returns arguments 2 and 3 as a range of values, both from 1.
func spanOf(c *core.Call, length int) (from, to int64, err error) {
	if from, err = c.Int(2); err != nil {
		return 0, 0, err
	}
	if to, err = c.Int(3); err != nil {
		return 0, 0, err
	}
	if from < 1 || to < from || to > int64(length) {
		return 0, 0, fmt.Errorf("[MULTIFUN1] Multifield index range %d..%d out of range 1..%d in function %s", from, to, length, c.Name)
	}
	return from, to, nil
}

// setMultislot sets a multislot by its message, or for the functions of handlers at once.
func setMultislot(c *core.Call, i *core.Instance, n int, values []value.Value) (value.Value, error) {
	directly := len(c.Name) > 6 && c.Name[:6] == "direct"
	return c.Env.ChangeSlot(i, i.Class.Slots[n].Name, value.List(values...), !directly)
}

func slotInsert(c *core.Call) (value.Value, error) {
	i, n, err := multislotArgument(c)
	if err != nil {
		return value.False, err
	}
	at, err := c.Int(2)
	if err != nil {
		return value.False, err
	}
	old := i.SlotValue(n).Items()
	if at < 1 {
		return value.False, fmt.Errorf("[MULTIFUN1] Multifield index %d out of range 1..%d in function %s", at, len(old)+1, c.Name)
	}
	at = min(at, int64(len(old))+1)
	return setMultislot(c, i, n, slices.Insert(slices.Clone(old), int(at-1), fields(c.Args[3:])...))
}

func slotDelete(c *core.Call) (value.Value, error) {
	i, n, err := multislotArgument(c)
	if err != nil {
		return value.False, err
	}
	old := i.SlotValue(n).Items()
	from, to, err := spanOf(c, len(old))
	if err != nil {
		return value.False, err
	}
	return setMultislot(c, i, n, slices.Delete(slices.Clone(old), int(from-1), int(to)))
}

func slotReplace(c *core.Call) (value.Value, error) {
	i, n, err := multislotArgument(c)
	if err != nil {
		return value.False, err
	}
	old := i.SlotValue(n).Items()
	from, to, err := spanOf(c, len(old))
	if err != nil {
		return value.False, err
	}
	return setMultislot(c, i, n, slices.Replace(slices.Clone(old), int(from-1), int(to), fields(c.Args[4:])...))
}

// direct returns a function of handlers that does what do does with the current instance.
func direct(do core.Func) func(*core.Frame, []value.Value) (value.Value, error) {
	return func(x *core.Frame, args []value.Value) (value.Value, error) {
		i, err := active(x, "direct-mv-insert")
		if err != nil {
			return value.False, err
		}
		return do(&core.Call{Env: x.Env, Name: "direct-mv", Args: append([]value.Value{i.Address()}, args...)})
	}
}
