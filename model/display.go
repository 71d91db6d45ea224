package model

import "strings"

// DisplayKind is the kind of a Display.
type DisplayKind uint8

const (
	Literal DisplayKind = iota // Text
	Shown                      // the value of Type with the leaves Leaves
	Choice                     // Parts[0] if Cond holds, else Parts[1]
	Concat                     // Parts, one after another
)

// A Display is a text that depends on a state: the value of a show or a label.
type Display struct {
	Kind   DisplayKind
	Text   string
	Type   *Type
	Leaves []*Expr
	Cond   *Expr
	Parts  []*Display
}

// Reads calls visit for each cell that the text may depend on, some more than once.
func (d *Display) Reads(visit func(cell int)) {
	for _, e := range d.Leaves {
		e.Cells(visit)
	}
	if d.Cond != nil {
		d.Cond.Cells(visit)
	}
	for _, part := range d.Parts {
		part.Reads(visit)
	}
}

// text evaluates d. An undefined value is shown as "?".
func (ev *evaluator) text(d *Display) string {
	switch d.Kind {
	case Shown:
		leaves := make([]int64, len(d.Leaves))
		for i, e := range d.Leaves {
			v, ok := ev.eval(e)
			if !ok {
				return "?"
			}
			leaves[i] = v
		}
		return d.Type.Shown(leaves)
	case Choice:
		if v, _ := ev.eval(d.Cond); v != 0 {
			return ev.text(d.Parts[0])
		}
		return ev.text(d.Parts[1])
	case Concat:
		var b strings.Builder
		for _, p := range d.Parts {
			b.WriteString(ev.text(p))
		}
		return b.String()
	}
	return d.Text
}
