package pddl

import (
	"context"
	"errors"

	"farbank/lang/syntax"
	"farbank/model"
)

// A File is a text and its name in messages.
type File struct{ Name, Text string }

// defaultSteps bounds the steps of grounding by default.
const defaultSteps = 50_000_000

// Read reads a domain and a problem in PDDL (McDermott and others 1998; docs/planning.md lists
// the supported parts). Grounding takes at most steps steps; 0 means 50,000,000. Errors in the
// files are a syntax.ErrorList; the other error is that of the context.
func Read(ctx context.Context, domainFile, problemFile File, steps int64) (p *model.Problem, err error) {
	if steps <= 0 {
		steps = defaultSteps
	}
	d := newDomain()
	first, second := &source{domainFile.Name, domainFile.Text}, &source{problemFile.Name, problemFile.Text}
	defer func() { err = caught(recover(), first, err) }()
	d.read(first, second)
	if d.durative || d.digits > 0 || len(d.facts) > 0 {
		return nil, ErrDurative
	}
	g := newGrounder(ctx, d, steps)
	g.run()
	b := g.settle().build(problemFile.Name)
	j := &judge{d: d, cells: b.p.Cells, file: domainFile.Name}
	for _, group := range b.cells {
		var names []string
		for _, n := range group {
			names = append(names, j.key(g.facts[n].pred, g.facts[n].args))
		}
		j.names = append(j.names, names)
	}
	for _, k := range b.numbers {
		j.numbers = append(j.numbers, g.fluents[k].name)
	}
	if b.pending > 0 {
		j.pending, j.under = b.p.Cells[b.pending].Type.Members, b.pending
	}
	j.sight, j.hidden = b.sight, unseen(b.p)
	b.p.Judge, b.p.PDDL = j, true
	return b.p, nil
}

// ErrDurative is the error of Read for durative actions and decimals, which Import translates.
var ErrDurative = errors.New("there are durative actions or decimals")

// caught converts a recovered panic to an error.
func caught(thrown any, s *source, err error) error {
	at := func(pos syntax.Pos, hint, format string, args ...any) (err error) {
		defer func() { err = syntax.ErrorList{recover().(*syntax.Error)} }()
		s.fail(pos, hint, format, args...)
		return nil
	}
	switch x := thrown.(type) {
	case nil:
		return err
	case *syntax.Error:
		return syntax.ErrorList{x}
	case stopped:
		return x.err
	case tooLarge:
		return at(x.pos, x.hint, "%s", x.why)
	case refused:
		return at(x.pos, x.hint, "%s", x.why)
	}
	panic(thrown)
}

func newDomain() *domain {
	return &domain{types: []kindOf{{name: "object"}}, typeOf: map[string]int{"object": 0}, objectOf: map[string]int{}, predicateOf: map[string]int{},
		functions: map[string]*function{}, values: map[string]int64{}}
}

// read parses the files.
func (d *domain) read(first, second *source) {
	top := first.parse()
	if top.head() == "define" && len(top.list) > 1 && top.list[1].head() == "problem" {
		first.fail(top.list[1].pos, "the domain is the first file, the problem the second", "this is a problem, not a domain")
	}
	task := second.parse()
	d.decimals(top, task)
	(&reader{first, d}).domain(top)
	(&reader{second, d}).problem(task)
}
