package strategy

import (
	"farbank/game"
	"farbank/model"
)

// A converter converts the part of an arena that a strategy can reach.
type converter struct {
	*space
	a     *game.Arena
	move  []int32
	out   *model.Strategy
	place map[int]int // the situation of a state
	queue []int
}

// strategy sets the strategy of the answer.
func (s *solving) strategy(a *game.Arena, start int, move []int32) error {
	c := &converter{space: s.space, a: a, move: move, out: &model.Strategy{}, place: map[int]int{}}
	if len(a.Key(start)) == 0 {
		start = int(a.Moves(start)[move[start]].To)
	}
	c.out.Starts = c.resolve(start)
	for i := 0; i < len(c.queue); i++ {
		if err := c.situation(i); err != nil {
			return err
		}
	}
	if len(c.out.Situations) > 0 {
		c.out.Find = make([]int64, s.p.NumFind)
		for i, v := range c.out.Situations[0].Worlds[0][:s.p.NumFind] {
			if s.space.seen[i] {
				c.out.Find[i] = v
			}
		}
	}
	o := s.a.Others
	o.Strategy = c.out
	var bounded bool
	if o.Moves, o.Ours, bounded = longest(c.out); !bounded {
		o.Moves, o.Ours = 0, 0
	}
	return nil
}

// resolve returns the situations of a state: several if we see something first.
func (c *converter) resolve(n int) []int {
	if c.hidden {
		if _, belief := game.Worlds(c.a.Key(n), c.layout.Words); !belief {
			var list []int
			for _, m := range c.a.Moves(n) {
				list = append(list, c.resolve(int(m.To))...)
			}
			return list
		}
	}
	k, ok := c.place[n]
	if !ok {
		k = len(c.queue)
		c.place[n] = k
		c.queue = append(c.queue, n)
		worlds := c.worldsOf(c.a.Key(n))
		c.out.Situations = append(c.out.Situations, model.Situation{Seen: c.p.SeenOf(worlds[0]), Worlds: worlds})
	}
	return []int{k}
}

// situation fills in the k-th situation.
func (c *converter) situation(k int) error {
	n := c.queue[k]
	moves := c.a.Moves(n)
	st := c.out.Situations[k]
	switch kind := c.a.Kind(n); {
	case kind == game.Goal:
		st.End = model.Reached
	case len(moves) == 0 || kind == game.Ours && c.move[n] < 0:
		st.End = model.Failed
	case kind == game.Ours:
		m := moves[c.move[n]]
		st.Move = c.p.Moves[m.Label]
		var err error
		if st.Label, err = c.label(st.Move, st.Worlds); err != nil {
			return err
		}
		for _, to := range c.resolve(int(m.To)) {
			st.Next = append(st.Next, model.Fork{To: to})
		}
	default:
		st.By = model.ByFoe
		if kind == game.Chance && c.p.Moves[moves[0].Label].Schema.By == model.ByChance {
			st.By = model.ByChance
		}
		for _, m := range moves {
			for _, to := range c.resolve(int(m.To)) {
				f := model.Fork{To: to}
				if m.Label >= 0 {
					f.Move, f.Weight = c.p.Moves[m.Label], m.Weight
					var err error
					if f.Label, err = c.label(f.Move, st.Worlds); err != nil {
						return err
					}
				}
				st.Next = append(st.Next, f)
			}
		}
	}
	c.out.Situations[k] = st
	return nil
}

// label returns the label of a move, or its plan form if the label is not known.
func (c *converter) label(m *model.Move, worlds []model.State) (string, error) {
	text := ""
	for i, w := range worlds {
		out, err := c.p.Apply(m, w)
		if err != nil {
			return "", err
		}
		if i > 0 && out.Label != text {
			return m.String(), nil
		}
		text = out.Label
	}
	return text, nil
}

// longest returns the number of moves on a longest play, and of ours on a play with most of ours. It returns false if plays have no bound.
func longest(st *model.Strategy) (moves, ours int, ok bool) {
	type length struct {
		moves, ours int
		state       int // 1: on the path, 2: known
	}
	all := make([]length, len(st.Situations))
	var visit func(k int) bool
	visit = func(k int) bool {
		switch l := &all[k]; l.state {
		case 1:
			return false
		case 2:
			return true
		default:
			l.state = 1
		}
		s := &st.Situations[k]
		for _, f := range s.Next {
			if !visit(f.To) {
				return false
			}
			own := 0
			if s.By == model.ByUs {
				own = 1
			}
			all[k].moves = max(all[k].moves, all[f.To].moves+1)
			all[k].ours = max(all[k].ours, all[f.To].ours+own)
		}
		all[k].state = 2
		return true
	}
	for _, k := range st.Starts {
		if !visit(k) {
			return 0, 0, false
		}
		moves, ours = max(moves, all[k].moves), max(ours, all[k].ours)
	}
	return moves, ours, true
}
