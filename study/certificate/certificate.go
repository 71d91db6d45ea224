package certificate

import (
	"fmt"
	"math/big"

	"farbank/model"
)

// Magic is the beginning of the first line of a certificate.
const Magic = "farbank certificate "

// version is the version of the format.
const version = "1"

// A Claim is the statement that a certificate proves.
type Claim uint8

const (
	None  Claim = iota // no plan exists
	Least              // no plan costs less than the given one
	Best               // no assignment to the unknowns has a better value than the given one
)

// A Certificate is a claim with its proof.
type Certificate struct {
	Claim Claim
	Plan  model.Plan // Least: the plan and its cost

	// Proof holds the stages that [Prove] writes, if ByProof holds for the problem. The following
	// fields are then unused.
	Proof []byte
	Lines int64 // of a proof that was written while it was found

	// States are packed by model.NewLayout, one after another, without duplicates, in any order.
	// None: a closed set. Least: the states whose distance from the start is below the cost of Plan,
	// with their distances in Distances.
	States    []uint64
	Distances []int64

	// Layers, if not nil, yields the states in place of States: it calls begin with a distance and
	// the number of its states, then give for them, with increasing distances. Listed counts them.
	Layers func(begin func(distance, n int64) error, give func(states []uint64) error) error
	Listed int64

	// Release, if not nil, must be called when Layers is no longer needed; or Keep instead, if the
	// same question should find the states on disk again.
	Release func()
	Keep    func()

	// Tables replace States: the checker searches again with their lower bounds and expands Met
	// states.
	Tables []Table
	Met    int
}

// A RefusalError says why no certificate can be written or checked for a problem.
type RefusalError struct{ Why string }

// Error returns the reason.
func (e *RefusalError) Error() string { return e.Why }

// maxStarts is the maximum number of assignments of the find cells that are enumerated.
const maxStarts = 1 << 22

// Possible returns nil if a claim about p can be certified, else a *RefusalError; for Least, cost
// is the cost of the plan.
func Possible(p *model.Problem, claim Claim, cost int64) error {
	valued := p.Goals != nil || len(p.Soft) > 0
	switch {
	case valued && len(p.Schemas) > 0:
		return &RefusalError{"there is no certificate for the best value of an objective of a problem with moves"}
	case valued && claim == Least, claim == Best:
		return &RefusalError{"the value of an objective is certified by a proof only"}
	case claim == Least && cost == 0:
		return nil // the plan suffices
	}
	if n := choices(p); n.Cmp(big.NewInt(maxStarts)) > 0 {
		return &RefusalError{fmt.Sprintf("none is available: a checker would try all values of the find variables, and there are %s assignments (at most %d are tried)", n, maxStarts)}
	}
	return nil
}

// ByProof reports whether the certificates of a problem are proofs about its unknowns: it has no
// moves, and either an objective or too many assignments to enumerate.
func ByProof(p *model.Problem) bool {
	return len(p.Schemas) == 0 && (p.Goals != nil || len(p.Soft) > 0 || choices(p).Cmp(big.NewInt(maxStarts)) > 0)
}

// choices returns the number of assignments of the find cells.
func choices(p *model.Problem) *big.Int {
	n := big.NewInt(1)
	for i := range p.NumFind {
		c := &p.Cells[i]
		n.Mul(n, new(big.Int).Add(new(big.Int).Sub(big.NewInt(c.Hi), big.NewInt(c.Lo)), big.NewInt(1)))
	}
	return n
}

// An Error says why a text is not a valid certificate for a problem.
type Error struct {
	Line int // the line, from 1; 0 means the whole text
	Why  string
}

// Error returns the reason, with the line if it is known.
func (e *Error) Error() string {
	if e.Line == 0 {
		return e.Why
	}
	return fmt.Sprintf("line %d: %s", e.Line, e.Why)
}
