package explain

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// Kind is the kind of an Item.
type Kind uint8

const (
	WholeRule   Kind = iota // a never, an always or a require
	PartOfRule              // one condition that a require unrolls to
	Parameter               // the value of a parameter
	Requirement             // a require in a move
	Range                   // the range of a variable
	Start                   // the start value of a variable
	Number                  // a number of the text
)

// String returns the name of the kind.
func (k Kind) String() string {
	return [...]string{"rule", "part", "parameter", "requirement", "range", "start", "number"}[k]
}

// An Item is a unit that is relaxed or kept.
type Item struct {
	Kind Kind
	Rule model.Rule // of rules and requirements; for the others only the place of the declaration
	Part model.Part // of PartOfRule
	Says string     // PartOfRule: the condition with names replaced, or "" if it is long
	Move string     // Requirement, Number: the move

	Name     string // Parameter; Range: the variable; Start: the part of a variable, such as at[wolf]; Number: its line
	From, To int64  // Range: the value of the end that moves
	Digits   int    // From, To, Lo and Hi are multiples of 10 to the power of -Digits

	Array string // Parameter: the array that contains it
	Index int    // its position in Array, the last index varying fastest

	Lo, Hi int64 // Range: both ends after the change

	Var       string // Start: the variable; Number: the const, def or move, or "" in a rule
	Was, Will string // Start: From and To as the file would write them
	cell      int
	at        syntax.Span // Number
	reached   bool        // Requirement: its move was grounded only as far as it is reachable
}

// String returns the name of the item for a person.
func (it Item) String() string {
	switch it.Kind {
	case Parameter:
		return fmt.Sprintf("%s %s -> %s", it.Name, it.number(it.From), it.number(it.To))
	case Range:
		lo, hi := it.Lo, it.Hi
		if it.To == it.Hi {
			hi = it.From
		} else {
			lo = it.From
		}
		return fmt.Sprintf("the range of %s %s..%s -> %s..%s", it.Name, it.end(lo), it.end(hi), it.end(it.Lo), it.end(it.Hi))
	case Start:
		return fmt.Sprintf("%s at the start %s -> %s", it.Name, it.Was, it.Will)
	case Number:
		return fmt.Sprintf("%s in place of %s in %s", it.number(it.To), it.number(it.From), it.Name)
	case Requirement:
		if it.Rule.Label != "" {
			return fmt.Sprintf("move %s: require %q (line %d)", it.Move, it.Rule.Label, it.Rule.Pos.Line)
		}
		return fmt.Sprintf("move %s: require %s (line %d)", it.Move, short(it.Rule.Text), it.Rule.Pos.Line)
	}
	name := it.Rule.Kind.String() + " " + short(it.Rule.Text)
	if it.Rule.Label != "" {
		name = fmt.Sprintf("%s %q", it.Rule.Kind, it.Rule.Label)
	}
	if it.Kind == PartOfRule {
		return fmt.Sprintf("%s (line %d)", it.part(name), it.Rule.Pos.Line)
	}
	return fmt.Sprintf("%s (line %d)", name, it.Rule.Pos.Line)
}

// number returns the text of a number of the item.
func (it Item) number(n int64) string { return model.Decimal(n, it.Digits) }

// end returns the text of an end of a range, whose digits are part of the type.
func (it Item) end(n int64) string { return model.Fixed(n, it.Digits) }

// maxText is the maximum number of characters of an unlabeled condition in its name.
const maxText = 80

func short(text string) string {
	r := []rune(text)
	if len(r) <= maxText {
		return text
	}
	return strings.TrimRight(string(r[:maxText-2]), " ") + " …"
}

// part returns the name of one condition of a rule: the choice and the condition.
func (it Item) part(rule string) string {
	name := rule
	if it.Rule.Label == "" {
		name = "require " + short(it.Part.Text)
	}
	if it.Part.Choice != "" {
		name += " for " + it.Part.Choice
	}
	if it.Says != "" && it.Says != it.Part.Text {
		return name + ": " + it.Says
	}
	if it.Rule.Label != "" && it.Part.Choice == "" {
		return name + ": " + short(it.Part.Text)
	}
	return name
}

// kept reports whether one of words excludes the item from relaxing.
func (it Item) kept(words []string) bool {
	names := []string{it.Name}
	switch it.Kind {
	case Parameter:
		names = append(names, it.Array, "parameters")
	case Range:
		names = append(names, "ranges")
	case Start:
		names = append(names, it.Var, "starts")
	case Number:
		names = append(names, it.Var, it.Rule.Label, "numbers")
		if it.Move != "" {
			names = append(names, "moves")
		} else if it.Var == "" {
			names = append(names, it.Rule.Kind.String())
		}
	case Requirement:
		names = append(names, it.Move, it.Rule.Label, it.Rule.Text, "moves")
	default:
		names = append(names, it.Rule.Label, it.Rule.Text, it.Rule.Kind.String())
	}
	return slices.ContainsFunc(words, func(w string) bool {
		w = strings.TrimSpace(w)
		return w != "" && slices.Contains(names, w)
	})
}

