package ask

import (
	"farbank/lang/syntax"
	"farbank/show/render"
)

// A CheckDocument is the JSON of a valid problem, with its parameters if it is a .far file.
type CheckDocument struct {
	*render.CheckDocument
	Params []ParamDocument `json:"params,omitempty"`
}

// A FormatDocument is a formatted file.
type FormatDocument struct {
	Source string          `json:"source"`
	Params []ParamDocument `json:"params,omitempty"`
}

// A ParamDocument is a declared parameter.
type ParamDocument struct {
	Name    string   `json:"name"`
	Line    int      `json:"line"`
	Type    string   `json:"type,omitempty"`    // as written; for a set of names: enum
	Index   []string `json:"index,omitempty"`   // the index types of a table, as written
	Default string   `json:"default,omitempty"` // as written; absent: the parameter is required
	Low     *int64   `json:"low,omitempty"`     // the bounds of a range, if both are written as numbers
	High    *int64   `json:"high,omitempty"`
}

// params returns the parameters that a file declares.
func params(f *syntax.File) []ParamDocument {
	var list []ParamDocument
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *syntax.EnumDecl:
			if d.Param {
				list = append(list, ParamDocument{Name: d.Name.Name, Line: d.Name.Pos().Line, Type: "enum", Default: members(d)})
			}
		case *syntax.ValueDecl:
			if d.Kind == syntax.Param {
				list = append(list, paramOf(f, d))
			}
		}
	}
	return list
}

func members(d *syntax.EnumDecl) string {
	text := ""
	for i, m := range d.Members {
		if i > 0 {
			text += ", "
		}
		text += m.Name
	}
	return text
}

func paramOf(f *syntax.File, d *syntax.ValueDecl) ParamDocument {
	p := ParamDocument{Name: d.Name.Name, Line: d.Name.Pos().Line, Type: written(f, d.Type), Default: written(f, d.Value)}
	for _, i := range d.Index {
		p.Index = append(p.Index, written(f, i.Type))
	}
	if b, ok := d.Type.(*syntax.BinaryExpr); ok && b.Op == syntax.Range {
		p.Low, p.High = number(b.X), number(b.Y)
	}
	return p
}

// written returns the source text of an expression.
func written(f *syntax.File, e syntax.Expr) string {
	if e == nil {
		return ""
	}
	return f.Source[e.Pos().Offset:e.End().Offset]
}

// number returns the value of a number literal, or nil.
func number(e syntax.Expr) *int64 {
	if n, ok := e.(*syntax.IntLit); ok {
		return &n.Value
	}
	return nil
}
