package ask

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"time"

	"farbank/engine"
	"farbank/examples"
	"farbank/internal/sources"
	"farbank/lang/syntax"
	"farbank/show/render"
)

// A Request is a question about a problem. The fields after Problem correspond to the flags of the
// commands. The doc tag of a field names the questions that it applies to; with others the request
// is refused.
type Request struct {
	Do string `json:"do,omitempty" doc:"what is asked: check, format, solve, count, explain, graph, compare, verify, space, export, play, simulate" example:"solve"`
	Problem

	Plans    string   `json:"plans,omitempty" doc:"solve, count, compare, simulate: which plans count: shortest, simple, walks, any, ends; strategies: shortest, any, sure" example:"shortest"`
	All      bool     `json:"all,omitempty" doc:"solve: all plans, not one"`
	Limit    int      `json:"limit,omitempty" minimum:"0" doc:"solve with all: the maximum number of plans; explain: of sets to give up (0: 10)"`
	Length   *int     `json:"length,omitempty" minimum:"0" doc:"solve, count, compare: the maximum number of moves; with walks the exact number"`
	FreeEnd  bool     `json:"freeEnd,omitempty" doc:"solve, count, verify: a plan may end in any safe state"`
	DeadEnd  bool     `json:"deadEnd,omitempty" doc:"solve, count, compare: a path to a dead end instead of the goal"`
	Strict   bool     `json:"strict,omitempty" doc:"solve, count, compare: say how a move can leave the range of a variable"`
	Prefer   string   `json:"prefer,omitempty" doc:"solve: which of several shortest plans: fewest-switches"`
	Strategy string   `json:"strategy,omitempty" doc:"solve: the order in which the engine search expands states"`
	Engine   string   `json:"engine,omitempty" doc:"solve, count: which engine answers; auto chooses" example:"auto"`
	Horizon  int      `json:"horizon,omitempty" minimum:"0" doc:"solve, count, export: the maximum number of moves, if an engine or a format has a horizon"`
	Symmetry *bool    `json:"symmetry,omitempty" doc:"use interchangeable values where the engine can; default true"`
	Show     string   `json:"show,omitempty" doc:"solve: also the plan as table, steps, plan, csv, markdown, svg, html or film (a picture a state); explain: table, also what the command prints"`
	Keep     []string `json:"keep,omitempty" doc:"explain: never give these up: rules, moves, parameters, kinds of rules"`
	Steps    *int     `json:"steps,omitempty" minimum:"0" doc:"explain: the maximum number of steps by which a number may change; default 3"`
	Plan     string   `json:"plan,omitempty" doc:"verify: the plan, as solve gives it"`
	Proof    string   `json:"certificate,omitempty" doc:"verify: the certificate, in place of a plan"`
	To       string   `json:"to,omitempty" doc:"export: the language; graph: svg, dot or mmd" example:"pddl"`
	Moves    []string `json:"moves,omitempty" doc:"play: the moves made, as a plan writes them"`
	Hint     bool     `json:"hint,omitempty" doc:"play: also a path to the goal"`
	Seed     int64    `json:"seed,omitempty" minimum:"0" doc:"play, simulate: the seed of what is drawn, where others move or something is not seen; simulate: 1 if absent"`
	Runs     int      `json:"runs,omitempty" minimum:"0" maximum:"1000000000" doc:"simulate: the number of plays; 0: 10,000"`
	At       int      `json:"at,omitempty" minimum:"0" doc:"complete: the number of characters of the source before the cursor"`
	Advice   bool     `json:"advice,omitempty" doc:"check: also advice on formulations that are solved faster"`

	Timeout float64 `json:"timeout,omitempty" minimum:"0" doc:"time limit in seconds; after it the answer is unknown"`
	Memory  int64   `json:"memory,omitempty" minimum:"0" doc:"memory limit in bytes; above it the answer is unknown"`
	Workers int     `json:"workers,omitempty" minimum:"0" doc:"processors used; 0: all"`

	// Share limits the memory of a question in bytes if the process has no limit of its own, since
	// it answers many questions.
	Share int64 `json:"-"`
}

// A Problem is given by exactly one of Source, Example, and Domain with PDDL.
type Problem struct {
	Source  string                     `json:"source,omitempty" doc:"the text of a .far file"`
	Example string                     `json:"example,omitempty" doc:"the name of an example that ships with the program" example:"wolf"`
	Domain  string                     `json:"domain,omitempty" doc:"the text of a domain in PDDL"`
	PDDL    string                     `json:"problem,omitempty" doc:"the text of a problem in PDDL"`
	Files   map[string]string          `json:"files,omitempty" doc:"the files that the source uses: texts by their names"`
	Params  map[string]json.RawMessage `json:"params,omitempty" doc:"parameters, as a data file gives them"`
	DataSet string                     `json:"dataSet,omitempty" doc:"the name of a data set of the example" example:"rollout-small.json"`
	Limit   int64                      `json:"groundLimit,omitempty" minimum:"0" doc:"the maximum number of grounding steps; 0: 50,000,000"`
}

// A RequestError reports an invalid request.
type RequestError struct{ Reason string }

// Error returns the reason.
func (e *RequestError) Error() string { return e.Reason }

func refused(format string, args ...any) error {
	return &RequestError{fmt.Sprintf(format, args...)}
}

// Kinds lists the questions.
var Kinds = []string{"check", "format", "solve", "count", "explain", "graph", "compare", "verify", "space", "export", "play", "simulate", "complete"}

