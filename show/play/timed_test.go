package play_test

import (
	"strings"
	"testing"

	"farbank/show/game"
)

// TestTime plays a problem in which moves take time: with a clock, and a key that waits.
func TestTime(t *testing.T) {
	for name, guide := range map[string]game.Guide{"map": {}, "solver": {States: 1, Solve: solve}} {
		t.Run(name, func(t *testing.T) {
			p := begin(t, load(t, "match-cellar"), guide)
			p.sees("time 0, 0 moves so far", "light a match")
			p.press("w")
			p.sees("Not possible: wait")
			p.press("1")
			p.sees("1 move so far; under way: light() until 8")
			p.press("www")
			p.sees("time 3, 1 move so far", "Light: on")
			p.press("u")
			p.sees("time 2, 1 move so far")
			if name == "solver" {
				p.sees("at best 22 more time")
				p.press("s")
				for range 100 {
					if strings.Contains(p.view(), "The goal") {
						break
					}
				}
				p.sees("The goal is reached in 6 moves and time 24; no plan takes less time.")
			}
		})
	}
}
