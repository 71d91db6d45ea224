package objects

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"farbank/rules/value"
)

// JavaObject is an object with methods that programs in Jess can call.
type JavaObject interface {
	Call(method string, args []value.Value) (value.Value, error)
}

// External returns the value of an object.
func External(o JavaObject) value.Value { return value.Reference(value.ExternalKind, o, 0) }

// Class is a class given by its name, for calls of its static methods.
type Class string

// Classes maps the names of classes to their constructors.
var Classes = map[string]func(args []value.Value) (value.Value, error){}

func init() {
	for _, name := range []string{"HashMap", "Hashtable", "LinkedHashMap", "TreeMap"} {
		Classes[name] = func(args []value.Value) (value.Value, error) {
			m := &hashMap{entries: map[any]*entry{}, kind: name, capacity: 16}
			if len(args) == 1 && !args[0].IsNumber() { // a number is an initial capacity
				if _, err := m.Call("putAll", args); err != nil {
					return value.False, err
				}
			}
			return External(m), nil
		}
	}
	for _, name := range []string{"ArrayList", "LinkedList", "Vector"} {
		Classes[name] = func(args []value.Value) (value.Value, error) {
			l := &arrayList{kind: name}
			if len(args) == 1 {
				l.items = slices.Clone(Elements(args[0]))
			}
			return External(l), nil
		}
	}
	Classes["HashSet"] = func(args []value.Value) (value.Value, error) {
		s := &hashSet{hashMap{entries: map[any]*entry{}, kind: "HashMap", capacity: 16}}
		if len(args) == 1 {
			for _, v := range Elements(args[0]) {
				s.put(v, value.True)
			}
		}
		return External(s), nil
	}
	Classes["String"] = func(args []value.Value) (value.Value, error) {
		if len(args) == 0 {
			return value.String(""), nil
		}
		return value.String(args[0].Display()), nil
	}
	for _, name := range []string{"Integer", "Long", "Double"} {
		Classes[name] = func(args []value.Value) (value.Value, error) {
			if len(args) == 1 && args[0].IsNumber() {
				return args[0], nil
			}
			return value.False, fmt.Errorf("a number is expected")
		}
	}
	Classes["Math"] = func([]value.Value) (value.Value, error) {
		return value.False, fmt.Errorf("there are no objects of class Math")
	}
}

// ClassName removes the package: java.util.HashMap is HashMap.
func ClassName(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

// ClassNames returns the classes of which programs can create objects, except exceptions.
func (r *Registry) ClassNames() []string {
	var names []string
	for name := range Classes {
		if exceptions[name] == "" && name != "Math" {
			names = append(names, name)
		}
	}
	for _, t := range r.types {
		names = append(names, t.Name)
	}
	slices.Sort(names)
	return names
}

// RuleText returns a class as it is printed.
func (c Class) RuleText() string { return "class " + string(c) }

// Call calls a static method.
func (c Class) Call(method string, args []value.Value) (value.Value, error) {
	switch {
	case (c == "Integer" || c == "Long") && (method == "parseInt" || method == "parseLong" || method == "valueOf") && len(args) == 1:
		n, err := strconv.ParseInt(args[0].Display(), 10, 64)
		return value.Integer(n), notParsed(err, args[0], "an integer")
	case c == "Double" && (method == "parseDouble" || method == "valueOf") && len(args) == 1:
		x, err := strconv.ParseFloat(args[0].Display(), 64)
		return value.Float(x), notParsed(err, args[0], "a float")
	case c == "String" && method == "valueOf" && len(args) == 1:
		return value.String(args[0].Display()), nil
	case c == "Math" && len(args) > 0 && !slices.ContainsFunc(args, func(v value.Value) bool { return !v.IsNumber() }):
		return mathMethod(method, args)
	}
	return value.False, NoMethod("class "+string(c), method, args)
}

// notParsed returns an error that explains why a text is not a number.
func notParsed(err error, v value.Value, what string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s does not fit %s", v, what)
	}
	return fmt.Errorf("%s is not %s", v, what)
}

// mathMethod calls a method of class Math.
func mathMethod(method string, args []value.Value) (value.Value, error) {
	one := map[string]func(float64) float64{"sqrt": math.Sqrt, "floor": math.Floor, "ceil": math.Ceil, "exp": math.Exp, "log": math.Log,
		"sin": math.Sin, "cos": math.Cos, "tan": math.Tan}
	whole := args[0].Kind() == value.IntegerKind
	switch {
	case len(args) == 1 && one[method] != nil:
		return value.Float(one[method](args[0].Number())), nil
	case len(args) == 1 && method == "abs":
		if whole {
			return value.Integer(max(args[0].Int(), -args[0].Int())), nil
		}
		return value.Float(math.Abs(args[0].Number())), nil
	case len(args) == 1 && method == "round":
		return value.Integer(int64(math.Floor(args[0].Number() + 0.5))), nil
	case len(args) == 2 && method == "pow":
		return value.Float(math.Pow(args[0].Number(), args[1].Number())), nil
	case len(args) == 2 && (method == "max" || method == "min"):
		if (args[0].Number() > args[1].Number()) == (method == "max") {
			return args[0], nil
		}
		return args[1], nil
	}
	return value.False, NoMethod("class Math", method, args)
}