// Shows lists the formats of a plan in addition to JSON.
var Shows = append(slices.DeleteFunc(slices.Clone(render.Formats), func(f string) bool { return f == "json" }), "film")

// fields returns for each field whether it is set, and the questions that it applies to.
func (r *Request) fields() []field {
	asked := func(kinds string) []string { return strings.Fields(kinds) }
	return []field{
		{"plans", r.Plans != "", asked("solve count compare simulate")},
		{"all", r.All, asked("solve")},
		{"limit", r.Limit != 0, asked("solve explain")},
		{"length", r.Length != nil, asked("solve count compare")},
		{"freeEnd", r.FreeEnd, asked("solve count verify")},
		{"deadEnd", r.DeadEnd, asked("solve count compare")},
		{"strict", r.Strict, asked("solve count compare")},
		{"prefer", r.Prefer != "", asked("solve")},
		{"strategy", r.Strategy != "", asked("solve")},
		{"engine", r.Engine != "", asked("solve count")},
		{"horizon", r.Horizon != 0, asked("solve count export")},
		{"symmetry", r.Symmetry != nil, asked("solve count compare graph simulate")},
		{"show", r.Show != "", asked("solve explain")},
		{"keep", r.Keep != nil, asked("explain")},
		{"steps", r.Steps != nil, asked("explain")},
		{"plan", r.Plan != "", asked("verify")},
		{"certificate", r.Proof != "", asked("verify")},
		{"to", r.To != "", asked("export graph")},
		{"moves", r.Moves != nil, asked("play")},
		{"hint", r.Hint, asked("play")},
		{"seed", r.Seed != 0, asked("play simulate")},
		{"runs", r.Runs != 0, asked("simulate")},
		{"at", r.At != 0, asked("complete")},
		{"advice", r.Advice, asked("check")},
	}
}

type field struct {
	name  string
	given bool
	kinds []string
}

// Validate returns a [*RequestError] if the request is invalid.
func (r *Request) Validate() error {
	if !slices.Contains(Kinds, r.Do) {
		return refused("do: %q is not known%s; there are %s", r.Do, near(r.Do, Kinds), strings.Join(Kinds, ", "))
	}
	for _, f := range r.fields() {
		if f.given && !slices.Contains(f.kinds, r.Do) {
			return refused("%s goes with %s, not with %s", f.name, strings.Join(f.kinds, ", "), r.Do)
		}
	}
	switch {
	case r.At < 0 || r.Seed < 0 || r.Runs < 0 || r.Limit < 0 || r.Horizon < 0 || r.Timeout < 0 || r.Memory < 0 || r.Workers < 0 || r.Length != nil && *r.Length < 0 || r.Steps != nil && *r.Steps < 0:
		return refused("a number is negative")
	case r.Timeout > maxTimeout.Seconds():
		return refused("timeout: at most %v seconds", maxTimeout.Seconds())
	case r.Runs > engine.MaxPlays:
		return refused("runs: at most %d", engine.MaxPlays)
	case r.Workers > engine.MaxWorkers:
		return refused("workers: at most %d", engine.MaxWorkers)
	case r.Show != "" && !slices.Contains(Shows, r.Show):
		return refused("show: %q is not known%s; there are %s", r.Show, near(r.Show, Shows), strings.Join(Shows, ", "))
	case r.Plans == "walks" && r.Length == nil:
		return refused("plans walks needs length, the exact number of moves")
	case r.Do == "explain" && r.Show != "" && r.Show != "table":
		return refused("show is table with explain")
	case r.All && r.Show != "":
		return refused("show goes with one plan")
	case r.Do == "solve" && r.Limit > 0 && !r.All:
		return refused("limit goes with all")
	case r.Do == "verify" && (r.Plan == "") == (r.Proof == ""):
		return refused("verify needs a plan, or a certificate")
	}
	return r.Problem.validate()
}

// maxTimeout limits timeouts, so that they can be represented.
const maxTimeout = 1000 * time.Hour

func (p *Problem) validate() error {
	ways := 0
	for _, given := range []bool{p.Source != "", p.Example != "", p.Domain != "" || p.PDDL != ""} {
		if given {
			ways++
		}
	}
	switch {
	case ways > 1:
		return refused("a problem needs exactly one of source, example, or domain with problem")
	case (p.Domain == "") != (p.PDDL == ""):
		return refused("a problem in PDDL is a domain and a problem")
	case p.DataSet != "" && p.Example == "":
		return refused("dataSet goes with an example; params hold other data")
	case p.Limit < 0:
		return refused("groundLimit must not be negative")
	}
	return nil
}

func near(word string, words []string) string {
	if s := syntax.Suggest(word, words); s != "" {
		return " (did you mean " + s + "?)"
	}
	return ""
}

// text returns the source and its name.
func (p *Problem) text() (name, source string, err error) {
	switch {
	case p.Domain != "":
		return "", "", refused("this needs a .far file, not PDDL")
	case p.Example == "":
		return "problem.far", sources.Text([]byte(p.Source)), nil
	}
	source, ok := examples.Source(strings.TrimSuffix(p.Example, ".far"))
	if !ok {
		return "", "", refused("example: there is no example %s%s", p.Example, near(p.Example, examples.Names()))
	}
	return strings.TrimSuffix(p.Example, ".far") + ".far", source, nil
}

// load returns the text of a file that the source uses.
func (p *Problem) load(name string) (string, error) {
	if text, ok := p.Files[name]; ok {
		return sources.Text([]byte(text)), nil
	}
	return "", fmt.Errorf("there is no file of this name among the files of the request")
}
