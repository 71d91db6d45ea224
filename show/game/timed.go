package game

import "farbank/model"

// Time returns the time since the start, where moves take time.
func (g *Game) Time() int64 { return model.SpentBy(g.steps).Time }

// Wait returns the index of the move that lets a unit of time pass, or -1 where no move takes time.
func (g *Game) Wait() int {
	for i, m := range g.Problem.Moves {
		if m.Schema.Role == model.Waits {
			return i
		}
	}
	return -1
}

// UnderWay returns the moves that are under way, and until when: "light() until 8".
func (g *Game) UnderWay() []string {
	var list []string
	s, now := g.State(), g.Time()
	for _, m := range g.Problem.Moves {
		if m.Schema.Role == model.Begins && m.Lasts && s[m.Under] > 0 {
			list = append(list, m.String()+" until "+g.Problem.TimeText(now+(s[m.Under]-1)*g.Problem.Unit))
		}
	}
	return list
}
