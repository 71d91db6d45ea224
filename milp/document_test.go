package milp_test

import (
	"os"
	"strings"
	"testing"
)

// TestDocument checks that the wolf model in the manual is the example that runs.
func TestDocument(t *testing.T) {
	part := func(name string) string {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		_, rest, found := strings.Cut(string(data), "who := []string")
		body, _, ended := strings.Cut(rest, "s, err :=")
		if !found || !ended {
			t.Fatalf("%s has no wolf model", name)
		}
		return body
	}
	if part("../docs/milp.md") != part("example_test.go") {
		t.Error("docs/milp.md and Example_wolf differ")
	}
}
