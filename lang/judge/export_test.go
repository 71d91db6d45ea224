package judge

import (
	"fmt"

	"farbank/lang/syntax"
)

// ArgLeaves formats the leaves of the arguments of a move.
func (j *Judge) ArgLeaves(mv Move) string {
	text := ""
	for i, f := range j.move(func(d *syntax.MoveDecl) bool { return d == mv.Decl }).params {
		text += fmt.Sprint(leaves(nil, mv.Args[i], f.Type))
	}
	return text
}
