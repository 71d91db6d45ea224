package pddl

import (
	"math/big"
	"strings"

	"farbank/model"
)

// Where a file has decimals, or divides numbers in a durative action, all numbers are kept as
// multiples of 10 to the power of -digits. Such a problem is translated to a .far file, in which
// numbers are exact; the multiples serve for the analysis of what is reachable.

// maxDigits is the maximum number of digits after the point.
const maxDigits = 9

// decimals sets the digits of the domain by the numbers of its files.
func (d *domain) decimals(files ...*node) {
	most, timed, divides := 0, false, false
	var look func(n *node)
	look = func(n *node) {
		if whole, part, ok := strings.Cut(n.word, "."); ok && whole != "" && strings.Trim(strings.TrimLeft(whole, "-")+part, "0123456789") == "" {
			most = max(most, len(strings.TrimRight(part, "0")))
		}
		timed = timed || n.word == ":durative-action"
		divides = divides || n.head() == "/"
		for i, m := range n.list {
			if n.head() != "probabilistic" || i%2 == 0 { // else a probability
				look(m)
			}
		}
	}
	for _, n := range files {
		look(n)
	}
	if timed && divides {
		most = max(most, 3)
	}
	d.digits = min(2*most, maxDigits) // of a product of two
	if d.rounded {
		d.digits = directDigits
	}
}

// one returns the number 1 as it is kept.
func (d *domain) one() int64 { return model.Power(d.digits) }

// text returns a number as it is written.
func (d *domain) text(v int64) string { return model.Decimal(v, d.digits) }

// fixed is like text with all digits that a function has, rounded down or up to them.
func (d *domain) fixed(v int64, digits int, up bool) string {
	by := model.Power(d.digits - min(digits, d.digits))
	n := v / by // rounded towards 0
	switch {
	case n*by > v && !up:
		n--
	case n*by < v && up:
		n++
	}
	return model.Fixed(n, min(digits, d.digits))
}

// digitsOf returns the number of digits after the point that a number needs.
func (d *domain) digitsOf(v int64) int {
	text := d.text(v)
	_, part, _ := strings.Cut(text, ".")
	return len(part)
}

// scaled returns v divided by 10 to the power of the digits, rounded down or up. It saturates at
// the bound far.
func (d *domain) scaled(v *big.Int, up bool) int64 {
	q, r := new(big.Int).DivMod(v, big.NewInt(d.one()), new(big.Int))
	if up && r.Sign() != 0 {
		q.Add(q, big.NewInt(1))
	}
	switch limit := big.NewInt(far); {
	case q.Cmp(limit) > 0:
		return far
	case q.CmpAbs(limit) > 0:
		return -far
	}
	return q.Int64()
}

// times returns the bounds of a product.
func (d *domain) times(a, b interval) interval {
	if d.digits == 0 {
		return times.of(a, b)
	}
	var out interval
	for i, p := range [][2]int64{{a.lo, b.lo}, {a.lo, b.hi}, {a.hi, b.lo}, {a.hi, b.hi}} {
		v := new(big.Int).Mul(big.NewInt(p[0]), big.NewInt(p[1]))
		one := interval{d.scaled(v, false), d.scaled(v, true)}
		if out = out.join(one); i == 0 {
			out = one
		}
	}
	return out
}

// combine returns the interval of an operation.
func (d *domain) combine(op numberOp, a, b interval) interval {
	if op == times {
		return d.times(a, b)
	}
	return op.of(a, b)
}

// precision finds how many digits after the point each function needs that changes.
func (d *domain) precision() {
	if d.digits == 0 {
		return
	}
	for _, fn := range d.functions {
		fn.digits = 0
		for name, v := range d.values {
			if name == "("+fn.name+")" || strings.HasPrefix(name, "("+fn.name+" ") {
				fn.digits = max(fn.digits, d.digitsOf(v))
			}
		}
	}
	for again := true; again; {
		again = false
		for _, a := range d.actions {
			for i := range a.numbers {
				e := &a.numbers[i]
				need := d.needs(e.value)
				if e.how == scaleUp {
					need += e.fn.digits
				}
				if !e.fn.kept() || need <= e.fn.digits {
					continue
				}
				if need > d.digits {
					panic(refused{e.pos, "", e.fn.name + " may have more and more digits after the point"})
				}
				e.fn.digits, again = need, true
			}
		}
	}
}

// needs returns the number of digits after the point that a number may have.
func (d *domain) needs(n *number) int {
	switch n.op {
	case constant:
		return d.digitsOf(n.value)
	case fluent:
		return n.fn.digits
	case over: // of constants, which the grounder divides
		return d.digits
	}
	all := 0
	for _, a := range n.args {
		if x := d.needs(a); n.op == times {
			all += x
		} else {
			all = max(all, x)
		}
	}
	return all
}
