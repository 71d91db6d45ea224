package builtin

import (
	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/value"
)

func comparingBuiltins() []compile.Builtin {
	return []compile.Builtin{
		{Name: "eq", Takes: "value value ...", Gives: "boolean", Help: "reports whether all equal the first, in kind and content", Example: "(eq a a \"a\")", Do: same},
		{Name: "neq", Takes: "value value ...", Gives: "boolean", Help: "reports whether none equals the first", Example: "(neq a b b)", Do: different},
		{Name: "=", Takes: "number number ...", Gives: "boolean", Help: "reports whether all numbers equal the first", Example: "(= 1 1.0)", Do: equal},
		{Name: "<>", Older: "!=", Takes: "number number ...", Gives: "boolean", Help: "reports whether no number equals the first", Example: "(<> 1 2 2)", Do: unequal},
		{Name: "<", Takes: "number number ...", Gives: "boolean", Help: "reports whether each is less than the next", Example: "(< 1 2 3)", Do: rising},
		{Name: "<=", Takes: "number number ...", Gives: "boolean", Help: "reports whether each is at most the next", Example: "(<= 1 2 2)", Do: notFalling},
		{Name: ">", Takes: "number number ...", Gives: "boolean", Help: "reports whether each is greater than the next", Example: "(> 3 2 1)", Do: falling},
		{Name: ">=", Takes: "number number ...", Gives: "boolean", Help: "reports whether each is at least the next", Example: "(>= 3 3 1)", Do: notRising},
		{Name: "eq*", Takes: "value value ...", Jess: true, Help: "like `eq`, with numbers compared by value", Example: "(eq* 3 3.0)", Do: equalNumbers},
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
		{Name: "type", Takes: "value", Help: "returns the name of its kind", Example: "(type 2.5)", Do: func(c *core.Call) (value.Value, error) {
			if k := c.Args[0].Kind(); k == value.InstanceKind || k == value.InstanceNameKind {
				return classOf(c)
			}
			return c.Env.Symbols.Symbol(c.Args[0].Kind().String()), nil
		}},
		{Name: "evenp", Takes: "integer", Gives: "boolean", Help: "reports whether an integer is even", Example: "(evenp 4)", Do: even},
		{Name: "oddp", Takes: "integer", Gives: "boolean", Help: "reports whether an integer is odd", Example: "(oddp 4)", Do: odd},
	}
}

// kindTest returns a function that tests the kind of a value.
func kindTest(name, older, what, example string, kinds ...value.Kind) compile.Builtin {
	set := core.KindsOf(kinds...)
	return compile.Builtin{Name: name, Older: older, Takes: "value", Gives: "boolean", Help: "reports whether the value is " + what, Example: example,
		Do: func(c *core.Call) (value.Value, error) { return value.Bool(set>>c.Args[0].Kind()&1 != 0), nil }}
}

// same reports whether all arguments equal the first, in kind and content.
func same(c *core.Call) (value.Value, error) {
	for _, v := range c.Args[1:] {
		if !value.Equal(c.Args[0], v) {
			return value.False, nil
		}
	}
	return value.True, nil
}

// different reports whether no argument equals the first; others may be equal.
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
