// The grammar of .far files for tree-sitter: docs/language.md, section 14, with the precedences of section 6.
// ./generate writes the parser, and the files of the editors, from it.

/// <reference types="tree-sitter-cli/dsl" />

const PREC = { if: 1, implies: 2, or: 3, and: 4, not: 5, compare: 6, range: 7, plus: 8, times: 9, unary: 10, postfix: 11 };

// Words that are names where the grammar has no use for them.
const WORDS = [
  "by", "chance", "connected", "end", "foe", "hidden", "inter", "minus", "none", "prefer", "strict", "subset", "takes", "the",
  "timeline", "together", "union", "unknown", "use", "weight", "when", "while",
];

const list1 = (rule) => seq(rule, repeat(seq(",", rule)), optional(","));
const list = (rule) => optional(list1(rule));

module.exports = grammar({
  name: "far",

  // Texts, and the end of a line that does not continue; see src/scanner.c.
  externals: ($) => [$._newline, $.text, $.raw_text, $._open, $._raw_open, $._recovering],
  extras: ($) => [/[\s\uFEFF]/, $.comment],
  word: ($) => $._name,
  supertypes: ($) => [$._declaration, $._statement, $._expression],
  inline: ($) => [$._type],
  conflicts: ($) => [
    [$._expression, $.beside],
    [$.weight, $.name],
    [$._expression, $.names],
    [$.while_statement, $.name],
  ],

  rules: {
    source_file: ($) => repeat(seq($._declaration, $._newline)),

    comment: (_) => token(choice(seq("//", /[^\n]*/), seq("/*", /[^*]*\*+([^/*][^*]*\*+)*/, "/"))),

    // Declarations.
    _declaration: ($) =>
      choice($.puzzle, $.use, $.value, $.enum, $.type, $.def, $.move, $.rule, $.prefer, $.objective, $.show),
    puzzle: ($) => seq("puzzle", field("title", $.string), optional("strict")),
    use: ($) => seq("use", field("path", $.string)),
    value: ($) =>
      seq(
        choice("param", "const", seq(optional("hidden"), "state"), "find", "unknown"),
        field("name", $.name),
        optional(field("index", $.index)),
        optional(seq(":", field("type", $._type))),
        optional(seq("=", field("value", $._expression))),
      ),
    enum: ($) =>
      choice(
        seq("param", "enum", field("name", $.name), optional($.members)),
        seq("enum", field("name", $.name), choice($.members, seq("=", $.name, repeat(seq("+", $.name))))),
      ),
    members: ($) => seq("{", list1($.member), "}"),
    member: ($) => seq(field("name", $.name), optional(field("label", $.string))),
    type: ($) => seq("type", field("name", $.name), "=", $._type, optional(field("label", $.string))),
    def: ($) => seq("def", field("name", $.name), $.parameters, "=", field("body", $._expression)),
    move: ($) =>
      seq(
        "move",
        field("name", $.name),
        optional($.parameters),
        repeat(choice(seq("cost", field("cost", $._expression)), seq("takes", field("takes", $._expression)))),
        optional($.chooser),
        optional(field("label", $.string)),
        field("body", $.block),
      ),
    chooser: ($) =>
      seq("by", choice(seq("foe", optional(seq("when", $._expression))), seq("chance", optional(seq("weight", $._expression))))),
    rule: ($) =>
      seq(choice("require", "never", "always", "goal"), optional(seq(field("reason", $.string), ":")), field("condition", $._expression)),
    prefer: ($) =>
      seq(
        "prefer",
        optional(
          choice(
            seq(field("reason", $.string), optional($.weight), ":"),
            seq($.weight, ":"),
          ),
        ),
        field("condition", $._expression),
      ),
    weight: ($) => prec.dynamic(1, seq("weight", $._expression)),
    objective: ($) =>
      seq(
        choice("minimize", "maximize"),
        $._expression,
        repeat(seq("then", optional(choice("minimize", "maximize")), $._expression)),
      ),
    show: ($) =>
      seq(
        "show",
        choice(field("title", $.string), seq(field("name", $.name), field("index", $.index)), seq("timeline", field("title", $.string))),
        "=",
        list1(field("value", $._expression)),
      ),
    index: ($) => seq("[", list1($.field), "]"),
    parameters: ($) => seq("(", list($.field), ")"),
    field: ($) => seq(optional(seq($.names, ":")), $._type),
    names: ($) => seq($.name, repeat(seq(",", $.name))),
    _type: ($) => $._expression,

    // Statements.
    block: ($) => seq("{", optional(seq($._statement, repeat(seq($._newline, $._statement)))), "}"),
    _statement: ($) =>
      choice($.require, $.let, $.assignment, $.if, $.for, $.together, $.while_statement, $.end),
    require: ($) => seq("require", optional(seq(field("reason", $.string), ":")), $._expression),
    let: ($) => seq("let", field("name", $.name), optional(seq(":", field("type", $._type))), "=", field("value", $._expression)),
    assignment: ($) => seq(field("target", $._target), choice("=", "+=", "-="), field("value", $._expression)),
    _target: ($) => choice($.name, $.element, $.component),
    if: ($) => seq("if", field("condition", $._expression), $.block, optional(seq("else", choice($.block, $.if)))),
    for: ($) => seq("for", $._binders, optional($._where), $.block),
    together: ($) => seq("together", $.block),
    while_statement: ($) => prec.dynamic(-1, seq("while", optional(seq(field("reason", $.string), ":")), $._expression)),
    end: ($) => seq("end", $.block),

    // Expressions.
    _expression: ($) =>
      choice(
        $.if_expression, $.let_expression, $.unique, $.binary, $.comparison, $.negation, $.minus,
        $.element, $.component, $.call, $.quantifier, $.set_type, $.parenthesis, $.tuple, $.tuple_type,
        $.list, $.array, $.set, $.map, $.set_of, $.integer, $.boolean, $.cost, $.string, $.name,
      ),
    if_expression: ($) =>
      prec.right(PREC.if, seq("if", $._expression, "then", $._expression, "else", $._expression)),
    let_expression: ($) =>
      prec.right(PREC.if, prec.dynamic(1, seq("let", $.name, optional(seq(":", $._type)), "=", $._expression, "in", $._expression))),
    unique: ($) => prec.right(PREC.if, seq("the", $._binders, optional($._where))),
    binary: ($) =>
      choice(
        prec.right(PREC.implies, seq($._expression, "implies", $._expression)),
        prec.left(PREC.or, seq($._expression, "or", $._expression)),
        prec.left(PREC.and, seq($._expression, "and", $._expression)),
        prec.left(PREC.range, seq($._expression, "..", $._expression)),
        prec.left(PREC.plus, seq($._expression, choice("+", "-", "union", "minus"), $._expression)),
        prec.left(PREC.times, seq($._expression, choice("*", "/", "%", "inter"), $._expression)),
      ),
    comparison: ($) =>
      prec.left(PREC.compare, seq($._expression, choice("==", "!=", "<", "<=", ">", ">=", "in", "subset"), $._expression)),
    negation: ($) => prec(PREC.not, seq("not", $._expression)),
    minus: ($) => prec(PREC.unary, seq("-", $._expression)),
    element: ($) => prec(PREC.postfix, seq(field("array", $._expression), "[", list1($._expression), "]")),
    component: ($) => prec(PREC.postfix, seq($._expression, ".", choice($.integer, $.name, $.string))),
    call: ($) =>
      prec(PREC.postfix, seq(field("function", $.name), token.immediate("("), choice(list($._expression), $.comprehension, $.beside), ")")),
    comprehension: ($) => seq($._binders, optional($._where), optional(seq("->", $._expression))),
    beside: ($) => seq($._expression, ",", $.name, ",", $.name, "->", $._expression),
    quantifier: ($) => seq(choice("all", "any"), $._binders, optional($._where), "{", $._expression, "}"),
    _where: ($) => seq("where", $._expression),
    _binders: ($) => prec.right(seq($.binder, repeat(seq(",", $.binder)))),
    binder: ($) => prec.right(PREC.compare, seq($.names, choice(":", "in"), $._domain)),
    _domain: ($) => prec.right(PREC.compare, seq($._expression, optional(seq("or", "none")))),
    set_type: ($) => prec.left(PREC.compare, seq("set", "of", $._expression)),
    parenthesis: ($) => seq("(", $._expression, ")"),
    tuple: ($) => seq("(", $._expression, ",", list1($._expression), ")"),
    tuple_type: ($) => seq("(", list1(seq($.names, ":", $._type)), ")"),
    list: ($) => seq("[", list($._expression), "]"),
    array: ($) => seq("[", $._binders, optional($._where), "->", $._expression, "]"),
    set: ($) => seq("{", list($._expression), "}"),
    map: ($) => seq("{", list1($.pair), "}"),
    pair: ($) => seq($._expression, ":", $._expression),
    set_of: ($) => seq("{", $._binders, choice($._where, seq(optional($._where), "->", $._expression)), "}"),

    integer: (_) => /[0-9]+(\.[0-9]+)?/,
    boolean: (_) => choice("true", "false"),
    cost: (_) => "cost",
    string: ($) =>
      choice(
        seq('"', repeat(choice($.text, $.escape, $.interpolation)), token.immediate('"')),
        seq("`", repeat(choice(alias($.raw_text, $.text), alias($.raw_interpolation, $.interpolation))), token.immediate("`")),
      ),
    escape: (_) => token.immediate(/\\[^\n]/),
    interpolation: ($) => seq(alias($._open, "{"), $._expression, "}"),
    raw_interpolation: ($) => seq(alias($._raw_open, "{"), $._expression, "}"),

    name: ($) => choice($._name, ...WORDS),
    _name: (_) => /\p{L}[\p{L}\p{Nd}_]*/,
  },
});
