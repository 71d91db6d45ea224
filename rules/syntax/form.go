package syntax

import (
	"fmt"
	"strings"
)

// Pos is a place in a program's text; lines and columns count from 1, columns
// in characters.
type Pos struct {
	File         string
	Line, Column int
}

// String gives file:line:column.
func (p Pos) String() string { return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column) }

// Kind is the kind of a form.
type Kind uint8

// The kinds of forms.
const (
	List Kind = iota
	Symbol
	String
	Integer
	Float
	Variable      // ?x
	MultiVariable // $?x
	Global        // ?*x*
	MultiGlobal   // $?*x*
	Wildcard      // ?
	MultiWildcard // $?
	And           // &
	Or            // |
	Not           // ~
)

// Form is a list or an atom.
type Form struct {
	Kind       Kind
	Text       string // of a symbol or string; a variable's name
	Int        int64
	Float      float64
	Items      []*Form // of a list
	Pos        Pos
	Start, End int // where it stands in the text, in bytes
}

// Head gives the symbol a list begins with, or "".
func (f *Form) Head() string {
	if f.Kind == List && len(f.Items) > 0 && f.Items[0].Kind == Symbol {
		return f.Items[0].Text
	}
	return ""
}

// IsSymbol reports whether f is the symbol of that text.
func (f *Form) IsSymbol(text string) bool { return f.Kind == Symbol && f.Text == text }

// IsVariable reports whether f is a local variable of one or of many fields.
func (f *Form) IsVariable() bool { return f.Kind == Variable || f.Kind == MultiVariable }

// String writes the form on one line.
func (f *Form) String() string {
	switch f.Kind {
	case List:
		parts := make([]string, len(f.Items))
		for i, item := range f.Items {
			parts[i] = item.String()
		}
		return "(" + strings.Join(parts, " ") + ")"
	case String:
		return quote(f.Text)
	case Variable:
		return "?" + f.Text
	case MultiVariable:
		return "$?" + f.Text
	case Global:
		return "?*" + f.Text + "*"
	case MultiGlobal:
		return "$?*" + f.Text + "*"
	case Wildcard:
		return "?"
	case MultiWildcard:
		return "$?"
	case And:
		return "&"
	case Or:
		return "|"
	case Not:
		return "~"
	}
	return f.Text
}

func quote(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// Error is a fault of the text.
type Error struct {
	Pos     Pos
	Message string
	early   bool // the text ended within a form
}

// Unwrap gives ErrIncomplete if more text could mend the fault.
func (e *Error) Unwrap() error {
	if e.early {
		return ErrIncomplete
	}
	return nil
}

// Error gives place and message.
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Message }
