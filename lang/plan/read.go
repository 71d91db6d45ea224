package plan

import (
	"fmt"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// A Reading is one plan of a text. Err, a *model.PlanError, says what in it the
// problem does not have; then Plan is of no use.
type Reading struct {
	Plan model.Plan
	Err  error
}

// Read reads the plans in a text; name stands for it in messages. Plans are divided
// by blank lines, or in JSON are one object after another. A text without anything in
// it is one plan without moves.
func Read(p *model.Problem, name, text string) ([]Reading, error) {
	r := newReader(p)
	if t := strings.TrimSpace(text); strings.HasPrefix(t, "{") || strings.HasPrefix(t, "[") {
		return r.readJSON(name, text)
	}
	return r.readLines(name, text)
}

// A draft is a plan as written, before its names are looked up.
type draft struct {
	find  []assignment
	moves []call
}

// An assignment is the value of a find variable, or of an element of one.
type assignment struct {
	name  string
	index []any // nil: all of the variable
	value any
}

// A call is a ground move as written. The values here and in assignment are int64,
// bool, string (a name or a character), []any and map[string]any.
type call struct {
	name string
	args []any
}

// readLines reads the format plan.
func (r *reader) readLines(name, text string) ([]Reading, error) {
	var readings []Reading
	var errs syntax.ErrorList
	d, some := &draft{}, false
	finish := func() {
		if some {
			readings = append(readings, r.resolve(d))
		}
		d, some = &draft{}, false
	}
	for i, line := range strings.Split(text, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "":
			finish()
		case strings.HasPrefix(trimmed, "//"):
		default:
			some = true
			if err := d.addLine(name, line); err != nil {
				errs = append(errs, placed(err, i, line)...)
			}
		}
	}
	finish()
	if len(errs) > 0 {
		return nil, errs
	}
	if len(readings) == 0 {
		readings = append(readings, r.resolve(d))
	}
	return readings, nil
}

// placed moves errors of one line to where the line stands in the text.
func placed(err syntax.ErrorList, i int, line string) syntax.ErrorList {
	for _, e := range err {
		e.Pos.Line += i
		e.End.Line += i
		e.Line = strings.TrimRight(line, "\r")
	}
	return err
}

// addLine adds "cross(goat)" or "row[1] = 5".
func (d *draft) addLine(name, line string) syntax.ErrorList {
	k := assignAt(line)
	if k < 0 {
		e, err := parse(name, line)
		if err != nil {
			return err
		}
		c, ok := e.(*syntax.CallExpr)
		if !ok {
			return wrong(name, e, "a move is needed, as in cross(goat), or a value, as in row[1] = 5")
		}
		args, err := plainList(name, c.Args)
		d.moves = append(d.moves, call{c.Fun.Name, args})
		return err
	}
	left, err := parse(name, line[:k])
	if err != nil {
		return err
	}
	right, err := parse(name, strings.Repeat(" ", k+1)+line[k+1:])
	if err != nil {
		return err
	}
	a := assignment{}
	switch x := left.(type) {
	case *syntax.Ident:
		a.name = x.Name
	case *syntax.IndexExpr:
		id, ok := x.X.(*syntax.Ident)
		if !ok {
			return wrong(name, left, "a variable is needed before =")
		}
		a.name = id.Name
		if a.index, err = plainList(name, x.Index); err != nil {
			return err
		}
	default:
		return wrong(name, left, "a variable is needed before =")
	}
	a.value, err = plain(name, right)
	d.find = append(d.find, a)
	return err
}

// assignAt returns where the first = outside of quotes stands, or -1.
func assignAt(line string) int {
	quoted := false
	for i := 0; i < len(line); i++ {
		switch {
		case quoted && line[i] == '\\':
			i++
		case line[i] == '"':
			quoted = !quoted
		case line[i] == '=' && !quoted:
			return i
		}
	}
	return -1
}

func parse(name, text string) (syntax.Expr, syntax.ErrorList) {
	e, err := syntax.ParseExpr(name, text)
	if err == nil {
		return e, nil
	}
	return e, err.(syntax.ErrorList)
}

func wrong(name string, at syntax.Expr, msg string) syntax.ErrorList {
	return syntax.ErrorList{{File: name, Pos: at.Pos(), End: at.End(), Msg: msg}}
}

// plain turns a written value into a plain one.
func plain(name string, e syntax.Expr) (any, syntax.ErrorList) {
	switch e := e.(type) {
	case *syntax.IntLit:
		return e.Value, nil
	case *syntax.BoolLit:
		return e.Value, nil
	case *syntax.Ident:
		return e.Name, nil
	case *syntax.StringLit:
		return e.Value, nil
	case *syntax.ParenExpr:
		return plain(name, e.X)
	case *syntax.UnaryExpr:
		if x, ok := e.X.(*syntax.IntLit); ok && e.Op == syntax.Minus {
			return -x.Value, nil
		}
	case *syntax.TupleExpr:
		return anyList(name, e.Elems)
	case *syntax.SetExpr:
		return anyList(name, e.Elems)
	case *syntax.ListExpr:
		return anyList(name, e.Elems)
	}
	return nil, wrong(name, e, "a value is needed: a number, a name, true, false, or (a, b), {a, b}, [a, b] of such")
}

func plainList(name string, es []syntax.Expr) ([]any, syntax.ErrorList) {
	list := make([]any, 0, len(es))
	for _, e := range es {
		x, err := plain(name, e)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

func anyList(name string, es []syntax.Expr) (any, syntax.ErrorList) {
	list, err := plainList(name, es)
	return list, err
}

// describe writes a value for a message.
func describe(x any) string {
	switch x := x.(type) {
	case nil:
		return "null"
	case []any:
		parts := make([]string, len(x))
		for i, y := range x {
			parts[i] = describe(y)
		}
		return "(" + strings.Join(parts, ", ") + ")"
	case map[string]any:
		return "an object"
	}
	return fmt.Sprint(x)
}
