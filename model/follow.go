package model

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// A Follower is the part of a StrategyJudge that does not depend on what a state is: it matches what is seen with the situations
// of a strategy, and numbers the positions that arise. W is a state.
type Follower[W any] struct {
	Strategy *Strategy
	Seen     func(W) []int64 // the cells that are seen; the others are 0
	Name     func(W) string  // the same for equal states

	played Played
	spots  []Spot[W]
	number map[string]int // of a position
}

// A Spot is a situation that arose, with the states that are possible in it.
type Spot[W any] struct {
	Situation int
	Worlds    []W
	Way       []string // the moves before it
}

// Follow adds the positions at the start, and calls position for each position that is added, until there are no more. Position sets what
// can happen in it. An error of one of the functions ends the loop.
func (f *Follower[W]) Follow(starts []W, done func() error, position func(out *Position, at Spot[W]) error) (*Played, error) {
	f.number = map[string]int{}
	list, err := f.Split(f.Strategy.Starts, starts, nil)
	if err != nil {
		return nil, err
	}
	f.played.Starts = list
	for i := 0; i < len(f.spots); i++ {
		if err := done(); err != nil {
			return nil, err
		}
		var out Position // positions may be added meanwhile
		if err := position(&out, f.spots[i]); err != nil {
			return nil, err
		}
		f.played.Positions[i] = out
	}
	return &f.played, nil
}

// Situation returns the situation of a spot.
func (f *Follower[W]) Situation(at Spot[W]) *Situation { return &f.Strategy.Situations[at.Situation] }

// Split returns the positions after the moves way, one for each view of the states that are possible. The situations that can come are next.
func (f *Follower[W]) Split(next []int, worlds []W, way []string) ([]int, error) {
	var order []string
	all := map[string][]W{}
	for _, w := range worlds {
		var code []byte
		for _, v := range f.Seen(w) {
			code = binary.AppendVarint(code, v)
		}
		k := string(code)
		if all[k] == nil {
			order = append(order, k)
		}
		all[k] = append(all[k], w)
	}
	var list []int
	for _, k := range order {
		to, err := f.match(next, f.Seen(all[k][0]), way)
		if err != nil {
			return nil, err
		}
		list = append(list, f.add(to, all[k], way))
	}
	return list, nil
}

// Turns is like Split, with moves of one cost to the positions.
func (f *Follower[W]) Turns(next []int, worlds []W, way []string, cost int64) ([]Turned, error) {
	list, err := f.Split(next, worlds, way)
	var turns []Turned
	for _, to := range list {
		turns = append(turns, Turned{To: to, Cost: cost, Weight: 1})
	}
	return turns, err
}

// match returns the situation among those that can come next that has the view seen.
func (f *Follower[W]) match(next []int, seen []int64, way []string) (int, error) {
	found := -1
	for _, k := range next {
		if k < 0 || k >= len(f.Strategy.Situations) {
			return 0, fmt.Errorf("the strategy has no situation %d", k+1)
		}
		if k == found || !slices.Equal(f.Strategy.Situations[k].Seen, seen) {
			continue
		}
		if found >= 0 {
			return 0, Misplayed(way, fmt.Sprintf("the situations %d and %d look alike", found+1, k+1))
		}
		found = k
	}
	if found < 0 {
		return 0, Misplayed(way, "the strategy has no situation for what is then seen")
	}
	return found, nil
}

// add returns the number of a position.
func (f *Follower[W]) add(situation int, worlds []W, way []string) int {
	byName := map[string]W{}
	for _, w := range worlds {
		byName[f.Name(w)] = w
	}
	names := slices.Sorted(maps.Keys(byName))
	k := fmt.Sprint(situation, "\n") + strings.Join(names, "\n")
	if n, ok := f.number[k]; ok {
		return n
	}
	n := len(f.spots)
	f.number[k] = n
	at := Spot[W]{Situation: situation, Way: way}
	for _, name := range names {
		at.Worlds = append(at.Worlds, byName[name])
	}
	f.spots = append(f.spots, at)
	f.played.Positions = append(f.played.Positions, Position{})
	return n
}

// Misplayed returns the error of a strategy that fails after the moves way.
func Misplayed(way []string, why string) *PlanError {
	move := ""
	if len(way) > 0 {
		move = way[len(way)-1]
	}
	return &PlanError{Step: len(way), Move: move, Why: why}
}

// Targets returns the situations that can come next.
func (s *Situation) Targets() []int {
	next := make([]int, len(s.Next))
	for i, f := range s.Next {
		next[i] = f.To
	}
	return next
}
