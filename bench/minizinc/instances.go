package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A result is the result of a solver for an instance.
type result struct {
	Instance, Solver, Library string
	Limit, Seconds            float64
	Ended                     bool   // complete, or unsatisfiable
	Objective                 string // of the last solution; "sat", "unsat" or "" without one
	Complaint                 string `json:",omitempty"`
	Checked                   string `json:",omitempty"` // minizinc's verdict on the last solution
}

func (r result) key() string { return r.Instance + " " + r.Solver + " " + r.Library }

// arguments returns the arguments for a solver: free search, all improving solutions.
func arguments(solver, file string) (string, []string) {
	switch solver {
	case "gecode":
		return "fzn-gecode", []string{"-a", file}
	case "gecode-f":
		return "fzn-gecode", []string{"-f", "-a", file}
	case "chuffed":
		return *chuffed, []string{"-f", "-a", file}
	case "farbank-a": // the search that the model asks for
		return *program, []string{"flatzinc", "-i", file}
	}
	return *program, []string{"flatzinc", "-f", "-i", file}
}

func benchmark(ctx context.Context) error {
	names, err := instances()
	if err != nil {
		return err
	}
	known, err := readResults()
	if err != nil {
		return err
	}
	if !*table {
		for _, name := range names {
			if err := measure(ctx, name, known); err != nil {
				return err
			}
		}
	}
	if !*compile {
		report(names, known)
	}
	return nil
}

func instances() ([]string, error) {
	text, err := os.ReadFile(*list)
	if err != nil {
		return nil, err
	}
	var names []string
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line != "" && !strings.HasPrefix(line, "#") && strings.Contains(line, *only) {
			names = append(names, line)
		}
	}
	return names, nil
}

func readResults() (map[string]result, error) {
	known := map[string]result{}
	f, err := os.Open(*results)
	if os.IsNotExist(err) {
		return known, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	for in := bufio.NewScanner(f); in.Scan(); {
		var r result
		if json.Unmarshal(in.Bytes(), &r) == nil { // the last line may be cut off
			known[r.key()] = r
		}
	}
	return known, nil
}

func keep(r result) error {
	f, err := os.OpenFile(*results, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return err
	}
	line, err := json.Marshal(r)
	if err == nil {
		_, err = f.Write(append(line, '\n'))
	}
	if e := f.Close(); err == nil {
		err = e
	}
	return err
}

// measure runs the solvers that have no result yet.
func measure(ctx context.Context, name string, known map[string]result) error {
	for solver := range strings.SplitSeq(*solvers, ",") {
		library := "std"
		if *own {
			library, _, _ = strings.Cut(solver, "-")
		}
		r := result{Instance: name, Solver: solver, Library: library, Limit: limit.Seconds()}
		if old, ok := known[r.key()]; ok && !*again && (old.Ended || old.Limit >= r.Limit) {
			continue
		}
		fzn, err := flattened(ctx, name, library)
		if err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n", name, err)
			continue
		}
		if *compile {
			continue
		}
		r = run(ctx, r, fzn)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		known[r.key()] = r
		if err := keep(r); err != nil {
			return err
		}
		fmt.Printf("%-55s %-9s %7.2f %-5v %s %s %s\n", brief(name), solver, r.Seconds, r.Ended, r.Objective, r.Checked, r.Complaint)
	}
	return nil
}

// brief returns the name of an instance without its redundant parts.
func brief(name string) string {
	fields := strings.Fields(name)
	last := fields[len(fields)-1]
	return strings.TrimSuffix(strings.TrimSuffix(last, ".dzn"), ".mzn")
}

// flattened returns the FlatZinc of an instance. It compiles the instance if the file does not exist.
func flattened(ctx context.Context, name, library string) (string, error) {
	base := filepath.Join(*cache, library, strings.ReplaceAll(brief(name), "/", "_"))
	fzn := base + ".fzn"
	if _, err := os.Stat(fzn); err == nil {
		return fzn, nil
	}
	if err := os.MkdirAll(filepath.Dir(base), 0o777); err != nil {
		return "", err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Minute)
	defer cancel()
	args := []string{"-c", "--output-mode", "dzn", "--output-objective", "--fzn", fzn + ".part", "--ozn", base + ".ozn"}
	env, err := register(ctx, *cache)
	if err != nil {
		return "", err
	}
	switch library {
	case "std":
		args = append(args, "--solver", "org.minizinc.mzn-fzn")
	case "chuffed":
		args = append(args, "--solver", learning)
	case "farbank":
		args = append(args, "--solver", "farbank")
	case "gecode":
		if args = append(args, "--solver", "gecode"); *gecode != "" {
			args[len(args)-1] = native
		}
	default:
		args = append(args, "--solver", library)
	}
	cmd := command(ctx, "minizinc", append(args, paths(name)...)...)
	cmd.Env = env
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("not compiled: %w: %s", err, strings.TrimSpace(string(out[:min(len(out), 300)])))
	}
	return fzn, os.Rename(fzn+".part", fzn)
}

