package rules

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/internal/bounded"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// programBuiltins work on the program itself: they read more of it, or call what is named
// as they run.
func programBuiltins() []builtin {
	return []builtin{
		{name: "eval", takes: "lexeme", help: "the value of a call that a text holds", example: "(eval \"(+ 1 2)\")", do: evalFunction},
		{name: "build", takes: "lexeme", gives: "boolean", help: "defines the construct that a text holds", example: "(build \"(deffunction twice (?x) (* 2 ?x))\") (twice 4)", do: buildFunction},
		{name: "funcall", takes: "name:lexeme [value ...]", help: "calls a function by its name", example: "(funcall max 1 3 2)", do: funcall},
		{name: "sort", takes: "name:symbol [value ...]", help: "the values in an order: the function tells whether its first argument goes after the second",
			example: "(sort > 3 1 2)", do: sortFunction},
		{name: "load", takes: "path:lexeme", gives: "boolean", help: "defines the constructs of a file", example: "(defrule r =>) (save \"r.clp\") (load \"r.clp\")", do: loadFunction},
		{name: "load*", takes: "path:lexeme", gives: "boolean", help: "the same", example: "(defrule r =>) (save \"r.clp\") (load* \"r.clp\")", do: loadFunction},
		{name: "save", takes: "path:lexeme", help: "writes all constructs to a file", example: "(defrule r =>) (save \"r.clp\") (clear) (load \"r.clp\") (list-defrules)", do: saveFunction},
		{name: "batch", takes: "path:lexeme", gives: "boolean", help: "does all that a file holds", example: "(defrule r =>) (save \"r.clp\") (batch \"r.clp\")", do: batchFunction},
		{name: "batch*", takes: "path:lexeme", gives: "boolean", help: "the same", example: "(defrule r =>) (save \"r.clp\") (batch* \"r.clp\")", do: batchFunction},
	}
}

// evalFunction evaluates a text: one value or call. Constructs are for build.
func evalFunction(c *Call) (value.Value, error) {
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
	case IsConstruct(f) && c.Env.dialect != Jess:
		return value.False, fmt.Errorf("[EXPRNPSR3] Missing function declaration for %s", f.Head())
	}
	return c.Env.Eval(text)
}

// buildFunction defines the construct that a text holds.
func buildFunction(c *Call) (value.Value, error) {
	text, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	f, err := syntax.NewReader("build", text).Next()
	if err != nil {
		return value.False, &remark{err}
	}
	if f == nil || !IsConstruct(f) {
		return value.False, nil
	}
	if err := c.Env.do(f, text, true); err != nil {
		return value.False, &remark{err}
	}
	return value.True, nil
}

// read gives the text of the file that argument 0 names; ok is false, and said,
// if it cannot be read.
func (c *Call) read(name string) (path, text string, err error) {
	if !c.Args[0].IsLexeme() {
		return "", "", c.remarkWrong(0, "of type file name")
	}
	path = c.Args[0].Text()
	text, err = c.Env.readFile(path)
	var large *bounded.TooLargeError
	switch {
	case err == nil:
		return path, text, nil
	case c.Env.interrupted() != nil:
		return "", "", c.Env.interrupted()
	case errors.As(err, &large):
		return "", "", err
	}
	return "", "", remarkf("[ARGACCES2] Function %s was unable to open file %s.", name, path)
}

// loadFunction defines the constructs of a file, and is TRUE if all are well.
func loadFunction(c *Call) (value.Value, error) {
	path, text, err := c.read(c.Name)
	if err != nil {
		return value.False, err
	}
	err = c.Env.load(text, path, false)
	if err != nil && IsFault(err) {
		return value.False, &remark{err}
	}
	return value.True, err
}

// batchFunction does all that a file holds.
func batchFunction(c *Call) (value.Value, error) {
	path, text, err := c.read("batch")
	if err != nil {
		return value.False, err
	}
	err = c.Env.load(text, path, true)
	if err != nil && IsFault(err) {
		return value.True, &remark{err}
	}
	return value.True, err
}

func funcall(c *Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	if !c.Env.callable(name) {
		want := "of type function, deffunction, or generic function name"
		if c.Env.specialForm(name) != nil {
			want = "of type function without specialized parser"
		}
		return value.False, c.remarkWrong(0, want)
	}
	return c.Env.callNamed(c.Env.current, name, fields(c.Args[1:]))
}

// sortFunction sorts by a function that tells whether its first argument goes
// after its second: a merge sort, so that equal ones keep their order.
func sortFunction(c *Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil || !c.Env.callable(name) {
		return value.False, c.remarkWrong(0, "of type function name, deffunction name, or defgeneric name")
	}
	items := slices.Clone(fields(c.Args[1:]))
	err = mergeSort(items, make([]value.Value, len(items)), func(a, b value.Value) (bool, error) {
		v, err := c.Env.callNamed(c.Env.current, name, []value.Value{a, b})
		return !v.IsFalse(), err
	})
	if err != nil {
		return value.False, err
	}
	return value.List(items...), nil
}

// mergeSort sorts by a relation that need be no order: which pairs are compared
// is as in CLIPS. space has the length of items.
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

func watchFunction(on bool) Func {
	return func(c *Call) (value.Value, error) {
		item, err := c.Symbol(0)
		if err != nil {
			return value.Value{}, err
		}
		if len(c.Args) == 1 {
			return value.Value{}, c.watchAll(item, on)
		}
		for i := range c.Args[1:] {
			if err := c.watchOne(item, i+1, on); err != nil {
				return value.Value{}, err
			}
		}
		return value.Value{}, nil
	}
}

func (c *Call) watchAll(item string, on bool) error {
	if _, ok := c.Env.watching(item); !ok && item != "all" && !objectWatches[item] {
		return c.Wrong(0, "of type watchable symbol")
	}
	return c.Env.Watch(item, on)
}

// watchOne watches the construct that argument i names.
func (c *Call) watchOne(item string, i int, on bool) error {
	name, kind := c.Args[i].Text(), ""
	switch item {
	case "facts":
		t := c.Env.findTemplate(c.Env.current, name)
		if t != nil {
			t.watched = on
			return nil
		}
		kind = "deftemplate"
	case "rules", "activations":
		r := c.Env.findRule(name)
		switch {
		case r != nil && item == "rules":
			r.watchFire = on
			return nil
		case r != nil:
			r.watchAct = on
			return nil
		}
		kind = "defrule"
	case "globals":
		g := c.Env.findGlobal(c.Env.current, strings.Trim(name, "?*"))
		if g != nil {
			g.watched = on
			return nil
		}
		kind = "defglobal"
	case "deffunctions":
		d := c.Env.findFunction(c.Env.current, name)
		if d != nil {
			d.watched = on
			return nil
		}
		kind = "deffunction"
	default:
		if _, ok := c.Env.watching(item); !ok && item != "all" {
			return c.Wrong(0, "of type watchable symbol")
		}
		return countArgs(c.Name, len(c.Args), 1, 1)
	}
	return c.Wrong(i, "of type "+kind)
}
