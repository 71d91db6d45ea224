// Package play plays a game in the terminal; see package game.
//
//	g, err := game.New(ctx, problem)
//	if err != nil {
//		return err
//	}
//	screen := play.NewScreen(ctx, g, game.Guide{Solve: solve})
//	_, err = tea.NewProgram(screen).Run()
//
// A [Screen] is a model of Bubble Tea, after the Elm architecture (Czaplicki 2012). The guide works
// in the background.
package play
