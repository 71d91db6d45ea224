package rules

import (
	"fmt"
	"slices"

	"farbank/rules/value"
)

// listBuiltins are the functions of lists (multifields), with the names they had before 6.3.
func listBuiltins() []builtin {
	return []builtin{
		{name: "create$", older: "mv-append", takes: "[value ...]", gives: "multifield", help: "a multifield of the values; multifields among them are spread",
			example: "(create$ a (create$ b c))", do: create},
		{name: "length$", older: "length", takes: "value:countable", gives: "integer", help: "how many values a multifield has, or bytes a text",
			example: "(length$ (create$ a b c))", do: length},
		{name: "nth$", older: "nth", takes: "integer multifield", help: "the value at a place, from 1; nil outside", example: "(nth$ 2 (create$ a b c))", do: nth},
		{name: "first$", takes: "multifield", gives: "multifield", help: "a multifield of the first value", example: "(first$ (create$ a b c))", do: first},
		{name: "rest$", takes: "multifield", gives: "multifield", help: "all values but the first", example: "(rest$ (create$ a b c))", do: rest},
		{name: "subseq$", takes: "multifield from:integer to:integer", gives: "multifield", help: "the values from one place to another, as far as there are any",
			example: "(subseq$ (create$ a b c d) 2 3)", do: subsequence},
		{name: "mv-subseq", takes: "from:integer to:integer multifield", gives: "multifield", help: "`subseq$` as it was before 6.0",
			example: "(mv-subseq 2 3 (create$ a b c d))", do: oldSubsequence},
		{name: "insert$", takes: "multifield place:integer value ...", gives: "multifield", help: "puts values in before a place",
			example: "(insert$ (create$ a b) 2 x y)", do: insert},
		{name: "replace$", takes: "multifield from:integer to:integer value ...", gives: "multifield", help: "puts values for those from one place to another",
			example: "(replace$ (create$ a b c) 2 3 x)", do: replace},
		{name: "mv-replace", takes: "place:integer multifield value", gives: "multifield", help: "`replace$` of one place as it was before 6.0",
			example: "(mv-replace 2 (create$ a b c) x)", do: oldReplace},
		{name: "delete$", takes: "multifield from:integer to:integer", gives: "multifield", help: "leaves out the values from one place to another",
			example: "(delete$ (create$ a b c d) 2 3)", do: remove},
		{name: "mv-delete", takes: "place:integer multifield", gives: "multifield", help: "`delete$` of one place as it was before 6.0",
			example: "(mv-delete 2 (create$ a b c))", do: oldRemove},
		{name: "member$", older: "member", takes: "value multifield", help: "the place of a value, or where a multifield begins and ends; FALSE if it is not there",
			example: "(member$ b (create$ a b c))", do: member},
		{name: "delete-member$", takes: "multifield value ...", gives: "multifield", help: "leaves out all that equal one of the values",
			example: "(delete-member$ (create$ a b a c) a c)", do: deleteMembers},
		{name: "replace-member$", takes: "multifield by value ...", gives: "multifield", help: "puts a value for all that equal one of the others",
			example: "(replace-member$ (create$ a b a c) x a c)", do: replaceMembers},
		{name: "subsetp", older: "subset", takes: "multifield multifield", gives: "boolean", help: "whether all values of the first are in the second",
			example: "(subsetp (create$ a a) (create$ b a))", do: subset},
		{name: "union$", takes: "[multifield:value ...]", help: "the values of all, each once", example: "(union$ (create$ a b) (create$ b c))", do: union},
		{name: "intersection$", takes: "multifield:value ...", help: "the values that all have, each once",
			example: "(intersection$ (create$ a b c) (create$ c b))", do: intersection},
		{name: "difference$", takes: "multifield:value ...", help: "the values of the first that no other has, each once",
			example: "(difference$ (create$ a b c) (create$ b))", do: difference},
		{name: "explode$", older: "str-explode", takes: "string", gives: "multifield", help: "the fields that a text holds",
			example: "(explode$ \"a 1 2.5\")", do: explode},
		{name: "implode$", older: "str-implode", takes: "multifield", gives: "string", help: "the fields as a text", example: "(implode$ (create$ a 1 2.5))", do: implode},
	}
}

// fields gives the values with lists spread and nothing for a call that gave
// nothing. The result may share memory with the arguments.
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

