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

// A keptValue is a variable and the one that gets its last value. The Bools are the members of sets, or one Bool.
type keptValue struct {
	in, out         constraint.Linear
	inBool, outBool []constraint.Bool
	elems           []int64 // of sets: the elements of outBool
	source          set
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
	o.kept = append(o.kept, keptValue{in: a.sum(0), out: a.sum(1)})
}

func keepBool(a args, o *onRestart) {
	o.kept = append(o.kept, keptValue{inBool: []constraint.Bool{a.bool(0)}, outBool: []constraint.Bool{a.bool(1)}})
}

func keepSet(a args, o *onRestart) {
	out := a.set(1)
	o.kept = append(o.kept, keptValue{source: a.set(0), outBool: out.in, elems: out.elems})
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
		case k.elems != nil:
			for i, v := range k.elems {
				truth(k.outBool[i], last.True(k.source.has(v)))
			}
		case k.outBool != nil:
			truth(k.outBool[0], last.True(k.inBool[0]))
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
	o, m := &r.b.onRestart, r.b.m
	var objective constraint.Linear
	if f.goal != "satisfy" {
		var err error
		if objective, err = r.b.objective(f); err != nil {
			return err
		}
	}
	interval := restarts(f.search)
	if interval == nil {
		interval = constraint.LubyRestarts(defaultInterval)
	}
	each := r.o.All || r.o.Intermediate || f.goal == "satisfy"
	random := rand.New(rand.NewPCG(r.o.Seed, 1))
	solver := m.Solver()
	var better []constraint.Bool
	var before []constraint.Bool // the values of the last interval, if it had no solution for sure
	status := int64(statusStart)
	for n := int64(0); ; n++ {
		values := o.values(m, status, r.last, random)
		if before != nil && slices.Equal(values, before) {
			r.verdict = some(r.solutions)
			break
		}
		before = nil
		quiet := slices.Concat(values, better)
		for _, marker := range o.markers {
			quiet = append(quiet, marker.Not())
		}
		answer, err := r.stretch(ctx, solver, interval(n), quiet)
		if err != nil {
			r.verdict = some(r.solutions)
			return err
		}
		complete := false
		if answer.Status == constraint.Infeasible && len(o.markers) > 0 {
			marked, bounded := false, false
			for _, c := range answer.Core {
				marked = marked || slices.ContainsFunc(o.markers, func(b constraint.Bool) bool { return b.Not() == c })
				bounded = bounded || slices.Contains(better, c)
			}
			if marked && !bounded && r.last != nil { // the values of the restart imply the marker
				r.verdict = Complete
				break
			}
			if marked { // only solutions with a marker are left
				if answer, err = r.stretch(ctx, solver, interval(n), slices.Concat(values, better)); err != nil {
					r.verdict = some(r.solutions)
					return err
				}
				complete = answer.Status == constraint.Feasible
			}
		}
		switch answer.Status {
		case constraint.Feasible:
			status = statusSat
			r.solutions++
			r.last = answer.Solution
			if f.goal != "satisfy" {
				value := r.last.Value(objective)
				r.last.Objective = value
				bound := constraint.Const(value)
				if f.goal == "maximize" {
					better = []constraint.Bool{m.Truth(bound.Less(objective))}
				} else {
					better = []constraint.Bool{m.Truth(objective.Less(bound))}
				}
			}
			if each {
				r.print(r.last)
			}
			if f.goal == "satisfy" {
				r.verdict = Some
			} else if complete {
				r.verdict = Complete
			} else {
				continue
			}
		case constraint.Infeasible:
			own := func(b constraint.Bool) bool { return !slices.Contains(better, b) }
			if slices.ContainsFunc(answer.Core, own) {
				status, before = statusUnsat, values
				if len(o.uniform) > 0 {
					before = nil
				}
				continue
			}
			r.verdict = Complete
			if r.solutions == 0 {
				r.verdict = None
			}
		default:
			status = statusUnknown
			continue
		}
		break
	}
	if !each && r.last != nil {
		r.print(r.last)
	}
	return nil
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
