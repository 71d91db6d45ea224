// Package game plays a problem: the player makes moves one by one, and learns which moves are
// possible, why others are not, and how far the goal is.
//
//	g, err := game.New(ctx, problem)
//	if err != nil {
//		return err
//	}
//	choices, err := g.Choices()
//
// A Game is the state of the play; the reference interpreter of package model applies the rules. A
// Guide computes the distance to the goal: from an atlas of all states if there are few, otherwise
// by a solver that plans from the current state.
package game
