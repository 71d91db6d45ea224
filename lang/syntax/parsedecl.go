package syntax

import "fmt"

// declaration parses one declaration and the end of its line. After an error it skips to the
// next declaration.
func (p *parser) declaration() Decl {
	from := p.at(0).from
	var d Decl
	p.begun = nil
	ok := p.guarded(func() {
		d = p.decl()
		p.endOfLine("declaration")
	})
	if !ok {
		p.skipDecl()
		if d == nil {
			d = p.unfinished(p.span(from))
		}
	}
	return d
}

// unfinished returns the known parts of a declaration with an error. Required parts that are
// missing become bad nodes.
func (p *parser) unfinished(s Span) Decl {
	switch b := p.begun.(type) {
	case *ValueDecl:
		b.Span = s
		if b.Type == nil && (b.Kind != Const || b.Index != nil) {
			b.Type = &BadExpr{s}
		}
		if b.Value == nil && (b.Kind == Const || b.Kind == State) {
			b.Value = &BadExpr{s}
		}
	case *DefDecl:
		b.Span = s
		if b.Body == nil {
			b.Body = &BadExpr{s}
		}
	case *MoveDecl:
		b.Span = s
	default:
		return &BadDecl{s}
	}
	return p.begun
}

// skipDecl skips to the next line that starts a declaration.
func (p *parser) skipDecl() {
	for p.tok() != EOF {
		if p.take().tok == Newline && (startsDecl(p.tok()) || p.tok() == RequireKey) && !p.insideBlock() {
			return
		}
	}
}

// insideBlock reports whether a require is indented, and so belongs to a move.
func (p *parser) insideBlock() bool { return p.tok() == RequireKey && p.at(0).from.Col > 1 }

func (p *parser) endOfLine(what string) {
	switch p.tok() {
	case EOF:
		return
	case Newline:
		p.take()
		return
	}
	e := p.fail("unexpected " + p.describe() + " after the " + what)
	switch {
	case p.tok() == Comma && what == "statement":
		e.Hint = "each statement stands on a line of its own"
	case p.foreignHint() != "":
		e.Hint = p.foreignHint()
	case p.tok() == Assign || p.tok() == PlusAssign:
		e.Hint = "= gives a value; == compares"
	case p.tok() == RBrace:
		e.Hint = "there is no { that it closes"
	case p.tok() == Colon:
		e.Hint = "a reason stands in quotes before the colon, a type after a name"
	default:
		e.Hint = "an operator may be missing, or a new line"
	}
	panic(bail{})
}

func (p *parser) decl() Decl {
	l := p.at(0)
	switch l.tok {
	case PuzzleKey:
		return p.puzzle()
	case ParamKey, ConstKey, StateKey, FindKey:
		return p.value()
	case EnumKey:
		p.take()
		return p.enum(l.from, false)
	case TypeKey:
		p.take()
		name := p.ident("after type")
		p.want(Assign, "after the name of the type")
		d := &TypeDecl{Name: name, Type: p.expr()}
		if p.tok() == StringToken {
			p.inText = true
			d.Label = p.text("as a label")
			p.inText = false
		}
		d.Span = p.span(l.from)
		return d
	case DefKey:
		return p.def()
	case MoveKey:
		return p.move()
	case RequireKey, NeverKey, AlwaysKey, GoalKey:
		return p.rule()
	case MinimizeKey, MaximizeKey:
		return p.objective()
	case ShowKey:
		return p.show()
	}
	if l.text == prefer && l.tok == IdentToken {
		return p.soft()
	}
	if p.othersAhead() {
		return p.value()
	}
	if l.tok == IdentToken && l.text == "use" && p.at(1).tok == StringToken {
		p.take()
		path := p.text("after use")
		return &UseDecl{p.span(l.from), path}
	}
	p.unknownDecl()
	return nil
}

// objective parses minimize e then e2 ...; a maximize or minimize may follow each then.
func (p *parser) objective() *ObjectiveDecl {
	l := p.take()
	d := &ObjectiveDecl{Maximize: l.tok == MaximizeKey, Value: p.expr()}
	last := d
	for p.got(ThenKey) {
		next := &ObjectiveDecl{Maximize: last.Maximize}
		from := p.at(0).from
		if t := p.tok(); t == MinimizeKey || t == MaximizeKey {
			p.take()
			next.Maximize = t == MaximizeKey
		}
		next.Value = p.expr()
		next.Span = p.span(from)
		last.Then, last = next, next
	}
	d.Span = p.span(l.from)
	return d
}

// The words that begin a soft rule and its weight. They are identifiers elsewhere.
const (
	prefer = "prefer"
	weight = "weight"
)

