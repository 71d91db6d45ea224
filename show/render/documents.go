package render

import (
	"encoding/json"
	"errors"
	"math/big"

	"farbank/engine"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/study/advice"
	"farbank/study/atlas"
	"farbank/study/certificate"
	"farbank/study/compare"
)

// An ErrorDocument is the JSON of errors in a file, parameters or data.
type ErrorDocument struct {
	Errors []ErrorJSON `json:"errors"`
}

// ErrorJSON is an error and its position.
type ErrorJSON struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// NewErrors converts an error; the errors of a [syntax.ErrorList] have positions.
func NewErrors(err error) *ErrorDocument {
	var list syntax.ErrorList
	if !errors.As(err, &list) {
		return &ErrorDocument{[]ErrorJSON{{Message: err.Error()}}}
	}
	doc := &ErrorDocument{}
	for _, e := range list {
		doc.Errors = append(doc.Errors, ErrorJSON{e.File, e.Pos.Line, e.Pos.Col, e.Msg, e.Hint})
	}
	return doc
}

// A CheckDocument is the JSON of a valid file.
type CheckDocument struct {
	Advice      []AdviceJSON  `json:"advice"`
	Cells       int           `json:"cells"`
	GroundMoves int           `json:"groundMoves"`
	Moves       int           `json:"moves"`
	Rules       int           `json:"rules"`
	Title       string        `json:"title"`
	Unit        json.Number   `json:"unit,omitempty"` // of time, where moves take time
	Valid       bool          `json:"valid"`
	Variables   int           `json:"variables"`
	Warnings    []WarningJSON `json:"warnings"`
}

// WarningJSON is a warning in a CheckDocument.
type WarningJSON struct {
	Kind    string `json:"kind"`
	File    string `json:"file,omitempty"` // if it is not that of the problem
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
}

// AdviceJSON is an advice in a CheckDocument.
type AdviceJSON struct {
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Message string `json:"message"`
	Hint    string `json:"hint"`
}

// NewCheck converts the result of a check of a valid file.
func NewCheck(p *model.Problem, list []advice.Advice) *CheckDocument {
	vars, cells, moves, ground := Sizes(p)
	doc := &CheckDocument{Valid: true, Title: p.Title, Variables: vars, Cells: cells, Moves: moves,
		GroundMoves: ground, Rules: len(p.Require) + len(p.Safety) + len(p.Goal), Warnings: []WarningJSON{}, Advice: []AdviceJSON{}}
	if p.Unit > 0 {
		doc.Unit = p.TimeNumber(p.Unit)
	}
	for _, w := range p.Warnings {
		file, at := p.Place(w.Pos)
		if file == p.File {
			file = ""
		}
		doc.Warnings = append(doc.Warnings, WarningJSON{string(w.Kind), file, at.Line, at.Col, w.Msg})
	}
	for _, x := range list {
		doc.Advice = append(doc.Advice, AdviceJSON{x.Pos.Line, x.Pos.Col, x.Msg, x.Hint})
	}
	return doc
}

// StatesListed is the maximum number of dead ends, and of states that every plan passes, in the
// output.
const StatesListed = 10

// NewSpace returns the JSON of a space; safe is the number of safe states among the possible ones,
// if counted is true.
func NewSpace(p *model.Problem, sp *engine.Space, possible *big.Int, safe int64, counted bool) map[string]any {
	doc := map[string]any{"complete": sp.Complete, "possible": possible, "states": sp.States, "starts": sp.Starts,
		"depth": len(sp.Layers) - 1, "layers": nonNil(sp.Layers), "moves": sp.Moves, "deadEnds": sp.DeadEnds, "goalStates": sp.GoalStates, "firstGoal": sp.FirstGoal,
		"branching": nonNil(sp.Branching), "stats": NewStats(sp.Stats)}
	if counted {
		doc["safe"] = safe
	}
	if len(p.Schemas) > 0 {
		doc["branchingMean"], doc["branchingMost"] = Branching(sp)
		survey(doc, p, sp.Survey)
	}
	if !sp.Complete {
		doc["status"], doc["reason"] = engine.Unknown.String(), sp.Reason
	}
	return doc
}

