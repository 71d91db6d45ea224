package proof

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestRounded checks that roundings of random inequalities hold for all values that satisfy these.
func TestRounded(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1))
	cuts := 0
	for n := range 4000 {
		s := &Statement{Variables: []Interval{{0, 0}}}
		for range 3 {
			lo := r.Int64N(5) - 2
			s.Variables = append(s.Variables, Interval{lo, lo + r.Int64N(4)})
		}
		c := &checker{statement: s, box: newBox(s), inequalities: map[int64]*inequality{}}
		text := fmt.Sprint(2 + r.Int64N(6))
		for i := range int64(1 + r.IntN(3)) {
			e := &inequality{xs: []int32{1, 2, 3}, coefs: []int64{r.Int64N(9) - 4, r.Int64N(9) - 4, r.Int64N(9) - 4}, limit: r.Int64N(12) - 3}
			c.inequalities[i+1] = e
			text += fmt.Sprintf(" %d*%d", r.Int64N(11)-5, i+1)
			if r.IntN(4) == 0 { // an equation
				o := &inequality{xs: e.xs, limit: -e.limit}
				for _, k := range e.coefs {
					o.coefs = append(o.coefs, -k)
				}
				c.inequalities[i+11] = o
				text += fmt.Sprintf("=%d", i+11)
			}
		}
		text += ";"
		for x, v := range s.Variables[1:] {
			if r.IntN(2) == 0 {
				text += fmt.Sprintf(" %d<=%d", x+1, v.Hi)
			} else {
				text += fmt.Sprintf(" %d>=%d", x+1, v.Lo)
			}
		}
		text += ";"
		if r.IntN(3) == 0 {
			text += fmt.Sprintf(" %d:%d s0:%d", 1+r.IntN(3), r.IntN(3), r.IntN(3))
		}
		e, err := c.rounded(text)
		if err != nil {
			t.Fatal(n, err)
		}
		v := make([]int64, 4)
		value := func(e *inequality) (sum int64) {
			for i, k := range e.coefs {
				sum += k * v[e.xs[i]]
			}
			return sum
		}
		cuts++
		d := s.Variables
		any := false
		for v[1] = d[1].Lo; v[1] <= d[1].Hi; v[1]++ {
			for v[2] = d[2].Lo; v[2] <= d[2].Hi; v[2]++ {
				for v[3] = d[3].Lo; v[3] <= d[3].Hi; v[3]++ {
					ok := true
					for _, f := range c.inequalities {
						ok = ok && value(f) <= f.limit
					}
					if ok && value(e) > e.limit {
						t.Fatalf("%d: %s: %+v does not hold for %v", n, text, *e, v)
					}
					any = any || value(e) > e.limit
				}
			}
		}
		if !any {
			cuts--
		}
	}
	if cuts < 100 {
		t.Errorf("only %d roundings say anything", cuts)
	}
}

// TestRoundedOverflow checks that a rounding is refused if its limit exceeds 128 bits. The limit of this one is 2^128 - 1.
// As the 128-bit number -1 it would yield the contradiction 0 <= -1.
func TestRoundedOverflow(t *testing.T) {
	const n, factor = 1 << 17, 1 << 59
	s := &Statement{Variables: []Interval{{0, 0}}}
	e, f := &inequality{}, &inequality{xs: []int32{n + 1}, coefs: []int64{1}}
	var text strings.Builder
	fmt.Fprintf(&text, "%d %d*1 %d*2;", factor+1, factor, factor-1)
	for x := int32(1); x <= n+1; x++ {
		lo := int64(-MaxValue)
		switch x {
		case n:
			lo++
		case n + 1:
			lo = -1
		}
		if x <= n {
			e.xs, e.coefs = append(e.xs, x), append(e.coefs, 1)
		}
		s.Variables = append(s.Variables, Interval{lo, MaxValue})
		fmt.Fprintf(&text, " %d>=%d", x, lo)
	}
	c := &checker{statement: s, box: newBox(s), inequalities: map[int64]*inequality{1: e, 2: f}}
	if got, err := c.rounded(text.String() + ";"); err == nil {
		t.Errorf("a rounding was accepted: %+v", *got)
	}
}
