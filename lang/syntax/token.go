package syntax

// A Token is a kind of lexical element.
type Token int

const (
	EOF Token = iota
	Newline
	Illegal
	IdentToken
	IntToken
	StringToken

	// Operators and punctuation.
	Assign      // =
	PlusAssign  // +=
	MinusAssign // -=
	Eq          // ==
	Ne          // !=
	Lt          // <
	Le          // <=
	Gt          // >
	Ge          // >=
	Range       // ..
	Plus        // +
	Minus       // -
	Star        // *
	Slash       // /
	Percent     // %
	LParen      // (
	RParen      // )
	LBracket    // [
	RBracket    // ]
	LBrace      // {
	RBrace      // }
	Comma       // ,
	Colon       // :
	Dot         // .
	Arrow       // ->

	// Operators that are words. Union, Inter, SetMinus and Subset are identifiers where no
	// operator can occur.
	And
	Or
	Not
	Implies
	In
	Union
	Inter
	SetMinus
	Subset

	// Keywords.
	PuzzleKey
	ParamKey
	ConstKey
	EnumKey
	TypeKey
	DefKey
	StateKey
	FindKey
	MoveKey
	CostKey
	RequireKey
	NeverKey
	AlwaysKey
	GoalKey
	MinimizeKey
	MaximizeKey
	ShowKey
	LetKey
	IfKey
	ThenKey
	ElseKey
	ForKey
	WhereKey
	AllKey
	AnyKey
	SetKey
	OfKey
	TrueKey
	FalseKey
)

var tokenText = map[Token]string{
	EOF: "end of file", Newline: "end of line", Illegal: "illegal character", IdentToken: "name", IntToken: "number", StringToken: "text",
	Assign: "=", PlusAssign: "+=", MinusAssign: "-=", Eq: "==", Ne: "!=", Lt: "<", Le: "<=", Gt: ">", Ge: ">=",
	Range: "..", Plus: "+", Minus: "-", Star: "*", Slash: "/", Percent: "%",
	LParen: "(", RParen: ")", LBracket: "[", RBracket: "]", LBrace: "{", RBrace: "}",
	Comma: ",", Colon: ":", Dot: ".", Arrow: "->",
	And: "and", Or: "or", Not: "not", Implies: "implies", In: "in",
	Union: "union", Inter: "inter", SetMinus: "minus", Subset: "subset",
	PuzzleKey: "puzzle", ParamKey: "param", ConstKey: "const", EnumKey: "enum", TypeKey: "type", DefKey: "def",
	StateKey: "state", FindKey: "find", MoveKey: "move", CostKey: "cost", RequireKey: "require", NeverKey: "never",
	AlwaysKey: "always", GoalKey: "goal", MinimizeKey: "minimize", MaximizeKey: "maximize", ShowKey: "show",
	LetKey: "let", IfKey: "if", ThenKey: "then", ElseKey: "else", ForKey: "for", WhereKey: "where",
	AllKey: "all", AnyKey: "any", SetKey: "set", OfKey: "of", TrueKey: "true", FalseKey: "false",
}

// String returns the text of the token, or the name of its kind.
func (t Token) String() string { return tokenText[t] }

// Keywords maps each reserved word to its token.
var Keywords = func() map[string]Token {
	m := map[string]Token{"and": And, "or": Or, "not": Not, "implies": Implies, "in": In}
	for t := PuzzleKey; t <= FalseKey; t++ {
		m[tokenText[t]] = t
	}
	return m
}()
