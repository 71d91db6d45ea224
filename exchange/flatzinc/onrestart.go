package flatzinc

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"farbank/constraint"
)

// The values of the status that MiniZinc's on_restart sees: what came of the search since the last restart.
const (
	statusStart   = 1 // not restarted yet
	statusUnknown = 2 // no solution
	statusUnsat   = 3 // no solution, which is proven for the values of this restart
	statusSat     = 4 // a solution
)

// onRestart are the variables of a model that get values at each restart, for on_restart of MiniZinc: large
// neighbourhood search and other meta-heuristics that a model describes (Dekker, de la Banda, Schutt, Stuckey and
// Tack 2018). The constraints of the model over them are ordinary ones.
type onRestart struct {
	status  []constraint.Linear
	kept    []keptValue // out gets the value of in in the last solution
	uniform []uniform
	markers []constraint.Bool // when one becomes true the search is complete
	truths  map[[2]int64]constraint.Bool
}

// A keptValue is a variable and the one that gets its last value: of integers, of Bools or of sets.
type keptValue struct {
	kind            byte // 'i', 'b' or 's'
	in, out         constraint.Linear
	inBool, outBool constraint.Bool
	inSet, outSet   set
}

// A uniform is a variable with a random value from lo to hi.
type uniform struct {
	lo, hi int64
	x      constraint.Linear
}

func (o *onRestart) empty() bool {
	return len(o.status)+len(o.kept)+len(o.uniform)+len(o.markers) == 0
}

// restarting are the predicates of MiniZinc's library experimental/on_restart. The last value of a variable is that of the
// last solution.
var restarting = map[string]func(a args, o *onRestart){
	"fzn_on_restart_status":        func(a args, o *onRestart) { o.status = append(o.status, a.sum(0)) },
	"fzn_on_restart_complete":      func(a args, o *onRestart) { o.markers = append(o.markers, a.bool(0)) },
	"fzn_on_restart_sol_int":       keepInt,
	"fzn_on_restart_last_val_int":  keepInt,
	"fzn_on_restart_sol_bool":      keepBool,
	"fzn_on_restart_last_val_bool": keepBool,
	"fzn_on_restart_sol_set":       keepSet,
	"fzn_on_restart_last_val_set":  keepSet,
	"fzn_on_restart_uniform_int": func(a args, o *onRestart) {
		u := uniform{a.number(0), a.number(1), a.sum(2)}
		if u.lo > u.hi {
			a.fail("a random value from %d to %d", u.lo, u.hi)
		}
		o.uniform = append(o.uniform, u)
	},
}

func keepInt(a args, o *onRestart) {
	o.kept = append(o.kept, keptValue{kind: 'i', in: a.sum(0), out: a.sum(1)})
}

func keepBool(a args, o *onRestart) {
	o.kept = append(o.kept, keptValue{kind: 'b', inBool: a.bool(0), outBool: a.bool(1)})
}

func keepSet(a args, o *onRestart) {
	o.kept = append(o.kept, keptValue{kind: 's', inSet: a.set(0), outSet: a.set(1)})
}

// values returns the assumptions of a restart.
func (o *onRestart) values(m *constraint.Model, status int64, last *constraint.Solution, random *rand.Rand) (list []constraint.Bool) {
	if o.truths == nil {
		o.truths = map[[2]int64]constraint.Bool{}
	}
	slot := int64(0)
	is := func(x constraint.Linear, n int64) { // the same truth for the same value, since each is a new variable
		b, ok := o.truths[[2]int64{slot, n}]
		if !ok {
			b = m.Truth(x.Equal(constraint.Const(n)))
			o.truths[[2]int64{slot, n}] = b
		}
		slot++
		list = append(list, b)
	}
	truth := func(b constraint.Bool, is bool) {
		if !is {
			b = b.Not()
		}
		list = append(list, b)
	}
	for _, x := range o.status {
		is(x, status)
	}
	for _, u := range o.uniform {
		is(u.x, u.lo+random.Int64N(u.hi-u.lo+1))
	}
	for _, k := range o.kept {
		switch {
		case last == nil:
		case k.kind == 's':
			for i, v := range k.outSet.elems {
				truth(k.outSet.in[i], last.True(k.inSet.has(v)))
			}
		case k.kind == 'b':
			truth(k.outBool, last.True(k.inBool))
		default:
			is(k.out, last.Value(k.in))
		}
	}
	return list
}

// errInterval ends the search until the next restart.
var errInterval = errors.New("the restart interval is over")

// errRestartProven is the error of requesting a proof for a model with on_restart.
var errRestartProven = errors.New("there is no proof of a search that on_restart describes")

// defaultInterval is the length of an interval between restarts in conflicts, where the model says nothing.
const defaultInterval = 250

