package game_test

import (
	"context"
	"fmt"

	"farbank/game"
)

// In a state of craps a point of 4 is made before a 7 with probability 3/9.
func ExampleReach() {
	a := &game.Arena{}
	roll := a.Add(game.Chance, game.Move{To: 1, Weight: 3}, game.Move{To: 2, Weight: 6}, game.Move{To: 0, Weight: 27})
	a.Add(game.Goal)
	a.Add(game.Chance) // lost
	v, err := game.Reach(context.Background(), a, game.Options{})
	fmt.Println(v.Status, v.Exact[roll], err)
	// Output: solved 1/3 <nil>
}

// The players of this game take 1 to 3 of 6 matches in turn. The player who takes the last one wins.
func ExampleForce() {
	rules := game.Rules{
		Starts: [][]uint64{{6, 0}},
		Look: func(s []uint64, p *game.Position) error {
			if s[1] == 1 {
				p.Kind = game.Foe
			}
			if s[0] == 0 && s[1] == 1 {
				p.Kind = game.Goal // we took the last match
			}
			for take := uint64(1); take <= min(3, s[0]); take++ {
				p.Move([]uint64{s[0] - take, 1 - s[1]}, int(take), 1, 0)
			}
			return nil
		},
	}
	x, err := game.Explore(context.Background(), rules, game.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := game.Force(context.Background(), x.Arena, game.Options{})
	start := x.Starts[0]
	fmt.Println("moves:", f.Cost[start], "take:", x.Arena.Moves(start)[f.Move[start]].Label, err)
	// Output: moves: 3 take: 2 <nil>
}
