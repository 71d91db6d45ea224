package pddl

import (
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// tooLarge is the panic value when grounding takes too many steps, usually for one schema.
type tooLarge struct {
	pos       syntax.Pos
	hint, why string
}

// tooMany describes the number of choices of a schema's parameters, and a condition that would
// leave fewer.
func (g *grounder) tooMany(s *schema) tooLarge {
	if s == nil {
		return tooLarge{why: "writing conditions out takes too many steps"}
	}
	k := slices.IndexFunc(g.joins, func(j *actionJoin) bool { return j.s == s })
	if k < 0 {
		return tooLarge{s.pos, "--ground-limit allows more", fmt.Sprintf("writing the action %s out takes too many steps", s.name)}
	}
	j := g.joins[k]
	what := "action"
	if s.pre == nil {
		what = "derived predicate"
	}
	count := "more than 10^18"
	if n := j.most(); n < 1e18 {
		count = fmt.Sprintf("up to %.0f", n)
	}
	why := fmt.Sprintf("writing the %s %s out takes too many steps, more than %d: it has %s choices of its parameters, and %d were found to be possible",
		what, s.name, g.limit, count, len(j.met))
	return tooLarge{s.pos, j.cut() + "; --ground-limit allows more", why}
}

// most returns the number of choices of the parameters by their types.
func (j *actionJoin) most() float64 {
	n := 1.0
	for _, v := range j.s.params {
		n *= float64(len(j.of(v.of)))
	}
	return n
}

// cut returns a hint on how to leave fewer choices.
func (j *actionJoin) cut() string {
	var free []string
	for i, v := range j.s.params {
		term := -int32(i) - 1
		if !slices.ContainsFunc(j.atoms, func(f *formula) bool { return slices.Contains(f.terms, term) }) {
			free = append(free, v.name)
		}
	}
	if len(free) > 0 {
		return fmt.Sprintf("no fact that its precondition needs has %s in it: one such as (p %s) leaves fewer", strings.Join(free, ", "), strings.Join(free, " "))
	}
	var widest *formula
	for _, f := range j.atoms {
		if widest == nil || len(j.relations[f.pred].facts) > len(j.relations[widest.pred].facts) {
			widest = f
		}
	}
	if widest == nil {
		return "fewer objects make it smaller"
	}
	words := []string{j.d.predicates[widest.pred].name}
	for _, t := range widest.terms {
		switch k := int(-t - 1); {
		case t >= 0:
			words = append(words, j.d.objects[t].name)
		case k < len(j.params) && j.params[k].name != "":
			words = append(words, j.params[k].name)
		default:
			words = append(words, "?")
		}
	}
	return fmt.Sprintf("of what its precondition needs (%s) allows most, %d facts: one more condition on the same variables leaves fewer",
		strings.Join(words, " "), len(j.relations[widest.pred].facts))
}
