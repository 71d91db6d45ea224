package main

import (
	"context"
	"strings"
	"testing"

	"farbank/exchange/flatzinc"
)

// TestAnswersLastWord checks that nothing follows a solution, and that statistics do not count as
// one.
func TestAnswersLastWord(t *testing.T) {
	for written, want := range map[string]string{
		"":                          flatzinc.Unsolved + "\n",
		"%%%mzn-stat: nodes=1\n":    flatzinc.Unsolved + "\n",
		"x = 1;\n----------\n":      "",
		"=====UNSATISFIABLE=====\n": "",
	} {
		var out, errOut strings.Builder
		w := &answers{Writer: &strings.Builder{}}
		if written != "" {
			_, _ = w.Write([]byte(written))
		}
		last := &app{raw: &out, out: &out, err: &errOut, ctx: t.Context()}
		err := w.lastWord(&flatzincFlags{verbose: true})(last, context.DeadlineExceeded)
		if err != nil || out.String() != want || errOut.String() == "" {
			t.Errorf("after %q: %q, printed %q, %v", written, out.String(), errOut.String(), err)
		}
	}
}
