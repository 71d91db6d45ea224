package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"farbank/docs"
	"farbank/examples"
	"farbank/lang/syntax"
	"farbank/server/ask"
	"farbank/server/worker"
	"farbank/show/render"
)

type tools struct{ answer Answerer }

// A problem is given by its source or by the name of an example.
type problem struct {
	Source  string         `json:"source,omitempty" jsonschema:"the text of a .far file"`
	Example string         `json:"example,omitempty" jsonschema:"the name of an example instead of a source"`
	Params  map[string]any `json:"params,omitempty" jsonschema:"parameters by name, as JSON values"`
}

// ask answers a question and unmarshals the document.
func (t *tools) ask(ctx context.Context, p problem, r ask.Request, doc any) error {
	r.Source, r.Example = p.Source, p.Example
	if r.Source == "" && r.Example == "" {
		return errors.New("source is missing: the text of a .far file (or example: the name of one)")
	}
	for name, value := range p.Params {
		b, err := json.Marshal(value)
		if err != nil {
			return err
		}
		if r.Params == nil {
			r.Params = map[string]json.RawMessage{}
		}
		r.Params[name] = b
	}
	b, err := t.answer(ctx, &r)
	var failed *worker.ErrorDocument
	if errors.As(err, &failed) {
		return errors.New(taught(failed.Errors))
	}
	if err != nil {
		return err
	}
	return json.Unmarshal(b, doc)
}

// taught formats errors of a file with hints and the sections of the manual.
func taught(list []render.ErrorJSON) string {
	var b strings.Builder
	for _, e := range list {
		if e.Line > 0 {
			fmt.Fprintf(&b, "line %d, column %d: ", e.Line, e.Column)
		}
		b.WriteString(e.Message + "\n")
		if e.Hint != "" {
			b.WriteString("  hint: " + e.Hint + "\n")
		}
	}
	if len(list) > 0 && list[0].Line > 0 {
		b.WriteString("The tool language returns the manual: sections " + strings.Join(titles(), "; ") + ".")
	}
	return strings.TrimSpace(b.String())
}

type checkInput struct {
	problem
	Advice bool `json:"advice,omitempty" jsonschema:"also return advice on formulations that are solved faster"`
}

func (t *tools) check(ctx context.Context, in checkInput) (string, error) {
	var doc render.CheckDocument
	if err := t.ask(ctx, in.problem, ask.Request{Do: "check", Advice: in.Advice}, &doc); err != nil {
		return "", err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "valid: %q, %d variables, %d moves (%d ground), %d rules\n", doc.Title, doc.Variables, doc.Moves, doc.GroundMoves, doc.Rules)
	for _, w := range doc.Warnings {
		fmt.Fprintf(&b, "warning, line %d: %s\n", w.Line, w.Message)
	}
	for _, a := range doc.Advice {
		fmt.Fprintf(&b, "advice, line %d: %s\n  %s\n", a.Line, a.Message, a.Hint)
	}
	return b.String(), nil
}

type solveInput struct {
	problem
	Plans   string `json:"plans,omitempty" jsonschema:"shortest (default) or any"`
	Engine  string `json:"engine,omitempty" jsonschema:"the engine; default auto"`
	DeadEnd bool   `json:"deadEnd,omitempty" jsonschema:"find a path to a dead end instead of the goal"`
}

// answered holds the fields of answers that the tools use.
type answered struct {
	Status  string
	Reason  string
	Shown   string
	Cost    *int64
	Length  *int
	Bound   *int64
	GivenUp []render.SoftJSON
	Plan    []struct{ Move string }
	Count   json.Number
	AtLeast json.Number `json:"countAtLeast"`
}

func (t *tools) solve(ctx context.Context, in solveInput) (string, error) {
	var doc answered
	r := ask.Request{Do: "solve", Plans: in.Plans, Engine: in.Engine, DeadEnd: in.DeadEnd, Show: "table"}
	if err := t.ask(ctx, in.problem, r, &doc); err != nil {
		return "", err
	}
	var b strings.Builder
	b.WriteString("status: " + doc.Status)
	if doc.Cost != nil {
		fmt.Fprintf(&b, ", cost or value %d", *doc.Cost)
	}
	if len(doc.Plan) > 0 {
		fmt.Fprintf(&b, ", %d moves", len(doc.Plan))
	}
	if doc.Status == "feasible" && doc.Bound != nil {
		fmt.Fprintf(&b, ", proven bound %d", *doc.Bound)
	}
	if doc.Reason != "" {
		b.WriteString("; " + doc.Reason)
	}
	for _, g := range doc.GivenUp {
		fmt.Fprintf(&b, "\nviolated soft rule: %s (weight %d)", g.Rule, g.Weight)
	}
	if doc.Shown != "" {
		b.WriteString("\n\n" + doc.Shown)
	}
	return b.String(), nil
}

