// Code generated from the description of the service by package server/clients. DO NOT EDIT.

package client

import (
	"context"
	"encoding/json"
)

// AdviceJSON is a document of the service.
type AdviceJSON struct {
	Column  int64  `json:"column"`
	Hint    string `json:"hint"`
	Line    int64  `json:"line"`
	Message string `json:"message"`
}

// BiteJSON is a document of the service.
type BiteJSON struct {
	Hi      json.Number `json:"hi"`
	Line    int64       `json:"line"`
	Lo      json.Number `json:"lo"`
	Name    string      `json:"name"`
	Nearest json.Number `json:"nearest"`
	Refused int64       `json:"refused"`
	Wider   WithoutJSON `json:"wider"`
}

// CheckDocument is a document of the service.
type CheckDocument struct {
	Advice      []AdviceJSON    `json:"advice"`
	Cells       int64           `json:"cells"`
	GroundMoves int64           `json:"groundMoves"`
	Moves       int64           `json:"moves"`
	Params      []ParamDocument `json:"params,omitempty"`
	Rules       int64           `json:"rules"`
	Title       string          `json:"title"`
	Unit        *json.Number    `json:"unit,omitempty"`
	Valid       bool            `json:"valid"`
	Variables   int64           `json:"variables"`
	Warnings    []WarningJSON   `json:"warnings"`
}

// ChoiceDocument is a document of the service.
type ChoiceDocument struct {
	Label string `json:"label"`
	Move  string `json:"move"`
	Why   string `json:"why,omitempty"`
}

// CompareDocument is a document of the service.
type CompareDocument struct {
	Disagreements []string         `json:"disagreements"`
	Engines       []map[string]any `json:"engines"`
}

// CompleteDocument is a document of the service.
type CompleteDocument struct {
	From  int64        `json:"from"` // the number of characters before the replaced word
	Items []Completion `json:"items"`
}

// Completion is a document of the service.
type Completion struct {
	Detail string `json:"detail,omitempty"`
	Text   string `json:"text"`
}

// ConflictJSON is a document of the service.
type ConflictJSON struct {
	Items []ItemJSON `json:"items"`
	Sure  bool       `json:"sure"`
	Whole *bool      `json:"whole,omitempty"`
}

// CountDocument is a document of the service.
type CountDocument struct {
	Count        *int64     `json:"count,omitempty"`
	CountAtLeast *int64     `json:"countAtLeast,omitempty"`
	Reason       string     `json:"reason,omitempty"`
	Stats        *StatsJSON `json:"stats,omitempty"`
	Status       string     `json:"status"`
}

// Document is a document of the service.
type Document struct {
	Bound       *json.Number   `json:"bound,omitempty"`
	Cost        *json.Number   `json:"cost,omitempty"`
	Expected    any            `json:"expected,omitempty"`
	Find        map[string]any `json:"find,omitempty"`
	Given       *int64         `json:"given,omitempty"`
	GivenUp     []SoftJSON     `json:"givenUp,omitempty"`
	Length      *int64         `json:"length,omitempty"`
	Plan        []any          `json:"plan"`
	Probability any            `json:"probability,omitempty"`
	Reason      string         `json:"reason,omitempty"`
	Start       map[string]any `json:"start,omitempty"`
	Stats       *StatsJSON     `json:"stats,omitempty"`
	Status      string         `json:"status,omitempty"`
	Strategy    *StrategyJSON  `json:"strategy,omitempty"`
	Switches    *int64         `json:"switches,omitempty"`
	Time        *json.Number   `json:"time,omitempty"`
	Value       any            `json:"value,omitempty"`
	Values      []string       `json:"values,omitempty"`
}

// EffectJSON is a document of the service.
type EffectJSON struct {
	Alone   *int64      `json:"alone,omitempty"`
	Item    ItemJSON    `json:"item"`
	Refused *int64      `json:"refused,omitempty"`
	Role    string      `json:"role"`
	Starts  *int64      `json:"starts,omitempty"`
	Without WithoutJSON `json:"without"`
}

