// Package exercises contains the course that is embedded in the binary: graded tasks, each a
// page in Markdown, NN-name.md, and a check, NN-name.json, see [Check]. The folder data has the
// data sets that tasks and checks use. Solutions are in a separate folder and are not embedded.
package exercises

import (
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strconv"
	"strings"
	"sync"
)

//go:embed [0-9]*.md [0-9]*.json data/*.json
var files embed.FS

// A Task is an exercise.
type Task struct {
	Number int
	Name   string // 07-frogs
	Title  string
	Text   string   // the page without its hints, Markdown
	Hints  []string // in reading order
	Check  Check
}

// grades lists the name of each grade and the number of its last task.
var grades = []struct {
	name string
	last int
}{
	{"first steps", 6}, {"classics", 12}, {"finding values", 18}, {"sets, tuples and grids", 24}, {"grown-ups", 32},
}

// Grade returns the part of the course that the task belongs to.
func (t *Task) Grade() string {
	for _, g := range grades {
		if t.Number <= g.last {
			return g.name
		}
	}
	return ""
}

// A Check lists the names and the answers that a solution of a task must have.
type Check struct {
	Names []string `json:"names"` // declarations that the file must have, as in "state at[Thing]", "move cross(cargo)"
	Asks  []Ask    `json:"asks"`
}

// An Ask is a question and its answer.
type Ask struct {
	What   string            `json:"what"`    // the question, besides Params and Data; may be empty
	Forgot string            `json:"forgot"`  // the probable mistake if the answer is another
	Params map[string]string `json:"params"`  // as with -p
	Data   string            `json:"data"`    // a data set
	Add    string            `json:"add"`     // declarations appended to the file
	Goal   string            `json:"goal"`    // replaces the goals of the file
	Moves  string            `json:"moves"`   // the moves to make, one a line; or the unknowns, as a plan has them
	Count  string            `json:"count"`   // the number of plans
	Plans  string            `json:"plans"`   // shortest (default), simple, walks, ends
	Bound  *int              `json:"bound"`   // the number of moves, for walks
	Free   bool              `json:"freeEnd"` // the plan may end in any safe state
	Late   bool              `json:"late"`    // asked only if all answers before are right, because a wrong file may take long

	None   bool   `json:"none"`   // there is no plan; or Moves cannot be made
	Length *int   `json:"length"` // of a best plan
	Cost   *int64 `json:"cost"`   // of a best plan, or the best value
	Time   string `json:"time"`   // at which a best plan ends, as it is shown
}

// course caches the result of All. The linker would keep a variable set to sync.OnceValues(readAll), and so
// the embedded files, even in programs that never call All.
var course struct {
	sync.Once
	tasks []*Task
	err   error
}

// All returns the tasks in their order.
func All() ([]*Task, error) {
	course.Do(func() { course.tasks, course.err = readAll() })
	return course.tasks, course.err
}

func readAll() ([]*Task, error) {
	entries, err := files.ReadDir(".")
	if err != nil {
		return nil, err
	}
	var tasks []*Task
	for _, e := range entries {
		name, isText := strings.CutSuffix(e.Name(), ".md")
		if !isText {
			continue
		}
		t, err := read(name)
		if err != nil {
			return nil, fmt.Errorf("exercise %s: %w", name, err)
		}
		tasks = append(tasks, t)
	}
	return tasks, nil
}

// read reads the two files of a task.
func read(name string) (*Task, error) {
	text, err := files.ReadFile(name + ".md")
	if err != nil {
		return nil, err
	}
	check, err := files.ReadFile(name + ".json")
	if err != nil {
		return nil, err
	}
	t := &Task{Name: name}
	if t.Number, err = strconv.Atoi(name[:2]); err != nil {
		return nil, err
	}
	head, _, _ := strings.Cut(string(text), "\n")
	_, t.Title, _ = strings.Cut(head, ". ")
	page, hints, _ := strings.Cut(string(text), "\n## Hints\n")
	t.Text = page
	for _, h := range strings.Split(hints, "</summary>")[1:] {
		h, _, _ = strings.Cut(h, "</details>")
		t.Hints = append(t.Hints, strings.TrimSpace(h))
	}
	if err := json.Unmarshal(check, &t.Check); err != nil {
		return nil, fmt.Errorf("its check: %w", err)
	}
	return t, nil
}

// Data returns the data set with a name, with or without .json. It reports false if there is no such data set.
func Data(name string) ([]byte, bool) {
	b, err := files.ReadFile(path.Join("data", strings.TrimSuffix(name, ".json")+".json"))
	return b, err == nil
}

// DataSets returns the names of the data sets.
func DataSets() []string {
	entries, _ := files.ReadDir("data")
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	return names
}
