package rules

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// saveFacts is (save-facts file [visible|local template...]).
func saveFacts(c *Call) (value.Value, error) {
	if !c.Args[0].IsLexeme() {
		return value.False, c.remarkWrong(0, "of type file name")
	}
	path := c.Args[0].Text()
	local := true
	if len(c.Args) > 1 {
		switch local = c.Args[1].IsSymbol("local"); {
		case !local && !c.Args[1].IsSymbol("visible"):
			return value.False, c.remarkWrong(1, "of type symbol with value local or visible")
		}
	}
	var only []*Template
	for i := 2; i < len(c.Args); i++ {
		t := c.Env.findTemplate(c.Env.current, c.Args[i].Text())
		switch {
		case t == nil && local:
			return value.False, c.remarkWrong(i, "of type local deftemplate name")
		case t == nil:
			return value.False, c.remarkWrong(i, "of type visible deftemplate name")
		}
		only = append(only, t)
	}
	var b strings.Builder
	for f := range c.Env.Facts() {
		t := f.Relation.Data.(*Template)
		if local && t.Module != c.Env.current || !local && !c.Env.sees(c.Env.current, f) || len(only) > 0 && !slices.Contains(only, t) {
			continue
		}
		b.WriteString(FactText(f) + "\n")
	}
	if err := os.WriteFile(path, []byte(b.String()), 0o666); err != nil {
		return value.False, remarkf("[ARGACCES2] Function save-facts was unable to open file %s.", path)
	}
	return value.True, nil
}

// loadFacts asserts the facts of a file, up to the first fault.
func loadFacts(c *Call) (value.Value, error) {
	path, text, err := c.read("load-facts")
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
		s := newScope(&compiler{env: c.Env, text: text})
		if anyVariable(f) {
			return value.False, s.at(f, "[PRNTUTIL6] Local variables can not be accessed by the load-facts command")
		}
		n, err := s.assertion(f)
		if err == nil {
			_, err = n.eval(&frame{env: c.Env, vars: make([]value.Value, s.size)})
		}
		if err != nil {
			return value.False, fmt.Errorf("load-facts: %w", err)
		}
	}
}
