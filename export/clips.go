package export

import (
	"context"
	"errors"

	"farbank/engine"
	"farbank/engine/rules"
)

var clips = &Language{Name: "clips", File: "clp", About: "a CLIPS program: states as facts, moves as rules", write: writeClips}

// writeClips writes the program that the engine rules runs.
func writeClips(ctx context.Context, w *writer) error {
	var refused *engine.Refusal
	if err := rules.New().Can(w.p, engine.Question{}); errors.As(err, &refused) {
		return w.refuse(w.place(), "%s", refused.Why)
	} else if err != nil {
		return err
	}
	err := rules.Program(ctx, w.p, false, w.w)
	if errors.As(err, &refused) {
		return w.refuse(w.place(), "%s", refused.Why)
	}
	return err
}
