[(block) (members) (map) (set) (set_of) (list) (array) (parenthesis) (call) (quantifier)] @indent
["}" "]" ")"] @outdent
