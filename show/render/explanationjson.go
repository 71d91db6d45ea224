package render

import (
	"encoding/json"

	"farbank/engine"
	"farbank/model"
	"farbank/study/explain"
)

// An ExplanationJSON is the JSON of an explanation; docs/json.md describes it.
type ExplanationJSON struct {
	Status      string           `json:"status"`
	Complete    bool             `json:"complete"`
	Reason      string           `json:"reason,omitempty"`
	Asked       int              `json:"asked"`
	Hopeless    bool             `json:"hopeless,omitempty"`
	Conflicts   []ConflictJSON   `json:"conflicts,omitempty"`
	Relaxations []RelaxationJSON `json:"relaxations,omitempty"`
	Changes     []RelaxationJSON `json:"changes,omitempty"`
	Untried     string           `json:"untried,omitempty"`
	Tried       int              `json:"tried,omitempty"`
	Bound       *json.Number     `json:"bound,omitempty"`
	Fixed       []string         `json:"fixed,omitempty"`
	Cost        *json.Number     `json:"cost,omitempty"`
	States      *int64           `json:"states,omitempty"`
	Partial     bool             `json:"partial,omitempty"`
	Effects     []EffectJSON     `json:"effects,omitempty"`
	Ranges      []BiteJSON       `json:"ranges,omitempty"`
}

// ItemJSON is a rule, a part of one, a requirement of a move, or a parameter.
type ItemJSON struct {
	Kind   string       `json:"kind"`
	Text   string       `json:"text"`
	Rule   string       `json:"rule,omitempty"`
	Label  string       `json:"label,omitempty"`
	Choice string       `json:"choice,omitempty"`
	Says   string       `json:"says,omitempty"`
	Move   string       `json:"move,omitempty"`
	Line   int          `json:"line,omitempty"`
	Name   string       `json:"name,omitempty"`
	From   *json.Number `json:"from,omitempty"`
	To     *json.Number `json:"to,omitempty"`
	Array  string       `json:"array,omitempty"`
	Was    string       `json:"was,omitempty"`
	Will   string       `json:"will,omitempty"`
}

// BiteJSON is a range that prevents moves.
type BiteJSON struct {
	Name    string       `json:"name"`
	Line    int          `json:"line"`
	Lo      json.Number  `json:"lo"`
	Hi      json.Number  `json:"hi"`
	Nearest json.Number  `json:"nearest"`
	Refused int64        `json:"refused"`
	Wider   *WithoutJSON `json:"wider"`
}

// ConflictJSON is a minimal conflict.
type ConflictJSON struct {
	Items []ItemJSON `json:"items"`
	Sure  bool       `json:"sure"`
	Whole bool       `json:"whole,omitempty"`
}

// RelaxationJSON is a minimal relaxation with its plan.
type RelaxationJSON struct {
	Items []ItemJSON `json:"items"`
	Sure  bool       `json:"sure"`
	Whole bool       `json:"whole,omitempty"`
	Also  []ItemJSON `json:"also,omitempty"`
	*Document
}

// EffectJSON is the effect of a rule in a solvable problem.
type EffectJSON struct {
	Item    ItemJSON     `json:"item"`
	Role    string       `json:"role"`
	Refused *int64       `json:"refused,omitempty"`
	Alone   *int64       `json:"alone,omitempty"`
	Starts  int64        `json:"starts,omitempty"`
	Without *WithoutJSON `json:"without"`
}

// WithoutJSON is the answer to the problem without a rule.
type WithoutJSON struct {
	Status  string       `json:"status"`
	Reason  string       `json:"reason,omitempty"`
	Cost    *json.Number `json:"cost,omitempty"`
	States  *int64       `json:"states,omitempty"`
	Follows bool         `json:"follows,omitempty"`
}

