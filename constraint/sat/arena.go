package sat

// A lit is a literal: twice the variable (from 0), plus one if it is negated.
type lit uint32

func (l lit) not() lit         { return l ^ 1 }
func (l lit) variable() uint32 { return uint32(l) >> 1 }

// internal is a literal of a caller.
func internal(l int) lit {
	if l < 0 {
		return lit(-l-1)<<1 | 1
	}
	return lit(l-1) << 1
}

// external is a literal as callers write it.
func (l lit) external() int {
	if l&1 != 0 {
		return -int(l>>1) - 1
	}
	return int(l>>1) + 1
}

// A ref is where a clause stands in the arena.
type ref uint32

const (
	noRef     ref = 1<<31 - 1
	binaryTag ref = 1 << 31 // of a watch: the clause is the blocking literal and this one
)

// Of a clause, the two words before its literals: the number of literals, and what is known
// of it.
const (
	header      = 2
	learnedFlag = 1 << 0
	deadFlag    = 1 << 1
	movedFlag   = 1 << 2 // the first word says where to
	triedFlag   = 1 << 3 // vivified since it was learned
	usedShift   = 4      // two bits: for how many reductions it is kept for having been used
	usedMask    = 3 << usedShift
	glueShift   = 8
)

// An arena holds all clauses in one slice of words.
type arena struct {
	words  []uint32
	wasted int // words of what is deleted
}

func (a *arena) add(lits []lit, flags uint32) ref {
	at := ref(len(a.words))
	a.words = append(a.words, uint32(len(lits)), flags)
	for _, l := range lits {
		a.words = append(a.words, uint32(l))
	}
	return at
}

// clause is the literals of a clause, in place.
func (a *arena) clause(c ref) []uint32 {
	begin := uint32(c) + header
	return a.words[begin : begin+a.words[c]]
}

func (a *arena) flags(c ref) uint32        { return a.words[c+1] }
func (a *arena) set(c ref, flags uint32)   { a.words[c+1] |= flags }
func (a *arena) clear(c ref, flags uint32) { a.words[c+1] &^= flags }
func (a *arena) dead(c ref) bool           { return a.words[c+1]&deadFlag != 0 }
func (a *arena) learned(c ref) bool        { return a.words[c+1]&learnedFlag != 0 }
func (a *arena) glue(c ref) int            { return int(a.words[c+1] >> glueShift) }

func (a *arena) setGlue(c ref, glue int) {
	a.words[c+1] = a.words[c+1]&(1<<glueShift-1) | uint32(glue)<<glueShift
}

func (a *arena) used(c ref) uint32 { return a.words[c+1] & usedMask >> usedShift }

func (a *arena) setUsed(c ref, n uint32) {
	a.words[c+1] = a.words[c+1]&^usedMask | n<<usedShift
}

// kill deletes a clause. Its literals stay readable until the arena is compacted.
func (a *arena) kill(c ref) {
	a.set(c, deadFlag)
	a.wasted += header + int(a.words[c])
}

// shrink leaves a clause with its first n literals.
func (a *arena) shrink(c ref, n int) {
	a.wasted += int(a.words[c]) - n
	a.words[c] = uint32(n)
}

// move copies a clause to another arena, once, and says where it is.
func (a *arena) move(c ref, to *arena) ref {
	if a.words[c+1]&movedFlag != 0 {
		return ref(a.words[c])
	}
	at := ref(len(to.words))
	to.words = append(to.words, a.words[c:uint32(c)+header+a.words[c]]...)
	a.words[c] = uint32(at)
	a.words[c+1] |= movedFlag
	return at
}
