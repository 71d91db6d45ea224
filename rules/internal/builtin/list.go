package builtin

import (
	"fmt"
	"slices"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

// listBuiltins are the functions of multifields, with the names they had before 6.3.
func listBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "create$", Older: "mv-append", Takes: "[value ...]", Gives: "multifield", Help: "returns a multifield of the values; multifields among them are expanded",
			Example: "(create$ a (create$ b c))", Do: create},
		{Name: "length$", Older: "length", Takes: "value:countable", Gives: "integer", Help: "returns the number of values of a multifield, or of bytes of a text",
			Example: "(length$ (create$ a b c))", Do: length},
		{Name: "nth$", Older: "nth", Takes: "integer multifield", Help: "returns the value at a position, from 1, or nil outside", Example: "(nth$ 2 (create$ a b c))", Do: nth},
		{Name: "first$", Takes: "multifield", Gives: "multifield", Help: "returns a multifield with the first value", Example: "(first$ (create$ a b c))", Do: first},
		{Name: "rest$", Takes: "multifield", Gives: "multifield", Help: "returns all values but the first", Example: "(rest$ (create$ a b c))", Do: rest},
		{Name: "subseq$", Takes: "multifield from:integer to:integer", Gives: "multifield", Help: "returns the values from one position to another",
			Example: "(subseq$ (create$ a b c d) 2 3)", Do: subsequence},
		{Name: "mv-subseq", Takes: "from:integer to:integer multifield", Gives: "multifield", Help: "the form of `subseq$` before 6.0",
			Example: "(mv-subseq 2 3 (create$ a b c d))", Do: oldSubsequence},
		{Name: "insert$", Takes: "multifield place:integer value ...", Gives: "multifield", Help: "inserts values before a position",
			Example: "(insert$ (create$ a b) 2 x y)", Do: insert},
		{Name: "replace$", Takes: "multifield from:integer to:integer value ...", Gives: "multifield", Help: "replaces the values from one position to another",
			Example: "(replace$ (create$ a b c) 2 3 x)", Do: replace},
		{Name: "mv-replace", Takes: "place:integer multifield value", Gives: "multifield", Help: "the form of `replace$` before 6.0, for one position",
			Example: "(mv-replace 2 (create$ a b c) x)", Do: oldReplace},
		{Name: "delete$", Takes: "multifield from:integer to:integer", Gives: "multifield", Help: "removes the values from one position to another",
			Example: "(delete$ (create$ a b c d) 2 3)", Do: remove},
		{Name: "mv-delete", Takes: "place:integer multifield", Gives: "multifield", Help: "the form of `delete$` before 6.0, for one position",
			Example: "(mv-delete 2 (create$ a b c))", Do: oldRemove},
		{Name: "member$", Older: "member", Takes: "value multifield", Help: "returns the position of a value, or the first and last position of a multifield; FALSE if it does not occur",
			Example: "(member$ b (create$ a b c))", Do: member},
		{Name: "delete-member$", Takes: "multifield value ...", Gives: "multifield", Help: "removes all occurrences of the values",
			Example: "(delete-member$ (create$ a b a c) a c)", Do: deleteMembers},
		{Name: "replace-member$", Takes: "multifield by value ...", Gives: "multifield", Help: "replaces all occurrences of the other values by the first",
			Example: "(replace-member$ (create$ a b a c) x a c)", Do: replaceMembers},
		{Name: "subsetp", Older: "subset", Takes: "multifield multifield", Gives: "boolean", Help: "reports whether all values of the first are in the second",
			Example: "(subsetp (create$ a a) (create$ b a))", Do: subset},
		{Name: "union$", Takes: "[multifield:value ...]", Help: "returns the union, each value once", Example: "(union$ (create$ a b) (create$ b c))", Do: union},
		{Name: "intersection$", Takes: "multifield:value ...", Help: "returns the intersection, each value once",
			Example: "(intersection$ (create$ a b c) (create$ c b))", Do: intersection},
		{Name: "difference$", Takes: "multifield:value ...", Help: "returns the values of the first that are in no other, each once",
			Example: "(difference$ (create$ a b c) (create$ b))", Do: difference},
		{Name: "explode$", Older: "str-explode", Takes: "string", Gives: "multifield", Help: "returns the fields in a text",
			Example: "(explode$ \"a 1 2.5\")", Do: explode},
		{Name: "implode$", Older: "str-implode", Takes: "multifield", Gives: "string", Help: "returns the fields as a text", Example: "(implode$ (create$ a 1 2.5))", Do: implode},
	}
}

// fields returns values with multifields expanded and without the zero Values of calls that have no
// result. The result may share memory with args.
func fields(args []value.Value) []value.Value {
	if len(args) == 1 && args[0].Kind() == value.MultifieldKind {
		return args[0].Items()
	}
	all := make([]value.Value, 0, len(args))
	for _, v := range args {
		switch v.Kind() {
		case value.MultifieldKind:
			all = append(all, v.Items()...)
		case value.None:
		default:
			all = append(all, v)
		}
	}
	return all
}

