package model

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
)

// A Pos is a position in the source, counted from 1. The zero Pos means no position.
type Pos struct{ Line, Col int }

// A Problem is a finite transition system; see the package comment. It must not be changed once
// built.
type Problem struct {
	File        string // the name of the source, for messages
	Used        []Used // the files that it uses
	Title       string
	Description string // plain text, may be empty

	Vars    []Var      // the find variables, then the state variables, as declared
	Cells   []CellInfo // the cells of the variables, in the same order
	NumFind int        // Cells[:NumFind] belong to find variables and never change

	Start   []*Expr // for each cell from NumFind on, its initial value, over the find cells
	Require []Rule  // over the find cells; all must hold
	Safety  []Rule  // over every state: never and always
	Goal    []Rule  // over the last state; all must hold
	Schemas []*Schema
	Moves   []*Move
	Goals   *Objective // the objective; nil if there is nothing to minimise or maximise
	Soft    []Soft     // soft rules, each with the cost of breaking it
	Strict  bool       // leaving the range of a variable is an error; else the move does not apply
	Strays  []*Move    // of a strict problem: moves that may leave a range, with guards that fail where they do
	Lost    []Lost     // inapplicable ground moves, which need a value that does not exist; at most MaxLost
	Reached bool       // of some schemas Moves has only the ground moves found by relaxed reachability from Start

	Derived  []Derived // axioms: conditions defined by mutual recursion
	Show     []Show
	Settings []Setting // the integer parameters, as declared
	Numbers  []Number  // the elements of parameters that are arrays of integers; set if the checker was asked for Parts
	Warnings []Warning
	PDDL     bool  // read from PDDL: plans are written (move a b)
	Unit     int64 // of a problem in which moves take time: the unit of time; else 0. See Role

	// TimeDigits says that Unit and all times are multiples of 10 to the power of -TimeDigits.
	TimeDigits int

	// CostDigits says that all costs are multiples of 10 to the power of -CostDigits: the cost 1 is
	// 10 to the power of CostDigits.
	CostDigits int

	// Judge validates plans by the source text instead of the ground problem. It is nil if
	// there is no source or the problem was changed since. Code that changes a copy sets it to
	// nil; Verify then uses the ground problem.
	Judge Judge

	// Origin is the source that the problem was read from, for reading it again with changes
	// (see lang.Origin). It is nil if the problem was not read.
	Origin any
}

// MaxLost is the maximum length of Problem.Lost.
const MaxLost = 1000

// A Lost is an inapplicable ground move.
type Lost struct {
	Move *Move // its schema and arguments
	Why  string
}

// A Judge validates plans without the ground problem.
type Judge interface {
	// Verify is like Problem.Verify, or like Problem.VerifyWalk if goal is false: then the last
	// state need not meet the goal.
	Verify(find []int64, moves []*Move, goal bool) ([]Step, int64, error)

	// Within returns a judge that stops with the error of ctx when ctx is done.
	Within(ctx context.Context) Judge

	// Without returns a judge that ignores the rules and requires at the given positions.
	Without(places []Pos) Judge
}

// A Var is a variable as declared: a find or a state.
type Var struct {
	Name    string
	Type    *Type // an Array if it has indices
	Find    bool
	Unknown bool // of a find: one of its values, which we do not choose and do not see
	Unseen  bool // of a state: we do not see it
	Counter bool // steps, cost or time, which the file does not declare
	Base    int  // its first cell
	Cells   int  // number of its cells
	Alike   int  // if not 0: values of the variables with this number are comparable, like elements of one array
	Pos     Pos

	// Hidden marks a variable that is not in the file: how long a move that is under way still
	// takes, or what it remembers from its beginning. Hidden variables follow all others.
	Hidden bool
}

// A CellInfo describes one cell.
type CellInfo struct {
	Name   string // at[wolf], row[3], h1 in upgraded, pos.1
	Var    int    // index into Vars
	Type   *Type  // scalar
	Lo, Hi int64  // bounds of its values
}

// Span returns the number of values of the cell, at most math.MaxInt64.
func (c *CellInfo) Span() int64 { return Span(c.Lo, c.Hi) }

