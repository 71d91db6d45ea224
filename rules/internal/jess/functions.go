package jess

import (
	"fmt"
	"slices"
	"strings"

	"farbank/rules/internal/builtin"
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/internal/objects"
	"farbank/rules/value"
)

func jessForms() []compile.Builtin {
	return []compile.Builtin{
		{Name: "and", Takes: "condition ...", Gives: "boolean", Help: "`and`, also of one condition", Example: "(and TRUE)", Compile: builtin.And},
		{Name: "or", Takes: "condition ...", Gives: "boolean", Help: "`or`, also of one condition", Example: "(or TRUE)", Compile: builtin.Or},
		{Name: "for", Takes: "start condition step [action ...]", Help: "executes actions in a loop", Example: "(for (bind ?i 0) (< ?i 3) (++ ?i) (printout t ?i))", Compile: forForm},
		{Name: "continue", Help: "ends an iteration of a loop", Example: "(foreach ?x (create$ a b c) (if (eq ?x b) then (continue)) (printout t ?x))", Compile: continueForm},
		{Name: "++", Takes: "?variable", Help: "adds 1 to a variable", Example: "(bind ?x 1) (++ ?x)", Compile: step},
		{Name: "--", Takes: "?variable", Help: "subtracts 1 from a variable", Example: "(bind ?x 1) (-- ?x)", Compile: step},
		{Name: "try", Takes: "[action ...] [catch] [action ...] [finally] [action ...]", Help: "executes the actions after catch if one before it fails; `?ERROR` is the error",
			Example: "(try (/ 1 0) catch (printout t oops) finally (printout t \" end\"))", Compile: tryForm},
		{Name: "import", Takes: "class", Help: "has no effect, since all classes are known", Example: "(import java.util.*)", Compile: importForm},
		{Name: "call", Takes: "object method [value ...]", Help: "calls a method; for an object the word call is optional", Example: "(call Math max 1 2)", Compile: (*compile.Scope).MethodCall},
	}
}

func jessFunctions() []compile.Builtin {
	return []compile.Builtin{
		{Name: "list", Takes: "[value ...]", Help: "returns a multifield of the values", Example: "(list 1 2)", Do: func(c *core.Call) (value.Value, error) {
			return value.List(append([]value.Value(nil), c.Args...)...), nil
		}},
		{Name: "fact-id", Takes: "number:value", Help: "returns the fact with a number", Example: "(assert (a)) (fact-id 0)", Do: factByNumber},
		{Name: "store", Takes: "key value", Help: "stores a value, also beyond `clear`, and returns the old one", Example: "(store k 1) (fetch k)", Do: storeFunction},
		{Name: "fetch", Takes: "key", Help: "returns a stored value, or nil", Example: "(fetch k)", Do: fetchFunction},
		{Name: "clear-storage", Help: "removes all stored values", Example: "(clear-storage)", Do: func(c *core.Call) (value.Value, error) {
			c.Env.Storage = nil
			return value.True, nil
		}},
		{Name: "throw", Takes: "exception", Help: "throws an exception to the enclosing `catch`",
			Example: "(try (throw (new RuntimeException no)) catch (printout t ((?ERROR getCause) getMessage)))", Do: throwFunction},
	}
}

func jessQueries() []compile.Builtin {
	sample := "(defquery q (declare (variables ?x)) (n ?x ?y)) (assert (n 1 2)) "
	return []compile.Builtin{
		{Name: "run-query", Takes: "query [value ...]", Help: "returns an iterator over the matches of a defquery", Example: sample + "((run-query q 1) hasNext)", Do: runQuery},
		{Name: "run-query*", Takes: "query [value ...]", Help: "returns the matches, with the methods `next` and `get`", Example: sample + "(bind ?r (run-query* q 1)) (?r next) (?r getInt y)", Do: runQueryStar},
		{Name: "count-query-results", Takes: "query [value ...]", Help: "returns the number of matches", Example: sample + "(count-query-results q 1)", Do: countQuery},
	}
}

