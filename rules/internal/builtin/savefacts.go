package builtin

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// saveFacts implements (save-facts file [visible|local template...]).
func saveFacts(c *core.Call) (value.Value, error) {
	if !c.Args[0].IsLexeme() {
		return value.False, c.RemarkWrong(0, "of type file name")
	}
	path := c.Args[0].Text()
	local := true
	if len(c.Args) > 1 {
		switch local = c.Args[1].IsSymbol("local"); {
		case !local && !c.Args[1].IsSymbol("visible"):
			return value.False, c.RemarkWrong(1, "of type symbol with value local or visible")
		}
	}
	var only []*core.Template
	for i := 2; i < len(c.Args); i++ {
		t := c.Env.FindTemplate(c.Env.Current, c.Args[i].Text())
		switch {
		case t == nil && local:
			return value.False, c.RemarkWrong(i, "of type local deftemplate name")
		case t == nil:
			return value.False, c.RemarkWrong(i, "of type visible deftemplate name")
		}
		only = append(only, t)
	}
	var b strings.Builder
	for f := range c.Env.Facts() {
		t := f.Relation.Data.(*core.Template)
		if local && t.Module != c.Env.Current || !local && !sees(c.Env, c.Env.Current, f) || len(only) > 0 && !slices.Contains(only, t) {
			continue
		}
		b.WriteString(core.FactText(f) + "\n")
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		return value.False, fault.Remarkf("[ARGACCES2] Function save-facts was unable to open file %s.", path)
	}
	return value.True, nil
}

// loadFacts asserts the facts of a file, up to the first error.
func loadFacts(c *core.Call) (value.Value, error) {
	path, text, err := readNamed(c, "load-facts")
	if err != nil {
		return value.False, err
	}
	r := syntax.NewReader(path, text)
	for {
		f, err := r.Next()
		if err != nil {
			return value.False, err
		}
		if f == nil {
			return value.True, nil
		}
		s := compile.NewScope(&compile.Compiler{Env: c.Env, Text: text})
		if anyVariable(f) {
			return value.False, s.At(f, "[PRNTUTIL6] Local variables can not be accessed by the load-facts command")
		}
		n, err := s.Assertion(f)
		if err == nil {
			_, err = n.Eval(&core.Frame{Env: c.Env, Vars: make([]value.Value, s.Size)})
		}
		if err != nil {
			return value.False, fmt.Errorf("load-facts: %w", err)
		}
	}
}
