package rules

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

// javaObject is an object with methods, as programs in Jess use them.
type javaObject interface {
	call(method string, args []value.Value) (value.Value, error)
}

func external(o javaObject) value.Value { return value.Reference(value.ExternalKind, o, 0) }

// class stands for a class by its name, for calls of its static methods.
type class string

// classes makes objects; nil entries have static methods only.
var classes = map[string]func(args []value.Value) (value.Value, error){}

func init() {
	for _, name := range []string{"HashMap", "Hashtable", "LinkedHashMap", "TreeMap"} {
		classes[name] = func(args []value.Value) (value.Value, error) {
			m := &hashMap{entries: map[any]*entry{}, kind: name, capacity: 16}
			if len(args) == 1 && !args[0].IsNumber() { // which is room to begin with
				if _, err := m.call("putAll", args); err != nil {
					return value.False, err
				}
			}
			return external(m), nil
		}
	}
	for _, name := range []string{"ArrayList", "LinkedList", "Vector"} {
		classes[name] = func(args []value.Value) (value.Value, error) {
			l := &arrayList{kind: name}
			if len(args) == 1 {
				l.items = slices.Clone(elements(args[0]))
			}
			return external(l), nil
		}
	}
	classes["HashSet"] = func(args []value.Value) (value.Value, error) {
		s := &hashSet{hashMap{entries: map[any]*entry{}, kind: "HashMap", capacity: 16}}
		if len(args) == 1 {
			for _, v := range elements(args[0]) {
				s.put(v, value.True)
			}
		}
		return external(s), nil
	}
	classes["String"] = func(args []value.Value) (value.Value, error) {
		if len(args) == 0 {
			return value.String(""), nil
		}
		return value.String(args[0].Display()), nil
	}
	for _, name := range []string{"Integer", "Long", "Double"} {
		classes[name] = func(args []value.Value) (value.Value, error) {
			if len(args) == 1 && args[0].IsNumber() {
				return args[0], nil
			}
			return value.False, fmt.Errorf("a number is expected")
		}
	}
	classes["Math"] = func([]value.Value) (value.Value, error) {
		return value.False, fmt.Errorf("there are no objects of class Math")
	}
}

// className drops the package: java.util.HashMap is HashMap.
func className(name string) string { return name[strings.LastIndexByte(name, '.')+1:] }

func newObject(c *Call) (value.Value, error) {
	name, err := c.Lexeme(0)
	if err != nil {
		return value.False, err
	}
	if t := c.Env.goType(name); t != nil {
		return c.Env.newGo(t, c.Args[1:])
	}
	make := classes[className(name)]
	if make == nil {
		return value.False, fmt.Errorf("new: the class %s is not known: there are %s", name, strings.Join(c.Env.classNames(), ", "))
	}
	return make(c.Args[1:])
}

// classNames lists the classes that programs can make objects of, but for exceptions.
func (r *registry) classNames() []string {
	var names []string
	for name := range classes {
		if exceptions[name] == "" && name != "Math" {
			names = append(names, name)
		}
	}
	for _, t := range r.types {
		names = append(names, t.name)
	}
	slices.Sort(names)
	return names
}

// RuleText is how a class is printed.
func (c class) RuleText() string { return "class " + string(c) }

func (c class) call(method string, args []value.Value) (value.Value, error) {
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
	return value.False, noMethod("class "+string(c), method, args)
}

// notParsed says why a text is no number.
func notParsed(err error, v value.Value, what string) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, strconv.ErrRange):
		return fmt.Errorf("%s does not fit %s", v, what)
	}
	return fmt.Errorf("%s is not %s", v, what)
}

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
	return value.False, noMethod("class Math", method, args)
}

// stored is what Java keeps of a value: a symbol becomes a String.
func stored(v value.Value) value.Value {
	if v.Kind() == value.SymbolKind && v != value.True && v != value.False && v != value.Nil {
		return value.String(v.Text())
	}
	return v
}

// keyOf is what a value is found by in a map.
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

// sameContent is equals: by content.
func sameContent(a, b value.Value) bool {
	if x, ok := objectOf(a).(byContent); ok {
		return x.equals(objectOf(b), 0)
	}
	return a.IsLexeme() && b.IsLexeme() && a.Text() == b.Text() || value.Equal(a, b)
}

