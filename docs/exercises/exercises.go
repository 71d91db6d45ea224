// Package exercises is the course that ships inside the binary: graded tasks, each a page
// in Markdown, NN-name.md, and a check, NN-name.json, see [Check]. Files under data are the
// data sets that tasks give and checks ask with. Solutions are in a folder of their own and
// not part of the binary.
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
	Hints  []string // in the order in which they are to be read
	Check  Check
}

// grades are the names of the grades, and the last task of each.
var grades = []struct {
	name string
	last int
}{
	{"first steps", 6}, {"classics", 12}, {"finding values", 18}, {"sets, tuples and grids", 24}, {"grown-ups", 30},
}

// Grade is the part of the course that the task belongs to.
func (t *Task) Grade() string {
	for _, g := range grades {
		if t.Number <= g.last {
			return g.name
		}
	}
	return ""
}

// A Check is what a solution of a task is asked.
type Check struct {
	Names []string `json:"names"` // what the file must declare, as in "state at[Thing]", "move cross(cargo)"
	Asks  []Ask    `json:"asks"`
}

// An Ask is a question and its answer.
type Ask struct {
	What   string            `json:"what"`    // what is asked, besides Params and Data; may be empty
	Forgot string            `json:"forgot"`  // what was probably forgotten, where the answer is another
	Params map[string]string `json:"params"`  // as with -p
	Data   string            `json:"data"`    // a data set
	Add    string            `json:"add"`     // declarations that are put below the file
	Goal   string            `json:"goal"`    // what takes the place of the goals of the file
	Moves  string            `json:"moves"`   // these are made, one a line; or the values found, as a plan has them
	Count  string            `json:"count"`   // so many plans
	Plans  string            `json:"plans"`   // shortest (default), simple, walks, ends
	Bound  *int              `json:"bound"`   // the number of moves, with plans walks
	Free   bool              `json:"freeEnd"` // any safe state is an end
	Late   bool              `json:"late"`    // asked only where everything before holds: a wrong file may take long for it

	None   bool   `json:"none"`   // there is no plan; or Moves cannot be made
	Length *int   `json:"length"` // of a best plan
	Cost   *int64 `json:"cost"`   // of a best plan, or the best value
}

// course is what All has read. (A variable of a function of sync, as OnceValues gives, would be kept by the
// linker with all that it reads, in programs too that never ask for a task.)
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

// Data returns a data set by its name, with or without .json.
func Data(name string) ([]byte, bool) {
	b, err := files.ReadFile(path.Join("data", strings.TrimSuffix(name, ".json")+".json"))
	return b, err == nil
}

// DataSets are the names of the data sets.
func DataSets() []string {
	entries, _ := files.ReadDir("data")
	var names []string
	for _, e := range entries {
		names = append(names, strings.TrimSuffix(e.Name(), ".json"))
	}
	return names
}