// Values returns the values of the cell in ascending order. It terminates also if Hi is
// math.MaxInt64.
func (c *CellInfo) Values() iter.Seq[int64] { return Range(c.Lo, c.Hi) }

// Range returns the integers from lo to hi, both included, in ascending order.
func Range(lo, hi int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		for v := lo; v <= hi; v++ {
			if !yield(v) || v == hi {
				return
			}
		}
	}
}

// Span returns the number of integers from lo to hi, at most math.MaxInt64.
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

// RuleKind is the kind of a Rule.
type RuleKind uint8

const (
	Require RuleKind = iota
	Never
	Always
	Goal
	Prefer
	While // of a move that takes time: while it is under way
)

// String returns the keyword of the rule.
func (k RuleKind) String() string {
	return [...]string{"require", "never", "always", "goal", "prefer", "while"}[k]
}

// A Rule is a condition that must hold. For Never, Cond is the negation of the condition in the
// file.
type Rule struct {
	Kind  RuleKind
	Label string // the reason given in the file, or ""
	Text  string // the condition as written, for messages
	Cond  *Expr
	Pos   Pos

	// Parts are conditions whose conjunction is Cond: one for each choice of an all and each
	// operand of an and. They are set for a Require if the checker was asked for them.
	Parts []Part
}

// A Part is one conjunct of a Rule.
type Part struct {
	Choice string // the names that an all binds, with their values: r = 1, c = 3; or ""
	Text   string // the condition as written, with names not replaced
	Cond   *Expr
}

// A Setting is an integer parameter of a file and its value.
type Setting struct {
	Name    string
	Value   int64
	Bounded bool  // declared with the range Lo..Hi
	Lo, Hi  int64 // the declared range
	Digits  int   // Value, Lo and Hi are multiples of 10 to the power of -Digits
	Pos     Pos
}

// A Number is an element of a parameter that is an array of numbers.
type Number struct {
	Setting        // Name is the parameter with the index: demand[mon]
	Param   string // the parameter
	Index   int    // its position in the array, the last index varying fastest
}

// String returns the label of the rule for a message, or else its text.
func (r *Rule) String() string {
	if r.Label != "" {
		return r.Label
	}
	return r.Kind.String() + " " + r.Text
}

// A Derived is one of several mutually recursive conditions, whose meaning is their least
// fixpoint (an axiom of PDDL). A body refers to the others by locals: number DerivedBase+k
// stands for Derived[k]. Only conditions of the same recursion are referred to; others are
// expanded. Every use of a Derived is expanded into rounds, as an expression that has Rule set,
// so that an engine need not support axioms.
type Derived struct {
	Name string // reach(a, b)
	Body *Expr
	Pos  Pos
}

// DerivedBase is the number of the local that stands for Derived[0].
const DerivedBase = 1 << 30

// A Soft is a soft rule: it should hold in every state of a plan, or for the values found.
// Breaking it costs Weight, which is at least 0.
type Soft struct {
	Rule
	Weight int64
}

// A Role is the role of a ground move in a problem in which moves take time. Such a move is
// lowered to its beginning and its end; one move lets a unit of time pass.
type Role uint8

const (
	Begins Role = iota // a move, or the beginning of one that takes time
	Ends               // the end of a move
	Waits              // time passes
)

// A Schema is a move as declared, before its parameters have values.
type Schema struct {
	Role     Role
	Name     string
	By       Chooser // who makes the move
	Params   []Param
	Requires []Rule // the conditions of its body as written, without Cond, for messages
	Pos      Pos
	Reached  bool // Problem.Moves has only its ground moves found by relaxed reachability from Start
}

// A Param is a parameter of a move.
type Param struct {
	Name string
	Type *Type
}

