package lsp

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"farbank"
	"farbank/internal/visible"
	"farbank/lang/types"
	"farbank/model"
	"farbank/show/game"
	"farbank/show/render"
)

// Commands of the server. Each takes an asking or a URI, and returns a text.
const (
	solveCommand   = "farbank.solve"
	explainCommand = "farbank.explain"
	playCommand    = "farbank.play"
	filmCommand    = "farbank.film"
)

var commandNames = []string{solveCommand, explainCommand, playCommand, filmCommand}

// An asking is the argument of a command.
type asking struct {
	URI   string   `json:"uri"`
	Data  string   `json:"data,omitempty"` // a data file for the problem
	Moves []string `json:"moves"`          // of play: the moves so far, as in a plan
}

// codeLenses returns the commands for the problem, above its title: once, and again for each data
// set beside the file.
func (r *request) codeLenses() (any, error) {
	s := r.snap
	k := s.look()
	if len(k.own.Decls) == 0 {
		return []codeLens{}, nil
	}
	at := s.node(k.own.Decls[0])
	list := []codeLens{}
	add := func(title, name string, a asking) {
		list = append(list, codeLens{at, command{title, name, []any{a}}})
	}
	add("solve", solveCommand, asking{URI: s.uri})
	if len(k.globals(types.Move)) > 0 {
		add("play", playCommand, asking{URI: s.uri})
	}
	add("explain", explainCommand, asking{URI: s.uri})
	for _, data := range s.dataSets() {
		add("solve with "+data, solveCommand, asking{URI: s.uri, Data: data})
	}
	return list, nil
}

// dataSets returns the data files beside the document: NAME-*.json, here or in the folder data.
func (s *snapshot) dataSets() []string {
	if s.dir == "" {
		return nil
	}
	var names []string
	stem := strings.TrimSuffix(s.name, ".far")
	for _, pattern := range []string{stem + "-*.json", stem + ".json", filepath.Join("data", stem+"-*.json")} {
		found, _ := filepath.Glob(filepath.Join(escaped(s.dir), pattern))
		for _, f := range found {
			if name, err := filepath.Rel(s.dir, f); err == nil {
				names = append(names, filepath.ToSlash(name))
			}
		}
	}
	return names
}

// escaped escapes a path for use in a pattern.
func escaped(path string) string {
	return strings.NewReplacer(`[`, `\[`, `*`, `\*`, `?`, `\?`).Replace(path)
}

// execute runs a command.
func (r *request) execute() (any, error) {
	var p executeParams
	if err := json.Unmarshal(r.params, &p); err != nil {
		return nil, failed(invalidParams, "%v", err)
	}
	if !slices.Contains(commandNames, p.Command) {
		return nil, failed(invalidParams, "there is no command %s; there are %s", p.Command, strings.Join(commandNames, ", "))
	}
	a, err := readAsking(p.Arguments)
	if err != nil {
		return nil, err
	}
	r.mu.Lock()
	s := r.documents[a.URI]
	r.mu.Unlock()
	if s == nil {
		return nil, failed(invalidParams, "the document %s is not open", a.URI)
	}
	switch p.Command {
	case playCommand:
		return s.play(r.ctx, a)
	case filmCommand: // an HTML page: a film, a timeline or a strategy; without a plan the verdict as text
		return r.run(s, "solve", a, "--format=html")
	}
	return r.run(s, strings.TrimPrefix(p.Command, "farbank."), a)
}

func readAsking(args []json.RawMessage) (a asking, err error) {
	if len(args) == 0 {
		return a, failed(invalidParams, "the command takes the document that it is about")
	}
	if json.Unmarshal(args[0], &a.URI) == nil {
		return a, nil
	}
	if err := json.Unmarshal(args[0], &a); err != nil {
		return a, failed(invalidParams, "the command takes a URI, or an object with uri, data and moves: %v", err)
	}
	return a, nil
}

// run answers by running the program in another process, which can be stopped.
func (r *request) run(s *snapshot, name string, a asking, flags ...string) (any, error) {
	if r.opts.Run == nil {
		return nil, failed(requestFailed, "this server runs nothing")
	}
	args := append([]string{name, "-", "--quiet"}, flags...)
	for _, p := range s.settings() {
		args = append(args, "--param="+p.Name+"="+p.Value)
	}
	data := s.given.Data
	if a.Data != "" {
		data = []string{a.Data}
	}
	for _, d := range data {
		args = append(args, "--data="+d)
	}
	text, err := r.opts.Run(r.ctx, s.dir, args, s.source)
	if err != nil {
		return nil, failed(requestFailed, "%v", err)
	}
	return text, nil
}

// play describes the position after some moves: the state, and the possible and impossible moves.
func (s *snapshot) play(ctx context.Context, a asking) (any, error) {
	opts, err := s.options(ctx)
	if err != nil {
		return nil, failed(requestFailed, "%v", err)
	}
	p, err := farbank.Parse(s.name, s.sourceText(), opts...)
	if err != nil {
		return nil, failed(requestFailed, "%v", err)
	}
	g, err := game.New(ctx, p)
	if err != nil {
		return nil, failed(requestFailed, "%v", err)
	}
	for _, name := range a.Moves {
		i := slices.IndexFunc(p.Moves, func(m *model.Move) bool { return m.String() == name })
		if i < 0 {
			return nil, failed(requestFailed, "there is no move %s", name)
		}
		if err := g.Make(i); err != nil {
			return nil, failed(requestFailed, "%v", err)
		}
	}
	return position(g)
}

func position(g *game.Game) (string, error) {
	var b bytes.Buffer
	for _, line := range render.StateLines(g.Problem, g.State()) {
		fmt.Fprintln(&b, visible.Line(line))
	}
	won, err := g.Won()
	if err != nil {
		return "", err
	}
	if won {
		fmt.Fprintf(&b, "\nThe goal is met after %d moves.\n", g.Moves())
	}
	choices, err := g.Choices()
	if err != nil {
		return "", err
	}
	fmt.Fprintln(&b, "\nMoves:")
	none := true
	for _, c := range choices {
		if c.Legal() {
			none = false
			fmt.Fprintf(&b, "  %s    %s\n", visible.Line(g.Problem.Moves[c.Move].String()), c.Label)
		}
	}
	if none {
		fmt.Fprintln(&b, "  none")
	}
	return b.String(), nil
}
