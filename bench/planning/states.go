package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"farbank"
	"farbank/exchange/pddl"
)

// room is a level of Sokoban with a lot of space.
const room = `
##########
#        #
# $  $   #
#    .   #
# . @  $ #
#   .    #
#        #
##########
`

// blindTasks are examples for which blind search expands up to some million states.
var blindTasks = []struct {
	name, example string
	params        map[string]string
}{
	{"tiles, 3 by 3", "tiles", nil},
	{"tiles, 2 by 5", "tiles", map[string]string{"rows": "2", "cols": "5"}},
	{"klotski", "klotski", nil},
	{"rush hour", "rush-hour", nil},
	{"sokoban, a room, 3 boxes", "sokoban", map[string]string{"level": room}},
	{"pancakes, 9", "pancakes", map[string]string{"n": "9", "stack": "[8,3,6,1,9,4,7,2,5]"}},
	{"hanoi, 12 discs", "hanoi", map[string]string{"discs": "12"}},
	{"hanoi, 4 pegs, 10 discs", "hanoi", map[string]string{"pegs": "4", "discs": "10"}},
	{"missionaries, 20", "missionaries", map[string]string{"each": "20", "seats": "4"}},
	{"cube", "cube", nil},
}

// A rate contains the number of states that a search expanded, and its time.
type rate struct {
	expanded int64
	seconds  float64
	cost     int64
}

func (r *rate) perSecond() float64 { return float64(r.expanded) / max(r.seconds, 0.001) }

// states compares the states per second of blind search on our examples with those of Fast Downward on
// their exports.
func states(ctx context.Context) error {
	logs, count := 0.0, 0
	fmt.Printf("%-26s %11s %8s %10s %11s %8s %10s %6s\n", "", "expanded", "s", "per second", "theirs", "s", "per second", "ratio")
	for _, t := range blindTasks {
		if !strings.Contains(t.name, *only) {
			continue
		}
		var opts []farbank.Option
		for k, v := range t.params {
			opts = append(opts, farbank.WithParam(k, v))
		}
		p, err := farbank.Load("example:"+t.example, opts...)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		ours, err := medianRate(func() (*rate, error) { return blind(ctx, p) })
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		theirs, err := downwardBlind(ctx, p)
		if err != nil {
			return fmt.Errorf("%s: %w", t.name, err)
		}
		if theirs == nil {
			fmt.Printf("%-26s %11d %8.3f %10.0f  no answer within the limit\n", t.name, ours.expanded, ours.seconds, ours.perSecond())
			continue
		}
		ratio := ours.perSecond() / theirs.perSecond()
		logs, count = logs+math.Log(ratio), count+1
		fmt.Printf("%-26s %11d %8.3f %10.0f %11d %8.3f %10.0f %6.1f\n", t.name, ours.expanded, ours.seconds, ours.perSecond(), theirs.expanded, theirs.seconds, theirs.perSecond(), ratio)
		if ours.cost != theirs.cost {
			fmt.Printf("  COSTS DIFFER: %d and %d\n", ours.cost, theirs.cost)
		}
	}
	if count > 0 {
		fmt.Printf("geometric mean of the %d ratios: %.1f\n", count, math.Exp(logs/float64(count)))
	}
	return nil
}

// medianRate returns the run with the median time.
func medianRate(run func() (*rate, error)) (*rate, error) {
	var list []*rate
	for range max(1, *runs) {
		r, err := run()
		if r == nil || err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	slices.SortFunc(list, func(a, b *rate) int { return int(math.Copysign(1, a.seconds-b.seconds)) })
	return list[len(list)/2], nil
}

// blind runs breadth-first or uniform-cost search with one worker. It measures processor time, from a
// loaded problem to the answer, including the generation of machine code.
func blind(ctx context.Context, p *farbank.Problem) (*rate, error) {
	e, err := farbank.Engines.Find("search")
	if err != nil {
		return nil, err
	}
	q := farbank.Question{Workers: 1, Memory: *memory << 30, Strategy: farbank.UniformCost}
	if p.UnitCosts() {
		q.Strategy = farbank.BreadthFirst
	}
	runtime.GC()
	begun := processor()
	within, cancel := spending(ctx, begun+*limit)
	defer cancel()
	a, err := farbank.SolveWith(within, e, p, q, nil)
	if err != nil {
		return nil, err
	}
	if a.Status != farbank.Solved || a.Best == nil {
		return nil, fmt.Errorf("%v: %s", a.Status, a.Reason)
	}
	return &rate{a.Stats.Expanded, (processor() - begun).Seconds(), a.Best.Cost}, nil
}

var (
	expandedStates = regexp.MustCompile(`(?m)Expanded (\d+) state`)
	searchTime     = regexp.MustCompile(`(?m)Search time: ([0-9.e+-]+)s`)
)

// downwardBlind runs astar(blind()) on the exported problem. It returns nil if the run exceeds the limit.
// The time is the search time that Fast Downward prints, also processor time.
func downwardBlind(ctx context.Context, p *farbank.Problem) (*rate, error) {
	dir, err := os.MkdirTemp("", "planning")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	var text bytes.Buffer
	if err := farbank.Export(ctx, p, "pddl", farbank.ExportOptions{}, &text); err != nil {
		return nil, err
	}
	parts := [2][]byte{}
	parts[0], parts[1] = pddl.Split(text.Bytes())
	names := [2]string{filepath.Join(dir, "domain.pddl"), filepath.Join(dir, "problem.pddl")}
	for i := range parts {
		if err := os.WriteFile(names[i], parts[i], 0o600); err != nil {
			return nil, err
		}
	}
	if _, err := translated(ctx, dir, names[0], names[1]); err != nil {
		return nil, err
	}
	if _, err := os.Stat(filepath.Join(dir, translation)); err != nil {
		return nil, nil
	}
	return medianRate(func() (*rate, error) {
		said, _, err := searchTranslated(ctx, dir, "--search", "astar(blind())")
		if err != nil {
			return nil, err
		}
		n, s, c := expandedStates.FindStringSubmatch(said), searchTime.FindStringSubmatch(said), planCost.FindStringSubmatch(said)
		if n == nil || s == nil || c == nil {
			return nil, nil
		}
		r := &rate{}
		r.expanded, _ = strconv.ParseInt(n[1], 10, 64)
		r.cost, _ = strconv.ParseInt(c[1], 10, 64)
		r.seconds, err = strconv.ParseFloat(s[1], 64)
		return r, err
	})
}
