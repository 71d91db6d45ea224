package jess

import (
	"fmt"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/objects"
	"farbank/rules/value"
)

// newGo creates an object by the first maker that accepts args.
func newGo(e *core.Environment, t *objects.GoType, args []value.Value) (value.Value, error) {
	var wanted []string
	for _, f := range t.Makers {
		wanted = append(wanted, strings.TrimPrefix(f.Type().String(), "func"))
		if !objects.Takes(f.Type(), len(args)) {
			continue
		}
		if in, wrong := objects.GoArguments(f.Type(), 0, args); wrong < 0 {
			return e.Guard("new "+t.Name, func() (value.Value, error) { return e.Results(f.Call(in)) })
		}
	}
	return value.False, fmt.Errorf("new: %s is made of %s", t.Name, strings.Join(wanted, " or "))
}