// ErrorJSON is a document of the service.
type ErrorJSON struct {
	Column  *int64 `json:"column,omitempty"`
	File    string `json:"file,omitempty"`
	Hint    string `json:"hint,omitempty"`
	Line    *int64 `json:"line,omitempty"`
	Message string `json:"message"`
}

// ExampleDocument is a document of the service.
type ExampleDocument struct {
	DataSets []string `json:"dataSets"`
	Name     string   `json:"name"`
	Source   string   `json:"source"`
}

// ExplainedDocument is a document of the service.
type ExplainedDocument struct {
	Asked       int64                  `json:"asked"`
	Bound       *json.Number           `json:"bound,omitempty"`
	Changes     []RelaxationJSON       `json:"changes,omitempty"`
	Complete    bool                   `json:"complete"`
	Conflicts   []ConflictJSON         `json:"conflicts,omitempty"`
	Cost        *json.Number           `json:"cost,omitempty"`
	Effects     []EffectJSON           `json:"effects,omitempty"`
	Fixed       []string               `json:"fixed,omitempty"`
	Hopeless    *bool                  `json:"hopeless,omitempty"`
	Others      *OthersExplanationJSON `json:"others,omitempty"` // where others move or something is not seen: the only member
	Partial     *bool                  `json:"partial,omitempty"`
	Ranges      []BiteJSON             `json:"ranges,omitempty"`
	Reason      string                 `json:"reason,omitempty"`
	Relaxations []RelaxationJSON       `json:"relaxations,omitempty"`
	Shown       string                 `json:"shown,omitempty"`
	States      *int64                 `json:"states,omitempty"`
	Status      string                 `json:"status"`
	Tried       *int64                 `json:"tried,omitempty"`
	Untried     string                 `json:"untried,omitempty"`
}

// ExportDocument is a document of the service.
type ExportDocument struct {
	Language string `json:"language,omitempty"`
	Reason   string `json:"reason,omitempty"`
	Status   string `json:"status,omitempty"` // unsupported if the language cannot express it
	Text     string `json:"text,omitempty"`
}

// Fault is a document of the service.
type Fault struct {
	Errors []ErrorJSON `json:"errors"`
	Status int64       `json:"status"`
}

// ForkJSON is a document of the service.
type ForkJSON struct {
	Args   []any  `json:"args,omitempty"`
	Label  string `json:"label,omitempty"`
	Move   string `json:"move,omitempty"`
	To     int64  `json:"to"`
	Weight *int64 `json:"weight,omitempty"`
}

// FormatDocument is a document of the service.
type FormatDocument struct {
	Params []ParamDocument `json:"params,omitempty"`
	Source string          `json:"source"`
}

// FrameDocument is a document of the service.
type FrameDocument struct {
	Caption string   `json:"caption,omitempty"`
	Lines   []string `json:"lines,omitempty"`
	Svg     string   `json:"svg"`
}

// GraphDocument is a document of the service.
type GraphDocument struct {
	Best   *int64 `json:"best,omitempty"`
	Edges  *int64 `json:"edges,omitempty"`
	Format string `json:"format,omitempty"`
	Full   *int64 `json:"full,omitempty"`
	Reason string `json:"reason,omitempty"`
	States *int64 `json:"states,omitempty"`
	Status string `json:"status,omitempty"` // if there is no graph: unsupported, none or unknown
	Text   string `json:"text,omitempty"`
}

// HelpJSON is a document of the service.
type HelpJSON struct {
	Change string `json:"change"`
	Line   *int64 `json:"line,omitempty"`
	Status string `json:"status"`
	Value  string `json:"value"`
}

