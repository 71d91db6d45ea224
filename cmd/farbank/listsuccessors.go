package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/atlas"
)

// An outcome is the result of a move.
type outcome struct {
	move *model.Move
	model.Outcome
	broken []*model.Rule
}

// successors lists the successors of a state, and the moves that rules forbid.
func (l *lister) successors() error {
	from, err := plan.ReadState(l.p, strings.Join(l.from, "\n"), l.start)
	if err != nil {
		return l.inputError(fmt.Errorf("--from: %w", err), l.json)
	}
	if err := l.remarkBroken(from); err != nil {
		return err
	}
	safe, forbidden, err := l.outcomes(from)
	if err != nil {
		return during("while the moves were tried", err)
	}
	l.known()
	listed := l.first(safe)
	l.listed = len(listed)
	switch {
	case l.json:
		return l.successorsJSON(from, safe, forbidden)
	case l.style == "table":
		if err := l.printFrom(from); err != nil {
			return err
		}
	}
	head := append([]string{"", "move", "what it does"}, render.StateTitles(l.p)...)
	head = append(head, "cost")
	origin := []string{} // for CSV
	if l.style == "csv" {
		origin = render.StateTexts(l.p, from)
		for _, title := range render.StateTitles(l.p) {
			head = append(head, "from "+title)
		}
	}
	if err := l.begin("successors", nil, head...); err != nil {
		return err
	}
	for i, o := range listed {
		row := append([]string{fmt.Sprint(i + 1), o.move.String(), o.Label}, render.StateTexts(l.p, o.Next)...)
		row = append(row, l.p.CostText(o.Cost))
		if err := l.table.Row(append(row, origin...)...); err != nil {
			return err
		}
	}
	if err := l.end(int64(len(safe)), "successors", ""); err != nil || len(forbidden) == 0 || l.style != "table" {
		return err
	}
	return l.printForbidden(forbidden)
}

// first returns the items up to the limit.
func (l *lister) first(list []outcome) []outcome {
	if l.limit > 0 && len(list) > l.limit {
		return list[:l.limit]
	}
	return list
}

// printFrom prints the state whose successors follow.
func (l *lister) printFrom(from model.State) error {
	if len(render.StateTitles(l.p)) == 0 {
		return nil // the state has no cells to show
	}
	t := render.NewListing(l.out, false, append([]string{""}, render.StateTitles(l.p)...)...)
	_ = t.Row(append([]string{"from"}, render.StateTexts(l.p, from)...)...)
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(l.out)
	return err
}

// printForbidden prints the moves that rules forbid.
func (l *lister) printForbidden(forbidden []outcome) error {
	fmt.Fprintln(l.out)
	t := render.NewListing(l.out, false, "forbidden", "what it would do", "by")
	for _, o := range l.first(forbidden) {
		if err := t.Row(o.move.String(), o.Label, strings.Join(ruleNames(o.broken), ", ")); err != nil {
			return err
		}
	}
	if err := t.Flush(); err != nil || len(l.first(forbidden)) == len(forbidden) {
		return err
	}
	_, err := fmt.Fprintf(l.out, "\n%s of %s forbidden moves, the limit asked for.\n", grouped(int64(l.limit)), grouped(int64(len(forbidden))))
	return err
}

// start returns the first start state, and records whether there are several.
func (l *lister) start() (model.State, error) {
	var first model.State
	for f, err := range atlas.Reachable(l.ctx, l.p, atlas.Options{Memory: l.memory}) {
		if err != nil {
			return nil, err
		}
		if first != nil {
			if l.severalStarts = f.Depth == 0; l.severalStarts {
				fmt.Fprintln(l.err, "farbank: there are several states to begin in; this is about the first (--from gives another)")
			}
			break
		}
		first = slices.Clone(f.State)
	}
	if first != nil {
		return first, nil
	}
	return nil, errors.New("there is no state to begin in, so the state has to be given in full")
}

// remarkBroken prints the rules that the given state violates.
func (l *lister) remarkBroken(from model.State) error {
	failed, err := l.p.Required(from[:l.p.NumFind])
	if err != nil {
		return err
	}
	broken, err := l.p.Broken(from)
	for _, r := range append(failed, broken...) {
		fmt.Fprintf(l.err, "farbank: the state breaks a rule: %s\n", r)
	}
	return err
}

// outcomes tries all moves in a state.
func (l *lister) outcomes(from model.State) (safe, forbidden []outcome, err error) {
	for _, m := range l.p.Moves {
		if err := l.ctx.Err(); err != nil {
			return nil, nil, err
		}
		out, err := l.p.Apply(m, from)
		if err != nil {
			return nil, nil, err
		}
		if out.Next == nil {
			continue
		}
		broken, err := l.p.Broken(out.Next)
		if err != nil {
			return nil, nil, err
		}
		if len(broken) > 0 {
			forbidden = append(forbidden, outcome{m, out, broken})
		} else {
			safe = append(safe, outcome{m, out, nil})
		}
	}
	return safe, forbidden, nil
}

func ruleNames(rules []*model.Rule) []string {
	names := make([]string, len(rules))
	for i, r := range rules {
		names[i] = r.String()
	}
	return names
}

func (l *lister) successorsJSON(from model.State, safe, forbidden []outcome) error {
	list := func(of []outcome) []map[string]any {
		docs := []map[string]any{}
		for _, o := range of {
			doc := map[string]any{"label": o.Label, "cost": l.p.CostNumber(o.Cost), "state": render.StateDocument(l.p, o.Next)}
			for _, f := range moveFields(o.move) {
				doc[f.name] = f.value
			}
			if len(o.broken) > 0 {
				doc["forbiddenBy"] = ruleNames(o.broken)
			}
			docs = append(docs, doc)
		}
		return docs
	}
	listed, off := l.first(safe), l.first(forbidden)
	doc := map[string]any{"from": render.StateDocument(l.p, from), "successors": list(listed), "forbidden": list(off),
		"listed": len(listed), "total": len(safe), "forbiddenTotal": len(forbidden),
		"complete": len(listed) == len(safe) && len(off) == len(forbidden)}
	if l.severalStarts {
		doc["severalStarts"] = true
	}
	return l.printJSON(doc)
}
