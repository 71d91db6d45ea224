package syntax

// What other languages have and this one says in another way: each with what to write here.

// foreign are marks, longer ones first.
var foreign = []struct{ text, hint string }{
	{"===", "equality is =="}, {"!==", "inequality is !="}, {"<=>", "equivalence of truth values is =="}, {"<->", "equivalence of truth values is =="},
	{"=\\=", "write !="}, {"=/=", "write !="}, {"...", "write .."},
	{"&&", "write and"}, {"||", "write or"}, {":=", "write ="}, {"=>", "write implies between conditions, -> before a value"},
	{"<>", "write !="}, {"/=", "write !="}, {"**", "write the product out"}, {"++", "write += 1"}, {"--", "a comment starts with //; to take one away is -= 1"},
	{"/\\", "write and"}, {"\\/", "write or"}, {"\\+", "write not"},
	{"!", "write not"}, {";", "a statement ends with its line; put the next one on a line of its own"}, {"'", "texts stand in double quotes"},
	{"#", "a comment starts with //; the size of a set is size(s)"}, {"?", "write if c then a else b"}, {"^", "write the product out"}, {"&", "write and"},
	{"|", "write or, or where; the size of a set is size(s), the absolute value of a number abs(n)"},
	{"~", "write not"}, {"@", ""}, {"$", ""}, {"\\", "inside a text, back-quotes around it let quotes stand in it"}, {"_", "a name starts with a letter"},
	{"≤", "write <="}, {"≥", "write >="}, {"≠", "write !="}, {"∧", "write and"}, {"∨", "write or"}, {"¬", "write not"}, {"∈", "write in"},
	{"∉", "write not (x in s)"}, {"∪", "write union"}, {"∩", "write inter"}, {"∖", "write minus"}, {"⊆", "write subset"}, {"∅", "write {}"}, {"÷", "write /"},
	{"→", "write ->"}, {"∀", "write all x: T { ... }"}, {"∃", "write any x: T { ... }"}, {"×", "write *"}, {"·", "write *"}, {"…", "write .."},
	{"“", `texts stand in "straight quotes"`}, {"”", `texts stand in "straight quotes"`}, {"’", `texts stand in "straight quotes"`},
}

// foreignInfix are words between two values, or after one.
var foreignInfix = map[string]string{
	"xor": "of two truth values one holds where they differ: a != b", "iff": "two truth values are the same: a == b",
	"mod": "the remainder is a % b", "rem": "the remainder is a % b", "div": "the quotient is a / b, rounded down", "is": "equality is ==",
	"eq": "equality is ==", "ne": "inequality is !=", "unless": "write not c implies a", "when": "a condition of a move stands in its body: require c",
	"if": "write if c then a else b", "intersect": "write inter", "intersection": "write inter", "diff": "write minus", "setminus": "write minus",
	"contains": "membership is x in s", "notin": "write not (x in s)", "returns": "a def has no result type; a move gives nothing",
	"provided": "write where, or require in a move", "suchthat": "write where", "st": "write where", "downto": "a range is lo..hi", "to": "a range is lo..hi",
}

// foreignQuantifiers are words before names that are bound.
var foreignQuantifiers = map[string]string{
	"forall": "write all x: T { condition }", "foreach": "write all x: T { condition }; in a move for x: T { ... }", "every": "write all x: T { condition }",
	"exists": "write any x: T { condition }", "some": "write any x: T { condition }", "exist": "write any x: T { condition }",
}

// foreignQuantifier refuses forall x: T and forall(x: T).
func (p *parser) foreignQuantifier() {
	l := p.at(0)
	hint, known := foreignQuantifiers[l.text]
	k := 1
	if p.at(1).tok == LParen {
		k = 2
	}
	if _, infix := infixWords[p.at(k).text]; !known || p.at(k).tok != IdentToken || infix && k == 1 {
		return
	}
	switch p.at(k + 1).tok {
	case Colon, In, Comma:
		e := p.fail(l.text + " is no word of the language")
		e.Hint = hint
		panic(bail{})
	}
}

