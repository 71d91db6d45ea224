package plan

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"farbank/lang/syntax"
	"farbank/model"
)

// strategyDocument is the part of solve's JSON that has a strategy.
type strategyDocument struct {
	Strategy *strategyJSON `json:"strategy"`
}

type strategyJSON struct {
	Find       map[string]any `json:"find"`
	Starts     []int          `json:"starts"`
	Situations []struct {
		ID   int             `json:"id"`
		By   string          `json:"by"`
		Seen json.RawMessage `json:"seen"`
		Move string          `json:"move"`
		Args []any           `json:"args"`
		Next []struct {
			To int `json:"to"`
		} `json:"next"`
	} `json:"situations"`
}

// ReadStrategy reads a strategy from JSON: the answer of solve, or its field strategy. The error is a syntax.ErrorList, or a
// *model.PlanError if a move does not exist.
func ReadStrategy(p *model.Problem, name, text string) (*model.Strategy, error) {
	dec := json.NewDecoder(bytes.NewReader([]byte(text)))
	dec.UseNumber()
	var doc struct {
		strategyDocument
		strategyJSON
	}
	if err := dec.Decode(&doc); err == io.EOF {
		return nil, syntax.ErrorList{{File: name, Msg: "the text has no strategy"}}
	} else if mismatch := (*json.UnmarshalTypeError)(nil); errors.As(err, &mismatch) {
		what := "it"
		if mismatch.Field != "" {
			what = "the field " + mismatch.Field
		}
		return nil, syntax.ErrorList{{File: name, Msg: fmt.Sprintf("not the JSON of a strategy: %s is of the type %s", what, mismatch.Value)}}
	} else if err != nil {
		return nil, jsonError(name, text, dec.InputOffset(), err)
	}
	s := &doc.strategyJSON
	if doc.Strategy != nil {
		s = doc.Strategy
	}
	if len(s.Situations) == 0 {
		return nil, syntax.ErrorList{{File: name, Msg: "the text has no strategy"}}
	}
	return s.resolve(newReader(p), name)
}

func (s *strategyJSON) resolve(r *reader, name string) (*model.Strategy, error) {
	p := r.p
	wrong := func(format string, args ...any) error {
		return syntax.ErrorList{{File: name, Msg: fmt.Sprintf(format, args...)}}
	}
	out := &model.Strategy{Find: make([]int64, p.NumFind)}
	for i := range p.Vars {
		v := &p.Vars[i]
		if !v.Find || v.Unknown {
			continue
		}
		x, ok := s.Find[v.Name]
		if !ok {
			return nil, wrong("the value of %s is missing", v.Name)
		}
		leaves, err := leavesOf(v.Type, integers(x))
		if err != nil {
			return nil, wrong("%s: %v", v.Name, err)
		}
		copy(out.Find[v.Base:], leaves)
	}
	for i, st := range s.Situations {
		if st.ID != i+1 {
			return nil, wrong("situation %d has the id %d", i+1, st.ID)
		}
		seen, err := r.seen(string(st.Seen), out.Find)
		if err != nil {
			return nil, wrong("situation %d: %v", st.ID, err)
		}
		sit := model.Situation{Seen: seen}
		switch st.By {
		case "us":
			args, _ := integers(st.Args).([]any)
			n, bad := r.move(call{name: st.Move, args: args})
			if bad != nil {
				bad.Step = 0
				return nil, bad
			}
			sit.Move = p.Moves[n]
		case "foe":
			sit.By = model.ByFoe
		case "chance":
			sit.By = model.ByChance
		case "goal":
			sit.End = model.Reached
		case "lost":
			sit.End = model.Failed
		default:
			return nil, wrong("situation %d: by is %q, not us, foe, chance, goal or lost", st.ID, st.By)
		}
		for _, f := range st.Next {
			if f.To < 1 || f.To > len(s.Situations) {
				return nil, wrong("situation %d leads to %d, which does not exist", st.ID, f.To)
			}
			sit.Next = append(sit.Next, model.Fork{To: f.To - 1})
		}
		out.Situations = append(out.Situations, sit)
	}
	for _, k := range s.Starts {
		if k < 1 || k > len(s.Situations) {
			return nil, wrong("the start %d does not exist", k)
		}
		out.Starts = append(out.Starts, k-1)
	}
	return out, nil
}

// seen reads the variables that are seen; all of them are needed.
func (r *reader) seen(text string, find []int64) ([]int64, error) {
	w := &stateReader{reader: r, cells: make(model.State, len(r.p.Cells)), known: make([]bool, len(r.p.Cells))}
	if text == "" {
		text = "{}"
	}
	if err := w.readJSON(text); err != nil {
		return nil, err
	}
	copy(w.cells, find)
	for i, seen := range r.p.Seen() {
		switch {
		case !seen:
			w.cells[i] = 0
		case i >= r.p.NumFind && !w.known[i]:
			return nil, fmt.Errorf("the value of %s is missing", r.p.Cells[i].Name)
		}
	}
	return w.cells, nil
}