// ItemJSON is a document of the service.
type ItemJSON struct {
	Array  string       `json:"array,omitempty"`
	Choice string       `json:"choice,omitempty"`
	From   *json.Number `json:"from,omitempty"`
	Kind   string       `json:"kind"`
	Label  string       `json:"label,omitempty"`
	Line   *int64       `json:"line,omitempty"`
	Move   string       `json:"move,omitempty"`
	Name   string       `json:"name,omitempty"`
	Rule   string       `json:"rule,omitempty"`
	Says   string       `json:"says,omitempty"`
	Text   string       `json:"text"`
	To     *json.Number `json:"to,omitempty"`
	Was    string       `json:"was,omitempty"`
	Will   string       `json:"will,omitempty"`
}

// JobDocument is a document of the service.
type JobDocument struct {
	Answer   any    `json:"answer,omitempty"` // the document if the job is done; the errors if it failed
	Attempts int64  `json:"attempts"`
	Created  string `json:"created"`
	Do       string `json:"do"`
	Ended    string `json:"ended,omitempty"`
	Id       string `json:"id"`
	Progress any    `json:"progress,omitempty"`
	Started  string `json:"started,omitempty"`
	State    string `json:"state"`
}

// ModelDocument is a document of the service.
type ModelDocument struct {
	Id    string  `json:"id"`
	Model Problem `json:"model"`
}

// OthersExplanationJSON is a document of the service.
type OthersExplanationJSON struct {
	Asked     int64       `json:"asked"`
	Complete  bool        `json:"complete"`
	Helps     []HelpJSON  `json:"helps"`
	Positions *int64      `json:"positions,omitempty"`
	Reason    string      `json:"reason,omitempty"`
	Replies   []ReplyJSON `json:"replies,omitempty"`
	Same      []HelpJSON  `json:"same"`
	Status    string      `json:"status"`
	Value     string      `json:"value"`
}

// ParamDocument is a document of the service.
type ParamDocument struct {
	Default string   `json:"default,omitempty"`
	High    *int64   `json:"high,omitempty"`
	Index   []string `json:"index,omitempty"`
	Line    int64    `json:"line"`
	Low     *int64   `json:"low,omitempty"`
	Name    string   `json:"name"`
	Type    string   `json:"type,omitempty"`
}

// PlayDocument is a document of the service.
type PlayDocument struct {
	Choices []ChoiceDocument `json:"choices"`
	Cost    json.Number      `json:"cost"`
	Lines   []string         `json:"lines"`
	Lost    *bool            `json:"lost,omitempty"`
	News    []string         `json:"news,omitempty"`
	Picture FrameDocument    `json:"picture"`
	State   map[string]any   `json:"state"`
	Way     *WayDocument     `json:"way,omitempty"`
	Won     bool             `json:"won"`
}

// Problem is a document of the service.
type Problem struct {
	DataSet     string            `json:"dataSet,omitempty"`     // the name of a data set of the example
	Domain      string            `json:"domain,omitempty"`      // the text of a domain in PDDL
	Example     string            `json:"example,omitempty"`     // the name of an example that ships with the program
	Files       map[string]string `json:"files,omitempty"`       // the files that the source uses: texts by their names
	GroundLimit *int64            `json:"groundLimit,omitempty"` // the maximum number of grounding steps; 0: 50,000,000
	Params      map[string]any    `json:"params,omitempty"`      // parameters, as a data file gives them
	Problem     string            `json:"problem,omitempty"`     // the text of a problem in PDDL
	Source      string            `json:"source,omitempty"`      // the text of a .far file
}

// ProgressEvent is a document of the service.
type ProgressEvent struct {
	Progress any    `json:"progress,omitempty"`
	State    string `json:"state"`
}

