package judge

import (
	"context"
	"fmt"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Options bound an evaluation.
type Options struct {
	Context context.Context // nil: never done
	Limit   int64           // steps of one call; 0: DefaultLimit
}

// Bounds on what is evaluated where the caller sets none.
const (
	DefaultLimit = 1 << 30 // steps; a step is one expression, or one choice
	maxMembers   = 1 << 22 // of a set or an array
	maxText      = 1 << 24 // bytes
	maxDepth     = 100_000 // expressions and choices within one another, functions called included
	betweenLooks = 4096    // steps between looks at the context
)

// A machine evaluates: what names are bound to, the present state, and how long it took.
// It is for one goroutine.
type machine struct {
	info  *types.Info
	opts  Options
	judge *Judge // whose machine it is; nil: of constants

	bound []types.Value // by Object.ID: names bound by choices, lets and parameters
	state State         // nil: there is none
	mine  []bool        // by place: nobody else has the elements of this array

	without map[model.Pos]bool // requires that are left out
	pending map[int]*pending   // within together: what variables become, by place; else nil
	clash   syntax.Stmt        // within together: an assignment that says otherwise than another
	left    bool               // an assignment failed since its value is outside the type of its variable

	relations map[*types.Object]*relation // being worked out, by the first of the group
	known     map[string]bool             // tuples of relations in the present state
	fell      map[string]result           // what functions by a number that falls give in it

	spent, moves int64 // of the plan: what it costs and how many moves it has, for the objective

	numbers []int64 // that are being chosen, those of an outer choice first

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

// reset begins to count anew.
func (m *machine) reset() {
	m.steps, m.look, m.depth, m.pending, m.left = 0, 0, 0, nil, false
	m.numbers, m.relations = m.numbers[:0], nil
	m.forget()
}

// forget drops what is known of the present state, which changes.
func (m *machine) forget() { m.known, m.fell = nil, nil }

// spend counts steps and ends an evaluation that takes too many.
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

// pause looks at the limit and the context.
func (m *machine) pause(e syntax.Node) {
	if m.steps > m.opts.Limit {
		fail(&Limit{Node: e, Why: fmt.Sprintf("the evaluation takes more than the limit of %d steps", m.opts.Limit), Steps: true})
	}
	if err := m.opts.Context.Err(); err != nil {
		fail(err)
	}
	m.look = min(m.steps+betweenLooks, m.opts.Limit+1)
}

// enter goes one level deeper; depth-- comes back.
func (m *machine) enter(n syntax.Node) {
	if m.depth++; m.depth > maxDepth {
		fail(&Limit{Node: n, Why: "the expressions lie too deep in one another"})
	}
}

// room ends an evaluation that would build too large a value.
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

// object returns what a name stands for; the name must have an object.
func (m *machine) object(o *types.Object, id *syntax.Ident) *types.Object {
	if o == nil {
		bug(id, "%s stands for nothing", id.Name)
	}
	return o
}

// bind gives a local name a value.
func (m *machine) bind(o *types.Object, v types.Value) {
	if o.ID >= len(m.bound) {
		bound := make([]types.Value, max(m.info.Count, o.ID+1))
		copy(bound, m.bound)
		m.bound = bound
	}
	m.bound[o.ID] = v
}
