package rules

import (
	"fmt"
	"slices"

	"farbank/rules/value"
)

// The functions of lists (multifields), with the names they had before 6.3.
var listFunctions = []Function{
	{Name: "create$", Min: 0, Max: -1, Func: create},
	known("mv-append", Function{Name: "create$", Min: 0, Max: -1, Func: create}),
	{Name: "length$", Min: 1, Max: 1, Func: length},
	known("length", Function{Name: "length$", Min: 1, Max: 1, Func: length}),
	{Name: "nth$", Min: 2, Max: 2, Func: nth},
	known("nth", Function{Name: "nth$", Min: 2, Max: 2, Func: nth}),
	{Name: "first$", Min: 1, Max: 1, Func: first},
	{Name: "rest$", Min: 1, Max: 1, Func: rest},
	{Name: "subseq$", Min: 3, Max: 3, Func: subsequence},
	{Name: "mv-subseq", Min: 3, Max: 3, Func: oldSubsequence},
	{Name: "insert$", Min: 3, Max: -1, Func: insert},
	{Name: "replace$", Min: 4, Max: -1, Func: replace},
	{Name: "mv-replace", Min: 3, Max: 3, Func: oldReplace},
	{Name: "delete$", Min: 3, Max: 3, Func: remove},
	{Name: "mv-delete", Min: 2, Max: 2, Func: oldRemove},
	{Name: "member$", Min: 2, Max: 2, Func: member},
	known("member", Function{Name: "member$", Min: 2, Max: 2, Func: member}),
	{Name: "delete-member$", Min: 2, Max: -1, Func: deleteMembers},
	{Name: "replace-member$", Min: 3, Max: -1, Func: replaceMembers},
	{Name: "subsetp", Min: 2, Max: 2, Func: subset},
	known("subset", Function{Name: "subsetp", Min: 2, Max: 2, Func: subset}),
	{Name: "union$", Min: 0, Max: -1, Func: union},
	{Name: "intersection$", Min: 1, Max: -1, Func: intersection},
	{Name: "difference$", Min: 1, Max: -1, Func: difference},
	{Name: "explode$", Min: 1, Max: 1, Func: explode},
	known("str-explode", Function{Name: "explode$", Min: 1, Max: 1, Func: explode}),
	{Name: "implode$", Min: 1, Max: 1, Func: implode},
	known("str-implode", Function{Name: "implode$", Min: 1, Max: 1, Func: implode}),
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
