package generate

import (
	"fmt"
	"math"
)

// An OptionError reports an invalid field of Options.
type OptionError struct {
	Field  string
	Reason string
}

// Error returns the field and the reason.
func (e *OptionError) Error() string { return e.Field + ": " + e.Reason }

// Validate returns nil, or an [*OptionError] for the first invalid field.
func (o Options) Validate() error {
	const negative = "must not be negative"
	switch {
	case o.Count < 0:
		return &OptionError{"Count", negative}
	case o.Tries < 0:
		return &OptionError{"Tries", negative}
	case o.Walk < 0:
		return &OptionError{"Walk", negative}
	case o.Walk > 0 && o.Givens:
		return &OptionError{"Walk", "is for problems with moves, Givens for those without"}
	}
	for _, v := range o.Vary {
		if v.Lo > v.Hi || v.Lo < 0 && v.Hi >= math.MaxInt64+v.Lo || v.Lo == 0 && v.Hi == math.MaxInt64 {
			return &OptionError{"Vary", fmt.Sprintf("%s: %d..%d is empty or too large", v.Name, v.Lo, v.Hi)}
		}
	}
	return nil
}
