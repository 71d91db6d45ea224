package syntax

import "strings"

// These tables have constructs of other languages, with their notation in this one.

// foreign are operators and other signs, longer ones first.
var foreign = []struct{ text, hint string }{
	{"===", "equality is =="}, {"!==", "inequality is !="}, {"<=>", "equivalence of truth values is =="}, {"<->", "equivalence of truth values is =="},
	{"#count", "to count, write count(x: T where e)"}, {"#sum", "a sum is sum(x: T -> e)"}, {"#minimize", "minimize stands without #"}, {"#maximize", "maximize stands without #"},
	{"#show", "show stands without #: show \"title\" = e"}, {"#const", "const stands without #"}, {"#include", `a file is used by use "file.far"`},
	{"#=", "write ==, without #"}, {"#\\=", "write !=, without #"}, {"#<", "write <, without #"}, {"#>", "write >, without #"},
	{"=\\=", "write !="}, {"=/=", "write !="}, {"=:=", "write =="}, {"=<", "write <="}, {"\\=", "write !="}, {"...", "write .."},
	{":-", "what follows from a condition is a def: def p(x: T) = condition; what must not be is never e, or require not e"},
	{"<<", "a tuple is (a, b), an array [a, b]"}, {">>", "a tuple is (a, b), an array [a, b]"},
	{"&&", "write and"}, {"||", "write or"}, {":=", "write ="}, {"=>", "write implies between conditions, -> before a value"},
	{"<>", "write !="}, {"/=", "write !="}, {"**", "write the product out"}, {"++", "write += 1"}, {"----", "there are no frames: a file begins with puzzle \"title\""}, {"--", "a comment starts with //; to take one away is -= 1"},
	{"\\A ", "write all x: T { condition }"}, {"\\E ", "write any x: T { condition }"}, {"\\in ", "write in"}, {"\\notin ", "write not (x in s)"}, {"\\cup", "write union"},
	{"\\union", "write union"}, {"\\cap", "write inter"}, {"\\intersect", "write inter"}, {"\\subseteq", "write subset"}, {"\\ ", "the difference of sets is s minus t"},
	{"/\\", "write and"}, {"\\/", "write or"}, {"\\+", "write not"},
	{"!", "write not"}, {";", "a statement ends with its line; between values stands a comma, between conditions and, or"}, {"'", "texts stand in double quotes"},
	{"#", "a comment starts with //; the size of a set is size(s); unequal is !="}, {"?", "write if c then a else b"}, {"^", "write the product out"}, {"&", "write and"},
	{"|", "write or; a set is {x in s where e} or {x in s -> e}; sizes are size(s) and abs(n)"},
	{"~", "write not"}, {"@", ""}, {"$", ""}, {"\\", "inside a text, back-quotes around it let quotes stand in it"}, {"_", "a name starts with a letter"},
	{"≤", "write <="}, {"≥", "write >="}, {"≠", "write !="}, {"∧", "write and"}, {"∨", "write or"}, {"¬", "write not"}, {"∈", "write in"},
	{"∉", "write not (x in s)"}, {"∪", "write union"}, {"∩", "write inter"}, {"∖", "write minus"}, {"⊆", "write subset"}, {"∅", "write {}"}, {"÷", "write /"},
	{"→", "write ->"}, {"∀", "write all x: T { ... }"}, {"∃", "write any x: T { ... }"}, {"×", "write *"}, {"·", "write *"}, {"…", "write .."},
	{"“", `texts stand in "straight quotes"`}, {"”", `texts stand in "straight quotes"`}, {"’", `texts stand in "straight quotes"`},
}

