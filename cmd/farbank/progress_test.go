package main

import (
	"testing"
	"time"

	"farbank/engine"
)

func TestProgressText(t *testing.T) {
	best, bound := int64(17), int64(12)
	for want, p := range map[string]engine.Progress{
		"search: 1,814,400 states, 907,200/s, depth 31, 20.0 MiB, 2 s":           {Phase: "search", States: 1814400, Depth: 31, Memory: 20 << 20, Elapsed: 2 * time.Second},
		"milp branch: 340 nodes, 170/s, depth 12, best 17, bound 12, gap 5, 2 s": {Phase: "branch", Engine: "milp", States: 340, Nodes: 340, Depth: 12, Best: &best, Bound: &bound, Elapsed: 2 * time.Second},
		"assign: 12,000 nodes, 6,000/s, best 17, 2 s":                            {Phase: "assign", Nodes: 12000, Best: &best, Elapsed: 2 * time.Second},
		"reading line 12: 120,000 moves written out, 3 s":                        {Phase: "read", At: "line 12", States: 120000, Elapsed: 3 * time.Second},
	} {
		if got := progressText(p, 0); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
