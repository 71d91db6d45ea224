package judge

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// A Move is a ground move: a declared move with a value for each parameter.
type Move struct {
	Decl *syntax.MoveDecl
	Args []types.Value
}

// An Outcome is the result of a move in a state.
type Outcome struct {
	Next    State       // nil if the move does not apply
	Refused syntax.Stmt // the statement that fails; nil if the cost is undefined or negative
	Left    bool        // Refused assigns a value outside the type of its variable
	Lost    bool        // Refused needs a value that does not exist, such as an element outside an array
	Cost    int64
	Label   string // the label of the move, or its plan form
}

// A move is a declared move.
type move struct {
	decl        *syntax.MoveDecl
	params      []*types.Object
	body        []*step
	cost, label *node // may be nil
	when        *node // of a move of the foe: where it is the foe's; may be nil
	weight      *node // of a move of chance; may be nil

	takes  *node   // the duration; nil if it takes no time
	whiles []*step // conditions while it is under way, in x
	end    []*step // run when it is over
}

func (r *reader) move(d *syntax.MoveDecl) *move {
	mv := &move{decl: d, body: r.steps(before(d)), cost: r.expr(d.Cost), when: r.expr(d.When), weight: r.expr(d.Weight)}
	if d.Label != nil {
		mv.label = r.expr(d.Label)
	}
	for _, f := range d.Params {
		for _, id := range f.Names {
			o := r.info.Uses[id]
			if o == nil {
				bug(id, "%s is not resolved", id.Name)
			}
			mv.params = append(mv.params, o)
		}
	}
	r.timedParts(mv)
	return mv
}

// move returns the declared move for which is holds, or nil.
func (j *Judge) move(is func(*syntax.MoveDecl) bool) *move {
	if i := slices.IndexFunc(j.moves, func(mv *move) bool { return is(mv.decl) }); i >= 0 {
		return j.moves[i]
	}
	return nil
}

// GroundMoves calls yield for every ground move until it returns false: all moves as declared
// with all values of their parameters, the last varying fastest.
func (j *Judge) GroundMoves(yield func(Move) bool) error {
	return j.groundMoves(func(*syntax.MoveDecl) bool { return true }, yield)
}

// groundMoves is like GroundMoves for the declarations that are asked for.
func (j *Judge) groundMoves(asked func(*syntax.MoveDecl) bool, yield func(Move) bool) error {
	for _, mv := range j.moves {
		if !asked(mv.decl) {
			continue
		}
		var args product
		err := j.in(nil, func(m *machine) {
			for _, p := range mv.params {
				args = append(args, m.values(p.Type, p.Ident))
			}
		})
		if err != nil || !args.each(func(v types.Value) bool { return yield(Move{mv.decl, v.Elems}) }) {
			return err
		}
	}
	return nil
}

// Apply makes a move in a state. Its cost is evaluated in the state before it, and its label
// with the values of its lets.
func (j *Judge) Apply(s State, mv Move) (out Outcome, err error) { return j.apply(s, mv, nil) }

// apply is like Apply and calls after, if it is not nil, on the machine after the body has run.
func (j *Judge) apply(s State, mv Move, after func(*machine)) (out Outcome, err error) {
	d := j.move(func(d *syntax.MoveDecl) bool { return d == mv.Decl })
	if d == nil || len(mv.Args) != len(d.params) {
		return Outcome{}, errNoMove
	}
	next := slices.Clone(s)
	err = j.in(next, func(m *machine) {
		for i, p := range d.params {
			m.bind(p, mv.Args[i])
		}
		m.left, m.lost = false, false
		if out.Refused = m.run(d.body); out.Refused != nil {
			out.Left, out.Lost = m.left, m.lost
			return
		}
		if after != nil {
			after(m)
		}
		m.state = s
		if out.Cost = m.cost(d); out.Cost < 0 {
			return
		}
		if d.label == nil {
			out.Label = j.Written(mv)
		} else {
			v, _ := m.string(d.label)
			out.Label = v.Text
		}
		j.count(next, out.Cost)
		out.Next = next
	})
	return out, err
}

// cost returns the cost of a move in units of 10 to the power of -CostDigits, or a negative number
// if it is undefined or has more digits.
func (m *machine) cost(d *move) int64 {
	if d.cost == nil {
		return model.Power(m.info.CostDigits)
	}
	v, u := m.eval(d.cost)
	if u != nil {
		return -1
	}
	n, ok := v.Scaled(m.info.CostDigits)
	if !ok {
		return -1
	}
	return n
}

// Written returns a ground move in the syntax of a plan.
func (j *Judge) Written(mv Move) string {
	d := j.move(func(d *syntax.MoveDecl) bool { return d == mv.Decl })
	if d == nil || len(mv.Args) != len(d.params) {
		return "?"
	}
	text := d.decl.Name.Name + "("
	for i, v := range mv.Args {
		if i > 0 {
			text += ", "
		}
		text += written(v, d.params[i].Type)
	}
	return text + ")"
}
