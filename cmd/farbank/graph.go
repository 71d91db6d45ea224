package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/picture"
	"farbank/show/game"
	"farbank/show/render"
	"farbank/study/atlas"

	"github.com/spf13/cobra"
)

// graphFormats are the formats of a graph, and the extensions of their files.
var graphFormats = []string{"svg", "dot", "mmd"}

type graphFlags struct {
	input     inputFlags
	search    searchFlags
	output    string
	format    string
	labels    string
	direction string
}

func (a *app) graphCommand() *cobra.Command {
	f := &graphFlags{}
	cmd := &cobra.Command{
		Use:   "graph FILE -o OUT",
		Short: "Draw the graph of states, with start, goals, dead ends and shortest plans",
		Long: fmt.Sprintf(`graph draws the reachable safe states and the moves between them, in layers by the number of moves from
the start. OUT ends in .svg (a picture that needs no other program), .dot (Graphviz) or .mmd
(Mermaid); - is standard output.

A picture has at most %d states. Where there are more, states that differ only in interchangeable
names become one (--symmetry auto); if that is not enough, the exit code is 4. Graphs for the other
tools have at most %s states.`, atlas.MostDrawn, grouped(atlas.MostWritten)),
		Example: `  farbank graph wolf -o wolf.svg
  farbank graph husbands -p couples=4 --symmetry on -o husbands.svg
  farbank graph hanoi --labels none -o hanoi.dot
  farbank graph jugs -o - --format mmd`,
		Args: command.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error { return a.graph(cmd, args[0], f) },
	}
	fl := cmd.Flags()
	fl.StringVarP(&f.output, "output", "o", "", "the `file` to write: .svg, .dot or .mmd; - for standard output")
	fl.StringVar(&f.format, "format", "", "the `format`, whatever the name of the file: svg, dot, mmd")
	fl.StringVar(&f.labels, "labels", "plans", "the `moves` with labels: plans, all, none")
	fl.StringVar(&f.direction, "direction", "auto", "the `direction` of the layers: auto, down, right")
	f.input.register(cmd)
	f.search.register(cmd)
	s := fl.Lookup("symmetry")
	s.DefValue, s.Usage = "auto", "merge states that differ only in interchangeable names: `auto`, on, off"
	f.search.symmetry = "auto"
	return cmd
}

// check completes and checks the flags.
func (f *graphFlags) check() error {
	if f.output == "" {
		return errors.New("-o FILE is needed, with a name that ends in .svg, .dot or .mmd; -o - is standard output")
	}
	if f.format == "" {
		f.format = strings.TrimPrefix(strings.ToLower(filepath.Ext(f.output)), ".")
		if f.output == "-" {
			f.format = "svg"
		}
	}
	switch {
	case !slices.Contains(graphFormats, f.format):
		return fmt.Errorf("-o %s: a graph is written as .svg, .dot or .mmd; or give --format", f.output)
	case !slices.Contains(render.EdgeLabels, f.labels):
		return command.UnknownWord("--labels", f.labels, render.EdgeLabels)
	case !slices.Contains([]string{"auto", "on", "off"}, f.search.symmetry):
		return fmt.Errorf("--symmetry is auto, on or off, not %q", f.search.symmetry)
	case !slices.Contains([]string{"auto", "down", "right"}, f.direction):
		return fmt.Errorf("--direction is auto, down or right, not %q", f.direction)
	case f.output != "-" && unwritable(f.output) != nil:
		return unwritable(f.output)
	case f.input.json && f.output == "-":
		return errors.New("--json and -o - both write to standard output; give one of them")
	}
	return nil
}

func (a *app) graph(cmd *cobra.Command, name string, f *graphFlags) error {
	if err := f.check(); err != nil {
		return err
	}
	symmetry := f.search.symmetry
	f.search.symmetry = "off"
	var q farbank.Question
	if err := f.search.apply(&q); err != nil {
		return err
	}
	ctx, cancel, err := f.search.begin(a, cmd.Context(), &f.input.json)
	if err != nil {
		return err
	}
	defer cancel()
	p, err := a.load(ctx, name, &f.input)
	if err != nil {
		return err
	}
	q.Memory = f.search.Share()
	if p.Others() && len(p.Schemas) > 0 {
		return a.gameGraph(ctx, p, f, q.Memory)
	}
	if p.Unit > 0 {
		return a.refuse("where moves take time, the states are not drawn; solve --format svg draws a plan", f.input.json)
	}
	if len(p.Schemas) == 0 {
		return a.refuse("the problem has no moves, so there is no graph of states", f.input.json)
	}
	report, clear := a.progress(&f.search, p)
	m, err := atlas.Draw(ctx, p, atlas.Drawing{Picture: f.format == "svg", Symmetry: symmetry, Memory: q.Memory, Progress: report})
	clear()
	if err != nil {
		return a.notMapped(ctx, err, f.format, f.input.json)
	}
	return a.writeGraph(m, f)
}

