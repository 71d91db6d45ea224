package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"farbank/milp/file"
	problems "farbank/milp/made"
	"farbank/milp/problem"
)

// A group is a table of problems.
type group struct {
	name     string
	problems []source
}

// A source creates a problem when it is needed.
type source struct {
	name string
	make func() (*problem.Problem, error)
}

// A task is a minimisation problem in a file. The programs have different options for maximisation.
type task struct {
	name    string
	path    string
	problem *problem.Problem
}

// published contains the optima of small problems of MIPLIB 3 (Bixby, Ceria, McZeal, Savelsbergh 1998).
var published = map[string]float64{
	"p0033": 3089, "p0201": 7615, "lseu": 1120, "egout": 568.1007, "flugpl": 1201500, "gt2": 21166, "bell5": 8966406.49152,
	"dcmulti": 188182, "khb05250": 106940226, "stein27": 18, "enigma": 0, "misc03": 3360, "mod008": 307, "rgn": 82.19999924, "vpm1": 20,
}

// groups returns the problems selected by the flags.
func groups() ([]group, error) {
	var list []group
	if *made {
		list = append(list, group{"made from seeds", fromSeeds()})
	}
	if *miplib != "" {
		found, err := fromFolder(*miplib)
		if err != nil {
			return nil, err
		}
		list = append(list, group{*miplib, found})
	}
	for k := range list {
		var kept []source
		for _, s := range list[k].problems {
			if strings.Contains(s.name, *only) {
				kept = append(kept, s)
			}
		}
		list[k].problems = kept
	}
	return list, nil
}

func fromSeeds() []source {
	var list []source
	add := func(name string, p func() *problem.Problem) {
		list = append(list, source{name, func() (*problem.Problem, error) { return p(), nil }})
	}
	for n := 8; n <= 12; n++ {
		add(fmt.Sprintf("queens%d", n), func() *problem.Problem { return problems.Queens(n) })
	}
	add("assignment60", func() *problem.Problem { return problems.Assignment(60, 1) })
	add("knapsack40", func() *problem.Problem { return problems.Knapsack(40, 1) })
	add("cover100x300", func() *problem.Problem { return problems.Cover(100, 300, 1) })
	return list
}

// fromFolder returns the .mps and .lp files of a folder.
func fromFolder(dir string) ([]source, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var list []source
	for _, e := range entries {
		if file.ByName(e.Name()) == file.Auto {
			continue
		}
		name, _, _ := strings.Cut(e.Name(), ".")
		list = append(list, source{name, func() (*problem.Problem, error) { return file.Read(filepath.Join(dir, e.Name())) }})
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no .mps or .lp files", dir)
	}
	return list, nil
}

// write writes the problem as a minimisation problem without a constant.
func (s source) write(dir string) (task, error) {
	p, err := s.make()
	if err != nil {
		return task{}, err
	}
	q := *p
	q.Offset = 0
	if p.Maximize {
		q.Maximize = false
		q.Columns = append([]problem.Column(nil), p.Columns...)
		for j := range q.Columns {
			q.Columns[j].Cost = -q.Columns[j].Cost
		}
	}
	t := task{name: s.name, path: filepath.Join(dir, s.name+".mps"), problem: file.Legal(&q, file.FreeMPS)}
	f, err := os.Create(t.path)
	if err != nil {
		return t, err
	}
	defer f.Close()
	return t, file.Encode(f, t.problem, file.FreeMPS)
}