// restarted solves a model that uses on_restart. A solution ends an interval, and so do as many conflicts as the
// annotation of the restarts says. With an objective each solution is better than the one before. The search is complete
// when no better solution exists whatever values the restarts give, or when a marker of complete is true. It also ends when
// an interval without a solution would be repeated with the same values.
func (r *runner) restarted(ctx context.Context, f *file) error {
	s := &restartSearch{runner: r, goal: f.goal, solver: r.b.m.Solver(), interval: restarts(f.search)}
	if f.goal != "satisfy" {
		var err error
		if s.objective, err = r.b.objective(f); err != nil {
			return err
		}
	}
	if s.interval == nil {
		s.interval = constraint.LubyRestarts(defaultInterval)
	}
	s.each = r.o.All || r.o.Intermediate || f.goal == "satisfy"
	err := s.run(ctx)
	if err != nil {
		r.verdict = some(r.solutions)
	}
	if !s.each && r.last != nil {
		r.print(r.last)
	}
	return err
}

// A restartSearch is a search with on_restart.
type restartSearch struct {
	*runner
	goal      string // satisfy, minimize or maximize
	objective constraint.Linear
	solver    *constraint.Solver
	interval  constraint.Restarts // the number of conflicts of each interval
	each      bool                // every solution is printed
	better    []constraint.Bool   // the objective is better than in the last solution
}

// run searches interval by interval. It sets the verdict, unless it returns an error.
func (s *restartSearch) run(ctx context.Context) error {
	o := &s.b.onRestart
	random := rand.New(rand.NewPCG(s.o.Seed, 1))
	var before []constraint.Bool // the values of the last interval, if it is proven to have no solution
	status := int64(statusStart)
	for n := int64(0); ; n++ {
		values := o.values(s.b.m, status, s.last, random)
		if before != nil && slices.Equal(values, before) {
			s.verdict = some(s.solutions)
			return nil
		}
		before = nil
		answer, complete, err := s.within(ctx, s.interval(n), values)
		if err != nil {
			return err
		}
		if complete && answer.Status != constraint.Feasible {
			s.verdict = Complete
			return nil
		}
		switch answer.Status {
		case constraint.Feasible:
			status = statusSat
			s.found(answer.Solution)
			switch {
			case complete && s.goal != "satisfy":
				s.verdict = Complete
				return nil
			case s.goal == "satisfy" || s.writing != nil:
				s.verdict = Some
				return nil
			}
		case constraint.Infeasible:
			own := func(b constraint.Bool) bool { return !slices.Contains(s.better, b) }
			if !slices.ContainsFunc(answer.Core, own) {
				s.verdict = Complete
				if s.solutions == 0 {
					s.verdict = None
				}
				return nil
			}
			status = statusUnsat
			if len(o.uniform) == 0 {
				before = values
			}
		default:
			status = statusUnknown
		}
	}
}

// within searches one interval: first for a solution in which no marker of complete is true, then for one with a marker.
// It reports whether a marker ends the search.
func (s *restartSearch) within(ctx context.Context, conflicts int64, values []constraint.Bool) (answer constraint.Answer, complete bool, err error) {
	markers := s.b.onRestart.markers
	quiet := slices.Concat(values, s.better)
	for _, marker := range markers {
		quiet = append(quiet, marker.Not())
	}
	answer, err = s.stretch(ctx, s.solver, conflicts, quiet)
	if err != nil || answer.Status != constraint.Infeasible || len(markers) == 0 {
		return answer, false, err
	}
	marked, bounded := false, false
	for _, c := range answer.Core {
		marked = marked || slices.ContainsFunc(markers, func(b constraint.Bool) bool { return b.Not() == c })
		bounded = bounded || slices.Contains(s.better, c)
	}
	switch {
	case !marked:
		return answer, false, nil
	case !bounded && s.last != nil: // the values of the restart imply the marker
		return answer, true, nil
	}
	answer, err = s.stretch(ctx, s.solver, conflicts, slices.Concat(values, s.better))
	return answer, err == nil && answer.Status == constraint.Feasible, err
}

// found records a solution, and demands a better one from then on.
func (s *restartSearch) found(solution *constraint.Solution) {
	s.solutions++
	s.last = solution
	if s.goal != "satisfy" {
		value := solution.Value(s.objective)
		solution.Objective = value
		bound := constraint.Const(value)
		better := s.objective.Less(bound)
		if s.goal == "maximize" {
			better = bound.Less(s.objective)
		}
		s.better = []constraint.Bool{s.b.m.Truth(better)}
	}
	if s.each {
		s.print(solution)
	}
}

// stretch searches under assumptions for a number of conflicts. The status is Unknown if they are over.
func (r *runner) stretch(ctx context.Context, solver *constraint.Solver, conflicts int64, assume []constraint.Bool) (constraint.Answer, error) {
	inner, end := context.WithCancelCause(ctx)
	defer end(nil)
	begun := r.stats.Conflicts
	r.b.m.Progress = func(p constraint.Progress) {
		if p.Stats.Conflicts-begun >= conflicts {
			end(errInterval)
		}
	}
	defer func() { r.b.m.Progress = nil }()
	answer, err := solver.Solve(inner, assume...)
	r.stats = answer.Stats
	if err == nil {
		err = answer.Reason
	}
	if errors.Is(err, errInterval) || context.Cause(inner) == errInterval && ctx.Err() == nil && errors.Is(err, context.Canceled) {
		return answer, nil
	}
	return answer, err
}
