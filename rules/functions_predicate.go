package rules

import "farbank/rules/value"

var predicateFunctions = []Function{
	{Name: "eq", Min: 2, Max: -1, Func: same},
	{Name: "neq", Min: 2, Max: -1, Func: different},
	{Name: "not", Min: 1, Max: 1, Func: func(c *Call) (value.Value, error) {
		return value.Bool(c.Args[0].IsFalse()), nil
	}},
	kindTest("symbolp", value.SymbolKind),
	known("wordp", kindTest("symbolp", value.SymbolKind)),
	kindTest("stringp", value.StringKind),
	kindTest("lexemep", value.SymbolKind, value.StringKind),
	kindTest("integerp", value.IntegerKind),
	kindTest("floatp", value.FloatKind),
	kindTest("numberp", value.IntegerKind, value.FloatKind),
	kindTest("multifieldp", value.MultifieldKind),
	known("sequencep", kindTest("multifieldp", value.MultifieldKind)),
	kindTest("pointerp", value.ExternalKind),
	{Name: "type", Min: 1, Max: 1, Func: func(c *Call) (value.Value, error) {
		return c.Env.symbols.Symbol(c.Args[0].Kind().String()), nil
	}},
	{Name: "evenp", Min: 1, Max: 1, Func: even},
	{Name: "oddp", Min: 1, Max: 1, Func: odd},
}

func kindTest(name string, kinds ...value.Kind) Function {
	var mask uint
	for _, k := range kinds {
		mask |= 1 << k
	}
	return Function{Name: name, Min: 1, Max: 1, Func: func(c *Call) (value.Value, error) {
		return value.Bool(mask>>c.Args[0].Kind()&1 != 0), nil
	}}
}

// same is true if all arguments equal the first, in kind and content.
func same(c *Call) (value.Value, error) {
	for _, v := range c.Args[1:] {
		if !value.Equal(c.Args[0], v) {
			return value.False, nil
		}
	}
	return value.True, nil
}

// different is true if no argument equals the first; others may be the same.
func different(c *Call) (value.Value, error) {
	for _, v := range c.Args[1:] {
		if value.Equal(c.Args[0], v) {
			return value.False, nil
		}
	}
	return value.True, nil
}

func even(c *Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.Bool(n%2 == 0), nil
}

func odd(c *Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.Bool(n%2 != 0), nil
}
