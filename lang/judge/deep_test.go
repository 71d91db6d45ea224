package judge

import (
	"errors"
	"fmt"
	"runtime/debug"
	"strings"
	"testing"

	"farbank/lang/syntax"
	"farbank/lang/types"
)

// TestDeep checks that deeply nested expressions are an error and not a stack overflow.
func TestDeep(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(512 << 20))
	e, err := syntax.ParseExpr("test", "all "+strings.Join(manyNames(150_000), ", ")+": 1..1 { true }")
	if err != nil {
		t.Fatal(err)
	}
	info := types.NewInfo(&syntax.File{})
	names(info, e)
	_, err = NewEvaluator(info, Options{}).Eval(e)
	var limit *Limit
	if !errors.As(err, &limit) {
		t.Error(err)
	}
}

func manyNames(n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprint("a", i)
	}
	return names
}
