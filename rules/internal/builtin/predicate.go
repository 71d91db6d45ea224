package builtin

import (
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

func comparingBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "eq", Takes: "value value ...", Gives: "boolean", Help: "whether all equal the first, in kind and content", Example: "(eq a a \"a\")", Do: same},
		{Name: "neq", Takes: "value value ...", Gives: "boolean", Help: "whether none equals the first", Example: "(neq a b b)", Do: different},
		{Name: "=", Takes: "number number ...", Gives: "boolean", Help: "whether all are as large as the first", Example: "(= 1 1.0)", Do: equal},
		{Name: "<>", Older: "!=", Takes: "number number ...", Gives: "boolean", Help: "whether none is as large as the first", Example: "(<> 1 2 2)", Do: unequal},
		{Name: "<", Takes: "number number ...", Gives: "boolean", Help: "whether each is less than the next", Example: "(< 1 2 3)", Do: rising},
		{Name: "<=", Takes: "number number ...", Gives: "boolean", Help: "whether none is greater than the next", Example: "(<= 1 2 2)", Do: notFalling},
		{Name: ">", Takes: "number number ...", Gives: "boolean", Help: "whether each is greater than the next", Example: "(> 3 2 1)", Do: falling},
		{Name: ">=", Takes: "number number ...", Gives: "boolean", Help: "whether none is less than the next", Example: "(>= 3 3 1)", Do: notRising},
		{Name: "eq*", Takes: "value value ...", Jess: true, Help: "`eq`, with numbers by what they count", Example: "(eq* 3 3.0)", Do: equalNumbers},
	}
}

func kindBuiltins() []compile.Builtin {
	return []compile.Builtin{
		kindTest("symbolp", "wordp", "a symbol", "(symbolp a)", value.SymbolKind),
		kindTest("stringp", "", "a string", "(stringp a)", value.StringKind),
		kindTest("lexemep", "", "a symbol or a string", "(lexemep a)", value.SymbolKind, value.StringKind),
		kindTest("integerp", "", "an integer", "(integerp 3)", value.IntegerKind),
		kindTest("floatp", "", "a float", "(floatp 3)", value.FloatKind),
		kindTest("numberp", "", "an integer or a float", "(numberp 3)", value.IntegerKind, value.FloatKind),
		kindTest("multifieldp", "sequencep", "a multifield", "(multifieldp (create$))", value.MultifieldKind),
		kindTest("pointerp", "", "an external address", "(pointerp 3)", value.ExternalKind),
		{Name: "type", Takes: "value", Help: "the name of its kind", Example: "(type 2.5)", Do: func(c *core.Call) (value.Value, error) {
			return c.Env.Symbols.Symbol(c.Args[0].Kind().String()), nil
		}},
		{Name: "evenp", Takes: "integer", Gives: "boolean", Help: "whether an integer is even", Example: "(evenp 4)", Do: even},
		{Name: "oddp", Takes: "integer", Gives: "boolean", Help: "whether an integer is odd", Example: "(oddp 4)", Do: odd},
	}
}

func kindTest(name, older, what, example string, kinds ...value.Kind) compile.Builtin {
	set := core.KindsOf(kinds...)
	return compile.Builtin{Name: name, Older: older, Takes: "value", Gives: "boolean", Help: "whether it is " + what, Example: example,
		Do: func(c *core.Call) (value.Value, error) { return value.Bool(set>>c.Args[0].Kind()&1 != 0), nil }}
}

// same is true if all arguments equal the first, in kind and content.
func same(c *core.Call) (value.Value, error) {
	for _, v := range c.Args[1:] {
		if !value.Equal(c.Args[0], v) {
			return value.False, nil
		}
	}
	return value.True, nil
}

// different is true if no argument equals the first; others may be the same.
func different(c *core.Call) (value.Value, error) {
	for _, v := range c.Args[1:] {
		if value.Equal(c.Args[0], v) {
			return value.False, nil
		}
	}
	return value.True, nil
}

func even(c *core.Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.Bool(n%2 == 0), nil
}

func odd(c *core.Call) (value.Value, error) {
	n, err := c.Int(0)
	if err != nil {
		return value.Value{}, err
	}
	return value.Bool(n%2 != 0), nil
}
