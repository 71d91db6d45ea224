package planning

import (
	"context"
	"errors"

	"farbank/model"
	"farbank/planning"
)

// Operators returns the task of a problem in which all moves are ours, and for each operator the ground move that it is a case of. Variable
// i is cell i, less its least value; others may follow. It returns nil if the problem cannot be translated.
func Operators(ctx context.Context, p *model.Problem) (*planning.Task, []int, error) {
	tr, err := translate(ctx, p, options{axioms: true, few: fewClauses})
	var large *tooLarge
	if errors.As(err, &large) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return tr.task, tr.moves, nil
}
