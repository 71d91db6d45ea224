package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var header = regexp.MustCompile(`(?s)^/\*\*\*\n(.*?)\n\*\*\*/`)

// atEdge matches values next to or equal to 2^40.
var atEdge = regexp.MustCompile(`-?\b109951162777[5-7]\b`)

// A judgement compares farbank's result with the expected one.
type judgement string

const (
	right     judgement = "right"
	another   judgement = "another solution, which Gecode accepts"
	edge      judgement = "a value at the edge of what a variable without bounds may be, which is 2^40 here and less elsewhere"
	refused   judgement = "rejected with an error message"
	unended   judgement = "not ended"
	compiler  judgement = "fails with Gecode, too: in MiniZinc or the test"
	elsewhere judgement = "not of a solver (only compiled)"
	wrong     judgement = "WRONG"
)

var judgements = []judgement{right, another, edge, refused, unended, compiler, elsewhere, wrong}

func specifications(ctx context.Context) error {
	folder, err := os.MkdirTemp("", "")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	env, err := register(ctx, folder)
	if err != nil {
		return err
	}
	found := map[judgement]int{}
	err = filepath.WalkDir(*specs, func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".mzn" || !strings.Contains(path, *only) {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		head := header.FindSubmatch(text)
		if head == nil {
			return nil
		}
		name, _ := filepath.Rel(*specs, path)
		docs, err := documents(string(head[1]))
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		for i, doc := range docs {
			s := spec{path: path, node: doc, env: env, folder: folder}
			j, why := s.judge(ctx)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			found[j]++
			if *verbose || j == wrong || j == refused || j == unended {
				fmt.Printf("%s %d: %s%s\n", name, i+1, j, strings.TrimRight("\n  "+why, " \n"))
			}
		}
		return nil
	})
	for _, j := range judgements {
		fmt.Printf("%5d %s\n", found[j], j)
	}
	if err == nil && found[wrong] > 0 {
		err = fmt.Errorf("%d results are wrong", found[wrong])
	}
	if err == nil && found[right] == 0 {
		err = fmt.Errorf("no test of %s was passed", *specs)
	}
	return err
}

// A spec is a test.
type spec struct {
	node
	path, folder string
	env          []string
}

// An outcome is the result of minizinc for a test.
type outcome struct {
	status    string
	solutions []map[string]string
	complaint string
}

func (s spec) judge(ctx context.Context) (judgement, string) {
	if t := s.get("type").scalar; t != "" && t != "solve" {
		return elsewhere, ""
	}
	o := s.run(ctx, "farbank", "json")
	if s.expects(o) {
		return right, ""
	}
	sentence := strings.TrimSpace(o.complaint)
	switch {
	case strings.Contains(sentence, "floats are not supported"), strings.Contains(sentence, "without bounds"), strings.Contains(sentence, "too many values"),
		strings.Contains(sentence, "farbank flatzinc: --"): // a flag of another solver
		return refused, lastLine(sentence)
	case o.status == "ERROR" || o.status == "UNKNOWN" && sentence != "":
		if p := s.run(ctx, checker, "json"); !s.expects(p) {
			return compiler, sentence
		}
		return wrong, sentence
	case o.status == "UNKNOWN":
		return unended, ""
	}
	if len(o.solutions) > 0 && (o.status == "SATISFIED" || s.statusFits(o)) && s.accepted(ctx) {
		return another, ""
	}
	if len(o.solutions) > 0 && atEdge.MatchString(fmt.Sprint(o.solutions[len(o.solutions)-1])) {
		return edge, fmt.Sprint(o.status, " ", o.solutions)
	}
	p := s.run(ctx, checker, "json")
	if !s.expects(p) && p.status == o.status && len(p.solutions) == len(o.solutions) {
		return compiler, fmt.Sprint(o.status, " ", o.solutions)
	}
	return wrong, fmt.Sprintf("%s %v\n  expected %s", o.status, o.solutions[max(0, len(o.solutions)-3):], s.get("expected").plain())
}

