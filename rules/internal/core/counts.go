package core

import (
	"fmt"
)

// counts is the data that (watch statistics) prints after a run. A nil counts does nothing.
type counts struct {
	e                  *Environment
	facts, activations tally
}

// A tally has the sum and the maximum of samples.
type tally struct{ sum, most int64 }

func (t *tally) add(n int) {
	t.sum += int64(n)
	t.most = max(t.most, int64(n))
}

// mean returns the rounded mean of looks samples.
func (t *tally) mean(looks int64) int64 { return int64(float64(t.sum)/float64(looks) + 0.5) }

// newCounts returns counts with a first sample, or nil if statistics are not watched.
func (e *Environment) newCounts() *counts {
	if !e.Watched.statistics {
		return nil
	}
	c := &counts{e: e}
	c.sample()
	return c
}

// sample samples the number of facts and activations.
func (c *counts) sample() {
	if c != nil {
		c.facts.add(c.e.FactList.Len())
		c.activations.add(c.e.Network.Agendas.Len())
	}
}

// report prints the statistics in the words of CLIPS, which always has one instance.
func (c *counts) report(fired int64) {
	if c == nil {
		return
	}
	c.e.trace(fmt.Sprintf("%d rules fired\n", fired))
	for _, line := range []struct {
		what string
		tally
	}{{"facts", c.facts}, {"instances", tally{fired + 1, 1}}, {"activations", c.activations}} {
		c.e.trace(fmt.Sprintf("%d mean number of %s (%d maximum).\n", line.mean(fired+1), line.what, line.most))
	}
}