// stored returns the value that Java stores: a symbol becomes a String.
func stored(v value.Value) value.Value {
	if v.Kind() == value.SymbolKind && v != value.True && v != value.False && v != value.Nil {
		return value.String(v.Text())
	}
	return v
}

// keyOf returns the key of a value in a map.
func keyOf(v value.Value) any {
	switch v.Kind() {
	case value.SymbolKind, value.StringKind:
		return v.Text()
	case value.IntegerKind:
		return v.Int()
	case value.FloatKind:
		return v.Number()
	case value.MultifieldKind:
		return v.String()
	}
	if named, ok := objectOf(v).(byContent); ok {
		return contentKey(named.(value.Named).RuleText())
	}
	return v.Ref()
}

// contentKey is the key of a collection: its text.
type contentKey string

// sameContent implements equals, by content.
func sameContent(a, b value.Value) bool {
	if x, ok := objectOf(a).(byContent); ok {
		return x.equals(objectOf(b), 0)
	}
	return a.IsLexeme() && b.IsLexeme() && a.Text() == b.Text() || value.Equal(a, b)
}

// byContent is implemented by objects with an equals of their own.
type byContent interface {
	equals(other any, depth int) bool
}

// javaHash returns the hash code of a string or number in Java, spread as HashMap does. It determines
// the order of a HashMap's keys.
func javaHash(v value.Value) uint32 {
	var h uint32
	switch v.Kind() {
	case value.SymbolKind, value.StringKind:
		for _, c := range utf16.Encode([]rune(v.Text())) {
			h = h*31 + uint32(c)
		}
	case value.IntegerKind:
		h = uint32(v.Int()) ^ uint32(v.Int()>>63)
	case value.FloatKind:
		bits := math.Float64bits(v.Number())
		h = uint32(bits ^ bits>>32)
	}
	return h ^ h>>16
}

// MissingMethod reports that an object has no such method.
type MissingMethod struct {
	what, method string
	args         int
}

// Error names the object, the method and the number of arguments.
func (e *MissingMethod) Error() string {
	return fmt.Sprintf("a %s has no method %s with %d arguments", e.what, e.method, e.args)
}

// NoMethod returns the error for an unknown method.
func NoMethod(what, method string, args []value.Value) error {
	return &MissingMethod{what, method, len(args)}
}

// Superclasses maps a class to its direct superclasses and interfaces.
var Superclasses = map[string][]string{
	"LinkedHashMap": {"HashMap"}, "HashMap": {"Map", "Cloneable"}, "Hashtable": {"Map", "Dictionary"}, "TreeMap": {"SortedMap", "Cloneable"},
	"SortedMap": {"Map"}, "Map": {"Object"}, "Dictionary": {"Object"}, "Cloneable": {"Object"}, "HashSet": {"Set", "Cloneable"},
	"Set": {"Collection"}, "ArrayList": {"List", "Cloneable"}, "LinkedList": {"List", "Cloneable"}, "Vector": {"List", "Cloneable"},
	"List": {"Collection"}, "Collection": {"Iterable"}, "Iterable": {"Object"}, "Iterator": {"Object"}, "Entry": {"Object"},
	"String": {"CharSequence", "Comparable"}, "CharSequence": {"Object"}, "Comparable": {"Object"}, "Integer": {"Number", "Comparable"},
	"Long": {"Number", "Comparable"}, "Double": {"Number", "Comparable"}, "Number": {"Object"}, "Fact": {"Object"}, "QueryResult": {"Object"},
	"Token": {"Object"}, "Class": {"Object"}, "Object": nil,
}

// IsA reports whether class is other or a subclass of it.
func IsA(class, other string) bool {
	return class == other || slices.ContainsFunc(Superclasses[class], func(c string) bool { return IsA(c, other) })
}

// classed is an object that knows the name of its class.
type classed interface{ ClassName() string }

// ClassesOf returns the classes of a value; nil belongs to no class.
func ClassesOf(v value.Value) []string {
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
	case *Iterator:
		return []string{"Iterator"}
	case *Exception:
		return []string{x.class}
	case classed:
		return []string{x.ClassName()}
	case Class:
		return []string{"Class"}
	case *goMap:
		return []string{"Map"}
	case *goList:
		return []string{"List"}
	}
	return []string{"Object"}
}
