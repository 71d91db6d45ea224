package builtin

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// texts returns the functions on texts and on pictures read from texts.
func texts() []Function {
	return []Function{
		{
			Name: "len", Forms: of(Param{Name: "t", Is: Text, Hint: lenHint}), Type: types.IntType,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				b := l.Builder()
				if c := args[0].Scalar(); c != nil { // a single character
					return l.Scalar(b.If(l.Defined(c), b.Const(1), b.Undefined()))
				}
				return l.Scalar(b.Const(int64(len([]rune(args[0].Text())))))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				return types.IntValue(int64(utf8.RuneCountInString(args[0].Text))), nil
			},
			Manual:   "the length of a text, in characters (section 8)",
			Examples: []Example{{With: "w: text = \"hello\"", Call: "len(w)", Gives: "5"}, {With: "i: 0..3 = 1", Call: `len("añ"[i])`, Gives: "1"}},
		},
		{
			Name: "digit", Forms: of(Param{Name: "t", Is: Text}), Type: types.IntType, Partial: true,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				b, c := l.Builder(), args[0].Scalar()
				if c == nil {
					if t := args[0].Text(); len(t) == 1 && t[0] >= '0' && t[0] <= '9' {
						return l.Scalar(b.Const(int64(t[0] - '0')))
					}
					return l.Scalar(b.Undefined())
				}
				zero, nine := b.Const('0'), b.Const('9')
				return l.Scalar(b.If(b.And(b.Le(zero, c), b.Le(c, nine)), b.Sub(c, zero), b.Undefined()))
			},
			Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
				t := args[0].Text
				if i := strings.Index("0123456789", t); len(t) == 1 && i >= 0 {
					return types.IntValue(int64(i)), nil
				}
				return types.Value{}, Undefined(strconv.Quote(t) + " is no digit")
			},
			Manual:   "the value of a text that is one digit; undefined for other texts",
			Examples: []Example{{With: "i: 0..3 = 2", Call: `digit("a17"[i])`, Gives: "7"}},
		},
		{
			Name: "grid", Forms: of(Param{Name: "t", Is: Text}), Result: picture,
			Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
				index := l.TypeOf(e).Index
				lines, cols := loweredLines(args[0].Text()), int(index[1].Model.Hi)
				cells := make([]Lowered, 0, len(lines)*cols)
				for _, line := range lines {
					for col := range cols {
						ch := " "
						if col < len(line) {
							ch = string(line[col])
						}
						cells = append(cells, l.Text(ch))
					}
				}
				return l.Array(index, cells)
			},
			Judge:    judgedGrid,
			Manual:   "the picture in a text of several lines: characters by row and column",
			Examples: []Example{{With: "r: 0..3 = 2; c: 1..2 = 2", Call: "grid(\"#.\\n.x\")[r, c]", Gives: `"x"`}},
		},
		extent("rows", 0, "the number of rows of a picture or of an array of two indices", "2"),
		extent("cols", 1, "the number of columns", "3"),
	}
}

// picture returns the type of grid(text): characters by row and column. The text must be
// constant, since it determines the numbers of rows and columns.
func picture(k Checking, e *syntax.CallExpr) *types.Type {
	v, known, closed := k.Constant(e.Args[0])
	if !closed {
		k.Errorf(e.Args[0], "grid needs a constant text")
	}
	if !known {
		return types.BadType
	}
	rows, cols := 0, 0
	text := strings.ReplaceAll(v.Text, "\r\n", "\n")
	for line := range strings.SplitSeq(strings.TrimSuffix(strings.TrimPrefix(text, "\n"), "\n"), "\n") {
		rows, cols = rows+1, max(cols, utf8.RuneCountInString(line))
	}
	index := func(n int) *types.Type {
		return &types.Type{Kind: types.Int, Model: &model.Type{Kind: model.Int, Lo: 1, Hi: int64(n)}}
	}
	return &types.Type{Kind: types.Array, Index: []*types.Type{index(rows), index(cols)}, Elems: []*types.Type{types.TextType}}
}

// loweredLines returns the lines of a picture, without a line break at the start and one at the
// end.
func loweredLines(text string) [][]rune {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	text = strings.TrimSuffix(strings.TrimPrefix(text, "\n"), "\n")
	var lines [][]rune
	for _, l := range strings.Split(text, "\n") {
		lines = append(lines, []rune(l))
	}
	return lines
}

// judgedGrid reads a text as a picture: rows of characters, padded with blanks to equal width.
// One line break at the start and one at the end are ignored.
func judgedGrid(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
	t := strings.ReplaceAll(args[0].Text, "\r\n", "\n")
	t = strings.TrimSuffix(strings.TrimPrefix(t, "\n"), "\n")
	lines := strings.Split(t, "\n")
	width := 0
	for _, l := range lines {
		width = max(width, utf8.RuneCountInString(l))
	}
	j.Room(uint64(len(lines))*uint64(width), e)
	cells := make([]types.Value, 0, len(lines)*width)
	for _, l := range lines {
		for _, r := range l {
			cells = append(cells, types.TextValue(string(r)))
		}
		for range width - utf8.RuneCountInString(l) {
			cells = append(cells, types.TextValue(" "))
		}
	}
	return types.ArrayValue(cells), nil
}

// extent returns the function rows or cols, the size of an index of an array.
func extent(name string, i int, manual, gives string) Function {
	return Function{
		Name: name, Forms: of(Param{Name: "g", Is: Grid}), Type: types.IntType,
		Lower: func(l Lowering, e *syntax.CallExpr, args []Lowered) Lowered {
			n, _ := args[0].Index()[i].Size()
			return l.Scalar(l.Builder().Const(n))
		},
		Judge: func(j Judging, e *syntax.CallExpr, args []types.Value) (types.Value, error) {
			n, fits := j.Values(j.TypeOf(e.Args[0]).Index[i], e).Size()
			if !fits {
				return types.Value{}, ErrOverflow
			}
			return types.IntValue(int64(n)), nil
		},
		Manual:   manual,
		Examples: []Example{{With: "w: text = \"#.#\\n.x\"", Call: name + "(grid(w))", Gives: gives}, {With: "a[1..2, 0..2]: 0..1 = [[0, 1, 0], [1, 1, 1]]", Call: name + "(a)", Gives: gives, Declared: true}},
	}
}

// lenHint returns a hint for len of a value that is no text.
func lenHint(t *types.Type) string {
	if t.Kind == types.Set {
		return "the size of a set is size(s)"
	}
	if t.Kind == types.Array {
		return "the number of values of a type is size(T)"
	}
	return ""
}