// A Move is a ground move: a schema with arguments. It applies in a state if Body can be
// executed (see Problem.Apply).
type Move struct {
	Schema *Schema
	Args   []Value
	Cost   *Expr    // over the state before the move
	When   *Expr    // of a move of the foe: where it is the foe's, else it is ours; nil means everywhere
	Weight *Expr    // of a move of chance; nil means 1
	Label  *Display // over the state before the move and the locals after it; may be nil
	Locals int      // number of locals of Body
	Body   []Stmt

	Time  int64 // the time that passes: Problem.Unit if the move waits, else 0
	Ends  *Move // the end of a move that takes time; else nil
	Lasts bool  // it is the beginning or the end of a move that takes time
	Under int   // if it lasts: the cell with 1 plus the units of time that the move still takes, 0 if it is not under way
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
	Let                    // local number Target.Value is set to Value
	Assign                 // the cell Target is set to Value
	Branch                 // Then if Value holds, else Else
)

// A Stmt is a statement of a ground move. Each statement sees the effects of those before it.
type Stmt struct {
	Kind       StmtKind
	Target     *Expr // Let: a Local; Assign: a Cell, or an At over cells
	Value      *Expr
	Then, Else []Stmt
	Label      string // Guard: the reason given in the file, or ""
	Text       string // Guard: the condition as written
	Pos        Pos
	Undefined  bool // Guard of a stray: it fails where the expression Text has no value
	Leaves     bool // Guard of a stray: it fails where a value leaves its range; Target is the assigned cell, if it is one cell
}

// An Objective is to be minimised or maximised. With moves it is Cost times the cost of a plan,
// plus Steps times the number of moves that begin, plus Time times the time that it takes, plus
// Value in its last state. Without moves it is Value over the
// find cells.
type Objective struct {
	Maximize    bool
	Cost, Steps int64
	Time        int64
	Digits      int // the value is a multiple of 10 to the power of -Digits
	Value       *Expr
	Then        *Objective // the next objective in lexicographic order, or nil
	Pos         Pos
}

// A Show is a column of the table of states, or a board. A column has one entry in Cells; a
// board has Rows times Cols entries, row by row.
type Show struct {
	Title string
	Board bool
	Rows  int
	Cols  int
	Cells []*Display

	RowNames []string // the values of the first of two indices; nil if they are numbers
	ColNames []string // the values of the last index

	// Timeline marks a timeline: Cells has the start times, then the durations, then optionally
	// the rows, with one entry for each value of the one or two indices.
	Timeline bool
	Index    []*Type // also set for a board of one row whose columns are numbers
}

// An OverflowError reports arithmetic that does not fit 64 bits.
type OverflowError struct {
	File string
	Pos  Pos
}

// Error returns the position and the reason.
func (e *OverflowError) Error() string {
	return fmt.Sprintf("%s:%d:%d: the value does not fit 64 bits", e.File, e.Pos.Line, e.Pos.Col)
}

// Used is a file that a problem uses. Its lines are numbered after those of the files before
// it.
type Used struct {
	File  string
	Lines int // number of lines before it
}

// Place returns the file of a position and the position in it.
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

// overflowAt returns an overflow error at a position. Expressions of the passing of time have no position; then the error is at the
// first move.
func (p *Problem) overflowAt(at Pos) error {
	e := &OverflowError{}
	for i := 0; at.Line == 0 && i < len(p.Schemas); i++ {
		if p.Schemas[i].Role == Begins {
			at = p.Schemas[i].Pos
		}
	}
	e.File, e.Pos = p.Place(at)
	return e
}

// MayBeFree reports whether a move may cost nothing.
func (p *Problem) MayBeFree() bool {
	return slices.ContainsFunc(p.Moves, func(m *Move) bool { return !m.Cost.IsConst() || m.Cost.Value == 0 })
}

// ConditionSize returns the number of nodes of the requirements as trees, at most 1<<30.
func (p *Problem) ConditionSize() int {
	size := int64(0)
	for i := range p.Require {
		size = TreeSize(size, p.Require[i].Cond)
	}
	return int(min(size, 1<<30))
}

// UnitCosts reports whether every move costs 1, so that the cost of a plan is its length.
func (p *Problem) UnitCosts() bool {
	return !slices.ContainsFunc(p.Moves, func(m *Move) bool { return !m.Cost.IsConst() || m.Cost.Value != 1 })
}
