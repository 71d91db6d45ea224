// Package exercise checks a learner's file against the check of a task.
//
//	c := &exercise.Checker{Engines: engines}
//	results, err := c.Check(ctx, task, "my.far", source)
//
// First the file is asked whether it declares the names that the task demands. Then it is
// asked questions whose answers are known: with parameters or data, with declarations put
// below it (a rule more, a value fixed), with another goal in the place of its own, or
// whether a list of moves can be made. Nothing is compared with a solution, so that every
// way to tell the problem is right that gives the right answers.
package exercise