// NewExplanation converts an explanation. It leaves out plans that are not valid.
func NewExplanation(r *explain.Result) *ExplanationJSON {
	x := &ExplanationJSON{Status: r.Answer.Status.String(), Complete: r.Complete, Reason: r.Reason, Asked: r.Asked, Hopeless: r.Hopeless, Fixed: r.Fixed, Partial: r.Partial}
	if r.Answer.Best == nil {
		x.Bound = r.Problem.ValueNumber(r.Answer.Bound)
	}
	if len(r.Changes) > 0 {
		x.Tried, x.Untried = r.Tried, r.Untried
	}
	for _, c := range r.Conflicts {
		x.Conflicts = append(x.Conflicts, ConflictJSON{itemsJSON(c.Items), c.Sure, c.Whole})
	}
	x.Relaxations, x.Changes = relaxationsJSON(r.Relaxations), relaxationsJSON(r.Changes)
	if b := r.Answer.Best; b != nil {
		x.Cost, x.States = r.Problem.ValueNumber(&b.Cost), known(r.States)
	}
	for i := range r.Effects {
		e := &r.Effects[i]
		x.Effects = append(x.Effects, EffectJSON{Item: itemJSON(e.Item), Role: roles[e.Role(r)], Refused: known(e.Refused), Alone: known(e.Alone), Starts: e.Starts, Without: withoutJSON(r.Problem, e.Without)})
	}
	for i := range r.Ranges {
		b := &r.Ranges[i]
		if !b.Matters(r) {
			continue
		}
		x.Ranges = append(x.Ranges, BiteJSON{Name: b.Name, Line: b.Pos.Line, Lo: decimal(b.Lo, b.Digits), Hi: decimal(b.Hi, b.Digits), Nearest: decimal(b.Nearest, b.Digits), Refused: b.Refused, Wider: withoutJSON(r.Problem, b.Wider)})
	}
	return x
}

func relaxationsJSON(list []explain.Relaxation) (out []RelaxationJSON) {
	for _, s := range list {
		j := RelaxationJSON{Items: itemsJSON(s.Items), Sure: s.Sure, Whole: s.Whole}
		if len(s.Also) > 0 {
			j.Also = itemsJSON(s.Also)
		}
		if steps, cost, err := s.Problem.Verify(s.Plan); err == nil {
			j.Document = PlanDocument(s.Problem, steps, cost)
		}
		out = append(out, j)
	}
	return out
}

func withoutJSON(p *model.Problem, w explain.Without) *WithoutJSON {
	j := &WithoutJSON{Status: w.Status.String(), Reason: w.Reason, States: known(w.States), Follows: w.Follow}
	if w.Status == engine.Solved {
		j.Cost = p.ValueNumber(&w.Cost)
	}
	return j
}

var roles = map[explain.Role]string{explain.Decides: "decides", explain.Shapes: "shapes", explain.Idle: "idle", explain.Unclear: "unknown"}

// known returns a figure, or nil if it is negative.
func known(n int64) *int64 {
	if n < 0 {
		return nil
	}
	return &n
}

func itemsJSON(items []explain.Item) []ItemJSON {
	out := []ItemJSON{}
	for _, it := range items {
		out = append(out, itemJSON(it))
	}
	return out
}

func itemJSON(it explain.Item) ItemJSON {
	j := ItemJSON{Kind: it.Kind.String(), Text: it.String(), Line: it.Rule.Pos.Line}
	from, to := decimal(it.From, it.Digits), decimal(it.To, it.Digits)
	switch it.Kind {
	case explain.Parameter, explain.Range, explain.Start:
		j.Name, j.From, j.To, j.Array, j.Was, j.Will = it.Name, &from, &to, it.Array, it.Was, it.Will
	case explain.Number:
		j.Name, j.From, j.To, j.Move, j.Label = it.Var, &from, &to, it.Move, it.Rule.Label
	default:
		j.Rule, j.Label, j.Choice, j.Says, j.Move = it.Rule.Kind.String(), it.Rule.Label, it.Part.Choice, it.Says, it.Move
	}
	return j
}

func decimal(n int64, digits int) json.Number { return json.Number(model.Decimal(n, digits)) }