func jessObjects() []compile.Builtin {
	read := func(c *core.Call) (value.Value, error) {
		return compile.Property(c.Env, c.Args[0], c.Args[1].Display())
	}
	sample := "(bind ?e (new Exception no)) "
	return []compile.Builtin{
		{Name: "new", Takes: "class [value ...]", Help: "creates an object", Example: "(bind ?m (new HashMap)) (?m put a 1) ?m", Do: newObject},
		{Name: "instanceof", Takes: "object class", Help: "reports whether an object is of a class", Example: "(instanceof (new HashMap) Map)", Do: instanceOf},
		{Name: "get", Takes: "object property", Help: "returns a property of an object, or a slot of a fact", Example: sample + "(get ?e message)", Do: read},
		{Name: "get-member", Takes: "object property", Help: "like `get`", Example: sample + "(get-member ?e message)", Do: read},
		{Name: "set", Takes: "object property value", Help: "sets a property, or modifies a fact",
			Example: "(deftemplate p (slot x)) (bind ?f (assert (p (x 1)))) (set ?f x 2) (facts)", Do: setFunction},
		{Name: "set-member", Takes: "object property value", Help: "like `set`",
			Example: "(deftemplate p (slot x)) (bind ?f (assert (p (x 1)))) (set-member ?f x 2) (facts)", Do: setFunction},
	}
}

// factByNumber returns the fact with a number.
func factByNumber(c *core.Call) (value.Value, error) {
	if c.Args[0].Kind() != value.IntegerKind {
		return value.False, c.Wrong(0, "of type integer")
	}
	f := c.Env.FactOf(c.Args[0])
	if f == nil {
		return value.False, fmt.Errorf("fact-id: there is no fact %s", c.Args[0])
	}
	return c.Env.Address(f), nil
}

func storeFunction(c *core.Call) (value.Value, error) {
	key := c.Args[0].Display()
	old, ok := c.Env.Storage[key]
	if !ok {
		old = value.Nil
	}
	c.Env.Keep(key, c.Args[1])
	return old, nil
}

func fetchFunction(c *core.Call) (value.Value, error) {
	if v, ok := c.Env.Storage[c.Args[0].Display()]; ok {
		return v, nil
	}
	return value.Nil, nil
}

func instanceOf(c *core.Call) (value.Value, error) {
	name, err := c.Lexeme(1)
	if err != nil {
		return value.False, err
	}
	if t := c.Env.GoType(name); t != nil {
		return value.Bool(t.Has(c.Args[0])), nil
	}
	name = objects.ClassName(name)
	if _, known := objects.Superclasses[name]; !known && objects.Classes[name] == nil {
		return value.False, fmt.Errorf("instanceof: the class %s is not known", name)
	}
	return value.Bool(slices.ContainsFunc(objects.ClassesOf(c.Args[0]), func(class string) bool { return objects.IsA(class, name) })), nil
}

// throwFunction implements (throw exception); it also accepts a Go error.
func throwFunction(c *core.Call) (value.Value, error) {
	switch x := c.Args[0].Ref().(type) {
	case *objects.Exception:
		if x.Err != nil {
			return value.False, x.Err
		}
		return value.False, &objects.Thrown{Object: x}
	case error:
		return value.False, x
	}
	return value.False, fmt.Errorf("throw: %s is no exception", c.Args[0])
}

func newObject(c *core.Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	if t := c.Env.GoType(name); t != nil {
		return newGo(c.Env, t, c.Args[1:])
	}
	make := objects.Classes[objects.ClassName(name)]
	if make == nil {
		return value.False, fmt.Errorf("new: the class %s is not known: there are %s", name, strings.Join(c.Env.ClassNames(), ", "))
	}
	return make(c.Args[1:])
}

func setFunction(c *core.Call) (value.Value, error) {
	_, err := compile.SetProperty(c.Env, c.Args[0], c.Args[1].Display(), c.Args[2])
	return c.Args[2], err
}