// RelaxationJSON is a document of the service.
type RelaxationJSON struct {
	Also        []ItemJSON     `json:"also,omitempty"`
	Bound       *json.Number   `json:"bound,omitempty"`
	Cost        *json.Number   `json:"cost,omitempty"`
	Expected    any            `json:"expected,omitempty"`
	Find        map[string]any `json:"find,omitempty"`
	Given       *int64         `json:"given,omitempty"`
	GivenUp     []SoftJSON     `json:"givenUp,omitempty"`
	Items       []ItemJSON     `json:"items"`
	Length      *int64         `json:"length,omitempty"`
	Plan        []any          `json:"plan"`
	Probability any            `json:"probability,omitempty"`
	Reason      string         `json:"reason,omitempty"`
	Start       map[string]any `json:"start,omitempty"`
	Stats       *StatsJSON     `json:"stats,omitempty"`
	Status      string         `json:"status,omitempty"`
	Strategy    *StrategyJSON  `json:"strategy,omitempty"`
	Sure        bool           `json:"sure"`
	Switches    *int64         `json:"switches,omitempty"`
	Time        *json.Number   `json:"time,omitempty"`
	Value       any            `json:"value,omitempty"`
	Values      []string       `json:"values,omitempty"`
	Whole       *bool          `json:"whole,omitempty"`
}

// ReplyJSON is a document of the service.
type ReplyJSON struct {
	Ours   string `json:"ours,omitempty"`
	Theirs string `json:"theirs,omitempty"`
}

// Request is a document of the service.
type Request struct {
	Advice      *bool             `json:"advice,omitempty"`      // check: also advice on formulations that are solved faster
	All         *bool             `json:"all,omitempty"`         // solve: all plans, not one
	At          *int64            `json:"at,omitempty"`          // complete: the number of characters of the source before the cursor
	Certificate string            `json:"certificate,omitempty"` // verify: the certificate, in place of a plan
	DataSet     string            `json:"dataSet,omitempty"`     // the name of a data set of the example
	DeadEnd     *bool             `json:"deadEnd,omitempty"`     // solve, count, compare: a path to a dead end instead of the goal
	Do          string            `json:"do,omitempty"`          // what is asked: check, format, solve, count, explain, graph, compare, verify, space, export, play, simulate
	Domain      string            `json:"domain,omitempty"`      // the text of a domain in PDDL
	Engine      string            `json:"engine,omitempty"`      // solve, count: which engine answers; auto chooses
	Example     string            `json:"example,omitempty"`     // the name of an example that ships with the program
	Files       map[string]string `json:"files,omitempty"`       // the files that the source uses: texts by their names
	FreeEnd     *bool             `json:"freeEnd,omitempty"`     // solve, count, verify: a plan may end in any safe state
	Hint        *bool             `json:"hint,omitempty"`        // play: also a path to the goal
	Horizon     *int64            `json:"horizon,omitempty"`     // solve, count, export: the maximum number of moves, if an engine or a format has a horizon
	Keep        []string          `json:"keep,omitempty"`        // explain: never give these up: rules, moves, parameters, kinds of rules
	Length      *int64            `json:"length,omitempty"`      // solve, count, compare: the maximum number of moves; with walks the exact number
	Limit       *int64            `json:"limit,omitempty"`       // solve with all: the maximum number of plans; explain: of sets to give up (0: 10)
	Memory      *int64            `json:"memory,omitempty"`      // memory limit in bytes; above it the answer is unknown
	Moves       []string          `json:"moves,omitempty"`       // play: the moves made, as a plan writes them
	Params      map[string]any    `json:"params,omitempty"`      // parameters, as a data file gives them
	Plan        string            `json:"plan,omitempty"`        // verify: the plan, as solve gives it
	Plans       string            `json:"plans,omitempty"`       // solve, count, compare, simulate: which plans count: shortest, simple, walks, any, ends; strategies: shortest, any, sure
	Prefer      string            `json:"prefer,omitempty"`      // solve: which of several shortest plans: fewest-switches
	Problem     string            `json:"problem,omitempty"`     // the text of a problem in PDDL
	Runs        *int64            `json:"runs,omitempty"`        // simulate: the number of plays; 0: 10,000
	Seed        *int64            `json:"seed,omitempty"`        // play, simulate: the seed of what is drawn, where others move or something is not seen; simulate: 1 if absent
	Show        string            `json:"show,omitempty"`        // solve: also the plan as table, steps, plan, csv, markdown, svg, html or film (a picture a state); explain: table, also what the command prints
	Source      string            `json:"source,omitempty"`      // the text of a .far file
	Steps       *int64            `json:"steps,omitempty"`       // explain: the maximum number of steps by which a number may change; default 3
	Strategy    string            `json:"strategy,omitempty"`    // solve: the order in which the engine search expands states
	Strict      *bool             `json:"strict,omitempty"`      // solve, count, compare: say how a move can leave the range of a variable
	Symmetry    *bool             `json:"symmetry,omitempty"`    // use interchangeable values where the engine can; default true
	Timeout     *float64          `json:"timeout,omitempty"`     // time limit in seconds; after it the answer is unknown
	To          string            `json:"to,omitempty"`          // export: the language; graph: svg, dot or mmd
	Workers     *int64            `json:"workers,omitempty"`     // processors used; 0: all
}

