package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank"
	"farbank/engine"
	"farbank/internal/command"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/atlas"

	"github.com/spf13/cobra"
)

// listFlags are the flags of space that list states, moves or successors.
type listFlags struct {
	list  string
	from  []string
	rules int
	limit int
	style string // --format
}

var (
	listings    = []string{"states", "moves", "successors"}
	listFormats = []string{"table", "json", "csv"}
)

func (f *listFlags) register(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.list, "list", "", "print a `list` instead: states (all states, by the rules), moves (ground moves), successors (of one state)")
	fl.StringArrayVar(&f.from, "from", nil, "with --list successors, the `state`, as at[goat]=east or JSON; other cells have their start values (repeatable)")
	fl.IntVar(&f.rules, "rules", 0, "with --list states, only those that satisfy the first `number` of rules of the file")
	fl.IntVar(&f.limit, "limit", 0, "with --list, the largest `number` of entries (and of forbidden moves)")
	fl.StringVar(&f.style, "format", "table", "the `format` of a list: "+strings.Join(listFormats, ", "))
}

func (f *listFlags) check(cmd *cobra.Command, input *inputFlags) error {
	given := cmd.Flags().Changed
	if err := oneOf("--format", f.style, listFormats); err != nil {
		return err
	}
	if input.json && given("format") && f.style != "json" {
		return fmt.Errorf("--json and --format %s ask for different things; give one of them", f.style)
	}
	if f.style == "json" {
		input.json = true
	}
	switch {
	case f.list == "" && (given("from") || given("rules") || given("limit") || f.style == "csv"):
		return errors.New("--from, --rules, --limit and --format csv go with --list")
	case f.list == "":
		return nil
	case f.list != "successors" && given("from"):
		return errors.New("--from goes with --list successors")
	case f.list != "states" && given("rules"):
		return errors.New("--rules goes with --list states")
	case f.limit < 0 || f.rules < 0:
		return errors.New("--limit and --rules must not be negative")
	}
	return oneOf("--list", f.list, listings)
}

func oneOf(flag, word string, list []string) error {
	if slices.Contains(list, word) {
		return nil
	}
	return command.UnknownWord(flag, word, list)
}

// A lister prints a list.
type lister struct {
	*app
	*listFlags
	ctx    context.Context
	p      *farbank.Problem
	json   bool
	memory int64
	known  func() // called when the long work is done: printing has no limits
	listed int
	table  *render.Listing // nil: JSON
	doc    *jsonList       // nil: no JSON

	severalStarts bool // with --list successors: from is the first of them
}

func (l *lister) print() error {
	switch l.list {
	case "moves":
		return l.moves()
	case "successors":
		return l.successors()
	}
	if count := atlas.CountPossible(l.p); count.IsInt64() && count.Int64() <= atlas.MostCounted {
		return l.states()
	}
	return l.reachable()
}

// begin begins a list. In JSON it is the last field of a document, after the fields in doc.
func (l *lister) begin(field string, doc []field, head ...string) error {
	if !l.json {
		l.table = render.NewListing(l.out, l.style == "csv", head...)
		return nil
	}
	l.doc = newJSONList(l.raw, doc, field)
	return nil
}

// full reports whether the limit is reached; otherwise it counts one more item.
func (l *lister) full() bool {
	if l.limit > 0 && l.listed == l.limit {
		return true
	}
	l.listed++
	return false
}

// end ends a list, and prints how much of it was listed; reason is why it stopped.
func (l *lister) end(total int64, things, reason string) error {
	if l.json {
		if err := l.doc.close(ending(int64(l.listed), total, reason)); err != nil {
			return err
		}
	} else if err := l.table.Flush(); err != nil {
		return err
	}
	text := ""
	switch {
	case reason != "":
		text = fmt.Sprintf("Not complete: %s. %s %s so far.", reason, grouped(int64(l.listed)), things)
	case total < 0:
		text = fmt.Sprintf("%s %s, the limit asked for; there may be more.", grouped(int64(l.listed)), things)
	case total != int64(l.listed):
		text = fmt.Sprintf("%s of %s %s, the limit asked for.", grouped(int64(l.listed)), grouped(total), things)
	case total == 1:
		text = "1 " + strings.TrimSuffix(things, "s") + "."
	default:
		text = fmt.Sprintf("%s %s.", grouped(total), things)
	}
	var err error
	if !l.json && l.style == "table" {
		_, err = fmt.Fprintf(l.out, "\n%s\n", text)
	} else if reason != "" {
		_, err = fmt.Fprintln(l.err, "farbank: "+text)
	}
	if err == nil && reason != "" {
		err = &command.ExitError{Code: command.ExitUnknown}
	}
	return err
}

// ending returns the JSON fields after a list. A negative total means that there may be more.
func ending(listed, total int64, reason string) []field {
	end := []field{{"listed", listed}, {"complete", reason == "" && total == listed}}
	if total >= 0 && reason == "" {
		end = append(end, field{"total", total})
	}
	if reason != "" {
		end = append(end, field{"status", engine.Unknown.String()}, field{"reason", reason})
	}
	return end
}

