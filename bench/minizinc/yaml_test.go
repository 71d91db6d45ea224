package main

import "testing"

func TestDocuments(t *testing.T) {
	docs, err := documents(`!Test
solvers: [gecode]
options:
  all_solutions: true
expected:
- !Result
  status: SATISFIED
  solution: !SolutionSet
  - !Solution
    a: [true, null,
      2]
    s: !!set {3, 1}
    r: !Range 1..2
  - !Solution
    b: "x, y"
    _output_item: |
      one
      two
--- !Test
expected: !Error
  type: TypeError
`)
	if err != nil {
		t.Fatal(err)
	}
	if len(docs) != 2 || docs[1].get("expected").tag != "!Error" || docs[0].get("options").get("all_solutions").scalar != "true" {
		t.Fatalf("%+v", docs)
	}
	e := docs[0].get("expected").list[0]
	s := e.get("solution")
	if e.tag != "!Result" || e.get("status").scalar != "SATISFIED" || s.tag != "!SolutionSet" || len(s.list) != 2 {
		t.Fatalf("%+v", e)
	}
	for key, want := range map[string]string{"a": "[true,null,2]", "s": "{1,3}", "r": "{1,2}"} {
		if got := s.list[0].get(key).plain(); got != want {
			t.Errorf("%s: %s, not %s", key, got, want)
		}
	}
	if got := s.list[1]; got.get("b").plain() != "x, y" || got.get("_output_item").plain() != "one\ntwo\n" {
		t.Errorf("%+v", got)
	}
	if got := members(`% a trace
{"x": {"set": [[1,2],5]}, "_objective": -0, "e": {"e": "A"}}`); got["x"] != "{1,2,5}" || got["objective"] != "0" || got["e"] != "A" {
		t.Error(got)
	}
}
