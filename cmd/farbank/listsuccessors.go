package main

import (
	"errors"
	"fmt"
	"strings"

	"farbank/lang/plan"
	"farbank/model"
	"farbank/show/render"
	"farbank/study/atlas"
)

// An outcome is what a move leads to.
type outcome struct {
	move *model.Move
	model.Outcome
	broken []*model.Rule
}

// successors lists where the moves lead from a state, and which of them rules forbid.
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
	total := int64(len(safe))
	if l.limit > 0 && len(safe) > l.limit {
		safe = safe[:l.limit]
	}
	l.listed = len(safe)
	if l.json {
		return l.successorsJSON(from, safe, forbidden, total)
	}
	head := append([]string{"", "move", "what it does"}, render.StateTitles(l.p)...)
	if err := l.begin("successors", nil, append(head, "cost")...); err != nil {
		return err
	}
	for i, o := range safe {
		row := append([]string{fmt.Sprint(i + 1), o.move.String(), o.Label}, render.StateTexts(l.p, o.Next)...)
		if err := l.table.Row(append(row, fmt.Sprint(o.Cost))...); err != nil {
			return err
		}
	}
	if err := l.end(total, "successors", ""); err != nil || len(forbidden) == 0 || l.style != "table" {
		return err
	}
	fmt.Fprintln(l.out)
	t := render.NewListing(l.out, false, "forbidden", "what it would do", "by")
	for _, o := range forbidden {
		if err := t.Row(o.move.String(), o.Label, strings.Join(ruleNames(o.broken), ", ")); err != nil {
			return err
		}
	}
	return t.Flush()
}

// start is the state in which a plan begins, the first if there are several.
func (l *lister) start() (model.State, error) {
	for f, err := range atlas.Reachable(l.ctx, l.p, atlas.Options{Memory: l.memory}) {
		return f.State, err
	}
	return nil, errors.New("there is no state to begin in, so the state has to be given in full")
}

// remarkBroken says which rules the state that was given breaks.
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

func (l *lister) successorsJSON(from model.State, safe, forbidden []outcome, total int64) error {
	list := func(of []outcome) []map[string]any {
		docs := []map[string]any{}
		for _, o := range of {
			doc := map[string]any{"label": o.Label, "cost": o.Cost, "state": render.StateDocument(l.p, o.Next)}
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
	return l.printJSON(map[string]any{"from": render.StateDocument(l.p, from), "successors": list(safe), "forbidden": list(forbidden),
		"listed": len(safe), "total": total, "complete": total == int64(len(safe))})
}
