package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A family is a problem in several formulations, and a question to all of them.
type family struct {
	name     string
	question string
	problems []problem
}

// A problem is one formulation, or an example of the program.
type problem struct {
	name string   // FAMILY-FORMULATION, or the example with its data set
	args []string // the arguments of farbank solve
}

// questions maps a question to its flags. The flags of a question are the same for all formulations.
var questions = map[string][]string{
	"solution": nil,
	"optimum":  nil,
	"plan":     nil,
	"count":    {"--count"},
}

// formulation returns the part of the name that follows the family.
func (p problem) formulation() string {
	_, rest, _ := strings.Cut(p.name, "-")
	return rest
}

// readFamilies reads the list of questions and finds the files of each family. Every file must belong to a
// family of the list.
func readFamilies(dir string) ([]family, error) {
	path := filepath.Join(dir, "families.txt")
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	families, err := parseFamilies(string(text))
	if err != nil {
		return nil, fmt.Errorf("%s:%w", path, err)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.far"))
	if err != nil {
		return nil, err
	}
	return families, addProblems(families, files)
}

// parseFamilies parses lines with a name and a question. A line that begins with # is a comment. Errors begin with the
// number of the line.
func parseFamilies(text string) ([]family, error) {
	var list []family
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		words := strings.Fields(line)
		if len(words) != 2 {
			return nil, fmt.Errorf("%d: expected a family and a question", n)
		}
		f := family{name: words[0], question: words[1]}
		if _, ok := questions[f.question]; !ok {
			return nil, fmt.Errorf("%d: unknown question %q", n, f.question)
		}
		if slices.ContainsFunc(list, func(g family) bool { return g.name == f.name && g.question == f.question }) {
			return nil, fmt.Errorf("%d: the question to %s is repeated", n, f.name)
		}
		list = append(list, f)
	}
	return list, nil
}

// addProblems adds each file to the families that its name begins with.
func addProblems(families []family, files []string) error {
	for _, file := range files {
		p := problem{name: strings.TrimSuffix(filepath.Base(file), ".far")}
		name, _, _ := strings.Cut(p.name, "-")
		found := false
		for i := range families {
			if f := &families[i]; f.name == name {
				p.args = append([]string{file}, questions[f.question]...)
				f.problems = append(f.problems, p)
				found = true
			}
		}
		if !found {
			return fmt.Errorf("%s belongs to no family of families.txt", file)
		}
	}
	var errs []error
	for _, f := range families {
		if len(f.problems) < 2 {
			errs = append(errs, fmt.Errorf("family %s has %d files, expected at least 2", f.name, len(f.problems)))
		}
	}
	return errors.Join(errs...)
}

// selected reports whether -only selects a name.
func selected(name string) bool {
	return slices.ContainsFunc(strings.Split(*only, ","), func(part string) bool { return strings.Contains(name, part) })
}
