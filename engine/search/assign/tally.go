package assign

import (
	"math/big"
	"math/bits"
)

// A tally is a number of solutions: a uint64, or a big.Int if it is larger.
type tally struct {
	small uint64
	big   *big.Int // nil: small
}

var one = tally{small: 1}

func (n tally) isZero() bool { return n.small == 0 && n.big == nil }

func (n tally) whole() *big.Int {
	if n.big != nil {
		return n.big
	}
	return new(big.Int).SetUint64(n.small)
}

func (n tally) plus(m tally) tally {
	if n.big == nil && m.big == nil {
		if sum, carry := bits.Add64(n.small, m.small, 0); carry == 0 {
			return tally{small: sum}
		}
	}
	return tally{big: new(big.Int).Add(n.whole(), m.whole())}
}

func (n tally) times(m tally) tally {
	if n.big == nil && m.big == nil {
		if over, product := bits.Mul64(n.small, m.small); over == 0 {
			return tally{small: product}
		}
	}
	if n.isZero() || m.isZero() {
		return tally{}
	}
	return tally{big: new(big.Int).Mul(n.whole(), m.whole())}
}
