package rules

import "farbank/rules/value"

func comparingBuiltins() []builtin {
	return []builtin{
		{name: "eq", takes: "value value ...", gives: "boolean", help: "whether all equal the first, in kind and content", example: "(eq a a \"a\")", do: same},
		{name: "neq", takes: "value value ...", gives: "boolean", help: "whether none equals the first", example: "(neq a b b)", do: different},
		{name: "=", takes: "number number ...", gives: "boolean", help: "whether all are as large as the first", example: "(= 1 1.0)", do: equal},
		{name: "<>", older: "!=", takes: "number number ...", gives: "boolean", help: "whether none is as large as the first", example: "(<> 1 2 2)", do: unequal},
		{name: "<", takes: "number number ...", gives: "boolean", help: "whether each is less than the next", example: "(< 1 2 3)", do: rising},
		{name: "<=", takes: "number number ...", gives: "boolean", help: "whether none is greater than the next", example: "(<= 1 2 2)", do: notFalling},
		{name: ">", takes: "number number ...", gives: "boolean", help: "whether each is greater than the next", example: "(> 3 2 1)", do: falling},
		{name: ">=", takes: "number number ...", gives: "boolean", help: "whether none is less than the next", example: "(>= 3 3 1)", do: notRising},
		{name: "eq*", takes: "value value ...", jess: true, help: "`eq`, with numbers by what they count", example: "(eq* 3 3.0)", do: equalNumbers},
	}
}

func kindBuiltins() []builtin {
	return []builtin{
		kindTest("symbolp", "wordp", "a symbol", "(symbolp a)", value.SymbolKind),
		kindTest("stringp", "", "a string", "(stringp a)", value.StringKind),
		kindTest("lexemep", "", "a symbol or a string", "(lexemep a)", value.SymbolKind, value.StringKind),
		kindTest("integerp", "", "an integer", "(integerp 3)", value.IntegerKind),
		kindTest("floatp", "", "a float", "(floatp 3)", value.FloatKind),
		kindTest("numberp", "", "an integer or a float", "(numberp 3)", value.IntegerKind, value.FloatKind),
		kindTest("multifieldp", "sequencep", "a multifield", "(multifieldp (create$))", value.MultifieldKind),
		kindTest("pointerp", "", "an external address", "(pointerp 3)", value.ExternalKind),
		{name: "type", takes: "value", help: "the name of its kind", example: "(type 2.5)", do: func(c *Call) (value.Value, error) {
			return c.Env.symbols.Symbol(c.Args[0].Kind().String()), nil
		}},
		{name: "evenp", takes: "integer", gives: "boolean", help: "whether an integer is even", example: "(evenp 4)", do: even},
		{name: "oddp", takes: "integer", gives: "boolean", help: "whether an integer is odd", example: "(oddp 4)", do: odd},
	}
}

func kindTest(name, older, what, example string, kinds ...value.Kind) builtin {
	set := kindsOf(kinds...)
	return builtin{name: name, older: older, takes: "value", gives: "boolean", help: "whether it is " + what, example: example,
		do: func(c *Call) (value.Value, error) { return value.Bool(set>>c.Args[0].Kind()&1 != 0), nil }}
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
