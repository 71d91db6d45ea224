package builtin

import (
	"errors"
	"fmt"
	"slices"

	"farbank/internal/bounded"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/fault"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// programBuiltins work on the program itself: they load more of it, or call functions by name.
func programBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "eval", Takes: "lexeme", Help: "evaluates the call in a text", Example: "(eval \"(+ 1 2)\")", Do: evalFunction},
		{Name: "build", Takes: "lexeme", Gives: "boolean", Help: "defines the construct in a text", Example: "(build \"(deffunction twice (?x) (* 2 ?x))\") (twice 4)", Do: buildFunction},
		{Name: "funcall", Takes: "name:lexeme [value ...]", Help: "calls a function by its name", Example: "(funcall max 1 3 2)", Do: funcall},
		{Name: "sort", Takes: "name:symbol [value ...]", Help: "sorts values by a function that reports whether its first argument goes after the second",
			Example: "(sort > 3 1 2)", Do: sortFunction},
		{Name: "load", Takes: "path:lexeme", Gives: "boolean", Help: "defines the constructs of a file", Example: "(defrule r =>) (save \"r.clp\") (load \"r.clp\")", Do: loadFunction},
		{Name: "load*", Takes: "path:lexeme", Gives: "boolean", Help: "like `load`", Example: "(defrule r =>) (save \"r.clp\") (load* \"r.clp\")", Do: loadFunction},
		{Name: "save", Takes: "path:lexeme", Help: "writes all constructs to a file", Example: "(defrule r =>) (save \"r.clp\") (clear) (load \"r.clp\") (list-defrules)", Do: saveFunction},
		{Name: "batch", Takes: "path:lexeme", Gives: "boolean", Help: "evaluates all forms of a file", Example: "(defrule r =>) (save \"r.clp\") (batch \"r.clp\")", Do: batchFunction},
		{Name: "batch*", Takes: "path:lexeme", Gives: "boolean", Help: "like `batch`", Example: "(defrule r =>) (save \"r.clp\") (batch* \"r.clp\")", Do: batchFunction},
	}
}

// evalFunction evaluates a text that is one value or call. Constructs need build.
func evalFunction(c *core.Call) (value.Value, error) {
	text, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	f, err := syntax.NewReader("eval", text).Next()
	switch {
	case err != nil:
		return value.False, err
	case f == nil:
		return value.False, errors.New("[EXPRNPSR2] Expected a constant, variable, or expression")
	case compile.IsConstruct(f) && c.Env.Dialect != core.Jess:
		return value.False, fmt.Errorf("[EXPRNPSR3] Missing function declaration for %s", f.Head())
	}
	return compile.Eval(c.Env, text)
}

// buildFunction defines the construct in a text.
func buildFunction(c *core.Call) (value.Value, error) {
	text, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	f, err := syntax.NewReader("build", text).Next()
	if err != nil {
		return value.False, &fault.Remark{Err: err}
	}
	if f == nil || !compile.IsConstruct(f) {
		return value.False, nil
	}
	if err := compile.Do(c.Env, f, text, true); err != nil {
		return value.False, &fault.Remark{Err: err}
	}
	return value.True, nil
}

// readNamed returns the path in argument 0 and the text of that file.
func readNamed(c *core.Call, name string) (path, text string, err error) {
	if !c.Args[0].IsLexeme() {
		return "", "", c.RemarkWrong(0, "of type file name")
	}
	path = c.Args[0].Text()
	text, err = c.Env.ReadFile(path)
	var large *bounded.TooLargeError
	switch {
	case err == nil:
		return path, text, nil
	case c.Env.Interrupted() != nil:
		return "", "", c.Env.Interrupted()
	case errors.As(err, &large):
		return "", "", err
	}
	return "", "", fault.Remarkf("[ARGACCES2] Function %s was unable to open file %s.", name, path)
}

// loadFunction defines the constructs of a file. It returns TRUE if there are no errors.
func loadFunction(c *core.Call) (value.Value, error) {
	path, text, err := readNamed(c, c.Name)
	if err != nil {
		return value.False, err
	}
	err = compile.LoadText(c.Env, text, path, false)
	if err != nil && fault.IsFault(err) {
		return value.False, &fault.Remark{Err: err}
	}
	return value.True, err
}

// batchFunction evaluates all forms of a file.
func batchFunction(c *core.Call) (value.Value, error) {
	path, text, err := readNamed(c, "batch")
	if err != nil {
		return value.False, err
	}
	err = compile.LoadText(c.Env, text, path, true)
	if err != nil && fault.IsFault(err) {
		return value.True, &fault.Remark{Err: err}
	}
	return value.True, err
}

func funcall(c *core.Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	if !c.Env.Callable(name) {
		want := "of type function, deffunction, or generic function name"
		if compile.SpecialForm(c.Env, name) != nil {
			want = "of type function without specialized parser"
		}
		return value.False, c.RemarkWrong(0, want)
	}
	return c.Env.CallNamed(c.Env.Current, name, fields(c.Args[1:]))
}

// sortFunction sorts by a function that reports whether its first argument goes after its second. It
// is a merge sort, so that equal values keep their order.
func sortFunction(c *core.Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil || !c.Env.Callable(name) {
		return value.False, c.RemarkWrong(0, "of type function name, deffunction name, or defgeneric name")
	}
	items := slices.Clone(fields(c.Args[1:]))
	err = mergeSort(items, make([]value.Value, len(items)), func(a, b value.Value) (bool, error) {
		v, err := c.Env.CallNamed(c.Env.Current, name, []value.Value{a, b})
		return !v.IsFalse(), err
	})
	if err != nil {
		return value.False, err
	}
	return value.List(items...), nil
}

// mergeSort sorts by a relation that need not be an order; it compares the same pairs as CLIPS. space
// has the length of items.
func mergeSort(items, space []value.Value, after func(a, b value.Value) (bool, error)) error {
	if len(items) < 2 {
		return nil
	}
	middle := (len(items) + 1) / 2
	if err := mergeSort(items[:middle], space[:middle], after); err != nil {
		return err
	}
	if err := mergeSort(items[middle:], space[middle:], after); err != nil {
		return err
	}
	copy(space, items)
	left, right := space[:middle], space[middle:]
	for i := range items {
		swap := len(left) == 0
		if !swap && len(right) > 0 {
			var err error
			if swap, err = after(left[0], right[0]); err != nil {
				return err
			}
		}
		if swap {
			items[i], right = right[0], right[1:]
		} else {
			items[i], left = left[0], left[1:]
		}
	}
	return nil
}
