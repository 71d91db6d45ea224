package outside_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"farbank/internal/testing/long"
	"farbank/internal/testing/peer"
	"farbank/milp/branch"
	"farbank/milp/file"
	"farbank/milp/made"
	"farbank/milp/outside"
	"farbank/milp/pb"
	"farbank/milp/problem"
)

// A solver is any way to solve a problem; errors.ErrUnsupported means that it does not support it.
type solver struct {
	name   string
	inside bool // of this module: it must always be right
	solve  func(context.Context, *problem.Problem) (problem.Solution, error)
}

// solvers returns the solvers that are installed.
func solvers(t *testing.T) []solver {
	t.Helper()
	list := []solver{{"branch", true, func(ctx context.Context, p *problem.Problem) (problem.Solution, error) {
		return branch.Solve(ctx, p, branch.Options{})
	}}, {"pb", true, func(ctx context.Context, p *problem.Problem) (problem.Solution, error) {
		s, err := pb.Solve(ctx, p, pb.Options{})
		if refusal := new(pb.Refusal); errors.As(err, &refusal) {
			err = errors.ErrUnsupported
		}
		return s, err
	}}}
	found := outside.Find()
	if len(found) == 0 {
		peer.Need(t, "glpsol")
	}
	for _, s := range found {
		list = append(list, solver{s.Name, false, func(ctx context.Context, p *problem.Problem) (problem.Solution, error) {
			return s.Solve(ctx, p, outside.Options{Time: time.Minute})
		}})
	}
	return list
}

var shapes = map[string]made.Shape{
	"linear":  {Columns: 6, Rows: 6, Continuous: true, Free: true, Fractions: true},
	"mixed":   {Columns: 6, Rows: 6, Fractions: true},
	"free":    {Columns: 5, Rows: 5, Free: true},
	"binary":  {Columns: 9, Rows: 6, Binary: true},
	"sets":    {Columns: 6, Rows: 4, Sets: true},
	"general": {Columns: 4, Rows: 8},
}

// TestAgree checks that all solvers give the same status and optimum. The reference is enumeration
// if possible, otherwise the majority. Solvers outside of this module may be wrong or fail in one
// of fifty problems: glpsol 5.0 and cbc 2.10.8 are, in about one of five hundred.
func TestAgree(t *testing.T) {
	each := 12
	if long.Enabled() {
		each = 400
	}
	all := solvers(t)
	for _, name := range slices.Sorted(maps.Keys(shapes)) {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(2005, uint64(len(name))))
			count, wrong := map[string]int{}, map[string]int{}
			for n := range each {
				p := made.Random(r, shapes[name])
				truth, mistaken := compare(t, all, p)
				count[truth.status.String()]++
				for _, m := range mistaken {
					if m.inside {
						t.Errorf("problem %d: %s, not %v\n%s", n, m.text, truth, text(p))
						continue
					}
					wrong[m.name]++
					t.Logf("problem %d: %s, not %v", n, m.text, truth)
				}
			}
			t.Log(count, wrong)
			for peer, k := range wrong {
				if k > 1+each/50 {
					t.Errorf("%s is wrong %d times", peer, k)
				}
			}
		})
	}
}

// An answer is the part of a solution that is compared.
type answer struct {
	status    problem.Status
	objective float64
}

func (a answer) String() string {
	if a.status == problem.Optimal {
		return fmt.Sprintf("optimal %v", a.objective)
	}
	return a.status.String()
}

func (a answer) same(b answer) bool {
	return a.status == b.status && (a.status != problem.Optimal || math.Abs(a.objective-b.objective) <= 1e-5*max(1, math.Abs(a.objective)))
}

// A mistake is a wrong answer or an error.
type mistake struct {
	solver
	text string
}

// compare solves a problem with all solvers. It returns the reference answer and the mistakes.
func compare(t *testing.T, all []solver, p *problem.Problem) (truth answer, mistaken []mistake) {
	t.Helper()
	var asked []solver
	var answers []answer
	for _, s := range all {
		got, err := s.solve(t.Context(), p)
		switch {
		case errors.Is(err, errors.ErrUnsupported):
		case err != nil:
			mistaken = append(mistaken, mistake{s, fmt.Sprintf("%s fails: %v", s.name, err)})
		default:
			asked = append(asked, s)
			answers = append(answers, answer{got.Status, got.Objective})
		}
	}
	best, sure := made.Enumerate(p, 20000)
	truth = answer{best.Status, best.Objective}
	if !sure {
		truth = most(answers)
	}
	for k, a := range answers {
		if !a.same(truth) {
			mistaken = append(mistaken, mistake{asked[k], fmt.Sprintf("%s says %v", asked[k].name, a)})
		}
	}
	return truth, mistaken
}

// most returns the most frequent answer.
func most(answers []answer) (best answer) {
	votes := 0
	for _, a := range answers {
		n := 0
		for _, b := range answers {
			if a.same(b) {
				n++
			}
		}
		if n > votes {
			best, votes = a, n
		}
	}
	return best
}

type buffer struct{ text []byte }

func (b *buffer) Write(p []byte) (int, error) {
	b.text = append(b.text, p...)
	return len(p), nil
}

func text(p *problem.Problem) string {
	var b buffer
	if err := file.Encode(&b, p, file.LP); err != nil {
		return fmt.Sprint(err)
	}
	return string(b.text)
}
