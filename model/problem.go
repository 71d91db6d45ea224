package model

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
)

// A Pos is a place in the source of a problem, counted from 1. The zero Pos is
// "no place".
type Pos struct{ Line, Col int }

// A Problem is a finite transition system: see the package comment. All of it is
// read-only once built.
type Problem struct {
	File        string // where it came from, for messages
	Used        []Used // the files that it uses
	Title       string
	Description string // plain text, may be empty

	Vars    []Var      // the find variables, then the state variables, as declared
	Cells   []CellInfo // what the variables are laid out in, in the same order
	NumFind int        // Cells[:NumFind] belong to find variables and never change

	Start   []*Expr // for each cell from NumFind on, its first value, over the find cells
	Require []Rule  // over the find cells; all must hold
	Safety  []Rule  // over every state: never and always
	Goal    []Rule  // over the last state; all must hold
	Schemas []*Schema
	Moves   []*Move
	Goals   *Objective // what to minimise or maximise; nil: nothing
	Soft    []Soft     // rules that may be given up
	Strict  bool       // to leave the range of a variable is an error; else the move does not apply
	Strays  []*Move    // of a strict problem: the moves that may get as far as such an assignment, with guards before those
	Reached bool       // of some moves only those stand in Moves that may come about from Start

	Derived  []Derived // rules of conditions that need each other
	Show     []Show
	Settings []Setting // the integer parameters, as declared
	Numbers  []Number  // those of parameters that are arrays of integers; there where the checker was asked for Parts
	Warnings []Warning
	PDDL     bool // it was read from PDDL: plans are written (move a b)

	// Judge runs plans by the text that the problem was written out from. It is nil for a
	// problem that has none, or that was changed since: then Verify runs them by the
	// problem itself. Whoever changes a copy sets it to nil.
	Judge Judge

	// Origin is what the problem was read from, for who reads it again with changes (see
	// lang.Origin); nil: it was not read.
	Origin any
}

// A Judge says whether a plan is valid, by something else than the ground problem.
type Judge interface {
	// Verify returns what Problem.Verify and Problem.VerifyWalk do. goal says whether the last
	// state must meet the goal.
	Verify(find []int64, moves []*Move, goal bool) ([]Step, int64, error)

	// Within returns a judge that ends with the error of a context that is done.
	Within(ctx context.Context) Judge

	// Without returns a judge that does not ask the rules and requires that stand at some places.
	Without(places []Pos) Judge
}

// A Var is a variable as declared: a find or a state.
type Var struct {
	Name  string
	Type  *Type // an Array if it has indices
	Find  bool
	Base  int // its first cell
	Cells int // how many cells it has
	Alike int // not 0: the values of variables with this number mean the same, like those of the elements of an array
	Pos   Pos
}

// A CellInfo describes one cell.
type CellInfo struct {
	Name   string // at[wolf], row[3], h1 in upgraded, pos.1
	Var    int    // index into Vars
	Type   *Type  // scalar
	Lo, Hi int64  // its values
}

// Span is how many values the cell has; math.MaxInt64 stands for any more.
func (c *CellInfo) Span() int64 { return Span(c.Lo, c.Hi) }

// Values gives the values of the cell, rising. It ends also where the last is the greatest
// integer there is.
func (c *CellInfo) Values() iter.Seq[int64] { return Range(c.Lo, c.Hi) }

// Range gives the integers from lo to hi, both included, rising.
func Range(lo, hi int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for v := lo; v <= hi; v++ {
			if !yield(v) || v == hi {
				return
			}
		}
	}
}

// Span is how many integers there are from lo to hi; math.MaxInt64 stands for any more.
func Span(lo, hi int64) int64 {
	if lo > hi {
		return 0
	}
	n := uint64(hi) - uint64(lo)
	if n >= math.MaxInt64 {
		return math.MaxInt64
	}
	return int64(n) + 1
}

// RuleKind says what a Rule is.
type RuleKind uint8

const (
	Require RuleKind = iota
	Never
	Always
	Goal
	Prefer
)

func (k RuleKind) String() string {
	return [...]string{"require", "never", "always", "goal", "prefer"}[k]
}

// A Rule is a condition that must hold. For Never, Cond is already the negation of
// what the file says.
type Rule struct {
	Kind  RuleKind
	Label string // the reason given, or ""
	Text  string // the condition as written, for messages
	Cond  *Expr
	Pos   Pos

	// Parts are conditions that together say what Cond says: one for each choice that an
	// all makes and each operand of an and. They are there for a Require, where the
	// checker was asked for them.
	Parts []Part
}

// A Part is one of the conditions that make a Rule.
type Part struct {
	Choice string // the names that an all binds, with their values: r = 1, c = 3; or ""
	Text   string // the condition as written, names not replaced
	Cond   *Expr
}

// A Setting is an integer parameter of a file and the value that it has.
type Setting struct {
	Name    string
	Value   int64
	Bounded bool  // it was declared with a range,
	Lo, Hi  int64 // which is this
	Pos     Pos
}

// A Number is one of a parameter that is an array of integers.
type Number struct {
	Setting        // Name is that of the parameter with the index: demand[mon]
	Param   string // the parameter
	Index   int    // the place in it, the last index varying fastest
}

