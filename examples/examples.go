// Package examples is the library of problems that ships inside the binary, with
// their published answers.
//
// Each NAME.far is a model of how to write a problem. Files under data are data sets
// for them, named EXAMPLE-SET.json. answers.json holds known answers: see [Case].
package examples

import (
	"encoding/json"
	"path"
	"slices"
	"strings"
)

// Names returns the names of the examples, sorted.
func Names() []string {
	entries, _ := files.ReadDir(".")
	var names []string
	for _, e := range entries {
		if name, ok := strings.CutSuffix(e.Name(), ".far"); ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// Source returns the text of an example.
func Source(name string) (string, bool) {
	b, err := files.ReadFile(name + ".far")
	return string(b), err == nil
}

// Data returns a data set by its file name, with or without .json.
func Data(name string) ([]byte, bool) {
	b, err := files.ReadFile(path.Join("data", strings.TrimSuffix(name, ".json")+".json"))
	return b, err == nil
}

// DataSets returns the data sets for an example, by file name.
func DataSets(example string) []string {
	entries, _ := files.ReadDir("data")
	var names []string
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), example+"-") {
			names = append(names, e.Name())
		}
	}
	return names
}

// A Case is a question about an example and its known answer. Expected figures that
// are nil or empty are not compared.
type Case struct {
	Example string            `json:"example"`
	Params  map[string]string `json:"params"`  // as with -p
	Data    string            `json:"data"`    // a data set
	Plans   string            `json:"plans"`   // shortest (default), simple, walks, any, ends
	Ask     string            `json:"ask"`     // one (default), all, count, space
	Moves   int               `json:"moves"`   // the length, with plans walks
	FreeEnd bool              `json:"freeEnd"` // any safe state is an end

	Status string   `json:"status"` // default solved
	Cost   *int64   `json:"cost"`
	Length *int     `json:"length"` // moves of a best plan
	Count  string   `json:"count"`  // of plans, also for ask all
	First  []string `json:"first"`  // the ground moves of the plan found
	Find   []int64  `json:"find"`   // the values found, by cell
	States *int64   `json:"states"` // reachable
	Layers []int64  `json:"layers"` // by depth
	Depth  *int     `json:"depth"`  // the deepest layer

	Probability string `json:"probability"` // with others: of the goal, a fraction
	Expected    string `json:"expected"`    // with others: the expected cost, a fraction

	Engine string `json:"engine"` // who has to answer in good time; default the first, search
	Source string `json:"source"` // who says so
	Slow   bool   `json:"slow"`   // more than about two seconds
}

// Answers returns the known answers, in the order of the file.
func Answers() ([]Case, error) {
	b, err := files.ReadFile("answers.json")
	if err != nil {
		return nil, err
	}
	var cases []Case
	return cases, json.Unmarshal(b, &cases)
}
