package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"farbank/milp/file"
	"farbank/milp/problem"
)

// A program solves a task. Its solution is read from its output or from a file.
type program struct {
	name      string
	path      string
	arguments func(t task, solution string) []string
	read      func(t task, solution string, output []byte) (problem.Solution, error)
}

// programs returns farbank's solver, and the others that are installed.
func programs(ctx context.Context, dir string) ([]program, error) {
	own, err := embedded(ctx, dir)
	if err != nil {
		return nil, err
	}
	list := []program{own}
	for _, p := range []program{
		{"glpsol", "", func(t task, s string) []string { return []string{"--freemps", t.path, "--cuts", "-w", s} }, fromFile},
		{"cbc", "", func(t task, s string) []string { return []string{t.path, "-solve", "-solution", s, "-quit"} }, fromFile},
	} {
		if p.path, err = exec.LookPath(p.name); err != nil {
			fmt.Printf("not installed, skipped: %s\n", p.name)
			continue
		}
		list = append(list, p)
	}
	return list, nil
}

// embedded returns farbank's command line if it has the milp command, and this program otherwise.
func embedded(ctx context.Context, dir string) (program, error) {
	if !*direct {
		path, err := build(ctx, dir, "./cmd/farbank")
		if err != nil {
			return program{}, err
		}
		if help, err := exec.CommandContext(ctx, path, "milp", "--help").Output(); err == nil && bytes.Contains(help, []byte("--solver")) {
			return program{"farbank", path, func(t task, _ string) []string {
				return []string{"milp", t.path, "--solver", "embedded", "--json"}
			}, fromJSON}, nil
		}
		fmt.Println("farbank has no command milp: its solver is called directly")
	}
	path, err := build(ctx, dir, "./bench/milp")
	return program{"embedded", path, func(t task, _ string) []string {
		return []string{"-workers", fmt.Sprint(*workers), "-solve", t.path}
	}, fromOutput}, err
}

// build builds a package of this module.
func build(ctx context.Context, dir, pkg string) (string, error) {
	out := filepath.Join(dir, "program-"+filepath.Base(pkg))
	command := exec.CommandContext(ctx, "go", "build", "-o", out, pkg)
	command.Env = append(os.Environ(), "CGO_ENABLED=0") // one file that needs no library
	command.Stderr = os.Stderr
	return out, command.Run()
}

func fromFile(t task, solution string, _ []byte) (problem.Solution, error) {
	f, err := os.Open(solution)
	if err != nil {
		return problem.Solution{}, err
	}
	defer f.Close()
	return file.ReadSolution(f, solution, t.problem)
}

func fromOutput(t task, _ string, output []byte) (problem.Solution, error) {
	return file.ReadSolution(bytes.NewReader(output), "output", t.problem)
}

func fromJSON(_ task, _ string, output []byte) (problem.Solution, error) {
	var answer struct {
		Status    string  `json:"status"`
		Objective float64 `json:"objective"`
	}
	if err := json.Unmarshal(output, &answer); err != nil {
		return problem.Solution{}, err
	}
	s := problem.Solution{Objective: answer.Objective}
	for status := problem.Unknown; status <= problem.Unbounded; status++ {
		if status.String() == answer.Status {
			s.Status = status
		}
	}
	return s, nil
}

// time runs the program once. It measures the user time of the whole process.
func (p program) time(ctx context.Context, t task) result {
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()
	solution := filepath.Join(filepath.Dir(t.path), "solution.txt")
	os.Remove(solution)
	command := exec.CommandContext(ctx, p.path, p.arguments(t, solution)...)
	var output, messages bytes.Buffer
	command.Stdout, command.Stderr = &output, &messages
	err := command.Run()
	r := result{late: errors.Is(ctx.Err(), context.DeadlineExceeded)}
	if command.ProcessState != nil {
		r.seconds = command.ProcessState.UserTime().Seconds()
	}
	switch {
	case r.late:
		return r
	case err != nil:
		r.err = fmt.Errorf("%w %s", err, strings.Join(strings.Fields(messages.String()), " "))
		return r
	}
	s, err := p.read(t, solution, output.Bytes())
	r.status, r.objective, r.err = s.Status, s.Objective, err
	return r
}
