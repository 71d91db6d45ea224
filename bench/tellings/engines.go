package main

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// engineNames are the engines of farbank solve --engine.
var engineNames = []string{"search", "journey", "fold", "rules", "milp", "constraint", "planning"}

// A choice is the choice of the engine for a problem, compared with each engine. An engine that takes much
// longer than the choice is ended, so its time is a lower bound.
type choice struct {
	Name         string            `json:"name"`
	Question     string            `json:"question"`
	Auto         result            `json:"auto"`
	Engines      map[string]result `json:"engines"`
	Best         string            `json:"best,omitempty"`  // the fastest engine with a conclusive answer
	Ratio        float64           `json:"ratio,omitempty"` // time of the choice by that of the best
	Within       bool              `json:"within"`          // at most twice the best, and 50 ms
	Disagreement string            `json:"disagreement,omitempty"`
}

// The choice may take tolerance times as long as the best engine, and in addition the time for which the
// preferred engine runs alone.
const (
	tolerance = 2
	headStart = 0.05
)

// judge fills in the fields that follow from the results.
func (c *choice) judge() {
	names, results := []string{"auto"}, []result{c.Auto}
	for _, e := range engineNames {
		if r, ok := c.Engines[e]; ok {
			names, results = append(names, e), append(results, r)
		}
	}
	c.Disagreement = disagreement(names, results)
	c.Best, c.Ratio, c.Within = c.compare(result.seconds)
}

// compare returns the engine with the shortest time, the ratio of the time of the choice to it, and whether
// the choice is within the tolerance. The engine is "" if none answers.
func (c *choice) compare(seconds func(result) float64) (best string, by float64, within bool) {
	for _, e := range engineNames {
		if r, ok := c.Engines[e]; ok && r.solved() && (best == "" || seconds(r) < seconds(c.Engines[best])) {
			best = e
		}
	}
	if best == "" {
		return "", 0, true
	}
	auto, least := seconds(c.Auto), seconds(c.Engines[best])
	return best, ratio(auto, least), c.Auto.solved() && auto <= tolerance*least+headStart
}

// An enginesReport is the result of all problems.
type enginesReport struct {
	Problems []choice `json:"problems"`
}

func (r *enginesReport) disagrees() bool {
	return slices.ContainsFunc(r.Problems, func(c choice) bool { return c.Disagreement != "" })
}

// measureEngines runs all problems with the choice of the program and with each engine. It prints the row
// of each problem when it is complete.
func measureEngines(ctx context.Context, path string, families []family) (*enginesReport, error) {
	samples, err := exampleProblems(ctx, path)
	if *tasks != "" {
		families = nil
		samples, err = planningTasks(*tasks, *list)
	}
	if err != nil {
		return nil, err
	}
	width := 24
	for _, p := range samples {
		width = max(width, len(p.name)+1)
	}
	fmt.Printf("median %s of %s, at most %v\n", unit(), plural(*runs, "run"), *limit)
	printEnginesHeading(os.Stdout, width)
	all := &enginesReport{}
	for _, f := range append(families, family{question: "solve", problems: samples}) {
		for _, p := range f.problems {
			if !selected(p.name) {
				continue
			}
			c, err := measureChoice(ctx, path, p)
			if err != nil {
				return nil, err
			}
			c.Question = f.question
			c.judge()
			c.print(os.Stdout, width)
			all.Problems = append(all.Problems, c)
		}
	}
	all.print(os.Stdout)
	return all, nil
}

// measureChoice runs the choice of the program, then each engine, in turn.
func measureChoice(ctx context.Context, path string, p problem) (choice, error) {
	var auto result
	results, err := inTurn(ctx, 1+len(engineNames), *runs, func(k int) result {
		if k == 0 {
			auto = solve(ctx, path, *limit, p.args...)
			return auto
		}
		return alone(auto, *limit, func(limit time.Duration) result {
			return solve(ctx, path, limit, append([]string{"--engine", engineNames[k-1]}, p.args...)...)
		})
	})
	if err != nil {
		return choice{}, err
	}
	c := choice{Name: p.name, Auto: results[0], Engines: map[string]result{}}
	for k, e := range engineNames {
		c.Engines[e] = results[k+1]
	}
	return c, nil
}

// alone runs an engine alone. It is ended when it has taken longer than the choice, because it is not the best
// then. On a busy machine it may have had less processor time than the choice; it is then run again with a
// longer limit.
func alone(auto result, limit time.Duration, run func(limit time.Duration) result) result {
	for allowed := engineLimit(auto, limit); ; allowed = min(4*allowed, limit) {
		r := run(allowed)
		if !r.stopped() || r.Processor >= auto.Processor || allowed >= limit {
			return r
		}
	}
}