// foreignHint is what to write in the place of the present token, "" if that is not known.
func (p *parser) foreignHint() string {
	l, before := p.at(0), p.at(-1)
	switch {
	case l.tok == IdentToken && foreignInfix[l.text] != "":
		return foreignInfix[l.text]
	case l.tok == ForKey:
		return "an array is written [x: T -> e], a set {x in s -> e}"
	case l.tok == Arrow:
		return "between conditions write implies; a value after -> belongs to a choice, as in sum(x: T -> e)"
	case l.tok == Comma:
		return "several values stand in brackets: {a, b} is a set, (a, b) a tuple, [a, b] an array"
	case before.tok == IdentToken && l.tok == IdentToken && called[before.text] && before.to.Line == l.from.Line:
		return "a function has its arguments in brackets: " + before.text + "(" + l.text + ")"
	}
	return ""
}

// called are functions that others write before their argument, without brackets.
var called = map[string]bool{"abs": true, "size": true, "len": true, "next": true, "prev": true, "ord": true, "name": true, "min": true, "max": true, "sum": true}

// ForeignFunctions are functions, with what there is in their place.
var ForeignFunctions = map[string]string{
	"alldifferent": "distinct(a)", "all_different": "distinct(a)", "allDifferent": "distinct(a)", "AllDifferent": "distinct(a)", "alldiff": "distinct(a)",
	"Distinct": "distinct(a)", "card": "size(s)", "cardinality": "size(s)", "Cardinality": "size(s)", "length": "len(t) of a text, size(s) of a set",
	"mod": "a % b", "div": "a / b", "xor": "a != b", "iff": "a == b", "implies": "a implies b", "Implies": "a implies b", "And": "a and b", "Or": "a or b",
	"Not": "not a", "If": "if c then a else b", "ite": "if c then a else b", "bool2int": "if c then 1 else 0", "int": "if c then 1 else 0", "str": `"{x}"`,
	"at_most": "count(x: T where cond) <= n", "at_least": "count(x: T where cond) >= n", "atmost": "count(x: T where cond) <= n", "atleast": "count(x: T where cond) >= n",
	"exactly": "count(x: T where cond) == n", "element": "a[i]", "contains": "x in s", "member": "x in s", "memberchk": "x in s", "intersection": "s inter t",
	"setminus": "s minus t", "difference": "s minus t", "range": "lo..hi", "forall": "all x: T { condition }", "exists": "any x: T { condition }",
	"succ": "next(v)", "pred": "prev(v)", "pow": "the product, written out", "Sum": "sum(x: T -> e)", "sqrt": "a number x with x * x <= n",
}

// ForeignNames are names, with what there is in their place.
var ForeignNames = map[string]string{
	"True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "none, of a type T or none", "null": "none, of a type T or none", "nil": "none, of a type T or none",
	"undefined": "none, of a type T or none",
}

// ForeignTypes are types, with what there is in their place.
var ForeignTypes = map[string]string{
	"int": "numbers need a range, as in 0..100", "integer": "numbers need a range, as in 0..100", "nat": "numbers need a range, as in 0..100", "Int": "numbers need a range, as in 0..100",
	"Nat": "numbers need a range, as in 0..100", "float": "there are only integers; count in smaller units", "real": "there are only integers; count in smaller units",
	"boolean": "it is bool", "Bool": "it is bool", "BOOLEAN": "it is bool", "string": "it is text, or an enum", "String": "it is text, or an enum", "str": "it is text, or an enum",
	"array": "an array is written x[T]: U", "list": "an array is written x[T]: U", "map": "an array is written x[T]: U", "dict": "an array is written x[T]: U", "Set": "it is set of T",
	"none": "a type with none is T or none",
}
