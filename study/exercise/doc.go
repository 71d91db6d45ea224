// Package exercise checks a learner's file for an exercise.
//
//	c := &exercise.Checker{Engines: engines}
//	results, err := c.Check(ctx, task, "my.far", source)
//
// It first checks that the file declares the names that the exercise demands. Then it asks questions
// with known answers: with parameters or data, with declarations appended (another rule, a fixed
// value), with another goal, or whether a list of moves can be made. It compares nothing with a
// solution, so every model with the right answers passes.
package exercise