// foreignInfix are words between two operands, or after one.
var foreignInfix = map[string]string{
	"xor": "of two truth values one holds where they differ: a != b", "iff": "two truth values are the same: a == b",
	"mod": "the remainder is a % b", "rem": "the remainder is a % b", "div": "the quotient is a / b, rounded down", "is": "equality is ==",
	"eq": "equality is ==", "ne": "inequality is !=", "unless": "write not c implies a", "when": "a condition of a move stands in its body: require c",
	"elif": "write else if", "elsif": "write else if", "endif": "an if has no end: if c then a else b", "EXCEPT": "an array that differs in one place is [i: T -> if i == k then e else a[i]]; in a move write a[k] = e",
	"intersect": "write inter", "intersection": "write inter", "diff": "write minus", "setminus": "write minus",
	"contains": "membership is x in s", "notin": "write not (x in s)", "returns": "a def has no result type; a move returns nothing",
	"provided": "write where, or require in a move", "suchthat": "write where", "st": "write where", "downto": "a range is lo..hi", "to": "a range is lo..hi",
}

// foreignPrefix are words before an operand.
var foreignPrefix = map[string]string{
	"CHOOSE": "write the x: T where e, or first(x: T where e)", "LET": "write let x = e in f", "ENABLED": "write enabled(m)", "CASE": "write if c then a else b",
	"SUBSET": "the subsets of s are the values of the type set of s", "DOMAIN": "the index of an array is a type: all i: T { ... }", "UNION": "write union",
	"lambda": "a function has a name: def f(x: T) = e", "f": "texts in labels and show take values in braces without an f: \"{x}\"", "UNCHANGED": "what is not assigned stays as it is",
	"const": "a constant is const c = e", "eventually": "what must hold in the end is the goal; in every state, always; there are no other times",
	"always": "a rule of every state is a declaration: always e", "until": "what must hold in the end is the goal; in every state, always; there are no other times",
	"henceforth": "a rule of every state is a declaration: always e",
}

// foreignStatements are words at the start of statements in other languages.
var foreignStatements = map[string]string{
	"while": "a move is one step; a plan repeats it as often as needed", "return": "a move returns nothing; a def does: def f(x: T) = e",
	"pass": "what is not assigned stays as it is; { } is an empty body", "skip": "what is not assigned stays as it is; { } is an empty body",
	"precondition": "a condition of a move is require c", "pre": "a condition of a move is require c", "requires": "a condition of a move is require c", "assert": "a condition of a move is require c",
	"constraint": "a condition of a move is require c", "await": "a condition of a move is require c", "effect": "what a move does is an assignment: x = e", "post": "what a move does is an assignment: x = e",
	"when": "write if c { ... }", "duration": "a duration stands before the body: move m(x: T) takes e { ... }", "increase": "write x += 1", "decrease": "write x -= 1", "assign": "write x = e", "set": "write x = e", "add": "write s += x", "del": "write s -= x",
	"UNCHANGED": "what is not assigned stays as it is", "print": "what people see is declared by show, outside of moves", "break": "a loop visits all values; where skips some: for x: T where e { ... }",
	"continue": "a loop visits all values; where skips some: for x: T where e { ... }", "var": "a name within a move is let x = e", "int": "a name within a move is let x = e",
}

// foreignQuantifiers are words before bound names.
var foreignQuantifiers = map[string]string{
	"forall": "write all x: T { condition }", "foreach": "write all x: T { condition }; in a move for x: T { ... }", "every": "write all x: T { condition }",
	"exists": "write any x: T { condition }", "some": "write any x: T { condition }", "exist": "write any x: T { condition }",
}

// foreignQuantifier reports forall x: T and forall(x: T).
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
	case Colon, In, Comma, Minus:
		e := p.fail(l.text + " is no word of the language")
		e.Hint = hint
		panic(bail{})
	}
}

