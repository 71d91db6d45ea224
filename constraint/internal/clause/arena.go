// Package clause stores the clauses of the two solvers in one slice of words.
package clause

// A Lit is a literal: twice the variable (from 0), plus one if it is negated.
type Lit uint32

// Var returns the variable of l.
func (l Lit) Var() uint32 { return uint32(l) >> 1 }

// A Ref is the index of a clause in its arena.
type Ref uint32

const (
	None      Ref = 1<<31 - 1
	BinaryTag Ref = 1 << 31 // of a watch: the clause is binary, and the blocking literal is its other literal
)

// The two words before the literals of a clause: the number of literals, and the flags.
const (
	Header      = 2
	LearnedFlag = 1 << 0
	deadFlag    = 1 << 1
	movedFlag   = 1 << 2 // the first word is the new index
	TriedFlag   = 1 << 3 // vivified since it was learned
	usedShift   = 4      // two bits: number of reductions that it survives for having been used
	usedMask    = 3 << usedShift
	glueShift   = 8
)

// An Arena holds clauses in one slice of words.
type Arena struct {
	Words  []uint32
	Wasted int // words of deleted clauses and literals
}

// Add adds a clause and returns its index.
func (a *Arena) Add(lits []Lit, flags uint32) Ref {
	at := Ref(len(a.Words))
	a.Words = append(a.Words, uint32(len(lits)), flags)
	for _, l := range lits {
		a.Words = append(a.Words, uint32(l))
	}
	return at
}

// Clause returns the literals of a clause, in place.
func (a *Arena) Clause(c Ref) []uint32 {
	begin := uint32(c) + Header
	return a.Words[begin : begin+a.Words[c]]
}

// Flags returns the flags of a clause.
func (a *Arena) Flags(c Ref) uint32 { return a.Words[c+1] }

// Set sets flags.
func (a *Arena) Set(c Ref, flags uint32) { a.Words[c+1] |= flags }

// Clear clears flags.
func (a *Arena) Clear(c Ref, flags uint32) { a.Words[c+1] &^= flags }

// Dead reports whether a clause has been deleted.
func (a *Arena) Dead(c Ref) bool { return a.Words[c+1]&deadFlag != 0 }

// Learned reports whether a clause is learned.
func (a *Arena) Learned(c Ref) bool { return a.Words[c+1]&LearnedFlag != 0 }

// Glue returns the glue of a learned clause.
func (a *Arena) Glue(c Ref) int { return int(a.Words[c+1] >> glueShift) }

// SetGlue sets the glue.
func (a *Arena) SetGlue(c Ref, glue int) {
	a.Words[c+1] = a.Words[c+1]&(1<<glueShift-1) | uint32(glue)<<glueShift
}

// Used returns the number of reductions that a clause survives for having been used.
func (a *Arena) Used(c Ref) uint32 { return a.Words[c+1] & usedMask >> usedShift }

// SetUsed sets the number that Used returns, at most 3.
func (a *Arena) SetUsed(c Ref, n uint32) {
	a.Words[c+1] = a.Words[c+1]&^usedMask | n<<usedShift
}

// Kill deletes a clause. Its literals stay readable until the arena is compacted.
func (a *Arena) Kill(c Ref) {
	a.Set(c, deadFlag)
	a.Wasted += Header + int(a.Words[c])
}

// Shrink truncates a clause to its first n literals.
func (a *Arena) Shrink(c Ref, n int) {
	a.Wasted += int(a.Words[c]) - n
	a.Words[c] = uint32(n)
}

// Move copies a clause to another arena and returns its index there. Further calls return the same index.
func (a *Arena) Move(c Ref, to *Arena) Ref {
	if a.Words[c+1]&movedFlag != 0 {
		return Ref(a.Words[c])
	}
	at := Ref(len(to.Words))
	to.Words = append(to.Words, a.Words[c:uint32(c)+Header+a.Words[c]]...)
	a.Words[c] = uint32(at)
	a.Words[c+1] |= movedFlag
	return at
}
