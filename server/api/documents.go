package api

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

// Documents that are built as maps, for the description of the API; see docs/json.md.
type (
	// A GraphDocument is a graph of states.
	GraphDocument struct {
		Status string `json:"status,omitempty" doc:"if there is no graph: unsupported, none or unknown"`
		Reason string `json:"reason,omitempty"`
		Format string `json:"format,omitempty"`
		Text   string `json:"text,omitempty"`
		States int64  `json:"states,omitempty"`
		Full   int64  `json:"full,omitempty"`
		Edges  int64  `json:"edges,omitempty"`
		Best   *int64 `json:"best,omitempty"`
	}

	// A VerifyDocument reports whether a plan or a certificate is valid.
	VerifyDocument struct {
		Valid       bool     `json:"valid"`
		Cost        *int64   `json:"cost,omitempty"`
		Length      *int64   `json:"length,omitempty"`
		Step        *int64   `json:"step,omitempty"`
		Move        string   `json:"move,omitempty"`
		Rules       []string `json:"rules,omitempty"`
		Message     string   `json:"message,omitempty"`
		Line        *int64   `json:"line,omitempty"`
		Certificate string   `json:"certificate,omitempty"`
		States      *int64   `json:"states,omitempty"`
		Steps       *int64   `json:"steps,omitempty"`
		Tables      *int64   `json:"tables,omitempty"`

		Situations  *int64 `json:"situations,omitempty" doc:"of a strategy"`
		Probability any    `json:"probability,omitempty" doc:"of a strategy: a fraction, or an interval with low and high"`
		Expected    any    `json:"expected,omitempty" doc:"of a strategy: the expected cost"`
		Value       any    `json:"value,omitempty" doc:"of a strategy: the value of the objective"`
		About       string `json:"about,omitempty" doc:"of bounds: cost, expected, probability, value or expected-value"`
		Positions   *int64 `json:"positions,omitempty" doc:"of bounds"`
		Bound       string `json:"bound,omitempty" doc:"of bounds: no strategy is better; absent if the goal cannot be forced"`
	}

	// A SpaceDocument has statistics of a state space.
	SpaceDocument struct {
		Status          string           `json:"status,omitempty"`
		Reason          string           `json:"reason,omitempty"`
		Complete        bool             `json:"complete"`
		Possible        int64            `json:"possible,omitempty"`
		Safe            *int64           `json:"safe,omitempty"`
		States          int64            `json:"states"`
		Starts          int64            `json:"starts"`
		GoalStates      int64            `json:"goalStates"`
		DeadEnds        int64            `json:"deadEnds"`
		Moves           int64            `json:"moves"`
		FirstGoal       int64            `json:"firstGoal"`
		Depth           int64            `json:"depth"`
		Layers          []int64          `json:"layers"`
		Branching       []int64          `json:"branching"`
		BranchingMean   *float64         `json:"branchingMean,omitempty"`
		BranchingMost   *int64           `json:"branchingMost,omitempty"`
		CanReachGoal    *int64           `json:"canReachGoal,omitempty"`
		DeadEndStates   []map[string]any `json:"deadEndStates,omitempty"`
		EveryPlanPasses []map[string]any `json:"everyPlanPasses,omitempty"`
	}

	// An ExportDocument is a problem in another language.
	ExportDocument struct {
		Status   string `json:"status,omitempty" doc:"unsupported if the language cannot express it"`
		Reason   string `json:"reason,omitempty"`
		Language string `json:"language,omitempty"`
		Text     string `json:"text,omitempty"`
	}
)

// exact corrects the type of numbers of any size, which are integers and not strings, and that of numbers with
// decimals.
func exact(schemas huma.Registry) {
	if s := schemas.Map()["CountDocument"]; s != nil {
		s.Properties["count"].Type, s.Properties["countAtLeast"].Type = huma.TypeInteger, huma.TypeInteger
	}
	for name, s := range schemas.Map() {
		if t := schemas.TypeFromRef("#/components/schemas/" + name); t != nil && t.Kind() == reflect.Struct {
			for _, f := range reflect.VisibleFields(t) {
				of := f.Type
				if of.Kind() == reflect.Pointer {
					of = of.Elem()
				}
				tag, _, _ := strings.Cut(f.Tag.Get("json"), ",")
				if p := s.Properties[tag]; p != nil && of == reflect.TypeFor[json.Number]() && name != "CountDocument" {
					p.Type, p.Format = huma.TypeNumber, "decimal"
				}
			}
		}
	}
}
