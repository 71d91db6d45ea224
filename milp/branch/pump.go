package branch

import (
	"math"
	"math/rand/v2"
	"slices"

	"farbank/milp/internal/propagate"
	"farbank/milp/simplex"
)

// A pump is a feasibility pump (Fischetti, Glover and Lodi 2005) that rounds with propagation (Fischetti and Salvagnin
// 2009): it alternates between points of the relaxation and integral points, each near to the other. The first rounds
// weigh the objective as well (Achterberg and Berthold 2007).
type pump struct {
	r      *root
	lp     *simplex.Solver
	dom    *propagate.Domain
	x      []float64 // of the relaxation
	goal   []float64 // integral
	cost   []float64
	order  []int32
	random *rand.Rand
	weight float64 // of the objective
	unit   float64 // the norm of the costs, as that of the distance
}

// Limits for the pump.
const (
	pumpRounds = 60
	pumpFlips  = 10 // least number of columns that change if the integral point repeats
	pumpDecay  = 0.8
)

// pump looks for a first solution if the dives have found none. It returns false if nothing better can remain.
func (r *root) pump() bool {
	w := r.w
	if found, _ := r.t.state(); found || r.s.inner || r.s.o.NoDives || r.s.o.NoPump || w.stopped || len(r.p.Sets) > 0 || len(w.cand) == 0 {
		return true
	}
	newPump(r).run()
	return !r.bounded()
}

func newPump(r *root) *pump {
	p := &pump{r: r, lp: r.lp.Clone(), dom: propagate.NewDomain(r.p, r.conflicts), random: rand.New(rand.NewPCG(1, 2005)), weight: 1}
	p.lp.Cutoff = math.Inf(1)
	n := r.p.N
	p.x, p.goal, p.cost = slices.Clone(r.w.x), make([]float64, n), make([]float64, n)
	sum := 0.0
	for j, whole := range r.p.Integer {
		if whole && r.p.Lo[j] < r.p.Hi[j] {
			p.order = append(p.order, int32(j))
		}
		sum += r.p.Cost[j] * r.p.Cost[j]
	}
	if sum > 0 {
		p.unit = math.Sqrt(float64(len(p.order)) / sum)
	}
	return p
}

func (p *pump) run() {
	limit := 1000 + 4*p.r.firstIterations // of the simplex method
	last := make([]float64, len(p.goal))
	defer func() { p.r.w.spent += p.lp.Iterations }()
	for round := range pumpRounds {
		clean := p.round()
		if round > 0 && p.repeats(last) {
			if p.weight > 0.01 {
				p.weight = 0 // the objective holds the relaxation back
			} else {
				p.flip()
				clean = false // nothing confirms the point
			}
		}
		copy(last, p.goal)
		if clean && p.r.w.try(p.goal, "pump") {
			return
		}
		p.weight *= pumpDecay
		p.aim()
		left := limit - p.lp.Iterations // the clone begins at 0
		if left <= 0 {
			return
		}
		p.lp.MaxIterations = int(left)
		switch p.lp.Solve(p.r.ctx()) {
		case simplex.Stopped:
			p.r.w.halt()
			return
		case simplex.Optimal:
		default:
			return
		}
		p.lp.Values(p.x)
		if p.integral() && p.r.w.try(p.x, "pump") {
			return
		}
	}
}

// repeats reports whether the integral columns of goal are those of last. The others follow the relaxation.
func (p *pump) repeats(last []float64) bool {
	return !slices.ContainsFunc(p.order, func(j int32) bool { return last[j] != p.goal[j] })
}

// round sets goal to an integral point near x, and reports whether propagation confirms it. The columns nearest to an
// integer come first.
func (p *pump) round() bool {
	distance := func(j int32) float64 { return math.Abs(p.x[j] - math.Round(p.x[j])) }
	slices.SortStableFunc(p.order, func(a, b int32) int {
		switch u, v := distance(a), distance(b); {
		case u < v:
			return -1
		case u > v:
			return 1
		}
		return 0
	})
	p.dom.Back(0)
	copy(p.goal, p.x)
	clean := true
	for k, j := range p.order {
		if k%256 == 0 && p.r.ctx().Err() != nil {
			return false
		}
		lo, hi := p.dom.Lo[j], p.dom.Hi[j]
		v := min(max(math.Round(p.x[j]), lo), hi)
		p.goal[j] = v
		if lo == hi {
			continue
		}
		at := p.dom.Mark()
		p.dom.SetLower(j, v)
		p.dom.SetUpper(j, v)
		if !p.dom.Propagate() {
			p.dom.Back(at)
			clean = false
		}
	}
	return clean
}

// aim sets the objective to the distance from goal, as far as its columns are at bounds.
func (p *pump) aim() {
	for j, c := range p.r.p.Cost {
		p.cost[j] = p.weight * p.unit * c
	}
	for _, j := range p.order {
		switch p.goal[j] {
		case p.r.p.Lo[j]:
			p.cost[j] += 1 - p.weight
		case p.r.p.Hi[j]:
			p.cost[j] -= 1 - p.weight
		}
	}
	p.lp.SetCosts(p.cost)
}

// integral reports whether x has no fractional values.
func (p *pump) integral() bool {
	return !slices.ContainsFunc(p.order, func(j int32) bool { return math.Abs(p.x[j]-math.Round(p.x[j])) > Integrality })
}

// flip changes columns of goal to the other side of x: those that are farthest from it.
func (p *pump) flip() {
	slices.SortStableFunc(p.order, func(a, b int32) int {
		switch u, v := math.Abs(p.x[a]-p.goal[a]), math.Abs(p.x[b]-p.goal[b]); {
		case u > v:
			return -1
		case u < v:
			return 1
		}
		return 0
	})
	count := min(len(p.order), pumpFlips+p.random.IntN(2*pumpFlips))
	for _, j := range p.order[:count] {
		v := p.goal[j] + 1
		if p.x[j] < p.goal[j] || p.x[j] == p.goal[j] && v > p.r.p.Hi[j] {
			v = p.goal[j] - 1
		}
		p.goal[j] = min(max(v, p.r.p.Lo[j]), p.r.p.Hi[j])
	}
}
