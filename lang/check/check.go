package check

import (
	"context"
	"errors"

	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// DefaultLimit is the number of steps of evaluation allowed where Options.Limit is 0. A
// step is one expression evaluated for one choice of the names it depends on.
const DefaultLimit = 50_000_000

// Options are what the caller gives beside the file.
type Options struct {
	Params  []Setting
	Data    []Data
	Limit   int64           // steps of evaluating constants; 0: DefaultLimit
	Context context.Context // ends a long evaluation; nil: never
	Numbers []Number        // changes of parameters, whatever their values come from
	Hole    string          // a name that stands for nothing yet: Info.Hole says what could stand there; "": none
}

// A Number gives a place of a parameter that is an array of integers another value.
type Number struct {
	Param string
	Index int // the last index varying fastest
	Value int64
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

// Check returns what a file says under the given parameters. The error is a
// syntax.ErrorList, in source order, or the error of Options.Context.
func Check(f *syntax.File, opts Options) (*types.Info, error) {
	info, err := Known(f, opts)
	if err != nil {
		return nil, err
	}
	return info, nil
}

// Known is Check for whoever wants to know what can be known of a file that is not right,
// which may be one that could not be read as a whole: there is an Info, whatever is wrong.
func Known(f *syntax.File, opts Options) (info *types.Info, err error) {
	if opts.Limit <= 0 {
		opts.Limit = DefaultLimit
	}
	c := &checker{
		Reporter: syntax.NewReporter(f),
		file:     f,
		opts:     opts,
		info:     types.NewInfo(f),
		status:   map[*types.Object]progress{},
		nones:    map[*types.Family]*types.Object{},
		twice:    map[string]bool{},
		wholes:   map[*types.Object]*syntax.Binder{},
	}
	c.ev = judge.NewEvaluator(c.info, judge.Options{Context: opts.Context, Limit: opts.Limit})
	info = c.info
	defer func() {
		switch stop := recover().(type) {
		case nil:
		case stopped:
			if err = stop.err; err == nil {
				c.Errs.Sort()
				err = c.Errs.Err()
			}
		default:
			panic(stop)
		}
	}()
	c.check()
	c.Errs.Sort()
	return c.info, c.Errs.Err()
}

// stopped is the panic that leaves the checker when going on makes no sense: the
// limit was hit (err nil; the error has been reported) or the context is done.
type stopped struct{ err error }

// A checker checks one file. The passes are methods on it.
type checker struct {
	*syntax.Reporter
	file        *syntax.File
	opts        Options
	info        *types.Info
	ev          *judge.Evaluator
	inputs      inputs
	titled      bool
	status      map[*types.Object]progress
	scope       *scope
	nones       map[*types.Family]*types.Object
	family      map[*types.Object]*family
	beside      bool                              // the expression being checked does not stand in the file: names of data win
	unknowns    int                               // names so far that are not known
	limit       types.Level                       // what the expression being checked may depend on
	context     string                            // for messages: "a const", "the start of a state"
	reached     types.Level                       // what it has been seen to depend on
	groups      map[*types.Object][]*types.Object // functions that call themselves, by each of them; nil: not found yet
	wholes      map[*types.Object]*syntax.Binder  // names that are tuples, as many as these have components
	twice       map[string]bool                   // names of members and of something else
	toldUnbound map[string]bool
	unbound     string // the function whose arguments are checked, where it may be a choice too
	guessing    bool   // the types of such functions are tried
	objective   bool   // the objective of plans is being checked
}

func (c *checker) check() {
	c.declare()
	c.readInputs()
	c.families()
	for _, o := range c.info.Objects { // what a name stands for depends on all members
		if o.Kind == types.EnumName {
			c.resolve(o)
		}
	}
	for _, o := range c.info.Objects {
		c.resolve(o)
	}
	c.checkDecls()
}

// value returns the value of a constant expression, having reported why it has none.
func (c *checker) value(e syntax.Expr) (types.Value, bool) {
	v, err := c.ev.Eval(e)
	return v, c.evaluated(e, err)
}

// evaluated reports the error of an evaluation of n.
func (c *checker) evaluated(n syntax.Node, err error) bool {
	var (
		undefined *judge.Undefined
		overflow  *judge.Overflow
		outside   *judge.Outside
		limit     *judge.Limit
		ghost     *judge.Ghost
	)
	switch {
	case err == nil:
		return true
	case errors.As(err, &undefined):
		c.Errorf(n, "this has no value").Hint = c.because(n, undefined)
	case errors.As(err, &overflow):
		c.Errorf(overflow.Node, "the value does not fit 64 bits")
	case errors.As(err, &outside):
		c.Errorf(n, "%s is not in %s", outside.Written(), outside.Type.Plain())
	case errors.As(err, &limit):
		c.tooLarge(limit)
	case errors.As(err, &ghost):
		o := ghost.Object
		c.Errorf(ghost.Node, "%s is not a member of %s as it was given", o.Name, o.Enum.Name.Name).Hint =
			"the members are those of -p or the data; what the file names must be among them"
	default:
		panic(stopped{err}) // the context is done, or a bug
	}
	return false
}

// because says why something has no value, and which part of it, if that is not the whole.
func (c *checker) because(n syntax.Node, u *judge.Undefined) string {
	if part := c.Text(u.Node); part != "" && part != c.Text(n) {
		return part + ": " + u.Why
	}
	return u.Why
}

func (c *checker) tooLarge(limit *judge.Limit) {
	e := c.Errorf(limit.Node, "the problem is too large: %s", limit.Why)
	e.Hint = "smaller parameters, or a narrower where, make it smaller"
	if limit.Steps {
		e.Hint += "; the limit can be raised"
	}
	panic(stopped{})
}