// kinds are the words that keep all units of a kind.
var kinds = []string{"never", "always", "require", "moves", "parameters", "ranges", "starts", "numbers"}

// checkKeep returns an error for words that match no unit.
func checkKeep(p *model.Problem, f *syntax.File, words []string) error {
	items := literals(f)
	for _, s := range p.Settings {
		items = append(items, Item{Kind: Parameter, Name: s.Name})
	}
	for _, n := range p.Numbers {
		items = append(items, Item{Kind: Parameter, Name: n.Name, Array: n.Param})
	}
	for i := range p.Vars {
		if !p.Vars[i].Hidden {
			items = append(items, Item{Kind: Range, Name: p.Vars[i].Name})
		}
	}
	for i := range p.Cells {
		items = append(items, Item{Kind: Start, Name: p.Cells[i].Name})
	}
	items = append(items, units(p, Options{Whole: true})...)
	for _, w := range words {
		w = strings.TrimSpace(w)
		if w == "" || slices.Contains(kinds, w) || slices.ContainsFunc(p.Schemas, func(s *model.Schema) bool { return s.Name == w }) ||
			slices.ContainsFunc(items, func(it Item) bool { return it.kept([]string{w}) }) {
			continue
		}
		return fmt.Errorf("--keep %s: there is no such rule, move or parameter; there are %s", w, strings.Join(keepNames(p, items), ", "))
	}
	return nil
}

func keepNames(p *model.Problem, items []Item) []string {
	names := slices.Clone(kinds)
	add := func(n string) {
		if n != "" && !slices.Contains(names, n) {
			names = append(names, n)
		}
	}
	for _, s := range p.Schemas {
		if s.Role == model.Begins {
			add(s.Name)
		}
	}
	for _, it := range items {
		switch it.Kind {
		case Parameter:
			add(cmp.Or(it.Array, it.Name))
		case Range, Start, Number:
		default:
			add(it.Rule.Label)
		}
	}
	for i := range p.Vars {
		if !p.Vars[i].Hidden {
			add(p.Vars[i].Name)
		}
	}
	return names
}

// maxParts is the maximum number of parts of a require that become units of their own.
const maxParts = 2000

// units returns the units of a problem that can be relaxed, except parameters.
func units(p *model.Problem, o Options) []Item {
	var items []Item
	for _, r := range p.Require {
		if r.Pos.Line == 0 { // it restricts the values of a variable and has no place
			continue
		}
		if o.Whole || len(r.Parts) < 2 || len(r.Parts) > maxParts {
			items = append(items, Item{Kind: WholeRule, Rule: r})
			continue
		}
		for _, part := range r.Parts {
			items = append(items, Item{Kind: PartOfRule, Rule: r, Part: part, Says: says(p, part.Cond)})
		}
	}
	whiles := map[model.Pos]bool{}
	for _, r := range p.Safety {
		if r.Kind == model.While { // the rules of its ground moves are one unit
			if whiles[r.Pos] {
				continue
			}
			whiles[r.Pos] = true
		}
		items = append(items, Item{Kind: WholeRule, Rule: r})
	}
	for _, s := range p.Schemas {
		if s.Role != model.Begins {
			continue
		}
		for _, r := range s.Requires {
			items = append(items, Item{Kind: Requirement, Rule: r, Move: s.Name, reached: s.Reached})
		}
	}
	return slices.DeleteFunc(items, func(it Item) bool { return it.kept(o.Keep) })
}

// says writes a condition over named cells, or returns "" if it is not a short comparison.
func says(p *model.Problem, e *model.Expr) string {
	ops := map[model.Op]string{model.Eq: " == ", model.Ne: " != ", model.Lt: " < ", model.Le: " <= "}
	op, ok := ops[e.Op]
	if !ok {
		return ""
	}
	var typ *model.Type
	for _, a := range e.Args {
		switch a.Op {
		case model.Cell:
			typ = p.Cells[a.Value].Type
		case model.Const:
		default:
			return ""
		}
	}
	if typ == nil {
		return ""
	}
	name := func(a *model.Expr) string {
		if a.Op == model.Cell {
			return cellName(p, int(a.Value))
		}
		return typ.Format([]int64{a.Value})
	}
	return name(e.Args[0]) + op + name(e.Args[1])
}

// cellName returns the name of a cell for a person: an index that is a tuple with a label is written with it.
func cellName(p *model.Problem, cell int) string {
	v := &p.Vars[p.Cells[cell].Var]
	if v.Type.Kind != model.Array || len(v.Type.Index) != 1 || v.Type.Index[0].Label == nil || v.Type.Elems[0].Leaves() != 1 {
		return p.Cells[cell].Name
	}
	index := v.Type.Index[0]
	return v.Name + "[" + index.Shown(index.Nth(int64(cell-v.Base))) + "]"
}