// Branching returns the mean and the maximum number of moves out of a state.
func Branching(sp *engine.Space) (mean float64, most int) {
	states, moves := int64(0), int64(0)
	for k, n := range sp.Branching {
		if n > 0 {
			states, moves, most = states+n, moves+int64(k)*n, k
		}
	}
	if states == 0 {
		return 0, 0
	}
	return float64(moves) / float64(states), most
}

// survey adds a survey to the JSON of a space.
func survey(doc map[string]any, p *model.Problem, v *engine.Survey) {
	if v == nil {
		return
	}
	list := func(places []engine.Place) []map[string]any {
		out := []map[string]any{}
		for _, at := range places {
			out = append(out, map[string]any{"depth": at.Depth, "state": StateDocument(p, at.State)})
		}
		return out
	}
	doc["canReachGoal"] = v.CanReach
	doc["deadEndStates"] = list(v.DeadEnds[:min(StatesListed, len(v.DeadEnds))])
	if v.Solvable {
		doc["everyPlanPasses"] = list(v.EveryPlan)
	}
}

func nonNil(ns []int64) []int64 {
	if ns == nil {
		return []int64{}
	}
	return ns
}

// NewRow returns the JSON of the answer of one engine: the fields of solve and the engine.
func NewRow(p *model.Problem, r *compare.Row) map[string]any {
	doc := map[string]any{"engine": r.Name, "outside": r.Outside, "status": r.Status.String(), "seconds": r.Elapsed.Seconds()}
	if r.Reason != "" {
		doc["reason"] = r.Reason
	}
	if r.Work > 0 {
		doc["work"], doc["unit"] = r.Work, r.Unit
	}
	switch {
	case r.Count == nil:
	case r.Status == engine.Solved:
		doc["count"] = r.Count
	default:
		doc["countAtLeast"] = r.Count
	}
	if r.Horizon >= 0 {
		doc["horizon"] = r.Horizon
	}
	if r.Plan == nil {
		return doc
	}
	doc["length"], doc["cost"] = len(r.Plan.Moves), p.ValueNumber(&r.Plan.Cost)
	doc["valid"] = r.Invalid == nil
	if r.Invalid != nil {
		doc["invalid"] = r.Invalid.Error()
		return doc
	}
	if steps, cost, err := p.Verify(*r.Plan); err == nil {
		plan := PlanDocument(p, steps, cost)
		doc["plan"], doc["find"] = plan.Plan, plan.Find
	}
	return doc
}

// NewValid returns the JSON of a valid plan.
func NewValid(p *model.Problem, pl model.Plan, cost int64) map[string]any {
	return map[string]any{"valid": true, "cost": p.ValueNumber(&cost), "length": len(pl.Moves)}
}

// NewInvalid returns the JSON of an invalid plan.
func NewInvalid(bad *model.PlanError) map[string]any {
	rules := []string{}
	for _, r := range bad.Rules {
		rules = append(rules, r.String())
	}
	return map[string]any{"valid": false, "step": bad.Step, "move": bad.Move, "rules": rules, "message": bad.Error()}
}

// NewVerdict returns the JSON of a valid certificate.
func NewVerdict(v *certificate.Verdict) map[string]any {
	doc := map[string]any{"valid": true, "certificate": "none", "states": v.States}
	switch v.Claim {
	case certificate.Least:
		doc["certificate"], doc["cost"], doc["length"] = "least", v.Cost, v.Length
	case certificate.Best:
		doc["certificate"], doc["cost"] = "best", v.Cost
	}
	if v.Tables > 0 {
		doc["tables"] = v.Tables
	}
	if v.Proof {
		doc["steps"] = v.Steps
	}
	return doc
}

// NewFault returns the JSON of an invalid certificate.
func NewFault(bad *certificate.Error) map[string]any {
	return map[string]any{"valid": false, "line": bad.Line, "message": bad.Why}
}

// NewGraph returns the JSON for a drawn graph of states with the given number of edges.
func NewGraph(m *atlas.Atlas, edges int) map[string]any {
	doc := map[string]any{"states": m.Len(), "full": m.Full(), "edges": edges, "best": nil}
	if m.Best >= 0 {
		doc["best"] = m.Best
	}
	return doc
}