func (t *tools) count(ctx context.Context, in problem) (string, error) {
	var doc answered
	if err := t.ask(ctx, in, ask.Request{Do: "count"}, &doc); err != nil {
		return "", err
	}
	switch {
	case doc.Count != "":
		return doc.Count.String(), nil
	case doc.AtLeast != "":
		return "at least " + doc.AtLeast.String() + "; " + doc.Reason, nil
	}
	return doc.Status + ": " + doc.Reason, nil
}

type explainInput struct {
	problem
	Keep []string `json:"keep,omitempty" jsonschema:"never give these up: rules by their reason, moves, parameters, or kinds: never, always, require, moves, parameters, ranges, starts"`
}

func (t *tools) explain(ctx context.Context, in explainInput) (string, error) {
	var doc answered
	if err := t.ask(ctx, in.problem, ask.Request{Do: "explain", Keep: in.Keep, Limit: 5, Show: "table"}, &doc); err != nil {
		return "", err
	}
	return doc.Shown, nil
}

type verifyInput struct {
	problem
	Plan string `json:"plan" jsonschema:"the plan with one move on each line, such as cross(goat)"`
}

func (t *tools) verify(ctx context.Context, in verifyInput) (string, error) {
	var doc struct {
		Valid   bool
		Cost    int64
		Length  int
		Message string
	}
	if err := t.ask(ctx, in.problem, ask.Request{Do: "verify", Plan: in.Plan}, &doc); err != nil {
		return "", err
	}
	if doc.Valid {
		return fmt.Sprintf("valid: %d moves, cost %d", doc.Length, doc.Cost), nil
	}
	return "invalid: " + doc.Message, nil
}

func (t *tools) space(ctx context.Context, in problem) (string, error) {
	var doc struct {
		Complete                                   bool
		Reason                                     string
		States, Moves, DeadEnds, GoalStates, Depth int64
		FirstGoal                                  int64
		CanReachGoal                               *int64
		Layers                                     []int64
	}
	if err := t.ask(ctx, in, ask.Request{Do: "space"}, &doc); err != nil {
		return "", err
	}
	text := fmt.Sprintf("%d reachable states, %d moves between them; depth %d; %d goal states, the nearest after %d moves; %d dead ends", doc.States, doc.Moves, doc.Depth, doc.GoalStates, doc.FirstGoal, doc.DeadEnds)
	if doc.CanReachGoal != nil {
		text += fmt.Sprintf("; from %d of them a goal is reachable", *doc.CanReachGoal)
	}
	if !doc.Complete {
		text = "not complete (" + doc.Reason + "), so far: " + text
	}
	return text, nil
}

type examplesInput struct {
	Name string `json:"name,omitempty" jsonschema:"the name of an example; without it all names are returned"`
}

func (t *tools) examples(_ context.Context, in examplesInput) (string, error) {
	if in.Name == "" {
		return strings.Join(examples.Names(), "\n"), nil
	}
	text, ok := examples.Source(strings.TrimSuffix(in.Name, ".far"))
	if !ok {
		near := syntax.Suggest(in.Name, examples.Names())
		if near != "" {
			near = "; did you mean " + near + "?"
		}
		return "", fmt.Errorf("there is no example %s%s", in.Name, near)
	}
	return text, nil
}

type languageInput struct {
	Section string `json:"section,omitempty" jsonschema:"the title or number of a section"`
	Word    string `json:"word,omitempty" jsonschema:"a word: returns the paragraphs that contain it"`
}

// titles returns the titles of the sections of the manual.
func titles() []string {
	var list []string
	for _, s := range docs.Sections(docs.Language)[1:] {
		list = append(list, s.Title)
	}
	return list
}

func (t *tools) language(_ context.Context, in languageInput) (string, error) {
	sections := docs.Sections(docs.Language)[1:]
	switch {
	case in.Section != "":
		for _, s := range sections {
			number, title, _ := strings.Cut(s.Title, ". ")
			if in.Section == number || strings.EqualFold(in.Section, title) || strings.EqualFold(in.Section, s.Title) {
				return s.Text, nil
			}
		}
		return "", fmt.Errorf("there is no section %s; there are: %s", in.Section, strings.Join(titles(), "; "))
	case in.Word != "":
		return paragraphs(in.Word)
	}
	return "Sections: " + strings.Join(titles(), "; ") + "\n\n" + sections[0].Text, nil
}

// paragraphs returns the paragraphs of the manual that contain a word.
func paragraphs(word string) (string, error) {
	var found []string
	for p := range strings.SplitSeq(docs.Language, "\n\n") {
		if strings.Contains(strings.ToLower(p), strings.ToLower(word)) {
			found = append(found, p)
		}
	}
	if found == nil {
		return "", fmt.Errorf("the manual has no word %s; its sections: %s", word, strings.Join(titles(), "; "))
	}
	return strings.Join(found, "\n\n"), nil
}
