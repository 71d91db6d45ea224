// Package game is a problem being played: somebody makes its moves one by one, and is told
// what is possible, why something is not, and how far it is to the goal.
//
//	g, err := game.New(ctx, problem)
//	if err != nil {
//		return err
//	}
//	choices, err := g.Choices()
//
// A Game is the play itself; the reference interpreter of package model is its referee. A
// Guide knows how far it is from any state: from an atlas of all states where there are
// few, else by asking a solver for a plan from the present state.
package game
