package core

import (
	"fmt"
)

// counts are what (watch statistics) tells after a run. A nil one counts nothing.
type counts struct {
	e                  *Environment
	facts, activations tally
}

// A tally sums up a number that is looked at now and then.
type tally struct{ sum, most int64 }

func (t *tally) add(n int) {
	t.sum += int64(n)
	t.most = max(t.most, int64(n))
}

// mean is rounded, over so many looks.
func (t *tally) mean(looks int64) int64 { return int64(float64(t.sum)/float64(looks) + 0.5) }

// newCounts begins to count, if statistics are watched.
func (e *Environment) newCounts() *counts {
	if !e.Watched.statistics {
		return nil
	}
	c := &counts{e: e}
	c.sample()
	return c
}

// sample looks at the facts and the agendas.
func (c *counts) sample() {
	if c != nil {
		c.facts.add(c.e.FactList.Len())
		c.activations.add(c.e.Network.Agendas.Len())
	}
}

// report tells what has been counted, in the words of CLIPS, which always has one instance.
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