// refuse ends the command with the exit code for unsupported questions.
func (a *app) refuse(reason string, asJSON bool) error {
	if asJSON {
		if err := a.printJSON(&render.Document{Status: farbank.Unsupported.String(), Reason: reason}); err != nil {
			return err
		}
		return &command.ExitError{Code: command.ExitUnsupported}
	}
	return &command.ExitError{Code: command.ExitUnsupported, Msg: "farbank: " + reason}
}

// notMapped ends the command if the atlas could not be built.
func (a *app) notMapped(ctx context.Context, err error, format string, asJSON bool) error {
	var large *atlas.CrowdedError
	if errors.As(err, &large) {
		return a.refuse(large.Error(), asJSON)
	}
	reason := engine.Stopped(ctx, err)
	if reason == "" {
		return err
	}
	if asJSON {
		if err := a.printJSON(&render.Document{Status: farbank.Unknown.String(), Reason: reason}); err != nil {
			return err
		}
		return &command.ExitError{Code: command.ExitUnknown}
	}
	return &command.ExitError{Code: command.ExitUnknown, Msg: "farbank: not drawn: " + reason}
}

func (a *app) writeGraph(m *atlas.Atlas, f *graphFlags) error {
	if m.Len() == 0 {
		return &command.ExitError{Code: command.ExitNone, Msg: "farbank: there is no state to begin in, so there is nothing to draw"}
	}
	g, err := render.StateGraph(m, f.labels)
	if err != nil {
		return err
	}
	if err := a.writePicture(m.Problem, g, f); err != nil || f.output == "-" {
		return err
	}
	if f.input.json {
		doc := render.NewGraph(m, len(g.Edges))
		doc["file"] = f.output
		return a.printJSON(doc)
	}
	_, err = fmt.Fprintf(a.err, "%s: %s, %d lines between them\n", f.output, countStates(m), len(g.Edges))
	return err
}

// writePicture writes a graph to the output.
func (a *app) writePicture(p *farbank.Problem, g *picture.Graph, f *graphFlags) error {
	var b bytes.Buffer
	var err error
	switch f.format {
	case "svg":
		err = picture.SVG(&b, g, map[string]picture.Direction{"auto": picture.Auto, "down": picture.Down, "right": picture.Right}[f.direction])
	case "dot":
		err = picture.DOT(&b, g)
	case "mmd":
		err = picture.Mermaid(&b, g)
	}
	if err != nil {
		return err
	}
	if f.output == "-" {
		_, err := io.Copy(a.raw, &b)
		return err
	}
	if err := distinct(f.output, p.File); err != nil {
		return err
	}
	return writeBytes(f.output, b.Bytes())
}

// gameGraph draws the positions of a problem with others.
func (a *app) gameGraph(ctx context.Context, p *farbank.Problem, f *graphFlags, memory int64) error {
	limit := atlas.MostWritten
	if f.format == "svg" {
		limit = atlas.MostDrawn
	}
	guide := game.Guide{States: limit, Memory: memory}
	adviser, err := guide.Survey(ctx, p)
	if err != nil {
		return a.notMapped(ctx, err, f.format, f.input.json)
	}
	if !adviser.Listed() {
		return a.refuse(fmt.Sprintf("there are more than %s positions; solve --format svg draws the strategy", grouped(int64(limit))), f.input.json)
	}
	g := render.GameGraph(p, adviser, f.labels)
	if err := a.writePicture(p, g, f); err != nil || f.output == "-" {
		return err
	}
	if f.input.json {
		return a.printJSON(map[string]any{"states": len(g.Nodes), "edges": len(g.Edges), "file": f.output})
	}
	_, err = fmt.Fprintf(a.err, "%s: %s positions, %d lines between them\n", f.output, grouped(int64(len(g.Nodes))), len(g.Edges))
	return err
}

func countStates(m *atlas.Atlas) string {
	n := grouped(int64(m.Len())) + " states"
	if m.Len() == 1 {
		n = "1 state"
	}
	if m.Fold != nil {
		n += " that stand for " + groupedBig(m.Full())
	}
	return n
}
