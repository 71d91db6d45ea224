package check

import (
	"context"
	"errors"
	"slices"

	"farbank/lang/judge"
	"farbank/lang/syntax"
	"farbank/lang/types"
)

// DefaultLimit is the maximum number of evaluation steps if Options.Limit is 0. A step is one
// evaluation of an expression.
const DefaultLimit = 50_000_000

// Options are the inputs of Check beside the file.
type Options struct {
	Params  []Setting
	Data    []Data
	Limit   int64           // maximum number of steps of evaluating constants; 0 means DefaultLimit
	Context context.Context // cancels a long evaluation; may be nil
	Numbers []Number        // replacements of elements of parameters
	Hole    string          // a name that marks a place to be completed: Info.Hole describes the place; may be ""
}

// A Number replaces an element of a parameter that is an array of numbers.
type Number struct {
	Param  string
	Index  int // the position of the element, the last index varying fastest
	Value  int64
	Digits int // Value is a multiple of 10 to the power of -Digits
}

// A Setting is a parameter given by itself, as in -p n=12. It overrides Data.
type Setting struct {
	Name     string
	Value    string
	FromFile bool // Value is the content of a file, for messages
}

// Data is a JSON object from parameter names to values.
type Data struct {
	Name string // the name of the file, for messages
	JSON []byte
}

// Check checks a file with the given parameters. The error is a syntax.ErrorList in source
// order, or the error of Options.Context.
func Check(f *syntax.File, opts Options) (*types.Info, error) {
	info, err := Known(f, opts)
	if err != nil {
		return nil, err
	}
	return info, nil
}

// Known is like Check for files with errors, also syntax errors. It always returns an Info,
// with everything that is known about the file.
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

// stopped is the panic value that ends the checker early: the limit was reached (err is nil,
// and the error was reported) or the context is done.
type stopped struct{ err error }

// A checker checks one file. The passes are methods on it.
type checker struct {
	*syntax.Reporter
	file            *syntax.File
	opts            Options
	info            *types.Info
	ev              *judge.Evaluator
	inputs          inputs
	titled          bool
	status          map[*types.Object]progress
	scope           *scope
	nones           map[*types.Family]*types.Object
	family          map[*types.Object]*family
	beside          bool                              // the expression is given by the caller, not by the file: names of data take precedence
	unknowns        int                               // number of unknown names so far
	limit           types.Level                       // the highest level that the current expression may depend on
	context         string                            // what is being checked, for messages: "a const", "the start of a state"
	reached         types.Level                       // the highest level that it depends on so far
	groups          map[*types.Object][]*types.Object // recursive functions and the functions of their recursion; nil before recursion is called
	wholes          map[*types.Object]*syntax.Binder  // names that are tuples, with binders that have as many names as the tuples have components
	twice           map[string]bool                   // names of members and of something else
	reportedUnbound map[string]bool
	unbound         string                 // the function whose arguments are checked, if it is also a comprehension
	guessing        bool                   // the types of recursive functions are being inferred
	objective       bool                   // the objective of plans is being checked
	goal            bool                   // a goal is being checked
	knows           string                 // why known(e) is not allowed here; "" if it is
	lets            map[*types.Object]bool // names of the lets of the current move
}

func (c *checker) check() {
	c.info.Timed = slices.ContainsFunc(c.moves(), func(m *syntax.MoveDecl) bool { return m.Takes != nil })
	c.declare()
	c.readInputs()
	c.families()
	for _, o := range c.info.Objects { // names are resolved by all members, so enums come first
		if o.Kind == types.EnumName {
			c.resolve(o)
		}
	}
	for _, o := range c.info.Objects {
		c.resolve(o)
	}
	c.others()
	c.checkDecls()
	c.checkTime()
	c.checkCosts()
	c.checkDigits()
}

// value returns the value of a constant expression. If it has no value, value reports why.
func (c *checker) value(e syntax.Expr) (types.Value, bool) {
	v, err := c.ev.Eval(e)
	return v, c.evaluated(e, err)
}

// evaluated reports the error of an evaluation of n, and returns whether there was no error.
func (c *checker) evaluated(n syntax.Node, err error) bool {
	var (
		undefined *judge.Undefined
		overflow  *judge.Overflow
		outside   *judge.Outside
		limit     *judge.Limit
		ghost     *judge.Ghost
		bug       *judge.Bug
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
	case errors.As(err, &bug) && len(c.Errs) > 0: // it uses a constant that is wrong itself
	default:
		panic(stopped{err}) // the context is done, or there is a bug
	}
	return false
}

// because returns the reason why something is undefined, with the part that is undefined if it
// is not the whole.
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