// SimulationDocument is a document of the service.
type SimulationDocument struct {
	Cost          *int64   `json:"cost,omitempty"`       // computed: the cost in the worst case
	Cut           int64    `json:"cut"`                  // plays that were ended since they were too long
	Expected      any      `json:"expected,omitempty"`   // computed: the expected cost
	LeastCost     *int64   `json:"leastCost,omitempty"`  // of the plays that reached the goal
	LeastValue    *float64 `json:"leastValue,omitempty"` // of the objective, in these plays
	MeanCost      *float64 `json:"meanCost,omitempty"`
	MeanValue     *float64 `json:"meanValue,omitempty"`
	MostCost      *int64   `json:"mostCost,omitempty"`
	MostValue     *float64 `json:"mostValue,omitempty"`
	Probability   any      `json:"probability,omitempty"` // computed: a fraction, or an interval with low and high
	Reached       int64    `json:"reached"`               // plays that reached the goal
	Reason        string   `json:"reason,omitempty"`
	Runs          int64    `json:"runs"`
	Seed          int64    `json:"seed"`
	Share         float64  `json:"share"`                   // plays that reached the goal, among all
	StandardError *float64 `json:"standardError,omitempty"` // of the mean cost
	Status        string   `json:"status,omitempty"`        // if there is no strategy to play: none, unknown or unsupported
	Value         any      `json:"value,omitempty"`         // computed: the value of the objective
	ValueError    *float64 `json:"valueError,omitempty"`    // the standard error of the mean value
}

// SituationJSON is a document of the service.
type SituationJSON struct {
	Args     []any          `json:"args,omitempty"`
	By       string         `json:"by"`
	Id       int64          `json:"id"`
	Label    string         `json:"label,omitempty"`
	Move     string         `json:"move,omitempty"`
	Next     []ForkJSON     `json:"next"`
	Possible *int64         `json:"possible,omitempty"`
	Seen     map[string]any `json:"seen"`
}

// SoftJSON is a document of the service.
type SoftJSON struct {
	Line   int64  `json:"line"`
	Rule   string `json:"rule"`
	Weight int64  `json:"weight"`
}

