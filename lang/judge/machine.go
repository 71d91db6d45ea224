package judge

import (
	"context"
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Options are options of an evaluation.
type Options struct {
	Context context.Context // may be nil
	Limit   int64           // maximum number of steps of one call; 0 means DefaultLimit
}

// Limits of an evaluation.
const (
	DefaultLimit = 1 << 30 // steps; a step is one expression or one choice
	maxMembers   = 1 << 22 // members of a set or elements of an array
	maxText      = 1 << 24 // bytes
	maxDepth     = 100_000 // nesting depth of expressions and choices, including calls
	betweenLooks = 4096    // steps between checks of the limit and the context
)

// A machine evaluates expressions with given bindings in a current state. It must be used by
// one goroutine at a time.
type machine struct {
	info  *types.Info
	opts  Options
	judge *Judge // nil for constants

	bound  []types.Value // by Object.ID: names bound by choices, lets and parameters
	state  State         // may be nil
	belief []State       // for known; nil: only the state itself
	mine   []bool        // by place: the elements of this array are not shared

	without map[model.Pos]bool // ignored requires
	pending map[int]*pending   // inside together: assignments by place; else nil
	clash   syntax.Stmt        // inside together: an assignment that contradicts another
	left    bool               // an assignment failed because its value is not of the type of its variable
	lost    bool               // a let or an assignment failed because a value does not exist

	relations map[*types.Object]*relation // being computed, by the first function of the group
	known     map[string]bool             // tuples of relations in the current state
	fell      map[string]result           // results of functions with a decreasing number in the current state

	spent, moves, time int64 // cost, length and time of the plan, for the objective

	under []*running // the moves under way

	numbers   []int64       // values of the current choices, outer ones first
	arguments []types.Value // of the current calls of built-in functions, outer ones first

	steps, look int64
	depth       int
}

func newMachine(info *types.Info, o Options) *machine {
	if o.Context == nil {
		o.Context = context.Background()
	}
	if o.Limit <= 0 {
		o.Limit = DefaultLimit
	}
	return &machine{info: info, opts: o}
}

// reset starts a new evaluation.
func (m *machine) reset() {
	m.steps, m.look, m.depth, m.pending, m.left, m.lost = 0, 0, 0, nil, false, false
	m.numbers, m.arguments, m.relations = m.numbers[:0], m.arguments[:0], nil
	m.forget()
}

// forget drops the results for the current state before it changes.
func (m *machine) forget() { m.known, m.fell = nil, nil }

// spend counts n steps and fails if there are too many.
func (m *machine) spend(n int, e syntax.Node) {
	if m.steps += int64(n); m.steps >= m.look {
		m.pause(e)
	}
}

// tick counts one expression.
func (m *machine) tick(n *node) {
	if m.steps++; m.steps >= m.look {
		m.pause(n.at)
	}
}

// pause checks the limit and the context.
func (m *machine) pause(e syntax.Node) {
	if m.steps > m.opts.Limit {
		fail(&Limit{Node: e, Why: fmt.Sprintf("the evaluation takes more than the limit of %d steps", m.opts.Limit), Steps: true})
	}
	if err := m.opts.Context.Err(); err != nil {
		fail(err)
	}
	m.look = min(m.steps+betweenLooks, m.opts.Limit+1)
}

// enter increments the depth and fails if it is too great. The caller decrements it.
func (m *machine) enter(n syntax.Node) {
	if m.depth++; m.depth > maxDepth {
		fail(&Limit{Node: n, Why: "the expressions are nested too deeply"})
	}
}

// room fails if a value would have too many members.
func (m *machine) room(n uint64, e syntax.Node) {
	if n > maxMembers {
		fail(&Limit{Node: e, Why: fmt.Sprintf("the value has more than %d members", maxMembers)})
	}
}

// typeOf returns the static type of an expression.
func (m *machine) typeOf(n *node) *types.Type {
	if n.typ == nil {
		bug(n.at, "the expression has no type")
	}
	return n.typ
}

// object returns o, which must not be nil.
func (m *machine) object(o *types.Object, id *syntax.Ident) *types.Object {
	if o == nil {
		bug(id, "%s is not resolved", id.Name)
	}
	return o
}

// bind binds a local name to a value.
func (m *machine) bind(o *types.Object, v types.Value) {
	if o.ID >= len(m.bound) {
		bound := make([]types.Value, max(m.info.Count, o.ID+1))
		copy(bound, m.bound)
		m.bound = bound
	}
	m.bound[o.ID] = v
}
