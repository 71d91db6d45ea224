// Package clips writes a problem as the CLIPS program that the engine rules runs.
package clips

import (
	"context"
	"errors"
	"farbank/exchange/writing"

	"farbank/engine"
	"farbank/engine/rules"
)

// Language is the clips language.
var Language = &writing.Language{Name: "clips", File: "clp", About: "CLIPS program: states as facts, moves as rules", Writes: writeClips}

// writeClips writes the CLIPS program.
func writeClips(ctx context.Context, w *writing.Writer) error {
	var refused *engine.Refusal
	if err := rules.New().Can(w.Problem, engine.Question{}); errors.As(err, &refused) {
		return w.Refuse(w.Place(), "%s", refused.Why)
	} else if err != nil {
		return err
	}
	err := rules.Program(ctx, w.Problem, false, w.Out)
	if errors.As(err, &refused) {
		return w.Refuse(w.Place(), "%s", refused.Why)
	}
	return err
}
