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

// A Display is a text that depends on a state: what a show or a label gives.
type Display struct {
	Kind   DisplayKind
	Text   string
	Type   *Type
	Leaves []*Expr
	Cond   *Expr
	Parts  []*Display
}

// render appends the text of d. A value that is undefined shows as "?".
func (ev *evaluator) render(b *strings.Builder, d *Display) {
	switch d.Kind {
	case Literal:
		b.WriteString(d.Text)
	case Shown:
		leaves := make([]int64, len(d.Leaves))
		for i, e := range d.Leaves {
			v, ok := ev.eval(e)
			if !ok {
				b.WriteByte('?')
				return
			}
			leaves[i] = v
		}
		b.WriteString(d.Type.Shown(leaves))
	case Choice:
		ev.render(b, ev.chosen(d))
	case Concat:
		for _, p := range d.Parts {
			ev.render(b, p)
		}
	}
}

// chosen is the part of a Choice that holds.
func (ev *evaluator) chosen(d *Display) *Display {
	if v, _ := ev.eval(d.Cond); v != 0 {
		return d.Parts[0]
	}
	return d.Parts[1]
}