func create(c *Call) (value.Value, error) {
	if len(c.Args) == 1 && c.Args[0].Kind() == value.MultifieldKind {
		return c.Args[0], nil
	}
	if err := c.roomFor(0, c.Args); err != nil {
		return value.Value{}, err
	}
	return value.List(fields(c.Args)...), nil
}

func length(c *Call) (value.Value, error) {
	switch v := c.Args[0]; v.Kind() {
	case value.MultifieldKind:
		return value.Integer(int64(len(v.Items()))), nil
	case value.SymbolKind, value.StringKind:
		return value.Integer(int64(len(v.Text()))), nil
	}
	return value.Value{}, c.Wrong(0, "of type multifield, symbol, or string")
}

func nth(c *Call) (value.Value, error) {
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

func first(c *Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.List(items[:min(1, len(items))]...), nil
}

func rest(c *Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.List(items[min(1, len(items)):]...), nil
}

func subsequence(c *Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	from, to, err := c.bounds(1)
	if err != nil {
		return value.Value{}, err
	}
	return part(items, from, to), nil
}

func oldSubsequence(c *Call) (value.Value, error) {
	from, to, err := c.bounds(0)
	if err != nil {
		return value.Value{}, err
	}
	if to < 1 || to < from {
		return value.Empty, nil // whatever the third argument is
	}
	items, err := c.List(2)
	if err != nil {
		return value.Value{}, err
	}
	return part(items, from, to), nil
}

// bounds gives arguments i and i+1, integers.
func (c *Call) bounds(i int) (from, to int64, err error) {
	if from, err = c.Int(i); err != nil {
		return 0, 0, err
	}
	to, err = c.Int(i + 1)
	return from, to, err
}

// part gives the items from one place to another, as far as there are any.
func part(items []value.Value, from, to int64) value.Value {
	n := int64(len(items))
	if to < 1 || to < from || from > n {
		return value.Empty
	}
	return value.List(items[max(from, 1)-1 : min(to, n)]...)
}

func insert(c *Call) (value.Value, error) {
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
		return c.outOfRange(at, at, n+1)
	}
	at = min(at, n+1)
	if err := c.roomFor(len(items), c.Args[2:]); err != nil {
		return value.Value{}, err
	}
	return value.List(slices.Concat(items[:at-1], fields(c.Args[2:]), items[at-1:])...), nil
}

func replace(c *Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	from, to, err := c.bounds(1)
	if err != nil {
		return value.Value{}, err
	}
	return c.exchange(items, from, to, fields(c.Args[3:]))
}

func oldReplace(c *Call) (value.Value, error) {
	at, items, err := c.place()
	if err != nil {
		return value.Value{}, err
	}
	return c.exchange(items, at, at, fields(c.Args[2:]))
}

func remove(c *Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	from, to, err := c.bounds(1)
	if err != nil {
		return value.Value{}, err
	}
	return c.exchange(items, from, to, nil)
}

func oldRemove(c *Call) (value.Value, error) {
	at, items, err := c.place()
	if err != nil {
		return value.Value{}, err
	}
	return c.exchange(items, at, at, nil)
}

// place gives the first two arguments of the older functions: an index, a list.
func (c *Call) place() (int64, []value.Value, error) {
	at, err := c.Int(0)
	if err != nil {
		return 0, nil, err
	}
	items, err := c.List(1)
	return at, items, err
}

// exchange puts others for the items from one place to another.
func (c *Call) exchange(items []value.Value, from, to int64, others []value.Value) (value.Value, error) {
	n := int64(len(items))
	if to < from || from < 1 || to > n {
		return c.outOfRange(from, to, n)
	}
	return value.List(slices.Concat(items[:from-1], others, items[to:])...), nil
}

func (c *Call) outOfRange(from, to, most int64) (value.Value, error) {
	place := fmt.Sprint(from)
	if from != to {
		place = fmt.Sprintf("range %d..%d", from, to)
	}
	return value.Value{}, fmt.Errorf("[MULTIFUN1] Multifield index %s out of range 1..%d in function %s.", place, most, c.Name)
}

func explode(c *Call) (value.Value, error) {
	text, err := c.StringText(0)
	if err != nil {
		return value.Value{}, err
	}
	var items []value.Value
	s := c.Env.scan(text)
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

func implode(c *Call) (value.Value, error) {
	items, err := c.List(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.String(value.Implode(items)), nil
}