func lastLine(s string) string { return s[strings.LastIndexByte(s, '\n')+1:] }

// run runs minizinc on the test.
func (s spec) run(ctx context.Context, solver, mode string, more ...string) outcome {
	args := []string{"--solver", solver, "--output-mode", mode, "--output-objective"}
	if mode == "json" {
		args = append(args, "--output-output-item")
	}
	options := s.get("options")
	for _, k := range options.keys {
		args = append(args, option(k, options.values[k])...)
	}
	args = append(args, s.path)
	for _, f := range s.get("extra_files").list {
		args = append(args, filepath.Join(filepath.Dir(s.path), f.scalar))
	}
	args = append(args, more...)
	out, complaint, _ := limited(ctx, *limit, s.env, "minizinc", args...)
	o := outcome{status: "UNKNOWN", complaint: string(complaint)}
	text := string(out)
	complete := strings.Contains(text, "==========\n")
	for _, part := range strings.SplitAfter(text, "----------\n") {
		solution, ok := strings.CutSuffix(part, "----------\n")
		if !ok {
			break
		}
		if mode == "json" {
			o.solutions = append(o.solutions, members(solution))
		} else {
			o.solutions = append(o.solutions, map[string]string{"": solution})
		}
	}
	switch n := len(o.solutions); {
	case strings.Contains(text, "=====UNSATISFIABLE====="):
		o.status = "UNSATISFIABLE"
	case strings.Contains(text, "=====ERROR====="), n == 0 && strings.Contains(o.complaint, "rror:"):
		o.status = "ERROR"
	case n == 0:
	case o.solutions[n-1]["objective"] != "":
		o.status = "SATISFIED"
		if complete {
			o.status = "OPTIMAL_SOLUTION"
		}
		o.solutions = o.solutions[n-1:]
	case complete:
		o.status = "ALL_SOLUTIONS"
	default:
		o.status = "SATISFIED"
	}
	return o
}

// option formats an option of MiniZinc's programming interface as command-line arguments.
func option(key string, v node) []string {
	switch {
	case key == "all_solutions":
		key = "-a"
	case key == "free_search":
		key = "-f"
	case key == "nr_solutions":
		key = "-n"
	case key == "optimisation_level":
		return []string{"-O" + v.scalar}
	case key == "random_seed":
		key = "-r"
	case key == "processes":
		key = "-p"
	case key == "timeout":
		return nil
	case !strings.HasPrefix(key, "-"):
		key = "--" + key
	}
	switch v.scalar {
	case "true":
		return []string{key}
	case "false":
		return nil
	}
	if v.list != nil {
		var all []string
		for _, w := range v.list {
			all = append(all, key, w.scalar)
		}
		return all
	}
	return []string{key, v.scalar}
}

// members returns the variables of a solution with their values.
func members(text string) map[string]string {
	d := json.NewDecoder(strings.NewReader(text[max(0, strings.Index(text, "{")):])) // traces may come first
	d.UseNumber()
	var all map[string]any
	if err := d.Decode(&all); err != nil {
		return map[string]string{"error": err.Error()}
	}
	m := map[string]string{}
	for k, v := range all {
		switch k {
		case "_objective":
			k = "objective"
		case "_output":
			k = "_output_item"
		}
		m[k] = jsonText(v)
	}
	return m
}

