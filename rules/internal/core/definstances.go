package core

import (
	"errors"
	"fmt"
	"slices"

	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// Definstances is a list of instances that reset makes.
type Definstances struct {
	Name   string
	Module *Module
	Source string
	Active bool
	Makes  []Node
	Size   int
	Hidden bool
	Uses   Uses
}

// deleteInstances sends every instance the message delete, before a reset.
func (e *Environment) deleteInstances() error {
	for i := range e.Instances() {
		_, err := e.Send(i.address, "delete", nil)
		if errors.Is(err, fault.ErrExit) {
			return err
		}
		if err != nil {
			e.Report(nil, err)
		}
	}
	for i := range e.Instances() {
		if err := e.DeleteInstance(i); err != nil {
			return err
		}
	}
	return nil
}

// makeDefinstances makes the instances of all definstances, and with initial also [initial-object].
func (e *Environment) makeDefinstances(initial bool) error {
	var faults []error
	for _, m := range e.Modules {
		for _, d := range slices.Clone(m.Definstances) {
			if d.Hidden && !initial {
				continue
			}
			if d.Hidden {
				if err := e.makeInitialObject(); err != nil {
					return err
				}
				continue
			}
			x := &Frame{Env: e, Vars: make([]value.Value, d.Size)}
			for _, n := range d.Makes {
				if _, err := n.Eval(x); err != nil {
					faults = append(faults, fmt.Errorf("definstances %s: %w", d.Name, err))
					break
				}
			}
		}
	}
	return errors.Join(faults...)
}

func (e *Environment) makeInitialObject() error {
	return e.DelayMatching(func() error {
		i, err := e.MakeRaw(e.Objects.initial, "initial-object")
		if err != nil || i == nil {
			return err
		}
		if _, err := e.Send(i.address, "create", nil); err != nil {
			return err
		}
		return e.Initialize(i, func() error { return nil })
	})
}
