package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strings"

	"farbank"
	"farbank/engine/planning"
	library "farbank/planning"
)

// sameHeuristics contains the searches that both planners have: Fast Downward's setting, and our heuristic.
var sameHeuristics = []struct {
	name, setting string
	make          func(*library.Space) library.Heuristic
}{
	{"blind", "astar(blind())", func(*library.Space) library.Heuristic { return nil }},
	{"lmcut", "astar(lmcut())", func(s *library.Space) library.Heuristic { return library.NewLMCut(s) }},
}

// longTime is the least number of seconds for which the time of a search depends mainly on the search and
// not on the operating system.
const longTime = 0.05

// same runs A* with the same heuristic in both planners, and prints a comparison of the times. A search
// excludes reading and grounding: it is the second program of Fast Downward, and our search after
// grounding.
func same(ctx context.Context) error {
	if *fd == "" {
		return fmt.Errorf("-same needs -fd")
	}
	text, err := os.ReadFile(*list)
	if err != nil {
		return err
	}
	known, err := readOutcomes(*results)
	if err != nil {
		return err
	}
	debug.SetMemoryLimit(*memory << 30)
	for _, h := range sameHeuristics {
		if !strings.Contains(","+*heuristics+",", ","+h.name+",") {
			continue
		}
		ours := planner{"our " + h.name, func(ctx context.Context, domain, problem string) (*outcome, error) {
			return searched(ctx, domain, problem, h.make)
		}}
		theirs := downward(h.name, "--search", h.setting)
		var logs, longer float64
		both, long, differ := 0, 0, 0
		var spent [2]float64
		for names := range chosen(string(text)) {
			b, err := theirs.once(ctx, known, names)
			if err != nil {
				return err
			}
			if b.Status != "solved" {
				continue
			}
			a, err := ours.once(ctx, known, names)
			if err != nil {
				return err
			}
			if a.Status != "solved" {
				continue
			}
			if both++; a.Cost != b.Cost {
				differ++
				fmt.Printf("  COSTS DIFFER: %s\n", names[1])
			}
			spent[0], spent[1] = spent[0]+a.Search, spent[1]+b.Search
			ratio := math.Log(max(a.Search, minTime) / max(b.Search, minTime))
			logs += ratio
			if b.Search >= longTime {
				longer, long = longer+ratio, long+1
			}
		}
		if both > 0 {
			fmt.Printf("%s: %d tasks that both solved, %d costs differ; search %.1f s and %.1f s, geometric mean of the ratios %.2f; of the %d that took Fast Downward %v s or more %.2f\n",
				h.name, both, differ, spent[0], spent[1], math.Exp(logs/float64(both)), long, longTime, math.Exp(longer/float64(max(1, long))))
		}
	}
	return nil
}

// searched runs one of our searches in this process.
func searched(ctx context.Context, domain, problem string, heuristic func(*library.Space) library.Heuristic) (*outcome, error) {
	runtime.GC()
	o := &outcome{Status: "time"}
	begun := processor()
	within, cancel := spending(ctx, begun+2**limit)
	defer cancel()
	p, err := farbank.LoadPDDL(domain, problem, farbank.WithContext(within))
	if err != nil {
		return o, nil
	}
	task, err := planning.Task(within, p)
	if err != nil {
		return o, nil
	}
	runtime.GC()
	written := processor()
	short, stop := spending(within, written+*limit)
	defer stop()
	small, _ := task.Simplify(nil) // neither heuristic uses invariants
	s, err := library.NewSpace(small)
	if err != nil {
		return nil, err
	}
	r, err := library.AStar(short, s, heuristic(s), library.Options{Memory: *memory << 29})
	if err != nil {
		return nil, err
	}
	o.Search, o.Seconds = (processor() - written).Seconds(), (processor() - begun).Seconds()
	switch r.Status {
	case library.Solved:
		o.Status, o.Cost = "solved", r.Cost
	case library.Infeasible:
		o.Status = "none"
	}
	return o, nil
}
