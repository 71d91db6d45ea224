package farbank

import (
	"context"

	"farbank/docs/exercises"
	"farbank/engine"
	"farbank/study/exercise"
)

// Exercise is an exercise of the course in docs/exercises.
type Exercise = exercises.Task

// ExerciseOptions are limits for checking an exercise.
type ExerciseOptions struct {
	Limit  int64 // grounding steps; 0 means the default
	Memory int64 // memory limit for a question in bytes; 0 means no limit

	// Report, if not nil, is called with each result as soon as it is known.
	Report func(ExerciseResult)
}

// ExerciseResult is the result of one question of a check.
type ExerciseResult = exercise.Result

// Exercises returns the exercises of the course in order.
func Exercises() ([]*Exercise, error) { return exercises.All() }

// CheckExercise asks a learner's file the questions of an exercise; name is the name of the file in
// messages. The error is a syntax.ErrorList if the file itself is wrong.
func CheckExercise(ctx context.Context, t *Exercise, name, source string, o ExerciseOptions) ([]ExerciseResult, error) {
	ctx = engine.Lasting(ctx)
	c := &exercise.Checker{Engines: Engines, Limit: o.Limit, Memory: o.Memory, Report: o.Report}
	results, err := c.Check(ctx, t, name, source)
	return results, noted(err)
}