// states lists the possible states, by the rules that they satisfy.
func (l *lister) states() error {
	c, err := atlas.TakeCensus(l.ctx, l.p)
	if err != nil {
		return during("while the possible states were counted", err)
	}
	if l.rules > len(c.Rules) {
		return fmt.Errorf("--rules %d: the file has %d", l.rules, len(c.Rules))
	}
	depth, reason, err := l.depths(c)
	if err != nil {
		return err
	}
	l.known()
	if !l.json && l.style == "table" {
		if err := l.shares(c); err != nil {
			return err
		}
	}
	head := append([]string{""}, render.StateTitles(l.p)...)
	if err := l.begin("states", censusFields(c), append(head, "depth", "forbidden by")...); err != nil {
		return err
	}
	for place := range c.Keeping(l.rules) {
		if l.full() {
			break
		}
		if err := l.place(c, place, depth); err != nil {
			return err
		}
	}
	total := c.States
	if l.rules > 0 {
		total = c.Rules[l.rules-1].Left
	}
	return l.end(total, "states", reason)
}

// place prints a possible state.
func (l *lister) place(c *atlas.Census, at atlas.Place, depth []int32) error {
	deep, rule := depth[at.Number]-1, ""
	if at.Broken < len(c.Rules) {
		rule = c.Rules[at.Broken].Rule.String()
	}
	if l.json {
		doc := []field{{"state", render.StateDocument(l.p, at.State)}}
		if deep >= 0 {
			doc = append(doc, field{"depth", deep})
		}
		if rule != "" {
			doc = append(doc, field{"forbiddenBy", rule})
		}
		return l.doc.add(doc)
	}
	text := ""
	if deep >= 0 {
		text = fmt.Sprint(deep)
	}
	row := append([]string{fmt.Sprint(l.listed)}, render.StateTexts(l.p, at.State)...)
	return l.table.Row(append(row, text, rule)...)
}

// depths returns the depths of the possible states plus 1, and 0 for those that cannot be reached.
func (l *lister) depths(c *atlas.Census) (depth []int32, reason string, err error) {
	depth = make([]int32, c.States)
	for f, err := range atlas.Reachable(l.ctx, l.p, atlas.Options{Memory: l.memory}) {
		if err != nil {
			reason = engine.Stopped(l.ctx, err)
			if reason == "" {
				return nil, "", err
			}
			break
		}
		depth[c.Number(f.State)] = int32(f.Depth) + 1
	}
	return depth, reason, nil
}

// shares prints how many possible states each rule leaves.
func (l *lister) shares(c *atlas.Census) error {
	t := render.NewListing(l.out, false, "rule", "forbids", "left")
	_ = t.Row("(possible states)", "", grouped(c.States))
	for _, r := range c.Rules {
		_ = t.Row(r.Rule.String(), grouped(r.Forbids), grouped(r.Left))
	}
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(l.out)
	return err
}

func censusFields(c *atlas.Census) []field {
	rules := []map[string]any{}
	for _, r := range c.Rules {
		rules = append(rules, map[string]any{"rule": r.Rule.String(), "kind": r.Rule.Kind.String(), "line": r.Rule.Pos.Line, "forbids": r.Forbids, "left": r.Left})
	}
	return []field{{"possible", c.States}, {"safe", c.Safe}, {"rules", rules}}
}

// reachable lists the reachable states, if there are too many possible ones.
func (l *lister) reachable() error {
	count := atlas.CountPossible(l.p)
	if l.rules > 0 {
		return &command.ExitError{Code: command.ExitUnsupported, Msg: fmt.Sprintf("farbank: there are %s possible states, too many to hold them to the rules one by one (at most %s are); without --rules those that can be reached are listed",
			groupedBig(count), grouped(atlas.MostCounted))}
	}
	if !l.json && l.style == "table" {
		if _, err := fmt.Fprintf(l.out, "Of %s possible states those that can be reached:\n\n", groupedBig(count)); err != nil {
			return err
		}
	}
	head := append([]string{""}, render.StateTitles(l.p)...)
	if err := l.begin("states", []field{{"possible", count}}, append(head, "depth")...); err != nil {
		return err
	}
	for f, err := range atlas.Reachable(l.ctx, l.p, atlas.Options{Memory: l.memory}) {
		switch {
		case err != nil:
			reason := engine.Stopped(l.ctx, err)
			if reason == "" {
				return err
			}
			return l.end(-1, "states", reason)
		case l.full():
			return l.end(-1, "states", "")
		case l.json:
			err = l.doc.add([]field{{"state", render.StateDocument(l.p, f.State)}, {"depth", f.Depth}})
		default:
			row := append([]string{fmt.Sprint(l.listed)}, render.StateTexts(l.p, f.State)...)
			err = l.table.Row(append(row, fmt.Sprint(f.Depth))...)
		}
		if err != nil {
			return err
		}
	}
	return l.end(int64(l.listed), "states", "")
}

// moves lists the ground moves.
func (l *lister) moves() error {
	if err := l.begin("moves", nil, "", "move", "cost"); err != nil {
		return err
	}
	for _, m := range l.p.Moves {
		if l.full() {
			break
		}
		cost := "by state"
		if m.Cost.IsConst() {
			cost = l.p.CostText(m.Cost.Value)
		}
		var err error
		if l.json {
			doc := moveFields(m)
			if m.Cost.IsConst() {
				doc = append(doc, field{"cost", l.p.CostNumber(m.Cost.Value)})
			}
			err = l.doc.add(doc)
		} else {
			err = l.table.Row(fmt.Sprint(l.listed), m.String(), cost)
		}
		if err != nil {
			return err
		}
	}
	return l.end(int64(len(l.p.Moves)), "moves", "")
}

func moveFields(m *model.Move) []field {
	args := []any{}
	for _, a := range m.Args {
		args = append(args, a.Type.JSON(a.Leaves))
	}
	return []field{{"move", m.Schema.Name}, {"args", args}}
}
