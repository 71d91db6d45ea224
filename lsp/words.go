package lsp

// words returns a description of each word of the language, with its syntax.
func words() map[string]string {
	return map[string]string{
		"puzzle":   "`puzzle \"title\"`: what the problem is called; it comes first. `strict` after it makes leaving a range an error.",
		"param":    "`param n: T = e`: a constant that the caller may override, with `-p n=12` or a data file; without `= e` it must be given.",
		"const":    "`const c = e`: a constant.",
		"enum":     "`enum E { a, b }`: a type of named values, in this order. `enum E = F + G` is a union.",
		"type":     "`type T = ...`: gives a type a name.",
		"def":      "`def f(x: T) = e`: a function. It may use the state, and may call itself.",
		"state":    "`state s: T = e`: something that changes, and what it is at the start.",
		"find":     "`find v: T`: an unknown, fixed for the whole plan, that the solver chooses.",
		"move":     "`move m(x: T) cost e \"label\" { ... }`: what may be done. It applies if every `require` that is reached holds, and every value is within its type.",
		"cost":     "`cost e`, of a move: what it costs, 1 if left out. In an objective, what the whole plan costs.",
		"require":  "`require \"why\": e`: outside of moves a condition on unknowns and constants; in a move, the move applies only where it holds.",
		"never":    "`never \"why\": e`: what must not hold in any state of a plan, the first included.",
		"always":   "`always \"why\": e`: what must hold in every state of a plan, the first included.",
		"goal":     "`goal \"why\": e`: what must hold in the last state. Several goals must all hold.",
		"minimize": "`minimize e`: the objective; `then` says what decides where it leaves the choice open.",
		"maximize": "`maximize e`: the objective; `then` says what decides where it leaves the choice open.",
		"show":     "`show \"title\" = e` is a column, `show name[r: T, c: U] = e` a board, `show timeline \"title\" = start, length` a schedule.",
		"prefer":   "`prefer \"why\" weight n: e`: a soft rule; giving it up costs its weight.",
		"use":      "`use \"lib/grid.far\"`: the types, constants, parameters and functions of another file.",
		"together": "`together { ... }`: statements that all see the state in which the block begins.",
		"takes":    "`takes e`, of a move: how long it takes. Moves that take time overlap.",
		"end":      "`end { ... }`: the last statement of a move that takes time; it runs when the move is over.",
		"while":    "`while \"why\": e`: what must hold as long as a move that takes time is under way.",
		"time":     "`time`: the time since the start, where moves take time. Outside objectives a rule bounds it: `always time <= 40`.",
		"let":      "`let x = e`: a name for the present value of `e`; in an expression, `let x = e in f`.",
		"if":       "`if c then a else b` is an expression, `if c { ... } else { ... }` a statement.",
		"then":     "`if c then a else b`; after an objective, what decides next.",
		"else":     "`if c then a else b`, or `if c { ... } else { ... }`.",
		"for":      "`for x: T where e { ... }`: statements for every value in turn.",
		"where":    "`where e`: only the choices for which `e` holds.",
		"in":       "`x in s`: whether `x` is a member of `s`; after a name that is bound, what it is chosen from.",
		"all":      "`all x: T { e }`: whether `e` holds for all.",
		"any":      "`any x: T { e }`: whether `e` holds for some.",
		"and":      "`a and b`: both hold; `b` is not asked where `a` does not.",
		"or":       "`a or b`: one of them holds. As a type, `E or none`.",
		"not":      "`not e`: `e` does not hold. An undefined condition does not hold, so that `not` of it does.",
		"implies":  "`a implies b`: `b` holds wherever `a` does. It groups to the right.",
		"set":      "`set of T`: the type of the subsets of the values of `T`.",
		"of":       "`set of T`: the type of the subsets of the values of `T`.",
		"true":     "`true`: a value of `bool`.",
		"false":    "`false`: a value of `bool`.",
		"the":      "`the x: T where e`: the one value for which `e` holds; if none or several, undefined.",
		"union":    "`s union t`: what is in one of two sets.",
		"inter":    "`s inter t`: what is in both sets.",
		"minus":    "`s minus t`: what is in `s` and not in `t`.",
		"subset":   "`s subset t`: whether all members of `s` are in `t`.",
		"bool":     "`bool`: the type of `false` and `true`.",
		"text":     "`text`: the type of texts; constants and parameters can be of it.",
		"steps":    "`steps`: how many moves the plan has had.",
		"stuck":    "`stuck`: whether no move can be made.",
		"unknown":  "`unknown u: T`: one of the values of `T`, fixed; we do not know which.",
		"hidden":   "`hidden state s: T = e`: state that changes and is never seen.",
		"by":       "`by foe`, `by foe when c`, `by chance weight e`, of a move: who makes it.",
		"foe":      "`by foe`: an opponent makes the move, who wants to keep us from the goal.",
		"chance":   "`by chance weight e`: the move is drawn; its probability is its weight divided by the sum of the enabled ones.",
		"weight":   "`by chance weight e`: the weight of a move of chance, 1 if left out. Of a soft rule, what giving it up costs.",
		"known":    "`known(e)`: whether `e` has the same value in all states that agree with what was seen.",
		"enabled":  "`enabled(m)`, `enabled(m(x))`: whether the move can be made.",
	}
}

// Words that begin a declaration, that begin a statement, and that stand in expressions.
var (
	declarationWords = []string{"puzzle", "use", "param", "const", "enum", "type", "def", "state", "find", "move", "require", "never", "always",
		"goal", "prefer", "minimize", "maximize", "show", "unknown", "hidden"}
	statementWords  = []string{"require", "let", "if", "for", "together", "while", "end"}
	expressionWords = []string{"all", "any", "the", "if", "let", "not", "and", "or", "implies", "in", "where", "true", "false", "then", "else", "union", "inter",
		"minus", "subset", "steps", "stuck", "time", "enabled"}
	typeWords = []string{"bool", "text", "set"}
)

// snippets returns the snippets for declarations and statements.
func snippets() map[string]string {
	return map[string]string{
		"puzzle": `puzzle "${1:title}"`, "use": `use "${1:file.far}"`, "param": "param ${1:n}: ${2:1..9} = ${3:1}", "const": "const ${1:name} = ${2:0}",
		"enum": "enum ${1:Name} { ${2:a, b} }", "type": "type ${1:Name} = ${2:1..9}", "def": "def ${1:name}(${2:x: T}) = ${3:x}",
		"state": "state ${1:at}[${2:Thing}]: ${3:T} = ${4:value}", "find": "find ${1:name}: ${2:T}",
		"move":  "move ${1:name}(${2:x: T}) \"${3:label}\" {\n    require ${4:true}\n    $0\n}",
		"never": `never "${1:why}": $0`, "always": `always "${1:why}": $0`, "goal": "goal $0", "prefer": `prefer "${1:why}" weight ${2:1}: $0`,
		"minimize": "minimize $0", "maximize": "maximize $0", "show": `show "${1:title}" = $0`, "require": "require $0", "let": "let ${1:x} = $0",
		"if": "if ${1:true} {\n    $0\n}", "for": "for ${1:x: T} {\n    $0\n}", "together": "together {\n    $0\n}",
		"while": "while \"${1:why}\": $0", "end": "end {\n    $0\n}",
	}
}
