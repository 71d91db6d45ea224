package syntax

import (
	"fmt"
	"math"
	"strings"
)

// Pos is a position in a program's text. Lines and columns count from 1, columns in characters.
type Pos struct {
	File         *string
	Line, Column int32
}

// String returns file:line:column.
func (p Pos) String() string {
	file := ""
	if p.File != nil {
		file = *p.File
	}
	return fmt.Sprintf("%s:%d:%d", file, p.Line, p.Column)
}

// Kind is the kind of a form.
type Kind uint8

// The kinds of forms.
const (
	List Kind = iota
	Symbol
	String
	Integer
	FloatNumber
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
	Text       string  // of a symbol or string; a variable's name
	Int        int64   // of an integer; of a float: its bits
	Items      []*Form // of a list
	Pos        Pos
	Start, End int32 // byte offsets in the text
}

// Float returns the value of a float.
func (f *Form) Float() float64 { return math.Float64frombits(uint64(f.Int)) }

// Head returns the symbol that a list begins with, or "".
func (f *Form) Head() string {
	if f.Kind == List && len(f.Items) > 0 && f.Items[0].Kind == Symbol {
		return f.Items[0].Text
	}
	return ""
}

// IsSymbol reports whether f is the symbol with the given text.
func (f *Form) IsSymbol(text string) bool { return f.Kind == Symbol && f.Text == text }

// IsVariable reports whether f is a local variable, single-field or multifield.
func (f *Form) IsVariable() bool { return f.Kind == Variable || f.Kind == MultiVariable }

// String returns the form on one line.
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

// Error is a syntax error.
type Error struct {
	Pos     Pos
	Message string
	early   bool // the text ended within a form
}

// Unwrap returns ErrIncomplete if more text could correct the error.
func (e *Error) Unwrap() error {
	if e.early {
		return ErrIncomplete
	}
	return nil
}

// Error returns position and message.
func (e *Error) Error() string { return e.Pos.String() + ": " + e.Message }
