package ground

import (
	"context"
	"math"
	"strconv"

	"farbank/lang/syntax"
	"farbank/lang/types"
	"farbank/model"
)

// Options bound the writing out.
type Options struct {
	Limit   int64           // steps; 0: as many as fit
	Context context.Context // ends it; nil: never
	Parts   bool            // split the requirements; see model.Rule
	Strict  bool            // the problem is strict, as with strict after its title
	Starts  []Start         // the problem is to be asked of these, too

	// Progress is told now and then what is being written out, and how many moves were.
	Progress func(at model.Pos, moves int)
}

// A Start is another value of a cell at the start.
type Start struct {
	Cell  int
	Value int64
}

// Ground writes a checked file out as a problem. The error is a syntax.ErrorList, in
// source order, the error of Options.Context, or a *DisagreementError.
func Ground(info *types.Info, opts Options) (*model.Problem, error) {
	p, _, err := written(info, opts)
	return p, err
}

// written is Ground, and how many steps it took.
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
	}
	g.Errs.Sort()
	if err := g.Errs.Err(); err != nil {
		return nil, 0, err
	}
	return g.p, 0, nil
}

// stopped is the panic that leaves the grounder when going on makes no sense: the
// limit was hit (err nil; the error has been reported) or the context is done.
type stopped struct{ err error }

// A grounder writes out one file.
type grounder struct {
	*syntax.Reporter
	file   *syntax.File
	info   *types.Info
	opts   Options
	values []value // by object: of constants, the cells of variables, the present bindings of locals

	b         *model.Builder
	p         *model.Problem
	steps     int64
	last      syntax.Expr // evaluated last, for the place of the limit
	choosers  []*chooser  // of the moves that were begun
	large     []*joiner   // of those that have too many choices
	moving    *chooser    // of the move being written out; nil: of none
	tried     map[syntax.Node]*attempts
	relations map[*types.Object]*relation      // being worked out, by the first of the group
	solved    map[string]*model.Expr           // by function and arguments
	fell      map[string]value                 // the same, of functions by a number that falls
	foreseen  map[*syntax.Comprehension]int64  // the steps that it takes at the least
	refused   map[*model.Schema]map[string]int // why ground moves can never be made, how often
	calls     int                              // of functions that call themselves, within one another
	keeps     []model.Rule                     // the safety rules that do not ask which moves can be made
	able      []*model.Expr                    // by move: that it can be made; nil: not asked for yet
	anyAble   *model.Expr                      // that a move can be made, once it was asked
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
