package explain

import (
	"cmp"

	"farbank/engine/search/assign"
	"farbank/model"
)

// walkWork limits the number of moves that are tried to find what refuses them.
const walkWork = 3_000_000

// A walker visits the reachable states breadth first by the reference interpreter, and reports the
// refused moves.
type walker struct {
	*session
	p       *model.Problem
	layout  *model.Layout
	seen    map[string]bool
	queue   []reached
	work    int
	most    int  // maximum of work
	partial bool // it did not visit all states

	refused  func(at reached, m *model.Move, out model.Outcome)    // the move does not apply
	broken   func(at reached, m *model.Move, broken []*model.Rule) // it violates rules
	noStarts func(broken []*model.Rule)                            // an initial state violates rules
}

// A reached is a state with the number of moves to it.
type reached struct {
	state model.State
	moves int
}

func newWalker(q *session, p *model.Problem, most int) *walker {
	return &walker{session: q, p: p, layout: model.NewLayout(p), seen: map[string]bool{}, most: most,
		refused: func(reached, *model.Move, model.Outcome) {}, broken: func(reached, *model.Move, []*model.Rule) {}, noStarts: func([]*model.Rule) {}}
}

func (k *walker) walk() error {
	if err := k.starts(); err != nil {
		return err
	}
	for i := 0; i < len(k.queue); i++ {
		if k.work > k.most {
			k.partial = true
			return nil
		}
		if k.ctx.Err() != nil {
			k.partial = true
			return errStopped
		}
		if err := k.visit(k.queue[i]); err != nil {
			return err
		}
		k.queue[i].state = nil
	}
	return nil
}

func (k *walker) starts() error {
	var failed error
	begin := func(find []int64) bool {
		k.work++
		s, ok, err := k.p.Begin(find)
		var broken []*model.Rule
		if err == nil && ok {
			broken, err = k.p.Broken(s)
		}
		k.noStarts(broken)
		if err == nil && ok && len(broken) == 0 {
			k.reach(s, 0)
		}
		failed = err
		return err == nil && k.work <= k.most
	}
	if k.p.NumFind == 0 {
		begin(nil)
		return failed
	}
	if err := assign.Each(k.ctx, k.p, begin); err != nil {
		if k.ctx.Err() != nil {
			return errStopped
		}
		return err
	}
	k.partial = k.work > k.most
	return failed
}

func (k *walker) reach(s model.State, moves int) {
	words := make([]uint64, k.layout.Words)
	k.layout.Pack(s, words)
	if key := set(words).key(); !k.seen[key] {
		k.seen[key] = true
		k.queue = append(k.queue, reached{s, moves})
	}
}

// visit tries every move from a state.
func (k *walker) visit(at reached) error {
	for _, m := range k.p.Moves {
		k.work++
		out, err := k.p.Apply(m, at.state)
		if err != nil {
			return err
		}
		if out.Next == nil {
			k.refused(at, m, out)
			continue
		}
		broken, err := k.p.Broken(out.Next)
		if err != nil {
			return err
		}
		if len(broken) > 0 {
			k.broken(at, m, broken)
			continue
		}
		moves := at.moves
		if m.Schema.Role == model.Begins { // ends and waiting do not count
			moves++
		}
		k.reach(out.Next, moves)
	}
	return nil
}

// refusals visits the states and records the moves that each rule, requirement and range refuses.
func (w *sensitivity) refusals() error {
	p := w.r.Problem
	byRule, byPos := map[*model.Rule]*Effect{}, map[model.Pos]*Effect{}
	for i := range w.r.Effects {
		e := &w.r.Effects[i]
		switch {
		case e.Item.Kind == Requirement:
			byPos[e.Item.Rule.Pos] = e
			if !e.Item.reached { // otherwise the moves that it always refuses are missing
				e.Refused = 0
			}
		case e.Item.Rule.Kind != model.Require:
			for j := range p.Safety {
				if p.Safety[j].Pos == e.Item.Rule.Pos {
					byRule[&p.Safety[j]] = e
				}
			}
			e.Refused, e.Alone = 0, 0
		}
	}
	k := newWalker(w.session, p, cmp.Or(w.o.walk, walkWork))
	var bites biting
	k.noStarts = func(broken []*model.Rule) {
		for _, r := range broken {
			if e := byRule[r]; e != nil {
				e.Starts++
			}
		}
	}
	k.refused = func(at reached, m *model.Move, out model.Outcome) {
		if st := out.Refused; st != nil && st.Kind == model.Guard {
			byPos[st.Pos].refuse(at, m)
		}
		bites.note(p, at, m, out)
	}
	k.broken = func(at reached, m *model.Move, broken []*model.Rule) {
		for _, r := range broken {
			e := byRule[r]
			e.refuse(at, m)
			if e != nil && len(broken) == 1 {
				if e.Alone++; e.Alone == 1 { // a better example than a move that other rules refuse too
					e.First = &Refusal{State: at.state, Moves: at.moves, Move: m}
				}
			}
		}
	}
	err := k.walk()
	w.r.Partial = w.r.Partial || k.partial
	w.r.Ranges = bites
	return err
}

// refuse records a refused move; e may be nil.
func (e *Effect) refuse(at reached, m *model.Move) {
	if e == nil {
		return
	}
	if e.Refused >= 0 {
		e.Refused++
	}
	if e.First == nil {
		e.First = &Refusal{State: at.state, Moves: at.moves, Move: m}
	}
}
