package certificate

import (
	"fmt"
	"math/big"

	"farbank/model"
)

// Magic is what the first line of a certificate begins with.
const Magic = "farbank certificate "

// version is the version of the format that is written and read.
const version = "1"

// A Claim is what a certificate shows.
type Claim uint8

const (
	None  Claim = iota // no plan exists
	Least              // no plan costs less than the one given
	Best               // no plan without moves has a better value than the one given
)

// A Certificate is a claim with its reasons.
type Certificate struct {
	Claim Claim
	Plan  model.Plan // Least: the plan and its cost

	// Proof, of a problem for which ByProof holds: the stages, as [Prove] writes them. It stands for
	// all else.
	Proof []byte

	// States are packed by model.NewLayout, one after another, each once, in any order.
	// None: a closed set. Least: the states nearer to the start than the cost of Plan,
	// and Distances says how near each is.
	States    []uint64
	Distances []int64

	// Layers, if not nil, gives the states in place of these: in order, those of a distance after begin was told how
	// many they are, distances rising. Listed is how many it has given.
	Layers func(begin func(distance, n int64) error, give func(states []uint64) error) error
	Listed int64

	// Release, if not nil, is to be called when Layers is not needed any more, or Keep in its place if the same question
	// is to find the states on the disk.
	Release func()
	Keep    func()

	// Tables stand in place of states: with the bounds that they give, whoever checks
	// searches again, and meets so many states.
	Tables []Table
	Met    int
}

// A RefusalError says why no certificate can be made for a problem, or checked.
type RefusalError struct{ Why string }

func (e *RefusalError) Error() string { return e.Why }

// maxStarts is the most assignments of the find cells that are tried one by one.
const maxStarts = 1 << 22

// Possible returns nil if a claim about p can be certified, else a *RefusalError; cost
// is that of the plan, for Least.
func Possible(p *model.Problem, claim Claim, cost int64) error {
	valued := p.Goals != nil || len(p.Soft) > 0
	switch {
	case valued && len(p.Schemas) > 0:
		return &RefusalError{"there is no certificate for the best value of an objective of a problem with moves"}
	case valued && claim == Least, claim == Best:
		return &RefusalError{"what an objective is worth is certified by a proof alone"}
	case claim == Least && cost == 0:
		return nil // the plan says it all
	}
	if n := choices(p); n.Cmp(big.NewInt(maxStarts)) > 0 {
		return &RefusalError{fmt.Sprintf("none is available: whoever checks it would try all values of the find variables, and there are %s ways to choose them (at most %d are tried)", n, maxStarts)}
	}
	return nil
}

// ByProof reports whether the certificates of a problem are proofs about its unknowns: where there are
// no moves, and an objective or too many values to try.
func ByProof(p *model.Problem) bool {
	return len(p.Schemas) == 0 && (p.Goals != nil || len(p.Soft) > 0 || choices(p).Cmp(big.NewInt(maxStarts)) > 0)
}

// choices are the ways to give the find cells values.
func choices(p *model.Problem) *big.Int {
	n := big.NewInt(1)
	for i := range p.NumFind {
		c := &p.Cells[i]
		n.Mul(n, new(big.Int).Add(new(big.Int).Sub(big.NewInt(c.Hi), big.NewInt(c.Lo)), big.NewInt(1)))
	}
	return n
}

// An Error says why a text is no valid certificate for a problem.
type Error struct {
	Line int // where, from 1; 0: the whole
	Why  string
}

func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Why
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Why)
}