// SolveDocument is a document of the service.
type SolveDocument struct {
	Bound       *json.Number    `json:"bound,omitempty"`
	Cost        *json.Number    `json:"cost,omitempty"`
	Expected    any             `json:"expected,omitempty"`
	Film        []FrameDocument `json:"film,omitempty"`
	Find        map[string]any  `json:"find,omitempty"`
	Given       *int64          `json:"given,omitempty"`
	GivenUp     []SoftJSON      `json:"givenUp,omitempty"`
	Length      *int64          `json:"length,omitempty"`
	Plan        []any           `json:"plan"`
	Plans       []Document      `json:"plans,omitempty"` // with all: the plans
	Probability any             `json:"probability,omitempty"`
	Reason      string          `json:"reason,omitempty"`
	Shown       string          `json:"shown,omitempty"`
	Start       map[string]any  `json:"start,omitempty"`
	Stats       *StatsJSON      `json:"stats,omitempty"`
	Status      string          `json:"status,omitempty"`
	Strategy    *StrategyJSON   `json:"strategy,omitempty"`
	Switches    *int64          `json:"switches,omitempty"`
	Time        *json.Number    `json:"time,omitempty"`
	Value       any             `json:"value,omitempty"`
	Values      []string        `json:"values,omitempty"`
}

// SpaceDocument is a document of the service.
type SpaceDocument struct {
	Branching       []int64          `json:"branching"`
	BranchingMean   *float64         `json:"branchingMean,omitempty"`
	BranchingMost   *int64           `json:"branchingMost,omitempty"`
	CanReachGoal    *int64           `json:"canReachGoal,omitempty"`
	Complete        bool             `json:"complete"`
	DeadEndStates   []map[string]any `json:"deadEndStates,omitempty"`
	DeadEnds        int64            `json:"deadEnds"`
	Depth           int64            `json:"depth"`
	EveryPlanPasses []map[string]any `json:"everyPlanPasses,omitempty"`
	FirstGoal       int64            `json:"firstGoal"`
	GoalStates      int64            `json:"goalStates"`
	Layers          []int64          `json:"layers"`
	Moves           int64            `json:"moves"`
	Possible        *int64           `json:"possible,omitempty"`
	Reason          string           `json:"reason,omitempty"`
	Safe            *int64           `json:"safe,omitempty"`
	Starts          int64            `json:"starts"`
	States          int64            `json:"states"`
	Status          string           `json:"status,omitempty"`
}

// StatsJSON is a document of the service.
type StatsJSON struct {
	Depth      int64   `json:"depth"`
	Engine     string  `json:"engine"`
	Expanded   int64   `json:"expanded"`
	Generated  int64   `json:"generated"`
	Memory     int64   `json:"memory"`
	Nodes      int64   `json:"nodes"`
	Seconds    float64 `json:"seconds"`
	StateBytes int64   `json:"stateBytes"`
	Stored     int64   `json:"stored"`
}

// StrategyJSON is a document of the service.
type StrategyJSON struct {
	Find       map[string]any  `json:"find,omitempty"`
	Situations []SituationJSON `json:"situations"`
	Starts     []int64         `json:"starts"`
}

// VerifyDocument is a document of the service.
type VerifyDocument struct {
	About       string   `json:"about,omitempty"` // of bounds: cost, expected, probability, value or expected-value
	Bound       string   `json:"bound,omitempty"` // of bounds: no strategy is better; absent if the goal cannot be forced
	Certificate string   `json:"certificate,omitempty"`
	Cost        *int64   `json:"cost,omitempty"`
	Expected    any      `json:"expected,omitempty"` // of a strategy: the expected cost
	Length      *int64   `json:"length,omitempty"`
	Line        *int64   `json:"line,omitempty"`
	Message     string   `json:"message,omitempty"`
	Move        string   `json:"move,omitempty"`
	Positions   *int64   `json:"positions,omitempty"`   // of bounds
	Probability any      `json:"probability,omitempty"` // of a strategy: a fraction, or an interval with low and high
	Rules       []string `json:"rules,omitempty"`
	Situations  *int64   `json:"situations,omitempty"` // of a strategy
	States      *int64   `json:"states,omitempty"`
	Step        *int64   `json:"step,omitempty"`
	Steps       *int64   `json:"steps,omitempty"`
	Tables      *int64   `json:"tables,omitempty"`
	Valid       bool     `json:"valid"`
	Value       any      `json:"value,omitempty"` // of a strategy: the value of the objective
}

