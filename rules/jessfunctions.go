package rules

import (
	"fmt"
	"slices"

	"farbank/rules/value"
)

func jessForms() []builtin {
	return []builtin{
		{name: "and", takes: "condition ...", gives: "boolean", help: "`and`, of one condition too", example: "(and TRUE)", compile: (*scope).and},
		{name: "or", takes: "condition ...", gives: "boolean", help: "`or`, of one condition too", example: "(or TRUE)", compile: (*scope).or},
		{name: "for", takes: "start condition step [action ...]", help: "a loop", example: "(for (bind ?i 0) (< ?i 3) (++ ?i) (printout t ?i))", compile: (*scope).forForm},
		{name: "continue", help: "ends a turn of a loop", example: "(foreach ?x (create$ a b c) (if (eq ?x b) then (continue)) (printout t ?x))", compile: (*scope).continueForm},
		{name: "++", takes: "?variable", help: "adds 1 to a variable", example: "(bind ?x 1) (++ ?x)", compile: (*scope).step},
		{name: "--", takes: "?variable", help: "takes 1 from a variable", example: "(bind ?x 1) (-- ?x)", compile: (*scope).step},
		{name: "try", takes: "[action ...] [catch] [action ...] [finally] [action ...]", help: "does the actions after catch if one before fails; `?ERROR` is what was wrong",
			example: "(try (/ 1 0) catch (printout t oops) finally (printout t \" end\"))", compile: (*scope).tryForm},
		{name: "import", takes: "class", help: "does nothing: classes are known", example: "(import java.util.*)", compile: (*scope).importForm},
		{name: "call", takes: "object method [value ...]", help: "calls a method; the class or the word call may be left out for an object", example: "(call Math max 1 2)", compile: (*scope).methodCall},
	}
}

func jessFunctions() []builtin {
	return []builtin{
		{name: "list", takes: "[value ...]", help: "a multifield of the values", example: "(list 1 2)", do: func(c *Call) (value.Value, error) {
			return value.List(append([]value.Value(nil), c.Args...)...), nil
		}},
		{name: "fact-id", takes: "number:value", help: "the fact of a number", example: "(assert (a)) (fact-id 0)", do: factByNumber},
		{name: "store", takes: "key value", help: "keeps a value, beyond `clear`; gives the one before", example: "(store k 1) (fetch k)", do: storeFunction},
		{name: "fetch", takes: "key", help: "what was kept, or nil", example: "(fetch k)", do: fetchFunction},
		{name: "clear-storage", help: "keeps nothing any more", example: "(clear-storage)", do: func(c *Call) (value.Value, error) {
			c.Env.storage = nil
			return value.True, nil
		}},
		{name: "throw", takes: "exception", help: "ends the actions up to the next `catch`",
			example: "(try (throw (new RuntimeException no)) catch (printout t ((?ERROR getCause) getMessage)))", do: throwFunction},
	}
}

func jessQueries() []builtin {
	sample := "(defquery q (declare (variables ?x)) (n ?x ?y)) (assert (n 1 2)) "
	return []builtin{
		{name: "run-query", takes: "query [value ...]", help: "an iterator over the matches of a defquery", example: sample + "((run-query q 1) hasNext)", do: runQuery},
		{name: "run-query*", takes: "query [value ...]", help: "the matches, with the methods `next` and `get`", example: sample + "(bind ?r (run-query* q 1)) (?r next) (?r getInt y)", do: runQueryStar},
		{name: "count-query-results", takes: "query [value ...]", help: "how many matches there are", example: sample + "(count-query-results q 1)", do: countQuery},
	}
}

func jessObjects() []builtin {
	read := func(c *Call) (value.Value, error) { return c.Env.property(c.Args[0], c.Args[1].Display()) }
	sample := "(bind ?e (new Exception no)) "
	return []builtin{
		{name: "new", takes: "class [value ...]", help: "an object", example: "(bind ?m (new HashMap)) (?m put a 1) ?m", do: newObject},
		{name: "instanceof", takes: "object class", help: "whether it is of that class", example: "(instanceof (new HashMap) Map)", do: instanceOf},
		{name: "get", takes: "object property", help: "a property of an object, or a slot of a fact", example: sample + "(get ?e message)", do: read},
		{name: "get-member", takes: "object property", help: "the same", example: sample + "(get-member ?e message)", do: read},
		{name: "set", takes: "object property value", help: "sets a property, or modifies a fact",
			example: "(deftemplate p (slot x)) (bind ?f (assert (p (x 1)))) (set ?f x 2) (facts)", do: setFunction},
		{name: "set-member", takes: "object property value", help: "the same",
			example: "(deftemplate p (slot x)) (bind ?f (assert (p (x 1)))) (set-member ?f x 2) (facts)", do: setFunction},
	}
}

// equalNumbers is eq with numbers compared by what they count: 3 and 3.0 are equal.
func equalNumbers(c *Call) (value.Value, error) {
	first := c.Args[0]
	return value.Bool(!slices.ContainsFunc(c.Args[1:], func(v value.Value) bool {
		if first.IsNumber() && v.IsNumber() {
			return !value.SameNumber(first, v)
		}
		return !value.Equal(first, v)
	})), nil
}