type byContent interface {
	equals(other any, depth int) bool
}

// javaHash is the hash code of a string or number, which decides the order in
// which a HashMap lists its keys.
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

func stringMethod(s, method string, args []value.Value) (value.Value, error) {
	text := func(i int) string { return args[i].Display() }
	switch len(args) {
	case 0:
		switch method {
		case "length":
			return value.Integer(int64(len([]rune(s)))), nil
		case "toString", "intern":
			return value.String(s), nil
		case "toUpperCase":
			return value.String(strings.ToUpper(s)), nil
		case "toLowerCase":
			return value.String(strings.ToLower(s)), nil
		case "trim":
			return value.String(strings.TrimSpace(s)), nil
		case "isEmpty":
			return value.Bool(s == ""), nil
		case "hashCode":
			h := uint32(0)
			for _, c := range utf16.Encode([]rune(s)) {
				h = h*31 + uint32(c)
			}
			return value.Integer(int64(int32(h))), nil
		}
	case 1:
		switch method {
		case "equals":
			return value.Bool(args[0].IsLexeme() && s == text(0)), nil
		case "equalsIgnoreCase":
			return value.Bool(strings.EqualFold(s, text(0))), nil
		case "compareTo":
			return value.Integer(compareStrings(s, text(0))), nil
		case "indexOf":
			return value.Integer(runeIndex(s, strings.Index(s, text(0)))), nil
		case "lastIndexOf":
			return value.Integer(runeIndex(s, strings.LastIndex(s, text(0)))), nil
		case "startsWith":
			return value.Bool(strings.HasPrefix(s, text(0))), nil
		case "endsWith":
			return value.Bool(strings.HasSuffix(s, text(0))), nil
		case "contains":
			return value.Bool(strings.Contains(s, text(0))), nil
		case "concat":
			return value.String(s + text(0)), nil
		case "charAt", "substring":
			return substring(s, method, args)
		}
	case 2:
		switch method {
		case "substring":
			return substring(s, method, args)
		case "replace", "replaceAll":
			return value.String(strings.ReplaceAll(s, text(0), text(1))), nil
		}
	}
	return value.False, noMethod("string", method, args)
}

// substring is substring and charAt, counted in characters from 0.
func substring(s, method string, args []value.Value) (value.Value, error) {
	for _, a := range args {
		if a.Kind() != value.IntegerKind {
			return value.False, fmt.Errorf("%s is no integer", a)
		}
	}
	runes := []rune(s)
	from, to := args[0].Int(), int64(len(runes))
	if method == "charAt" {
		to = from + 1
	} else if len(args) == 2 {
		to = args[1].Int()
	}
	if from < 0 || to > int64(len(runes)) || from > to {
		return value.False, fmt.Errorf("%d to %d lies outside of %q", from, to, s)
	}
	return value.String(string(runes[from:to])), nil
}

func runeIndex(s string, i int) int64 {
	if i < 0 {
		return -1
	}
	return int64(len([]rune(s[:i])))
}

// compareStrings is compareTo: the difference of the first characters that
// differ, or of the lengths.
func compareStrings(a, b string) int64 {
	x, y := utf16.Encode([]rune(a)), utf16.Encode([]rune(b))
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			return int64(x[i]) - int64(y[i])
		}
	}
	return int64(len(x) - len(y))
}

func numberMethod(v value.Value, method string, args []value.Value) (value.Value, error) {
	switch {
	case (method == "intValue" || method == "longValue") && len(args) == 0:
		return value.Integer(v.Int()), nil
	case method == "doubleValue" && len(args) == 0:
		return value.Float(v.Number()), nil
	case method == "toString" && len(args) == 0:
		return value.String(v.String()), nil
	case method == "equals" && len(args) == 1:
		return value.Bool(value.Equal(v, args[0])), nil
	case method == "compareTo" && len(args) == 1 && args[0].IsNumber():
		a, b := v.Number(), args[0].Number()
		if a < b {
			return value.Integer(-1), nil
		}
		if a > b {
			return value.Integer(1), nil
		}
		return value.Integer(0), nil
	}
	return value.False, noMethod("number", method, args)
}
