package planning

import (
	"fmt"
	"math"
)

// A Fact is a variable with a value. Both are numbers from 0.
type Fact struct{ Var, Value int }

// A Variable has the values 0 to Size-1.
type Variable struct {
	Name   string
	Size   int
	Values []string // names of the values; may be nil
}

// An Effect sets a variable to a value if all facts of When hold before the operator.
type Effect struct {
	When []Fact
	Fact
}

// An Operator applies if all of Pre hold, and at least one fact of each list of Some. Its effects are
// evaluated in the state before and applied simultaneously. If two effects set a variable to different
// values, the later one takes precedence.
type Operator struct {
	Name    string
	Pre     []Fact
	Some    [][]Fact
	Effects []Effect
	Cost    int64
}

// A Task asks for a sequence of operators that leads from Init to a state in which all of Goal hold, and at
// least one fact of each list of GoalSome.
type Task struct {
	Variables []Variable
	Operators []Operator
	Init      []int // by variable; for a derived one its default value
	Goal      []Fact
	GoalSome  [][]Fact
	Axioms    []Axiom // definitions of derived variables

	// Mutexes are groups of facts of which no reachable state contains two, as far as the caller knows any.
	// They are not verified.
	Mutexes [][]Fact

	// Arrays are lists of variables whose values have the same meanings. Permutations are searched among
	// them; see [Task.Inverses].
	Arrays [][]int

	inverses []Inverse // see Task.Inverses
}

// Limits of a task.
const (
	MaxSize = math.MaxUint16 // number of values of a variable
	MaxCost = math.MaxInt32  // cost of an operator
)

// A TaskError describes an error in a task and its location: "operator 3 (drive): ...".
type TaskError struct{ Where, Why string }

// Error returns the location and the description.
func (e *TaskError) Error() string { return e.Where + ": " + e.Why }

// Validate returns nil, or a *TaskError that describes the first error.
func (t *Task) Validate() error {
	for i, v := range t.Variables {
		where := fmt.Sprintf("variable %d (%s)", i, v.Name)
		switch {
		case v.Size < 1:
			return &TaskError{where, "it has no values"}
		case v.Size > MaxSize:
			return &TaskError{where, fmt.Sprintf("it has more than %d values", MaxSize)}
		case v.Values != nil && len(v.Values) != v.Size:
			return &TaskError{where, fmt.Sprintf("%d values have %d names", v.Size, len(v.Values))}
		}
	}
	if len(t.Init) != len(t.Variables) {
		return &TaskError{"the initial state", fmt.Sprintf("it has %d values for %d variables", len(t.Init), len(t.Variables))}
	}
	for v, x := range t.Init {
		if err := t.check("the initial state", []Fact{{v, x}}, false); err != nil {
			return err
		}
	}
	for i := range t.Operators {
		if err := t.checkOperator(i); err != nil {
			return err
		}
	}
	if err := t.checkAll("the goal", t.Goal, t.GoalSome); err != nil {
		return err
	}
	if err := t.checkAxioms(); err != nil {
		return err
	}
	for i, g := range t.Mutexes {
		if err := t.check(fmt.Sprintf("mutex group %d", i), g, false); err != nil {
			return err
		}
	}
	for i, a := range t.Arrays {
		for _, v := range a {
			if v < 0 || v >= len(t.Variables) {
				return &TaskError{fmt.Sprintf("array %d", i), fmt.Sprintf("there is no variable %d", v)}
			}
		}
	}
	return nil
}

func (t *Task) checkOperator(i int) error {
	o := &t.Operators[i]
	where := fmt.Sprintf("operator %d (%s)", i, o.Name)
	if o.Cost < 0 || o.Cost > MaxCost {
		return &TaskError{where, fmt.Sprintf("its cost is %d, not between 0 and %d", o.Cost, int64(MaxCost))}
	}
	if err := t.checkAll(where, o.Pre, o.Some); err != nil {
		return err
	}
	for _, e := range o.Effects {
		if err := t.check(where, []Fact{e.Fact}, false); err != nil {
			return err
		}
		if err := t.check(where, e.When, true); err != nil {
			return err
		}
	}
	return nil
}

func (t *Task) checkAll(where string, all []Fact, some [][]Fact) error {
	if err := t.check(where, all, true); err != nil {
		return err
	}
	for _, list := range some {
		if len(list) == 0 {
			return &TaskError{where, "a disjunction is empty"}
		}
		if err := t.check(where, list, false); err != nil {
			return err
		}
	}
	return nil
}

// check validates a list of facts. If once is set, no variable may occur twice.
func (t *Task) check(where string, facts []Fact, once bool) error {
	for k, f := range facts {
		switch {
		case f.Var < 0 || f.Var >= len(t.Variables):
			return &TaskError{where, fmt.Sprintf("there is no variable %d", f.Var)}
		case f.Value < 0 || f.Value >= t.Variables[f.Var].Size:
			return &TaskError{where, fmt.Sprintf("variable %d (%s) has no value %d", f.Var, t.Variables[f.Var].Name, f.Value)}
		}
		for _, other := range facts[:k] {
			if once && other.Var == f.Var {
				return &TaskError{where, fmt.Sprintf("variable %d (%s) occurs twice", f.Var, t.Variables[f.Var].Name)}
			}
		}
	}
	return nil
}

// String returns the name of a fact, such as "lamp=on".
func (t *Task) String(f Fact) string {
	v := &t.Variables[f.Var]
	if v.Values != nil {
		return v.Name + "=" + v.Values[f.Value]
	}
	return fmt.Sprintf("%s=%d", v.Name, f.Value)
}
