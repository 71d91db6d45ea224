package rete

import (
	"fmt"
	"slices"
	"strings"
)

// MatchList lists the matches of a rule's conditions. The fact of a condition that matches
// without one is nil.
type MatchList struct {
	Patterns [][][]*Fact // for each pattern, also of negated groups: the facts of its matches
	Partial  []PartialMatches
}

// PartialMatches are the joint matches of several conditions.
type PartialMatches struct {
	Conditions string // for example 1 - 3; with the patterns of groups: 1 (P1) , 2 (P2 - P3)
	Matches    [][]*Fact
}

// step is a join on the path to a rule, with the memory of tokens that passed it.
type step struct {
	join       *join
	memory     int32 // its number
	keys       []Ref
	condition  int // in its own sequence, from 1
	begin, end int // the patterns of the condition
}

// Matches returns the matches of a rule.
func (n *Network) Matches(r *Rule) MatchList {
	var m MatchList
	steps := n.steps(r.last.parent, r.last.left, r.last.leftKeys)
	for _, s := range steps {
		if !s.join.fromRight {
			m.Patterns = append(m.Patterns, n.ownMatches(s.join))
		}
	}
	for i := 1; i < len(steps); i++ {
		s := steps[i]
		m.Partial = append(m.Partial, PartialMatches{heading(steps[:i+1]), n.tokensOf(s.memory, s.keys)})
	}
	return m
}

// steps returns the joins that lead to j. The path through a negated group includes the
// conditions before the group.
func (n *Network) steps(j *join, m int32, keys []Ref) []step {
	var all []step
	for j != nil {
		s := step{join: j, memory: m, keys: keys, begin: patterns(j, false), end: patterns(j, true)}
		for p := j; p != nil; p = p.parent {
			s.condition++
		}
		all = append(all, s)
		if j.fromRight {
			j, m, keys = j.group, j.right, j.rightKeys
		} else {
			j, m, keys = j.parent, j.left, j.leftKeys
		}
	}
	slices.Reverse(all)
	return all
}

// patterns counts the patterns up to a join, including its group if through is true, otherwise
// up to the beginning of the group.
func patterns(j *join, through bool) int {
	count := 0
	if j.fromRight && !through {
		count++
	}
	for j != nil {
		switch {
		case j.fromRight && through:
			j = j.group
		case j.fromRight:
			j = j.parent
		default:
			count++
			j = j.parent
		}
		through = true
	}
	return count
}

// heading describes the conditions that lead to the last of steps.
func heading(steps []step) string {
	var way []step
	nested := false
	for j := steps[len(steps)-1].join; j != nil; j = j.parent {
		i := slices.IndexFunc(steps, func(s step) bool { return s.join == j })
		way = append(way, steps[i])
		nested = nested || steps[i].begin != steps[i].end
	}
	slices.Reverse(way)
	var parts []string
	for i := 0; i < len(way); i++ {
		first := i
		for way[first].begin == way[first].end && i+1 < len(way) && way[i+1].begin == way[i+1].end {
			i++
		}
		text := way[first].name(nested)
		if i > first {
			text += " - " + way[i].name(nested)
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, " , ")
}

// name returns the number of a condition and, if nested, its patterns.
func (s *step) name(nested bool) string {
	switch {
	case !nested:
		return fmt.Sprint(s.condition)
	case s.begin == s.end:
		return fmt.Sprintf("%d (P%d)", s.condition, s.begin)
	}
	return fmt.Sprintf("%d (P%d - P%d)", s.condition, s.begin, s.end)
}

// ownMatches returns the matches of a join's own condition.
func (n *Network) ownMatches(j *join) [][]*Fact {
	if j.alpha == nil {
		if n.tokens[j.empty].children != 0 {
			return [][]*Fact{{nil}}
		}
		return nil
	}
	var all [][]*Fact
	for _, t := range n.contents(j.alpha.memory, nil) {
		all = append(all, []*Fact{n.factOf(t)})
	}
	return all
}

// tokensOf returns the facts of the tokens in a memory.
func (n *Network) tokensOf(m int32, keys []Ref) [][]*Fact {
	var all [][]*Fact
	for _, t := range n.contents(m, keys) {
		all = append(all, n.factsOf(t))
	}
	return all
}
