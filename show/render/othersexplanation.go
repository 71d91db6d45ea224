package render

import (
	"fmt"
	"io"

	"farbank/engine"
	"farbank/internal/visible"
	"farbank/study/explain"
)

// OthersExplanation writes why a goal cannot be forced, and which changes give a better value, as text.
func OthersExplanation(w io.Writer, r *explain.OthersResult) error {
	var err error
	line := func(format string, args ...any) {
		if err == nil {
			_, err = io.WriteString(w, visible.Text(fmt.Sprintf(format+"\n", args...)))
		}
	}
	switch r.Answer.Status {
	case engine.Unsupported:
		line("Not answered: %s.", r.Answer.Reason)
		return err
	case engine.Unknown:
		line("Not known: %s.", r.Answer.Reason)
		return err
	}
	line("The problem as it is: %s.", valueWords(r.Answer))
	if r.Answer.Status == engine.None && r.Positions > 0 {
		line("\nThe others can keep the play among %s, none of them a goal (solve --certificate lists them).", countOf(int64(r.Positions), "position"))
	}
	for _, x := range r.Replies {
		switch {
		case x.Ours == "":
			line("  first: %s", x.Theirs)
		case x.Theirs == "":
			line("  %s: it is lost", x.Ours)
		default:
			line("  %s: they answer %s", x.Ours, x.Theirs)
		}
	}
	if len(r.Helps) > 0 {
		line("\nEach of these changes alone gives a better value:")
	}
	for _, h := range r.Helps {
		line("  %s: %s", helpText(h), valueWords(h.Answer))
	}
	if len(r.Same) > 0 {
		line("\nThese changes alone do not:")
	}
	for _, h := range r.Same {
		line("  %s: %s", helpText(h), valueWords(h.Answer))
	}
	if !r.Complete {
		line("\nNot all was tried: %s.", r.Reason)
	}
	return err
}

// helpText returns a change in words.
func helpText(h explain.Help) string {
	switch {
	case h.Move != nil:
		return "no move " + h.Move.Name + " of others"
	case h.Item.Kind == explain.Parameter:
		return h.Item.String()
	}
	return "without " + h.Item.String()
}

// valueWords returns the value of an answer in words.
func valueWords(a *engine.Answer) string {
	o := a.Others
	switch {
	case a.Status == engine.None || o == nil:
		return a.Reason
	case o.Value != nil && o.Probability != nil:
		return "the goal is sure, with a value of " + o.Value.String() + " on average"
	case o.Value != nil:
		return "the goal is sure, with a value of " + o.Value.String() + " in the worst case"
	case o.Expected != nil:
		return "the goal is sure, at a cost of " + o.Expected.String() + " on average"
	case o.Probability != nil:
		return "the goal is reached with probability " + o.Probability.String()
	case o.Cost != nil:
		return fmt.Sprintf("the goal is sure, at a cost of %d in the worst case", *o.Cost)
	}
	return "the goal is not always reached"
}

// OthersExplanationJSON is an explanation; docs/json.md describes it.
type OthersExplanationJSON struct {
	Status    string      `json:"status"`
	Value     string      `json:"value"`
	Positions int         `json:"positions,omitempty"`
	Replies   []ReplyJSON `json:"replies,omitempty"`
	Helps     []HelpJSON  `json:"helps"`
	Same      []HelpJSON  `json:"same"`
	Complete  bool        `json:"complete"`
	Reason    string      `json:"reason,omitempty"`
	Asked     int         `json:"asked"`
}

// ReplyJSON holds the moves of others after a move of ours.
type ReplyJSON struct {
	Ours   string `json:"ours,omitempty"`
	Theirs string `json:"theirs,omitempty"`
}

// HelpJSON is a change and the value that it gives.
type HelpJSON struct {
	Change string `json:"change"`
	Line   int    `json:"line,omitempty"`
	Status string `json:"status"`
	Value  string `json:"value"`
}

// NewOthersExplanation returns the JSON of an explanation.
func NewOthersExplanation(r *explain.OthersResult) *OthersExplanationJSON {
	x := &OthersExplanationJSON{Status: r.Answer.Status.String(), Value: valueWords(r.Answer), Positions: r.Positions, Helps: []HelpJSON{}, Same: []HelpJSON{}, Complete: r.Complete, Reason: r.Reason, Asked: r.Asked}
	for _, y := range r.Replies {
		x.Replies = append(x.Replies, ReplyJSON(y))
	}
	help := func(h explain.Help) HelpJSON {
		line := h.Item.Rule.Pos.Line
		if h.Move != nil {
			line = h.Move.Pos.Line
		}
		return HelpJSON{helpText(h), line, h.Answer.Status.String(), valueWords(h.Answer)}
	}
	for _, h := range r.Helps {
		x.Helps = append(x.Helps, help(h))
	}
	for _, h := range r.Same {
		x.Same = append(x.Same, help(h))
	}
	return x
}
