package examples_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"farbank/examples"
)

// TestFiles: every name has a text, every data set belongs to an example and is JSON.
func TestFiles(t *testing.T) {
	names := examples.Names()
	if len(names) < 30 || !slices.IsSorted(names) {
		t.Errorf("%d names: %v", len(names), names)
	}
	sets := 0
	for _, name := range names {
		source, ok := examples.Source(name)
		if !ok || !strings.HasPrefix(source, "puzzle ") {
			t.Errorf("%s: %.20q", name, source)
		}
		for _, set := range examples.DataSets(name) {
			sets++
			text, ok := examples.Data(set)
			if short, also := examples.Data(strings.TrimSuffix(set, ".json")); !ok || !also || !slices.Equal(text, short) || !json.Valid(text) {
				t.Errorf("%s: the data set %s", name, set)
			}
		}
	}
	if sets == 0 {
		t.Error("no data sets")
	}
	if _, ok := examples.Source("no such"); ok {
		t.Error("no such example")
	}
	if _, ok := examples.Data("no such"); ok {
		t.Error("no such data")
	}
}

// TestAnswers: every known answer is of an example.
func TestAnswers(t *testing.T) {
	cases, err := examples.Answers()
	if err != nil || len(cases) < 50 {
		t.Fatal(len(cases), err)
	}
	for _, c := range cases {
		if !slices.Contains(examples.Names(), c.Example) {
			t.Errorf("there is no example %q", c.Example)
		}
	}
}
