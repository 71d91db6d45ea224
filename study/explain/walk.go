package explain

import (
	"farbank/engine/search/assign"
	"farbank/model"
)

// walkWork bounds the moves that are tried to see what refuses them.
const walkWork = 3_000_000

// A walker visits the reachable states breadth first by the reference interpreter, and
// notes which rule or requirement refuses which move.
type walker struct {
	*sensitivity
	p      *model.Problem
	layout *model.Layout
	seen   map[string]bool
	queue  []reached
	byRule map[*model.Rule]*Effect
	byPos  map[model.Pos]*Effect
	work   int
}

// A reached is a state that was reached, and by how many moves.
type reached struct {
	state model.State
	moves int
}

// walk counts what is refused.
func (w *sensitivity) walk() error {
	p := w.r.Problem
	k := &walker{sensitivity: w, p: p, layout: model.NewLayout(p), seen: map[string]bool{}, byRule: map[*model.Rule]*Effect{}, byPos: map[model.Pos]*Effect{}}
	for i := range w.r.Effects {
		e := &w.r.Effects[i]
		switch {
		case e.Item.Kind == Requirement:
			k.byPos[e.Item.Rule.Pos] = e
			e.Refused = 0
		case e.Item.Rule.Kind != model.Require:
			for j := range p.Safety {
				if p.Safety[j].Pos == e.Item.Rule.Pos {
					k.byRule[&p.Safety[j]] = e
				}
			}
			e.Refused, e.Alone = 0, 0
		}
	}
	if err := k.starts(); err != nil {
		return err
	}
	for i := 0; i < len(k.queue); i++ {
		if k.work > walkWork {
			w.r.Partial = true
			return nil
		}
		if w.ctx.Err() != nil {
			w.r.Partial = true
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
		for _, r := range broken {
			if e := k.byRule[r]; e != nil {
				e.Starts++
			}
		}
		if err == nil && ok && len(broken) == 0 {
			k.reach(s, 0)
		}
		failed = err
		return err == nil && k.work <= walkWork
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
	k.r.Partial = k.work > walkWork
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
			if st := out.Refused; st != nil && st.Kind == model.Guard {
				k.byPos[st.Pos].refuse(at, m)
			}
			continue
		}
		broken, err := k.p.Broken(out.Next)
		if err != nil {
			return err
		}
		for _, r := range broken {
			if e := k.byRule[r]; e != nil {
				e.refuse(at, m)
				if len(broken) == 1 {
					if e.Alone++; e.Alone == 1 { // a better example than one that others refuse too
						e.First = &Refusal{State: at.state, Moves: at.moves, Move: m}
					}
				}
			}
		}
		if len(broken) == 0 {
			k.reach(out.Next, at.moves+1)
		}
	}
	return nil
}

// refuse notes a move that is refused; e may be nil.
func (e *Effect) refuse(at reached, m *model.Move) {
	if e == nil {
		return
	}
	if e.Refused++; e.First == nil {
		e.First = &Refusal{State: at.state, Moves: at.moves, Move: m}
	}
}
