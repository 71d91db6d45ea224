; Colours, by the names that Neovim, Helix and Zed share.

(comment) @comment

[
  "puzzle" "param" "const" "state" "find" "enum" "type" "def" "move" "require" "never" "always" "goal" "minimize" "maximize"
  "show" "let" "for" "where" "all" "any" "set" "of"
] @keyword
(move "cost" @keyword)
["if" "then" "else"] @keyword.conditional
["and" "or" "not" "implies" "in"] @keyword.operator

; Words that are names elsewhere.
(puzzle "strict" @keyword)
(use "use" @keyword)
(value ["hidden" "unknown"] @keyword)
(move "takes" @keyword)
(chooser ["by" "when" "weight"] @keyword)
(chooser ["foe" "chance"] @constant.builtin)
(prefer "prefer" @keyword)
(weight "weight" @keyword)
(show "timeline" @keyword)
(together "together" @keyword)
(while_statement "while" @keyword)
(end "end" @keyword)
(unique "the" @keyword)
(binary ["union" "inter" "minus"] @keyword.operator)
(comparison "subset" @keyword.operator)
(binder "none" @constant.builtin)

["=" "+=" "-=" "==" "!=" "<" "<=" ">" ">=" ".." "+" "-" "*" "/" "%" "->"] @operator
["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ":" "."] @punctuation.delimiter

(integer) @number
(boolean) @boolean
(cost) @variable.builtin
(string) @string
(escape) @string.escape
(interpolation) @none
(interpolation ["{" "}"] @punctuation.special)

(name) @variable
((name) @type (#match? @type "^(bool|text)$"))
(enum name: (name) @type)
(type name: (name) @type)
(field (name) @type .)
(member name: (name) @constant)
(def name: (name) @function)
(move name: (name) @function)
(call function: (name) @function.call)
(value type: (name) @type)
(binder ":" (name) @type)
(set_type (name) @type)
(parameters (field (names (name) @variable.parameter)))
(component (name) @variable.member .)
