package rete

import (
	"fmt"
	"slices"
	"strings"
)

// MatchList is what the conditions of a rule have matched. A condition that
// matches without a fact has nil in its place.
type MatchList struct {
	Patterns [][][]*Fact // a pattern each, those of negated groups too: the facts of its matches
	Partial  []PartialMatches
}

// PartialMatches are the matches of several conditions together.
type PartialMatches struct {
	Conditions string // which: 1 - 3; with the patterns of groups: 1 (P1) , 2 (P2 - P3)
	Matches    [][]*Fact
}

// step is a join on the way to a rule, with the memory of what passed it.
type step struct {
	join       *join
	memory     *memory
	keys       []Ref
	condition  int // of its own sequence, from 1
	begin, end int // the patterns of the condition
}

// Matches lists the matches of a rule.
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

// steps lists the joins that lead to j: the way through a negated group goes
// through the conditions before the group as well.
func (n *Network) steps(j *join, m *memory, keys []Ref) []step {
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

// patterns counts the patterns up to a join; without its group, up to where the
// group begins.
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

// heading tells which conditions lead to the last of the steps.
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

func (s *step) name(nested bool) string {
	switch {
	case !nested:
		return fmt.Sprint(s.condition)
	case s.begin == s.end:
		return fmt.Sprintf("%d (P%d)", s.condition, s.begin)
	}
	return fmt.Sprintf("%d (P%d - P%d)", s.condition, s.begin, s.end)
}

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

func (n *Network) tokensOf(m *memory, keys []Ref) [][]*Fact {
	var all [][]*Fact
	for _, t := range n.contents(m, keys) {
		all = append(all, n.factsOf(t))
	}
	return all
}