// foreignHint returns the notation for the current token, or "".
func (p *parser) foreignHint() string {
	l, before := p.at(0), p.at(-1)
	switch {
	case l.tok == IdentToken && l.text == "is" && p.at(1).tok == Not:
		return "inequality is !="
	case l.tok == IdentToken && foreignInfix[l.text] != "":
		return foreignInfix[l.text]
	case l.tok == IfKey && before.tok != Newline:
		return "the condition stands first: if c then a else b"
	case before.tok == IdentToken && foreignPrefix[before.text] != "" && before.to.Line == l.from.Line:
		return foreignPrefix[before.text]
	case l.tok == LBrace && before.to.Line < l.from.Line:
		return "a line that begins with { goes on with the one before; what may be chosen is find s: set of T"
	case strings.HasPrefix(strings.TrimSpace(p.lines[l.from.Line-1]), "%"):
		return "a comment starts with //"
	case before.tok == IntToken && l.tok == LBrace:
		return "to count, write count(x: T where e)"
	case l.tok == OfKey:
		return "an array has its index after its name: x[T]: U"
	case l.tok == ForKey:
		return "an array is written [x: T -> e], a set {x in s -> e}, a sum sum(x: T -> e)"
	case l.tok == Arrow:
		return "between conditions write implies; a value after -> belongs to a choice, as in sum(x: T -> e)"
	case l.tok == Comma && p.inObjective(l.from.Line):
		return "several objectives in order are joined by then: minimize a then b"
	case l.tok == Comma:
		return "conditions are joined by and; several values stand in brackets: {a, b} is a set, (a, b) a tuple, [a, b] an array"
	case before.tok == IdentToken && infixWords[before.text] != EOF && before.to.Line == l.from.Line:
		return "an operator stands between its operands: s " + before.text + " t"
	case before.tok == IdentToken && choices[before.text] != "" && l.tok == IdentToken && (p.at(1).tok == Colon || p.at(1).tok == In || p.at(1).tok == Comma):
		return "the choice and the value stand in brackets: " + choices[before.text]
	case before.tok == IdentToken && l.tok == IdentToken && (called[before.text] || ForeignFunctions[before.text] != "") && before.to.Line == l.from.Line:
		if here := ForeignFunctions[before.text]; here != "" {
			return "here it is " + here
		}
		return "a function has its arguments in brackets: " + before.text + "(" + l.text + ")"
	}
	return ""
}

// inObjective reports whether a line begins an objective.
func (p *parser) inObjective(line int) bool {
	text := strings.TrimSpace(p.lines[line-1])
	return strings.HasPrefix(text, "minimize ") || strings.HasPrefix(text, "maximize ")
}

// choices are functions of all values of a choice.
var choices = map[string]string{"sum": "sum(x: T -> e)", "min": "min(x: T -> e)", "max": "max(x: T -> e)", "count": "count(x: T where e)", "distinct": "distinct(x: T -> e)"}

// called are functions that other languages write before an argument without brackets.
var called = map[string]bool{"abs": true, "size": true, "len": true, "next": true, "prev": true, "ord": true, "name": true, "min": true, "max": true, "sum": true,
	"distinct": true, "circuit": true, "atmost": true, "lexless": true, "inverse": true, "regular": true, "disjoint": true, "cumulative": true, "round": true,
	"floor": true, "ceil": true, "other": true, "digit": true, "rows": true, "cols": true}

