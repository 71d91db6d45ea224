package ground

import (
	"context"
	"math"
	"strconv"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Options are options of Ground.
type Options struct {
	Limit   int64           // maximum number of steps; 0 means no limit
	Context context.Context // cancels grounding; may be nil
	Parts   bool            // split the requirements; see model.Rule
	Strict  bool            // make the problem strict, as with strict after its title
	Starts  []Start         // further starts that must be covered

	// Progress, if not nil, is called from time to time with the current position and the
	// number of moves so far.
	Progress func(at model.Pos, moves int)
}

// A Start is an alternative initial value of a cell.
type Start struct {
	Cell  int
	Value int64
}

// Ground translates a checked file to a problem. The error is a syntax.ErrorList in source
// order, the error of Options.Context, or a *DisagreementError.
func Ground(info *types.Info, opts Options) (*model.Problem, error) {
	p, _, err := written(info, opts)
	return p, err
}

// written is like Ground and returns the number of steps as well.
func written(info *types.Info, opts Options) (p *model.Problem, steps int64, err error) {
	if opts.Limit <= 0 {
		opts.Limit = math.MaxInt64
	}
	f := info.File
	g := &grounder{
		Reporter:  syntax.NewReporter(f),
		file:      f,
		info:      info,
		opts:      opts,
		values:    make([]value, info.Count),
		relations: map[*types.Object]*relation{},
		refused:   map[*model.Schema]map[string]int{},
		lost:      map[*model.Schema]*lost{},
		solved:    map[string]*model.Expr{},
		fell:      map[string]value{},
		foreseen:  map[*syntax.Comprehension]int64{},
		tried:     map[syntax.Node]*attempts{},
		b:         model.NewBuilder(),
		p:         &model.Problem{File: f.Name, Used: usedFiles(f), Description: f.Description()},
	}
	defer func() {
		steps = g.steps
		switch stop := recover().(type) {
		case nil:
		case stopped:
			if p, err = nil, stop.err; err == nil {
				g.Errs.Sort()
				err = g.Errs.Err()
			}
		default:
			panic(stop)
		}
	}()
	g.ground()
	if len(g.Errs) == 0 {
		g.warn()
		g.time()
	}
	g.Errs.Sort()
	if err := g.Errs.Err(); err != nil {
		return nil, 0, err
	}
	return g.p, 0, nil
}

// stopped is the panic value that ends the grounder early: the limit was reached (err is nil,
// and the error was reported) or the context is done.
type stopped struct{ err error }

// A grounder grounds one file.
type grounder struct {
	*syntax.Reporter
	file   *syntax.File
	info   *types.Info
	opts   Options
	values []value // by object: values of constants, cells of variables, current bindings of locals

	b         *model.Builder
	p         *model.Problem
	steps     int64
	last      syntax.Expr // the last expression evaluated, for the position of a limit
	choosers  []*chooser  // of the moves that were started
	large     []*moveJoin // of the moves with too many choices
	moving    *chooser    // of the current move, or nil
	tried     map[syntax.Node]*attempts
	relations map[*types.Object]*relation     // being computed, by the first function of the group
	solved    map[string]*model.Expr          // by function and arguments
	fell      map[string]value                // the same for functions with a decreasing number
	foreseen  map[*syntax.Comprehension]int64 // lower bounds of steps
	lost      map[*model.Schema]*lost
	refused   map[*model.Schema]map[string]int // reasons why ground moves are inapplicable, with their numbers
	operands  map[*syntax.CompareExpr]*operand // in the outermost comprehension being lowered; nil outside; nil if not shared
	calls     int                              // current depth of recursive calls
	keeps     []model.Rule                     // the safety rules that do not depend on which moves are possible
	able      []*model.Expr                    // by move: the condition that it is possible; nil before findAble
	anyAble   *model.Expr                      // the condition that some move is possible, or nil
}

func usedFiles(f *syntax.File) []model.Used {
	var list []model.Used
	for _, u := range f.Used {
		list = append(list, model.Used{File: u.Name, Lines: u.Lines})
	}
	return list
}

func (g *grounder) pos(n syntax.Node) model.Pos {
	return model.Pos{Line: n.Pos().Line, Col: n.Pos().Col}
}

func itoa(n int64) string { return strconv.FormatInt(n, 10) }

func finites(ts []*types.Type) []*model.Type {
	out := make([]*model.Type, len(ts))
	for i, t := range ts {
		out[i] = t.Finite()
	}
	return out
}

func (g *grounder) emptySet(elem *model.Type) value {
	n, _ := elem.Size()
	v := value{kind: vSet, elem: elem, in: make([]*model.Expr, n)}
	for i := range v.in {
		v.in[i] = g.b.Truth(false)
	}
	return v
}
