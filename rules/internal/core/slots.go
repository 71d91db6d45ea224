package core

import (
	"errors"
	"fmt"
	"slices"

	"farbank/rules/value"
)

// SlotValue returns the value of a slot.
func (i *Instance) SlotValue(n int) value.Value {
	if s := i.Class.Slots[n]; s.Shared {
		if c := i.store.sharedBy(s); c.v.Kind() != value.None {
			return c.v
		}
		return value.Nil
	}
	return i.slots[n]
}

// PutSlot sets a slot if its access allows that.
func (e *Environment) PutSlot(i *Instance, n int, v value.Value) error {
	s := i.Class.Slots[n]
	if s.Access == ReadOnly || s.Access == InitializeOnly && !i.making {
		return fmt.Errorf("[MSGFUN3] %s slot in %s of %s: write access denied.", s.Name, i.NameValue(), i.Class.Name)
	}
	return e.putSlot(i, n, v)
}

// ResetSlot sets a slot to its default if its access allows that.
func (e *Environment) ResetSlot(i *Instance, n int) error {
	v, err := i.Class.Slots[n].Standard(e)
	if err != nil {
		return err
	}
	return e.PutSlot(i, n, v)
}

func (e *Environment) putSlot(i *Instance, n int, v value.Value) error {
	s := i.Class.Slots[n]
	if i.Deleted {
		return fmt.Errorf("[INSFUN4] Invalid instance-address in slot %s.", s.Name)
	}
	if e.Matching && i.Class.Reactive && s.Reactive {
		return errors.New("[INSFUN8] Reactive slots of instances may not be changed during pattern-matching.")
	}
	if !s.Multi && v.Kind() == value.MultifieldKind {
		if len(v.Items()) != 1 {
			return fmt.Errorf("[INSFUN7] %s illegal for single-field slot %s of instance %s.", v, s.Name, i.NameValue())
		}
		v = v.Items()[0]
	}
	if s.Multi && v.Kind() != value.MultifieldKind {
		v = value.List(v)
	}
	if e.Options.DynamicCheck {
		if problem := e.CheckSlot(s, v); problem != "" {
			return fmt.Errorf("[CSTRNCHK1] %s for slot %s of instance %s %s.", v, s.Name, i.NameValue(), problem)
		}
	}
	if s.Shared {
		i.store.sharedBy(s).v = v
	} else {
		i.slots[n] = v
	}
	i.given[n] = true
	if i.Class.WatchSlots {
		storage := "local"
		if s.Shared {
			storage = "shared"
		}
		text := v.String()
		e.trace(fmt.Sprintf("::= %s slot %s in instance %s <- %s\n", storage, s.Name, i.Name, text))
	}
	if s.Reactive {
		if s.Shared {
			for _, other := range slices.Clone(e.Objects.all) {
				if other == nil || other.Deleted || other == i {
					continue
				}
				if k := other.Class.Slot(s.Name); k >= 0 && other.Class.Slots[k] == s {
					e.instanceChanged(other, s.Name)
				}
			}
		}
		e.instanceChanged(i, s.Name)
	}
	return nil
}

// CheckSlot describes how a value violates the facets of a slot, or returns "".
func (e *Environment) CheckSlot(s *ClassSlot, v value.Value) string {
	if problem := s.Constraint.Check(v, s.Multi); problem != "" {
		return problem
	}
	if !s.Restricted {
		return ""
	}
	items := []value.Value{v}
	if s.Multi {
		items = v.Items()
	}
	for _, item := range items {
		i := e.InstanceOf(item)
		if i != nil && !slices.ContainsFunc(s.Classes, i.Class.Is) {
			return "does not match the allowed classes"
		}
	}
	return ""
}
