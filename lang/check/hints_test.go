package check_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"farbank/lang/check"
	"farbank/lang/syntax"
)

// TestManyUnknown has more unknown names than get hints.
func TestManyUnknown(t *testing.T) {
	var b strings.Builder
	for i := range 150 {
		fmt.Fprintf(&b, "const abcdef%d = abcdeg%d\n", i, i)
	}
	tree, err := syntax.Parse("a.far", b.String())
	if err != nil {
		t.Fatal(err)
	}
	_, err = check.Check(tree, check.Options{})
	var list syntax.ErrorList
	errors.As(err, &list)
	hints := 0
	for _, e := range list {
		if e.Hint != "" {
			hints++
		}
	}
	if hints == 0 || hints > 100 {
		t.Errorf("%d hints of %d errors", hints, len(list))
	}
}
