//go:build wasm && !js

package native

import (
	"context"
	"errors"
)

// compile is for sandboxes, which run no code but what they began with.
func compile(context.Context, []byte) (machine, error) {
	return nil, errors.New("no compiler for this machine")
}
