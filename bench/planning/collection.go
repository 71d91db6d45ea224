package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// collection reads the smallest problems of each folder of a collection, searches for any plan of each, and
// validates each plan. After a problem that exceeds the time limit, it skips the larger ones of the folder.
func collection(ctx context.Context) error {
	known, err := readOutcomes(*results)
	if err != nil {
		return err
	}
	folders, err := os.ReadDir(*parse)
	if err != nil {
		return err
	}
	files, reasons := map[string]bool{}, map[string]int{}
	outsiders := map[string]int{}
	tried, solved := 0, 0
	for _, f := range folders {
		if !f.IsDir() || !strings.Contains(f.Name(), *only) {
			continue
		}
		pairs, err := smallest(filepath.Join(*parse, f.Name()), *each)
		if err != nil {
			return err
		}
		for _, pair := range pairs {
			o, err := judged(ctx, known, pair)
			if err != nil {
				return err
			}
			tried++
			reasons[o.Status]++
			if o.Status == "solved" || o.Status == "none" {
				files[pair[0]], files[pair[1]] = true, true
			}
			if o.Status == "solved" {
				solved++
			}
			if o.Outside != "" {
				outsiders[o.Outside]++
			}
			if o.Status == "time" {
				break
			}
		}
	}
	fmt.Printf("%d tasks tried; %d files in tasks with an answer, %d valid plans\n", tried, len(files), solved)
	table(reasons)
	if len(outsiders) > 0 {
		fmt.Println("by Fast Downward's translator:")
		table(outsiders)
	}
	return nil
}

// table prints counts, the largest first.
func table(counts map[string]int) {
	for _, what := range slices.SortedFunc(maps.Keys(counts), func(a, b string) int { return cmp.Or(counts[b]-counts[a], cmp.Compare(a, b)) }) {
		fmt.Printf("%5d %s\n", counts[what], what)
	}
}

// smallest lists the smallest problems of a folder, each with its domain.
func smallest(dir string, most int) ([][2]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	type file struct {
		pair [2]string
		size int64
	}
	var list []file
	for _, e := range entries {
		name := e.Name()
		if e.IsDir() || !strings.HasSuffix(name, ".pddl") || strings.Contains(name, "domain") {
			continue
		}
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		if domain := domainOf(dir, name); domain != "" {
			list = append(list, file{[2]string{domain, filepath.Join(dir, name)}, info.Size()})
		}
	}
	slices.SortFunc(list, func(a, b file) int { return cmp.Or(cmp.Compare(a.size, b.size), cmp.Compare(a.pair[1], b.pair[1])) })
	var pairs [][2]string
	for _, f := range list[:min(most, len(list))] {
		pairs = append(pairs, f.pair)
	}
	return pairs, nil
}

// domainOf returns the domain file of a problem, by the naming conventions of the collections.
func domainOf(dir, problem string) string {
	begin := problem[:strings.IndexAny(problem, "-.")]
	for _, name := range []string{"domain.pddl", begin + "-domain.pddl", "domain_" + begin + ".pddl", "domain_" + problem, "domain-" + problem} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			return filepath.Join(dir, name)
		}
	}
	return ""
}

// judged solves a task and validates the plan. The status is solved only if the plan is valid.
func judged(ctx context.Context, known map[string]outcome, pair [2]string) (*outcome, error) {
	name, err := filepath.Rel(*parse, pair[1])
	if err != nil {
		return nil, err
	}
	o := &outcome{Planner: "collection", Task: name, Plans: "any", Limit: limit.Seconds()}
	if old, ok := known[o.key()]; ok {
		return &old, nil
	}
	path, err := exec.LookPath(*program)
	if err != nil {
		return nil, err
	}
	plan, complaint, spent, err := limited(ctx, *limit, false, "", path, "solve", pair[0], pair[1], "--plans", "any", "--engine", *engines,
		"--memory", fmt.Sprint(*memory, "GiB"), "--format", "plan", "--quiet")
	if err != nil {
		return nil, err
	}
	o.Seconds = spent.Seconds()
	why, _, _ := strings.Cut(complaint, "\n")
	switch {
	case strings.HasPrefix(plan, "(") || strings.HasPrefix(plan, "; cost"):
		if o.Status, err = valid(ctx, path, pair, plan); err != nil {
			return nil, err
		}
		if *fd != "" {
			if o.Outside, err = outside(ctx, pair, plan); err != nil {
				return nil, err
			}
			o.Outside = cmp.Or(o.Outside, "valid")
		}
	case strings.HasPrefix(plan, "None") || strings.Contains(plan, "no plan exists"):
		o.Status = "none"
	case strings.Contains(complaint, ".pddl:"):
		_, why, _ = strings.Cut(why, ": ")
		o.Status = "refused: " + why
	case spent >= *limit-*limit/8:
		o.Status = "time"
	default:
		first, _, _ := strings.Cut(plan, "\n")
		o.Status = cmp.Or(why, first, "not known")
	}
	fmt.Printf("%-60s %-30s %6.2f s  %s\n", o.Task, o.Status, o.Seconds, o.Outside)
	return o, keepOutcome(*results, o)
}

// valid checks a plan with farbank verify.
func valid(ctx context.Context, path string, pair [2]string, plan string) (string, error) {
	dir, err := os.MkdirTemp("", "planning")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "plan")
	if err := os.WriteFile(file, []byte(plan), 0o644); err != nil {
		return "", err
	}
	cmd := exec.CommandContext(ctx, path, "verify", pair[0], pair[1], file)
	if out, err := cmd.CombinedOutput(); err != nil {
		first, _, _ := strings.Cut(string(out), "\n")
		return "INVALID: " + first, nil
	}
	return "solved", nil
}
