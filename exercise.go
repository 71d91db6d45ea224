package farbank

import (
	"context"

	"farbank/docs/exercises"
	"farbank/engine"
	"farbank/study/exercise"
)

// Exercise is a task of the course under docs/exercises.
type Exercise = exercises.Task

// ExerciseOptions bound the check of an exercise.
type ExerciseOptions struct {
	Limit  int64 // steps of writing a problem out; 0: the default
	Memory int64 // bytes that a question may use; 0: no limit

	// Report, if not nil, is told each result as soon as it is there.
	Report func(ExerciseResult)
}

// ExerciseResult is what came of one question of a check.
type ExerciseResult = exercise.Result

// Exercises returns the tasks of the course in their order.
func Exercises() ([]*Exercise, error) { return exercises.All() }

// CheckExercise asks a learner's file what the check of a task asks; name stands for it in
// messages. The error is a syntax.ErrorList where the file is wrong in itself.
func CheckExercise(ctx context.Context, t *Exercise, name, source string, o ExerciseOptions) ([]ExerciseResult, error) {
	ctx = engine.Lasting(ctx)
	c := &exercise.Checker{Engines: Engines, Limit: o.Limit, Memory: o.Memory, Report: o.Report}
	results, err := c.Check(ctx, t, name, source)
	return results, noted(err)
}