func paths(name string) []string {
	list := strings.Fields(name)
	for i := range list {
		list[i] = filepath.Join(*models, list[i])
	}
	return list
}

var goal = regexp.MustCompile(`(?s)solve.*\b(satisfy|minimize|maximize)\b`)

func run(ctx context.Context, r result, fzn string) result {
	name, args := arguments(r.Solver, fzn)
	f, err := os.ReadFile(fzn)
	if err != nil {
		r.Complaint = err.Error()
		return r
	}
	what := goal.FindSubmatch(f[max(0, bytes.LastIndex(f, []byte("\nsolve"))):])
	if what == nil {
		r.Complaint = "no goal"
		return r
	}
	if string(what[1]) == "satisfy" {
		args = slices.DeleteFunc(args, func(a string) bool { return a == "-a" || a == "-i" })
	}
	out, complaint, spent := limited(ctx, *limit, nil, name, args...)
	r.Seconds = spent.Seconds()
	text := string(out)
	done := strings.Contains(text, "==========\n")
	unsat := strings.Contains(text, "=====UNSATISFIABLE=====")
	solutions := strings.Split(text, "----------\n")
	switch {
	case unsat:
		r.Ended, r.Objective = true, "unsat"
	case len(solutions) < 2:
		first, _, _ := strings.Cut(strings.TrimSpace(string(complaint)), "\n")
		r.Complaint = first
	default:
		r.Ended, r.Objective = done || string(what[1]) == "satisfy", "sat"
		printed, err := formatted(ctx, fzn, solutions[len(solutions)-2])
		if err != nil {
			r.Checked = "not printed: " + err.Error()
			return r
		}
		if string(what[1]) != "satisfy" {
			r.Objective = assigned(printed, "_objective")
		}
		if strings.HasPrefix(r.Solver, "farbank") {
			r.Checked = check(ctx, r.Instance, strings.TrimSuffix(fzn, ".fzn")+".solution.dzn", printed)
		}
	}
	return r
}

func assigned(solution, name string) string {
	for line := range strings.Lines(solution) {
		if x, v, ok := strings.Cut(strings.TrimSpace(line), " = "); ok && x == name {
			return strings.TrimSuffix(v, ";")
		}
	}
	return "?"
}

// formatted returns a solution as minizinc prints it, in the form of data.
func formatted(ctx context.Context, fzn, solution string) (string, error) {
	cmd := command(ctx, "minizinc", "--ozn-file", strings.TrimSuffix(fzn, ".fzn")+".ozn")
	cmd.Stdin = strings.NewReader(solution + "----------\n")
	text, err := cmd.Output()
	return string(text), err
}

// check runs minizinc to check whether a solution satisfies the original model.
func check(ctx context.Context, name, file, solution string) string {
	if err := os.WriteFile(file, []byte(asData(solution)), 0o666); err != nil {
		return err.Error()
	}
	cmd := command(ctx, "minizinc", append([]string{"--solver", checker, "--time-limit", "30000"}, append(paths(name), file)...)...)
	env, err := register(ctx, *cache)
	if err != nil {
		return err.Error()
	}
	cmd.Env = env
	var complaint strings.Builder
	cmd.Stderr = &complaint
	out, err := cmd.Output()
	switch {
	case strings.Contains(string(out), "UNSATISFIABLE"):
		return "WRONG"
	case strings.Contains(string(out), "----------"):
		return "right"
	case err != nil:
		return "not checked: " + lastLine(strings.TrimSpace(complaint.String()))
	}
	return "not checked"
}

// asData converts a printed solution to data that minizinc can read.
func asData(solution string) string {
	var data []string
	for line := range strings.Lines(solution) {
		if !strings.HasPrefix(line, "----------") && !strings.HasPrefix(line, "==========") && !strings.HasPrefix(line, "_objective") {
			data = append(data, line)
		}
	}
	return strings.Join(data, "")
}
