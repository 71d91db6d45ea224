(move "move" @context name: (name) @name) @item
(def "def" @context name: (name) @name) @item
(value name: (name) @name) @item
(enum "enum" @context name: (name) @name) @item
(type "type" @context name: (name) @name) @item