// ForeignFunctions are functions of other languages with their replacements.
var ForeignFunctions = map[string]string{
	"alldifferent": "distinct(a)", "all_different": "distinct(a)", "allDifferent": "distinct(a)", "AllDifferent": "distinct(a)", "alldiff": "distinct(a)",
	"Distinct": "distinct(a)", "card": "size(s)", "cardinality": "size(s)", "Cardinality": "size(s)", "length": "len(t) of a text, size(s) of a set",
	"mod": "a % b", "div": "a / b", "xor": "a != b", "iff": "a == b", "implies": "a implies b", "Implies": "a implies b", "And": "a and b", "Or": "a or b",
	"Not": "not a", "If": "if c then a else b", "ite": "if c then a else b", "bool2int": "if c then 1 else 0", "int": "if c then 1 else 0", "str": `"{x}"`,
	"at_most": "count(x: T where cond) <= n", "at_least": "count(x: T where cond) >= n", "atmost": "count(x: T where cond) <= n", "atleast": "count(x: T where cond) >= n",
	"exactly": "count(x: T where cond) == n", "element": "a[i]", "nth1": "a[i]", "nth0": "a[i]", "findall": "{x: T where cond}", "setof": "{x: T where cond}", "bagof": "{x: T where cond}", "between": "n in lo..hi",
	"all_distinct": "distinct(a)", "sumlist": "sum(a)", "sum_list": "sum(a)", "powerset": "the type set of T", "sorted": "the values of a type are in order", "zip": "a choice: x: T, y: U",
	"contains": "x in s", "member": "x in s", "memberchk": "x in s", "intersection": "s inter t",
	"setminus": "s minus t", "difference": "s minus t", "range": "lo..hi", "forall": "all x: T { condition }", "exists": "any x: T { condition }",
	"path": "circuit(a) for a round through all; for a way, distinct places in time, or moves", "cycle": "circuit(a)", "tour": "circuit(a)", "automaton": "regular(a, start, moves, ends)", "automata": "regular(a, start, moves, ends)", "nfa": "regular(a, start, moves, ends)", "regular_nfa": "regular(a, start, moves, ends)", "subcircuit": "circuit(a), for a round through all",
	"succ": "next(v)", "pred": "prev(v)", "pow": "the product, written out", "Sum": "sum(x: T -> e)", "sqrt": "a number x with x * x <= n",
}

// ForeignNames are names of other languages with their replacements.
var ForeignNames = map[string]string{
	"True": "true", "TRUE": "true", "False": "false", "FALSE": "false", "None": "none, of a type T or none", "null": "none, of a type T or none", "nil": "none, of a type T or none",
	"undefined": "none, of a type T or none", "deadlock": "stuck, which holds where no move can be made",
}

// decimals is the notation for numbers with decimals.
const decimals = "numbers need a range, as in 0.0..9.9, whose digits say how fine they are"

// ForeignTypes are types of other languages with their replacements.
var ForeignTypes = map[string]string{
	"int": "numbers need a range, as in 0..100", "integer": "numbers need a range, as in 0..100", "nat": "numbers need a range, as in 0..100", "Int": "numbers need a range, as in 0..100",
	"Nat": "numbers need a range, as in 0..100", "float": decimals, "real": decimals, "double": decimals, "decimal": decimals, "Float": decimals, "Real": decimals,
	"boolean": "it is bool", "Bool": "it is bool", "BOOLEAN": "it is bool", "string": "it is text, or an enum", "String": "it is text, or an enum", "str": "it is text, or an enum",
	"array": "an array is written x[T]: U", "list": "an array is written x[T]: U", "map": "an array is written x[T]: U", "dict": "an array is written x[T]: U", "Set": "it is set of T",
	"none": "a type with none is T or none",
}

// foreignDecl returns the notation for a declaration that begins as in another language, or "".
func (p *parser) foreignDecl() string {
	switch l := p.at(0); {
	case l.tok == LParen:
		return "PDDL is read as it is: farbank solve domain.pddl problem.pddl; here nothing stands in brackets: move m(x: T) { ... }"
	case l.tok == IntToken, l.tok == LBrace:
		return "what may be chosen is an unknown: find s: set of T, with require lo <= size(s) <= hi"
	case l.tok == IdentToken && p.at(1).tok == LParen:
		return "what is known is const p = {(a, b)}, what follows is def p(x: T) = condition, what must hold is require e"
	case l.tok == IdentToken && p.at(1).tok == Eq, l.tok == IdentToken && p.at(1).tok == Assign:
		return "a value has a name by const " + l.text + " = e; one that depends on the state by def " + l.text + "() = e"
	case l.tok == IdentToken && p.at(1).tok == IdentToken && (p.at(1).text == "in" || p.at(1).text == "ins"):
		return "an unknown is find " + l.text + ": lo..hi"
	case l.tok == Percent:
		return "a comment starts with //"
	}
	return ""
}
