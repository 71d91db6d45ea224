package check

import (
	"context"
	"strings"

	"farbank/lang/syntax"
	"farbank/model"
)

// DefaultLimit is the number of grounding steps allowed where Options.Limit is 0. A
// step is one expression evaluated for one choice of the names it depends on.
const DefaultLimit = 50_000_000

// Options are what the caller gives beside the file.
type Options struct {
	Params  []Setting
	Data    []Data
	Limit   int64           // grounding steps; 0: DefaultLimit
	Context context.Context // ends a long grounding; nil: never
	Without []model.Pos     // leave out the rules and the requires of moves at these places
	Parts   bool            // split the requirements; see model.Rule
}

// A Setting is a parameter given one by one, as in -p n=12. It wins over Data.
type Setting struct {
	Name     string
	Value    string
	FromFile bool // Value is the content of a file, for messages
}

// Data is a JSON object from parameter names to values.
type Data struct {
	Name string // of the file, for messages
	JSON []byte
}

// Check returns the problem that a file denotes under the given parameters. The
// error is a syntax.ErrorList, in source order, or the error of Options.Context.
func Check(f *syntax.File, opts Options) (p *model.Problem, err error) {
	if opts.Limit <= 0 {
		opts.Limit = DefaultLimit
	}
	f = without(f, opts.Without)
	c := &checker{
		file:    f,
		opts:    opts,
		lines:   strings.Split(f.Source, "\n"),
		globals: map[string]*object{},
		types:   map[syntax.Expr]*ty{},
		uses:    map[*syntax.Ident]*object{},
		said:    map[string]bool{},
		b:       model.NewBuilder(),
		p:       &model.Problem{File: f.Name, Description: f.Description()},
	}
	defer func() {
		switch stop := recover().(type) {
		case nil:
		case stopped:
			p, err = nil, stop.err
			if stop.err == nil {
				c.errs.Sort()
				err = c.errs.Err()
			}
		default:
			panic(stop)
		}
	}()
	c.check()
	c.errs.Sort()
	if err := c.errs.Err(); err != nil {
		return nil, err
	}
	return c.p, nil
}

// stopped is the panic that leaves the checker when going on makes no sense: the
// limit was hit (err nil; the error has been reported) or the context is done.
type stopped struct{ err error }

// A checker checks one file. The passes are methods on it.
type checker struct {
	file    *syntax.File
	opts    Options
	lines   []string
	errs    syntax.ErrorList
	said    map[string]bool
	globals map[string]*object
	objects []*object // the globals in source order
	inputs  inputs
	types   map[syntax.Expr]*ty
	uses    map[*syntax.Ident]*object
	scope   *scope
	limit   level  // what the expression being checked may depend on
	context string // for messages: "a const", "the start of a state"
	reached level  // what it has been seen to depend on

	b     *model.Builder
	p     *model.Problem
	move  *moveBuilder // the ground move being built, or nil
	steps int64
	last  syntax.Expr // evaluated last, for the place of the limit
	tried map[syntax.Node]*attempts
}

// check runs the passes. Grounding starts only when names and types are right.
func (c *checker) check() {
	c.tried = map[syntax.Node]*attempts{}
	c.declare()
	c.readInputs()
	for _, o := range c.objects {
		c.resolve(o)
	}
	c.checkDecls()
	if len(c.errs) > 0 {
		return
	}
	c.ground()
	if len(c.errs) == 0 {
		c.warn()
	}
}

func (c *checker) errorf(n syntax.Node, format string, args ...any) *syntax.Error {
	return c.errorAt(n.Pos(), n.End(), format, args...)
}

func (c *checker) pos(n syntax.Node) model.Pos {
	return model.Pos{Line: n.Pos().Line, Col: n.Pos().Col}
}

// text returns a node as written, on one line.
func (c *checker) text(n syntax.Node) string {
	from, to := n.Pos().Offset, n.End().Offset
	if from < 0 || to > len(c.file.Source) || from >= to {
		return ""
	}
	return strings.Join(strings.Fields(c.file.Source[from:to]), " ")
}
