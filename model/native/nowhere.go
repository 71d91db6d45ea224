//go:build wasm && !js

package native

import (
	"context"
	"errors"
)

// compile fails: a sandbox cannot run code that is generated at run time.
func compile(context.Context, []byte) (machine, error) {
	return nil, errors.New("no compiler for this machine")
}