// engineLimit returns the time limit of an engine alone if the choice took as long as auto.
func engineLimit(auto result, limit time.Duration) time.Duration {
	if !auto.solved() {
		return limit
	}
	seconds := 0.5 + 1.5*max(auto.Elapsed, auto.Processor) // the choice may use several processors
	return min(limit, time.Duration(seconds*float64(time.Second)).Round(time.Millisecond))
}

// planningTasks returns the tasks of a list in the form of bench/planning, which are in a folder.
func planningTasks(folder, list string) ([]problem, error) {
	text, err := os.ReadFile(list)
	if err != nil {
		return nil, err
	}
	var problems []problem
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, "#") || strings.TrimSpace(line) == "" {
			continue
		}
		files := strings.Fields(line)
		if len(files) != 2 {
			return nil, fmt.Errorf("%s: %q is not a domain and a problem", list, strings.TrimSpace(line))
		}
		p := problem{name: strings.TrimSuffix(files[1], ".pddl")}
		for _, f := range files {
			p.args = append(p.args, filepath.Join(folder, f))
		}
		problems = append(problems, p)
	}
	return problems, nil
}

// exampleProblems returns the examples of the program, alone and with each data set.
func exampleProblems(ctx context.Context, path string) ([]problem, error) {
	cmd := exec.CommandContext(ctx, path, "examples", "--json")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s examples: %w", path, err)
	}
	return parseExamples(out)
}

// parseExamples parses the output of farbank examples --json.
func parseExamples(out []byte) ([]problem, error) {
	var list []struct {
		Name string   `json:"name"`
		Data []string `json:"data"`
	}
	if err := json.Unmarshal(out, &list); err != nil {
		return nil, fmt.Errorf("the list of examples is not JSON: %w", err)
	}
	var problems []problem
	for _, x := range list {
		file := "example:" + x.Name
		problems = append(problems, problem{name: x.Name, args: []string{file}})
		for _, d := range x.Data {
			problems = append(problems, problem{name: strings.TrimSuffix(d, ".json"), args: []string{file, "--data", d}})
		}
	}
	return problems, nil
}

func printEnginesHeading(w io.Writer, width int) {
	fmt.Fprintf(w, "%-*s%-9s%8s", width, "problem", "question", "auto")
	for _, e := range engineNames {
		fmt.Fprintf(w, "%11s", e)
	}
	fmt.Fprintf(w, "%8s\n", "ratio")
}

// print prints the row of a problem.
func (c choice) print(w io.Writer, width int) {
	fmt.Fprintf(w, "%-*s%-9s%8s", width, c.Name, c.Question, c.Auto.time())
	for _, e := range engineNames {
		fmt.Fprintf(w, "%11s", c.Engines[e].time())
	}
	if c.Best == "" {
		fmt.Fprintf(w, "%8s\n", "-")
	} else {
		fmt.Fprintf(w, "%8.2f%s\n", c.Ratio, map[bool]string{false: "  MORE"}[c.Within])
	}
	if c.Disagreement != "" {
		fmt.Fprintf(w, "%-*sDISAGREE: %s\n", width, c.Name, c.Disagreement)
	}
}

// print prints the number of problems within the tolerance, and the others, the worst first.
func (r *enginesReport) print(w io.Writer) {
	compared := slices.DeleteFunc(slices.Clone(r.Problems), func(c choice) bool { return c.Best == "" })
	if len(compared) == 0 {
		fmt.Fprintln(w, "no engine answers a selected problem")
		return
	}
	fmt.Fprintf(w, "auto by the best engine, %s\n", plural(len(compared), "problem"))
	summarizeChoices(w, compared, "processor", func(r result) float64 { return r.Processor })
	summarizeChoices(w, compared, "elapsed", func(r result) float64 { return r.Elapsed })
	more := slices.DeleteFunc(compared, func(c choice) bool { return c.Within })
	slices.SortStableFunc(more, func(a, b choice) int { return cmp.Compare(b.Ratio, a.Ratio) })
	for _, c := range more {
		fmt.Fprintf(w, "  %-23s %-9s auto %s (%s), %s %s, ratio %s%.1f\n", c.Name, c.Question, c.Auto.time(),
			cmp.Or(c.Auto.Answer.Engine, c.Auto.Answer.Status), c.Best, c.Engines[c.Best].time(), atLeast(!c.Auto.solved()), c.Ratio)
	}
}

// summarizeChoices prints the mean and the maximum of the ratios by one of the two times.
func summarizeChoices(w io.Writer, list []choice, unit string, seconds func(result) float64) {
	var ratios []float64
	count := 0
	for _, c := range list {
		_, by, within := c.compare(seconds)
		ratios = append(ratios, by)
		if within {
			count++
		}
	}
	fmt.Fprintf(w, "  %s time: geometric mean %.2f, maximum %.1f; %d within %dx + %.0f ms\n",
		unit, geometric(ratios), slices.Max(ratios), count, tolerance, 1000*headStart)
}
