// Package play is a game in the terminal: somebody makes the moves of a problem, one by
// one, and is told what is possible, why something is not, and how far it is to the goal.
//
//	game, err := play.NewGame(ctx, problem)
//	if err != nil {
//		return err
//	}
//	screen := play.NewScreen(ctx, game, play.Guide{Solve: solve})
//	_, err = tea.NewProgram(screen).Run()
//
// A [Game] is the play itself, without a terminal; the reference interpreter of package
// model is its referee. A [Screen] is a model of Bubble Tea, after the Elm architecture
// (Czaplicki 2012). A [Guide] knows how far it is from any state: from an atlas of all
// states where there are few, else by asking a solver for a plan from the present state.
// It works in the background.
package play