// jsonText formats a value in the same form as [node.plain].
func jsonText(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case json.Number:
		if x, err := v.Float64(); err == nil && x != 0 && strings.ContainsAny(v.String(), ".eE") {
			return strconv.FormatFloat(x, 'g', -1, 64)
		}
		if v == "-0" || v == "-0.0" {
			return "0"
		}
		return v.String()
	case []any:
		var parts []string
		for _, x := range v {
			parts = append(parts, jsonText(x))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case map[string]any:
		if e, ok := v["e"]; ok && len(v) == 1 {
			return jsonText(e)
		}
		list, ok := v["set"].([]any)
		if !ok {
			return fmt.Sprint(v)
		}
		all := []string{}
		for _, x := range list {
			if r, ok := x.([]any); ok && len(r) == 2 {
				lo, _ := strconv.ParseInt(jsonText(r[0]), 10, 64)
				hi, _ := strconv.ParseInt(jsonText(r[1]), 10, 64)
				all = append(all, interval(lo, hi)...)
			} else {
				all = append(all, jsonText(x))
			}
		}
		return setText(all)
	}
	return fmt.Sprint(v)
}

// expects reports whether an outcome is one of the expected ones.
func (s spec) expects(o outcome) bool {
	for _, e := range s.alternatives() {
		if fits(e, o) {
			return true
		}
	}
	return false
}

func (s spec) alternatives() []node {
	e := s.get("expected")
	if e.list != nil {
		return e.list
	}
	return []node{e}
}

// statusFits reports whether the status of an outcome is one of the expected ones, or any status is
// accepted.
func (s spec) statusFits(o outcome) bool {
	return slices.ContainsFunc(s.alternatives(), func(e node) bool {
		return !e.has("status") && e.tag == "!Result" || e.get("status").scalar == o.status
	})
}

func fits(e node, o outcome) bool {
	if e.tag == "!Error" {
		return o.status == "ERROR"
	}
	if e.tag != "!Result" || o.status == "ERROR" || e.has("status") && e.get("status").scalar != o.status {
		return false
	}
	want := e.get("solution")
	switch {
	case !e.has("solution") || want.tag == "" && want.list == nil:
		return true
	case want.tag == "!SolutionSet":
		return !slices.ContainsFunc(o.solutions, func(got map[string]string) bool {
			return !slices.ContainsFunc(want.list, func(w node) bool { return same(w, got) })
		})
	case want.list != nil: // all, in any order
		return len(want.list) == len(o.solutions) && !slices.ContainsFunc(want.list, func(w node) bool {
			return !slices.ContainsFunc(o.solutions, func(got map[string]string) bool { return same(w, got) })
		})
	}
	return len(o.solutions) > 0 && same(want, o.solutions[len(o.solutions)-1])
}

// same reports whether a solution has the expected values.
func same(want node, got map[string]string) bool {
	for k, v := range want.values {
		g, ok := got[k]
		if v.tag == "!Trim" {
			g = strings.TrimSpace(g)
		}
		if !ok || v.plain() != g && !near(v, g) {
			return false
		}
	}
	return true
}

func near(v node, got string) bool {
	if v.tag != "!Approx" {
		return false
	}
	x, e1 := strconv.ParseFloat(v.scalar, 64)
	y, e2 := strconv.ParseFloat(got, 64)
	return e1 == nil && e2 == nil && max(x-y, y-x) < 1e-6*max(1, x, -x)
}

// accepted reports whether Gecode solves the test with the values of our solution.
func (s spec) accepted(ctx context.Context) bool {
	o := s.run(ctx, "farbank", "dzn")
	if len(o.solutions) == 0 {
		return false
	}
	values := asData(o.solutions[len(o.solutions)-1][""])
	data, model := filepath.Join(s.folder, "solution.dzn"), filepath.Join(s.folder, "solution.mzn")
	if os.WriteFile(data, []byte(values), 0o666) != nil || os.WriteFile(model, []byte(demanded(values)), 0o666) != nil {
		return false
	}
	return len(s.run(ctx, checker, "json", data).solutions) > 0 || len(s.run(ctx, checker, "json", model).solutions) > 0
}

var assignment = regexp.MustCompile(`(?m)^\w+ = `)

// demanded converts data to constraints, which may also refer to variables with a value in the model.
func demanded(data string) string { return assignment.ReplaceAllString(data, "constraint $0") }