// WarningJSON is a document of the service.
type WarningJSON struct {
	Column  int64  `json:"column"`
	File    string `json:"file,omitempty"`
	Kind    string `json:"kind"`
	Line    int64  `json:"line"`
	Message string `json:"message"`
}

// WayDocument is a document of the service.
type WayDocument struct {
	Cost  json.Number `json:"cost"`
	Known bool        `json:"known"`
	Moves []string    `json:"moves"`
	None  bool        `json:"none"`
	Text  string      `json:"text,omitempty"`
	Why   string      `json:"why,omitempty"`
}

// WithoutJSON is a document of the service.
type WithoutJSON struct {
	Cost    *json.Number `json:"cost,omitempty"`
	Follows *bool        `json:"follows,omitempty"`
	Reason  string       `json:"reason,omitempty"`
	States  *int64       `json:"states,omitempty"`
	Status  string       `json:"status"`
}

// Check reads a problem and warns about likely mistakes.
func (c *Client) Check(ctx context.Context, r Request) (*CheckDocument, error) {
	var doc CheckDocument
	return &doc, c.ask(ctx, "check", r, &doc)
}

// Compare compares the answers of all engines.
func (c *Client) Compare(ctx context.Context, r Request) (*CompareDocument, error) {
	var doc CompareDocument
	return &doc, c.ask(ctx, "compare", r, &doc)
}

// Complete completes the text at a position of a file.
func (c *Client) Complete(ctx context.Context, r Request) (*CompleteDocument, error) {
	var doc CompleteDocument
	return &doc, c.ask(ctx, "complete", r, &doc)
}

// Count counts the plans.
func (c *Client) Count(ctx context.Context, r Request) (*CountDocument, error) {
	var doc CountDocument
	return &doc, c.ask(ctx, "count", r, &doc)
}

// Explain explains why no plan exists and which changes would allow one; or which rules matter.
func (c *Client) Explain(ctx context.Context, r Request) (*ExplainedDocument, error) {
	var doc ExplainedDocument
	return &doc, c.ask(ctx, "explain", r, &doc)
}

// Export translates the problem to the language of another system.
func (c *Client) Export(ctx context.Context, r Request) (*ExportDocument, error) {
	var doc ExportDocument
	return &doc, c.ask(ctx, "export", r, &doc)
}

// Format formats a file.
func (c *Client) Format(ctx context.Context, r Request) (*FormatDocument, error) {
	var doc FormatDocument
	return &doc, c.ask(ctx, "format", r, &doc)
}

// Graph draws the graph of states as a picture or a text.
func (c *Client) Graph(ctx context.Context, r Request) (*GraphDocument, error) {
	var doc GraphDocument
	return &doc, c.ask(ctx, "graph", r, &doc)
}

// Play returns the state of a game after some moves.
func (c *Client) Play(ctx context.Context, r Request) (*PlayDocument, error) {
	var doc PlayDocument
	return &doc, c.ask(ctx, "play", r, &doc)
}

// Simulate plays a strategy many times, where others move or something is not seen.
func (c *Client) Simulate(ctx context.Context, r Request) (*SimulationDocument, error) {
	var doc SimulationDocument
	return &doc, c.ask(ctx, "simulate", r, &doc)
}

// Solve finds one plan, or all.
func (c *Client) Solve(ctx context.Context, r Request) (*SolveDocument, error) {
	var doc SolveDocument
	return &doc, c.ask(ctx, "solve", r, &doc)
}

// Space computes statistics of the state space.
func (c *Client) Space(ctx context.Context, r Request) (*SpaceDocument, error) {
	var doc SpaceDocument
	return &doc, c.ask(ctx, "space", r, &doc)
}

// Verify checks a plan or a certificate.
func (c *Client) Verify(ctx context.Context, r Request) (*VerifyDocument, error) {
	var doc VerifyDocument
	return &doc, c.ask(ctx, "verify", r, &doc)
}
