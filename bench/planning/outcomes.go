package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
)

func (o *outcome) key() string {
	return fmt.Sprintf("%s %s %s %g", o.Planner, o.Task, o.Plans, o.Limit)
}

// readOutcomes reads a file of results with one JSON object per line. The result is empty if the path is
// empty or the file does not exist.
func readOutcomes(path string) (map[string]outcome, error) {
	known := map[string]outcome{}
	if path == "" {
		return known, nil
	}
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		var o outcome
		if err := json.Unmarshal([]byte(line), &o); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, n, err)
		}
		known[o.key()] = o
	}
	return known, err
}

// keepOutcome adds a line to a file of results.
func keepOutcome(path string, o *outcome) error {
	if path == "" {
		return nil
	}
	line, err := json.Marshal(o)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	_, err = f.Write(append(line, '\n'))
	return errors.Join(err, f.Close())
}

// summarize prints the number of tasks that each planner solved, and a comparison of farbank with each of
// the others.
func summarize(all []outcome) {
	var names []string
	by := map[string]map[string]outcome{}
	for _, o := range all {
		if by[o.Planner] == nil {
			by[o.Planner] = map[string]outcome{}
			names = append(names, o.Planner)
		}
		by[o.Planner][o.Task] = o
	}
	for _, name := range names {
		solved := 0
		for _, o := range by[name] {
			if o.Status == "solved" {
				solved++
			}
		}
		fmt.Printf("%-10s %d of %d solved\n", name, solved, len(by[name]))
	}
	ours := by["farbank"]
	for _, name := range names {
		if name != "farbank" && ours != nil {
			compare(name, ours, by[name])
		}
	}
}

// minTime is the lower bound for times in ratios. Shorter times depend mainly on the operating system.
const minTime = 0.01

// compare prints the ratios for tasks that both planners solved, and the tasks that only one of them
// solved.
func compare(name string, ours, theirs map[string]outcome) {
	var both, whole, search, cost float64
	var wrong, won, lost []string
	for _, task := range slices.Sorted(maps.Keys(ours)) {
		a := ours[task]
		b, ok := theirs[task]
		switch {
		case !ok:
		case a.Status == "solved" && b.Status == "solved":
			both++
			whole += math.Log(max(a.Seconds, minTime) / max(b.Seconds, minTime))
			search += math.Log(max(a.Search, minTime) / max(b.Search, minTime))
			cost += math.Log(float64(max(a.Cost, 1)) / float64(max(b.Cost, 1)))
			if a.Plans == "shortest" && a.Cost != b.Cost {
				wrong = append(wrong, task)
			}
		case a.Status == "solved":
			won = append(won, task)
		case b.Status == "solved":
			lost = append(lost, task)
		}
	}
	if both == 0 {
		return
	}
	fmt.Printf("compared with %s, geometric means over %g tasks that both solved: time %.2f of its total time, %.2f of its search time; cost %.3f\n",
		name, both, math.Exp(whole/both), math.Exp(search/both), math.Exp(cost/both))
	fmt.Printf("  only farbank: %s\n  only %s: %s\n", strings.Join(won, " "), name, strings.Join(lost, " "))
	if len(wrong) > 0 {
		fmt.Printf("  COSTS DIFFER: %s\n", strings.Join(wrong, " "))
	}
}