// String names the rule for a message: its label, or else its text.
func (r *Rule) String() string {
	if r.Label != "" {
		return r.Label
	}
	return r.Kind.String() + " " + r.Text
}

// A Derived is a condition of those that are defined in terms of each other: all of them
// together are the least that their bodies allow. A body speaks of the others by locals:
// number DerivedBase+k stands for Derived[k]. Only conditions that need each other stand in
// each other's bodies; of others the whole condition does. Where a condition is used, it stands
// written out, by rounds, as an expression whose Rule says which one it is: nobody has to
// know of rules.
type Derived struct {
	Name string // reach(a, b)
	Body *Expr
	Pos  Pos
}

// DerivedBase is the number of the local that stands for the first Derived.
const DerivedBase = 1 << 30

// A Soft is a rule that should hold: in every state of a plan, or of what is found. Giving it up
// costs its weight, which is 0 or more.
type Soft struct {
	Rule
	Weight int64
}

// A Schema is a move as declared, before its parameters have values.
type Schema struct {
	Name     string
	Params   []Param
	Requires []Rule // the conditions of its body as written, without Cond, for messages
	Pos      Pos
	Reached  bool // only those of its ground moves stand in Problem.Moves that may come about from Start
}

// A Param is a parameter of a move.
type Param struct {
	Name string
	Type *Type
}

// A Move is a ground move: a schema and its arguments. It applies in a state if
// Body runs through (see Problem.Apply).
type Move struct {
	Schema *Schema
	Args   []Value
	Cost   *Expr    // over the state before the move
	Label  *Display // over the state before the move and the locals after it; may be nil
	Locals int      // how many locals Body uses
	Body   []Stmt
}

// String returns the move as a plan writes it: cross(goat).
func (m *Move) String() string {
	args := make([]string, len(m.Args))
	for i, a := range m.Args {
		args[i] = a.String()
	}
	return m.Schema.Name + "(" + strings.Join(args, ", ") + ")"
}

// StmtKind is the kind of a Stmt.
type StmtKind uint8

const (
	Guard  StmtKind = iota // the move applies only if Value holds
	Let                    // local number Target.Value becomes Value
	Assign                 // the cell Target becomes Value
	Branch                 // Then if Value holds, else Else
)

// A Stmt is a statement of a ground move. Statements run in order, each seeing what
// those before it did.
type Stmt struct {
	Kind       StmtKind
	Target     *Expr // Let: a Local; Assign: a Cell, or an At over cells
	Value      *Expr
	Then, Else []Stmt
	Label      string // Guard: the reason given, or ""
	Text       string // Guard: the condition as written
	Pos        Pos
	Leaves     bool // Guard, in a stray: where it fails a value would leave its type; Target is what it would be given to, if that is one cell
}

// An Objective is what is to be made small or great: Cost times what the moves of a plan cost,
// and Steps times how many they are, and a value over its last state; in a problem without
// moves a value over the find cells.
type Objective struct {
	Maximize    bool
	Cost, Steps int64
	Value       *Expr
	Then        *Objective // decides where this one leaves it open; nil: none
	Pos         Pos
}

// A Show is a column of the table in which states are shown, or a board. A column
// has one Cells entry. A board has Rows times Cols entries, row by row.
type Show struct {
	Title string
	Board bool
	Rows  int
	Cols  int
	Cells []*Display

	RowNames []string // the values of the first of two indices; nil where these are numbers
	ColNames []string // those of the last index

	// Timeline says that Cells are when things start, then how long they take, then perhaps
	// their rows: a cell for each value of the one or two indices.
	Timeline bool
	Index    []*Type // also of a board of one row whose columns are numbers
}

// An OverflowError is arithmetic that left 64 bits while a problem was evaluated.
type OverflowError struct {
	File string
	Pos  Pos
}

func (e *OverflowError) Error() string {
	return fmt.Sprintf("%s:%d:%d: the value does not fit 64 bits", e.File, e.Pos.Line, e.Pos.Col)
}

// Used is a file that a problem uses: its lines are counted after those of others.
type Used struct {
	File  string
	Lines int // before it
}

// Place returns the file in which a place stands, and the place there.
func (p *Problem) Place(at Pos) (string, Pos) {
	file, lines := p.File, 0
	for _, u := range p.Used {
		if at.Line > u.Lines {
			file, lines = u.File, u.Lines
		}
	}
	if at.Line > 0 {
		at.Line -= lines
	}
	return file, at
}

// overflowAt is an overflow at a place.
func (p *Problem) overflowAt(at Pos) error {
	e := &OverflowError{}
	e.File, e.Pos = p.Place(at)
	return e
}

// MayBeFree reports whether a move may cost nothing.
func (p *Problem) MayBeFree() bool {
	return slices.ContainsFunc(p.Moves, func(m *Move) bool { return !m.Cost.IsConst() || m.Cost.Value == 0 })
}

// UnitCosts reports whether every move costs 1, so that the cost of a plan is its length.
func (p *Problem) UnitCosts() bool {
	return !slices.ContainsFunc(p.Moves, func(m *Move) bool { return !m.Cost.IsConst() || m.Cost.Value != 1 })
}