func create(c *core.Call) (value.Value, error) {
	if len(c.Args) == 1 && c.Args[0].Kind() == value.MultifieldKind {
		return c.Args[0], nil
	}
	if err := roomFor(c, 0, c.Args); err != nil {
		return value.Value{}, err
	}
	return value.List(fields(c.Args)...), nil
}

func length(c *core.Call) (value.Value, error) {
	switch v := c.Args[0]; v.Kind() {
	case value.MultifieldKind:
		return value.Integer(int64(len(v.Items()))), nil
	case value.SymbolKind, value.StringKind:
		return value.Integer(int64(len(v.Text()))), nil
	}
	return value.Value{}, c.Wrong(0, "of type multifield, symbol, or string")
}

func nth(c *core.Call) (value.Value, error) {
	i, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	items, err := c.List(1)
	if err != nil {
		return value.Value{}, err
	}
	if i < 1 || i > int64(len(items)) {
		return value.Nil, nil
	}
	return items[i-1], nil
}

func first(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.List(items[:min(1, len(items))]...), nil
}

func rest(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.List(items[min(1, len(items)):]...), nil
}

func subsequence(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	from, to, err := bounds(c, 1)
	if err != nil {
		return value.Value{}, err
	}
	return part(items, from, to), nil
}

func oldSubsequence(c *core.Call) (value.Value, error) {
	from, to, err := bounds(c, 0)
	if err != nil {
		return value.Value{}, err
	}
	// even if the third argument is wrong
	if to < 1 || to < from {
		return value.Empty, nil // whatever the third argument is
	}
	items, err := c.List(2)
	if err != nil {
		return value.Value{}, err
	}
	return part(items, from, to), nil
}

// bounds returns arguments i and i+1, integers.
func bounds(c *core.Call, i int) (from, to int64, err error) {
	if from, err = c.Int(i); err != nil {
		return 0, 0, err
	}
	to, err = c.Int(i + 1)
	return from, to, err
}

// part returns the items between two positions that exist.
func part(items []value.Value, from, to int64) value.Value {
	n := int64(len(items))
	if to < 1 || to < from || from > n {
		return value.Empty
	}
	return value.List(items[max(from, 1)-1 : min(to, n)]...)
}

func insert(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	at, err := c.Int(1)
	if err != nil {
		return value.Value{}, err
	}
	n := int64(len(items))
	if at < 1 {
		return outOfRange(c, at, at, n+1)
	}
	at = min(at, n+1)
	if err := roomFor(c, len(items), c.Args[2:]); err != nil {
		return value.Value{}, err
	}
	return value.List(slices.Concat(items[:at-1], fields(c.Args[2:]), items[at-1:])...), nil
}

func replace(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	from, to, err := bounds(c, 1)
	if err != nil {
		return value.Value{}, err
	}
	return exchange(c, items, from, to, fields(c.Args[3:]))
}

func oldReplace(c *core.Call) (value.Value, error) {
	at, items, err := place(c)
	if err != nil {
		return value.Value{}, err
	}
	return exchange(c, items, at, at, fields(c.Args[2:]))
}

func remove(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	from, to, err := bounds(c, 1)
	if err != nil {
		return value.Value{}, err
	}
	return exchange(c, items, from, to, nil)
}

func oldRemove(c *core.Call) (value.Value, error) {
	at, items, err := place(c)
	if err != nil {
		return value.Value{}, err
	}
	return exchange(c, items, at, at, nil)
}

// place returns the first two arguments of the older functions: an index and a list.
func place(c *core.Call) (int64, []value.Value, error) {
	at, err := c.Int(0)
	if err != nil {
		return 0, nil, err
	}
	items, err := c.List(1)
	return at, items, err
}

// exchange replaces the items between two positions by others.
func exchange(c *core.Call, items []value.Value, from, to int64, others []value.Value) (value.Value, error) {
	n := int64(len(items))
	if to < from || from < 1 || to > n {
		return outOfRange(c, from, to, n)
	}
	return value.List(slices.Concat(items[:from-1], others, items[to:])...), nil
}

// outOfRange returns the error for an invalid position.
func outOfRange(c *core.Call, from, to, most int64) (value.Value, error) {
	place := fmt.Sprint(from)
	if from != to {
		place = fmt.Sprintf("range %d..%d", from, to)
	}
	return value.Value{}, fmt.Errorf("[MULTIFUN1] Multifield index %s out of range 1..%d in function %s.", place, most, c.Name)
}

func explode(c *core.Call) (value.Value, error) {
	text, err := c.StringText(0)
	if err != nil {
		return value.Value{}, err
	}
	var items []value.Value
	s := scan(c.Env, text)
	for {
		f := s.next()
		switch f.kind {
		case endField:
			return value.List(items...), nil
		case valueField:
			items = append(items, f.value)
		default:
			items = append(items, value.String(f.text))
		}
	}
}

func implode(c *core.Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.String(value.Implode(items)), nil
}