// soft parses prefer "why" weight 3: e.
func (p *parser) soft() Decl {
	from := p.take().from
	d := &RuleDecl{Kind: Prefer}
	if p.tok() == StringToken && (p.at(1).tok == Colon || p.at(1).text == weight) {
		d.Why = p.stringLit(p.take())
	}
	if next := p.at(1).tok; p.at(0).text == weight && (d.Why != nil || next == IntToken || next == IdentToken || next == LParen) {
		p.take()
		d.Weight = p.binary(4)
	}
	if d.Why != nil || d.Weight != nil {
		p.want(Colon, "before the condition")
	}
	d.Cond = p.expr()
	d.Span = p.span(from)
	return d
}

// declWords are the words that start a declaration.
var declWords = []string{"puzzle", "use", "param", "const", "enum", "type", "def", "state", "find", "move", "require", "never", "always",
	"goal", "minimize", "maximize", "show", prefer, unknown, hidden}

// otherWords are words of other languages at the start of a declaration, with their
// replacements.
var otherWords = map[string]string{
	"var": "state, for what changes, or find, for an unknown", "let": "const", "int": "state x: lo..hi = start", "constraint": "require",
	"solve": "minimize or maximize; without an objective nothing is needed", "function": "def", "predicate": "def", "action": "move",
	"operator": "move", "rule": "move, never or require", "assert": "require", "forbid": "never", "invariant": "always", "init": "state x: T = start",
	"output": "show", "import": `use "file.far"`, "include": `use "file.far"`, "use": `use "file.far", with the name in quotes`, "minimise": "minimize",
	"maximise": "maximize", "parameter": "param", "variable": "state or find", "title": "puzzle", "problem": "puzzle", "subject": "require", "objects": "enum",
	"set": "const, state or find with the type set of T", "if": "require if c then a else b, where it is about unknowns; as a statement it belongs into a move",
	"for": "require all x: T { condition }; as a loop it belongs into a move", "array": "const, state or find with an index: x[T]: U", "fn": "def", "func": "def", "domain": "enum or type", "class": "enum, type or state", "print": "show", "from": `use "file.far"`, "metric": "minimize or maximize",
	"EXTENDS": `use "file.far"; numbers and sets are there`, "VARIABLE": "state x: T = start", "VARIABLES": "state x: T = start", "CONSTANT": "param or const", "CONSTANTS": "param or const",
	"Init": "state x: T = start", "Next": "moves: any of them may be made", "Spec": "a file with states, moves and rules", "INVARIANT": "always", "PROPERTY": "goal or always", "ASSUME": "require",
	"THEOREM": "always", "ASSERT": "require", "def_": "def", "label": "nothing: solve looks for values by itself", "while": "a move, made again and again", "pred": "def", "forall": "require all x: T { condition }",
	"durative_action": "move m(x: T) takes e { ... end { ... } }", "duration": "takes, of a move: move m(x: T) takes e { ... }",
	"eventually": "goal, which holds in the last state", "until": "goal and always", "derived": "def", "initially": "state x: T = start", "init_state": "state x: T = start",
	"fluent": "state", "fluents": "state", "types": "enum or type", "predicates": "state", "exists": "require any x: T { condition }", "all": "require all x: T { condition }", "any": "require any x: T { condition }",
	"alldifferent": "require distinct(a)", "distinct": "require distinct(a)", "not": "never e", "return": "def f(x: T) = e", "bool": "state or find with the type bool", "enums": "enum", "table": "const with an index: x[T]: U",
}

func (p *parser) unknownDecl() {
	l := p.at(0)
	e := p.fail("a declaration cannot start with " + p.describe())
	switch w, ok := otherWords[l.text]; {
	case l.text == "var" && (p.at(1).text == "float" || p.at(1).text == "int" || p.at(1).text == "bool" || p.at(1).text == "set"):
		e.Hint = "an unknown is find " + p.exampleName(3) + ": lo..hi"
		switch p.at(1).text {
		case "float":
			e.Hint += "; " + decimals
		case "bool", "set":
			e.Hint = "an unknown is find x: bool, or find s: set of T"
		}
	case ok:
		e.Hint = "here it is " + w
	}
	if e.Hint != "" {
		panic(bail{})
	}
	if e.Hint = p.foreignDecl(); e.Hint == "" && l.tok == IdentToken {
		e.Hint = DidYouMean(l.text, declWords)
	}
	if e.Hint == "" {
		e.Hint = "declarations start with param, const, enum, type, def, state, find, move, require, never, always, goal, prefer, minimize, maximize or show"
	}
	panic(bail{})
}

// exampleName returns the name k tokens ahead, or x if there is no name.
func (p *parser) exampleName(k int) string {
	if t := p.at(k); t.tok == IdentToken {
		return t.text
	}
	return "x"
}

func (p *parser) puzzle() Decl {
	from := p.take().from
	title := p.text("after puzzle")
	strict := p.at(0).text == "strict"
	if strict {
		p.take()
	}
	return &PuzzleDecl{p.span(from), title, strict}
}

// text consumes a text without values in braces.
func (p *parser) text(context string) *StringLit {
	l := p.want(StringToken, context)
	return p.stringLit(l)
}

var valueKinds = map[Token]ValueKind{ParamKey: Param, ConstKey: Const, StateKey: State, FindKey: Find}

