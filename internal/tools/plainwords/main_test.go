package main

import (
	"slices"
	"testing"
	"testing/fstest"
)

func TestSearch(t *testing.T) {
	root := fstest.MapFS{
		"a.go":          {Data: []byte("// Package a tells\n// so many things.\npackage a\n\n// hubPast moves a hub.\nfunc hubPast() error { return errorOf(\"nobody is there\") }\n")},
		"b.md":          {Data: []byte("It has the state be a word.\nIt has to be so.\n\n```\nnobody told\n```\n")},
		"testdata/c.md": {Data: []byte("told\n")},
	}
	found, err := search(root)
	if err != nil {
		t.Fatal(err)
	}
	var marks []string
	for _, f := range found {
		marks = append(marks, f.mark)
	}
	want := []string{"told, tells", "so many, so much", "metaphors", term, "nobody", "has something be"}
	slices.Sort(marks)
	slices.Sort(want)
	if !slices.Equal(marks, want) {
		t.Errorf("marks %q, want %q", marks, want)
	}
}

func TestCompare(t *testing.T) {
	limits := parseLimits(string(format(map[string]int{"a b": 2})))
	if err := compare(map[string]int{"a b": 2}, limits); err != nil {
		t.Error(err)
	}
	if err := compare(map[string]int{"a b": 3}, limits); err == nil {
		t.Error("3 are accepted where the limit is 2")
	}
}
