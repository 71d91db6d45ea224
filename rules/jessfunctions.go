package rules

import (
	"fmt"
	"slices"

	"farbank/rules/value"
)

func init() {
	jessTables = append(jessTables, []Function{
		{"eq*", 2, -1, equalNumbers},
		{"fact-id", 1, 1, factByNumber},
		{"store", 2, 2, storeFunction},
		{"fetch", 1, 1, fetchFunction},
		{"clear-storage", 0, 0, func(c *Call) (value.Value, error) { c.Env.storage = nil; return value.True, nil }},
		{"instanceof", 2, 2, instanceOf},
		{"throw", 1, 1, throwFunction},
		{"get", 2, 2, func(c *Call) (value.Value, error) { return c.Env.property(c.Args[0], c.Args[1].Display()) }},
		{"get-member", 2, 2, func(c *Call) (value.Value, error) { return c.Env.property(c.Args[0], c.Args[1].Display()) }},
		{"set", 3, 3, setFunction},
		{"set-member", 3, 3, setFunction},
	})
}

// equalNumbers is eq with numbers compared by what they count: 3 and 3.0 are equal.
func equalNumbers(c *Call) (value.Value, error) {
	first := c.Args[0]
	return value.Bool(!slices.ContainsFunc(c.Args[1:], func(v value.Value) bool {
		if first.IsNumber() && v.IsNumber() {
			return !sameNumber(first, v)
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

func (e *Environment) keep(key string, v value.Value) {
	if v == value.Nil {
		delete(e.storage, key)
		return
	}
	if e.storage == nil {
		e.storage = map[string]value.Value{}
	}
	e.storage[key] = v
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
func (e *Environment) Store(key string, x any) error {
	e.withMethods()
	v, err := e.ValueOf(x)
	if err == nil {
		e.keep(key, v)
	}
	return err
}

// Fetch gives what Store, or the program, has kept under a key.
func (e *Environment) Fetch(key string) (value.Value, bool) {
	v, ok := e.storage[key]
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
	case *queryResult:
		return []string{"QueryResult"}
	case *queryToken:
		return []string{"Token"}
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