func (p *parser) value() Decl {
	l := p.take()
	if l.tok == ParamKey && p.got(EnumKey) {
		return p.enum(l.from, true)
	}
	d := &ValueDecl{Kind: valueKinds[l.tok]}
	p.others(l, d)
	d.Name = p.ident("after " + d.Keyword())
	p.begun = d
	if p.got(LBracket) {
		d.Index = p.fields(RBracket)
		if len(d.Index) == 0 {
			p.errorAt(d.Name.Span, "the index of "+d.Name.Name+" is empty", "an array is written "+d.Name.Name+"[T]: U")
		}
	}
	if p.got(Colon) {
		d.Type = p.expr()
	} else if d.Kind != Const {
		several := p.tok() == LBracket
		e := p.fail(fmt.Sprintf("the type of %s is missing", d.Name.Name))
		e.Hint = fmt.Sprintf("write %s %s: type", d.Keyword(), d.Name.Name)
		if several {
			e.Hint = "several indices stand in one pair of brackets: " + d.Name.Name + "[T, U]: type"
		}
		panic(bail{})
	}
	if p.got(Assign) {
		d.Value = p.expr()
	} else if d.Kind == Const {
		p.want(Assign, "after "+d.Name.Name)
	}
	d.Span = p.span(l.from)
	return d
}

func (p *parser) enum(from Pos, param bool) Decl {
	d := &EnumDecl{Param: param, Name: p.ident("after enum")}
	if param && p.tok() != LBrace {
		d.Span = p.span(from)
		return d
	}
	if !param && p.got(Assign) {
		if p.tok() != LBrace {
			d.Of = append(d.Of, p.ident("as a part of "+d.Name.Name))
		}
		for p.got(Plus) {
			d.Of = append(d.Of, p.ident("as a part of "+d.Name.Name))
		}
		if p.tok() == Comma || p.tok() == LBrace {
			e := p.fail("a union of enums is written enum " + d.Name.Name + " = A + B")
			e.Hint = "members stand in braces: enum " + d.Name.Name + " { a, b }"
			panic(bail{})
		}
		d.Span = p.span(from)
		return d
	}
	p.want(LBrace, "before the members of "+d.Name.Name)
	for p.tok() != RBrace {
		p.newlines()
		d.Members = append(d.Members, p.ident("as a member of "+d.Name.Name))
		d.Labels = append(d.Labels, nil)
		if p.tok() == StringToken {
			d.Labels[len(d.Labels)-1] = p.text("as a label")
		}
		if !p.got(Comma) {
			break
		}
	}
	p.newlines()
	p.want(RBrace, "after the members of "+d.Name.Name)
	d.Span = p.span(from)
	if len(d.Members) == 0 {
		p.errorAt(d.Name.Span, d.Name.Name+" has no members", "write enum "+d.Name.Name+" { a, b }")
	}
	return d
}

func (p *parser) newlines() {
	for p.got(Newline) {
	}
}

// takes is the word before the duration of a move. It is no keyword.
const takes = "takes"

var ruleKinds = map[Token]RuleKind{RequireKey: Require, NeverKey: Never, AlwaysKey: Always, GoalKey: Goal}

func (p *parser) rule() Decl {
	l := p.take()
	d := &RuleDecl{Kind: ruleKinds[l.tok], Why: p.reason()}
	d.Cond = p.expr()
	d.Span = p.span(l.from)
	return d
}

// reason parses an optional "why":.
func (p *parser) reason() *StringLit {
	if p.tok() != StringToken || p.at(1).tok != Colon {
		return nil
	}
	s := p.stringLit(p.take())
	p.take()
	return s
}

func (p *parser) show() Decl {
	from := p.take().from
	d := &ShowDecl{}
	timeline := p.tok() == IdentToken && p.at(0).text == "timeline" && p.at(1).tok == StringToken
	if timeline {
		p.take()
	}
	if p.tok() == StringToken {
		d.Title = p.stringLit(p.take())
	} else {
		d.Name = p.ident("after show, or a title in quotes")
		if p.tok() != LBracket {
			e := p.fail("a board needs its two indices")
			if d.Name.Name == "timeline" {
				e.Hint = "a timeline has a title: show timeline \"title\" = start, length"
				panic(bail{})
			}
			e.Hint = "write show " + d.Name.Name + "[r: T, c: U] = value, or a column: show \"" + d.Name.Name + "\" = value"
			panic(bail{})
		}
		p.take()
		d.Index = p.fields(RBracket)
	}
	p.want(Assign, "before what is shown")
	p.inText = true
	d.Value = p.expr()
	p.inText = false
	for timeline && p.tok() == Comma {
		p.take()
		d.More = append(d.More, p.expr())
	}
	if d.Span = p.span(from); timeline && (len(d.More) < 1 || len(d.More) > 2) {
		p.errorAt(d.Span, "a timeline needs when each thing starts and how long it takes, and perhaps its row",
			"write show timeline \""+d.Title.Value+"\" = start, length")
	}
	return d
}