// factByNumber gives the fact of a number.
func factByNumber(c *Call) (value.Value, error) {
	if c.Args[0].Kind() != value.IntegerKind {
		return value.False, c.Wrong(0, "of type integer")
	}
	f := c.Env.factOf(c.Args[0])
	if f == nil {
		return value.False, fmt.Errorf("fact-id: there is no fact %s", c.Args[0])
	}
	return c.Env.address(f), nil
}

func storeFunction(c *Call) (value.Value, error) {
	key := c.Args[0].Display()
	old, ok := c.Env.storage[key]
	if !ok {
		old = value.Nil
	}
	c.Env.keep(key, c.Args[1])
	return old, nil
}

func (r *registry) keep(key string, v value.Value) {
	if v == value.Nil {
		delete(r.storage, key)
		return
	}
	if r.storage == nil {
		r.storage = map[string]value.Value{}
	}
	r.storage[key] = v
}

func fetchFunction(c *Call) (value.Value, error) {
	if v, ok := c.Env.storage[c.Args[0].Display()]; ok {
		return v, nil
	}
	return value.Nil, nil
}

// Store keeps a Go value for the program, which gets it by (fetch key); nil takes it away.
// The program's (store key value) is read by Fetch. Only the dialect of Jess has these
// functions.
func (r *registry) Store(key string, x any) error {
	r.withMethods()
	v, err := r.ValueOf(x)
	if err == nil {
		r.keep(key, v)
	}
	return err
}

// Fetch gives what Store, or the program, has kept under a key.
func (r *registry) Fetch(key string) (value.Value, bool) {
	v, ok := r.storage[key]
	return v, ok
}

// superclasses lists for a class what its objects are besides.
var superclasses = map[string][]string{
	"LinkedHashMap": {"HashMap"}, "HashMap": {"Map", "Cloneable"}, "Hashtable": {"Map", "Dictionary"}, "TreeMap": {"SortedMap", "Cloneable"},
	"SortedMap": {"Map"}, "Map": {"Object"}, "Dictionary": {"Object"}, "Cloneable": {"Object"}, "HashSet": {"Set", "Cloneable"},
	"Set": {"Collection"}, "ArrayList": {"List", "Cloneable"}, "LinkedList": {"List", "Cloneable"}, "Vector": {"List", "Cloneable"},
	"List": {"Collection"}, "Collection": {"Iterable"}, "Iterable": {"Object"}, "Iterator": {"Object"}, "Entry": {"Object"},
	"String": {"CharSequence", "Comparable"}, "CharSequence": {"Object"}, "Comparable": {"Object"}, "Integer": {"Number", "Comparable"},
	"Long": {"Number", "Comparable"}, "Double": {"Number", "Comparable"}, "Number": {"Object"}, "Fact": {"Object"}, "QueryResult": {"Object"},
	"Token": {"Object"}, "Class": {"Object"}, "Object": nil,
}

// isA reports whether objects of a class are of another.
func isA(class, other string) bool {
	return class == other || slices.ContainsFunc(superclasses[class], func(c string) bool { return isA(c, other) })
}

// classed is an object that says of which class it is.
type classed interface{ className() string }

// classesOf names what a value is; nil is of no class.
func classesOf(v value.Value) []string {
	switch v.Kind() {
	case value.SymbolKind, value.StringKind:
		if v == value.Nil {
			return nil
		}
		return []string{"String"}
	case value.IntegerKind:
		return []string{"Integer", "Long"}
	case value.FloatKind:
		return []string{"Double"}
	case value.FactKind:
		return []string{"Fact"}
	}
	switch x := objectOf(v).(type) {
	case *hashSet:
		return []string{"HashSet"}
	case *hashMap:
		return []string{x.kind}
	case *arrayList:
		return []string{x.kind}
	case *view:
		if x.kind == "values" {
			return []string{"Collection"}
		}
		return []string{"Set"}
	case *entry:
		return []string{"Entry"}
	case *iterator:
		return []string{"Iterator"}
	case *exception:
		return []string{x.class}
	case classed:
		return []string{x.className()}
	case class:
		return []string{"Class"}
	case *goMap:
		return []string{"Map"}
	case *goList:
		return []string{"List"}
	}
	return []string{"Object"}
}

func instanceOf(c *Call) (value.Value, error) {
	name, err := c.Lexeme(1)
	if err != nil {
		return value.False, err
	}
	if t := c.Env.goType(name); t != nil {
		return value.Bool(t.has(c.Args[0])), nil
	}
	name = className(name)
	if _, known := superclasses[name]; !known && classes[name] == nil {
		return value.False, fmt.Errorf("instanceof: the class %s is not known", name)
	}
	return value.Bool(slices.ContainsFunc(classesOf(c.Args[0]), func(class string) bool { return isA(class, name) })), nil
}
