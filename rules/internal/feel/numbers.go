package feel

import (
	"math"
	"math/big"
	"slices"
)

// numberFunctions returns the functions of numbers.
func numberFunctions() map[string]function {
	return map[string]function{
		"sqrt":   ofFloat(math.Sqrt),
		"exp":    ofFloat(math.Exp),
		"log":    ofFloat(math.Log),
		"odd":    ofNumber(func(r *big.Rat) any { return r.IsInt() && r.Num().Bit(0) == 1 }),
		"even":   ofNumber(func(r *big.Rat) any { return r.IsInt() && r.Num().Bit(0) == 0 }),
		"modulo": {2, 2, modulo},
		"decimal": rounding(func(r *big.Rat) *big.Rat {
			down := floor(r)
			switch twice := new(big.Rat).Sub(r, down); twice.Add(twice, twice).Cmp(whole(1)) {
			case 1:
				return down.Add(down, whole(1))
			case 0:
				if down.Num().Bit(0) == 1 {
					return down.Add(down, whole(1))
				}
			}
			return down
		}),
		"round up":        rounding(func(r *big.Rat) *big.Rat { return bySign(r, ceiling) }),
		"round down":      rounding(func(r *big.Rat) *big.Rat { return bySign(r, floor) }),
		"round half up":   rounding(func(r *big.Rat) *big.Rat { return bySign(r, halfUp) }),
		"round half down": rounding(func(r *big.Rat) *big.Rat { return bySign(r, halfDown) }),
		"product":         ofNumbers(func(l []*big.Rat) any { return product(l) }),
		"median":          ofNumbers(func(l []*big.Rat) any { return median(l) }),
		"stddev":          ofNumbers(func(l []*big.Rat) any { return deviation(l) }),
		"mode":            ofNumbers(func(l []*big.Rat) any { return modes(l) }),
	}
}

func ofFloat(do func(float64) float64) function {
	return ofNumber(func(r *big.Rat) any {
		f, _ := r.Float64()
		return finite(do(f))
	})
}

// finite returns the number, or nil for one that is not finite.
func finite(f float64) any {
	r := new(big.Rat).SetFloat64(f)
	return orNull(r, r != nil)
}

// ofNumbers makes a function of numbers, given as a list or as arguments.
func ofNumbers(do func([]*big.Rat) any) function {
	return &builtin{1, -1, func(a []any) any {
		var l []*big.Rat
		for _, v := range spread(a) {
			r, ok := v.(*big.Rat)
			if !ok {
				return nil
			}
			l = append(l, r)
		}
		return do(l)
	}}
}

func modulo(a []any) any {
	x, okX := a[0].(*big.Rat)
	y, okY := a[1].(*big.Rat)
	if !okX || !okY || y.Sign() == 0 {
		return nil
	}
	q := floor(new(big.Rat).Quo(x, y))
	return q.Sub(x, q.Mul(q, y))
}

func ceiling(r *big.Rat) *big.Rat {
	f := floor(new(big.Rat).Neg(r))
	return f.Neg(f)
}

// bySign rounds the absolute value.
func bySign(r *big.Rat, round func(*big.Rat) *big.Rat) *big.Rat {
	if r.Sign() < 0 {
		f := round(new(big.Rat).Neg(r))
		return f.Neg(f)
	}
	return round(r)
}

func halfUp(r *big.Rat) *big.Rat   { return floor(new(big.Rat).Add(r, big.NewRat(1, 2))) }
func halfDown(r *big.Rat) *big.Rat { return ceiling(new(big.Rat).Sub(r, big.NewRat(1, 2))) }

// rounding makes a function that rounds a number to a number of digits after the point.
func rounding(round func(*big.Rat) *big.Rat) function {
	return &builtin{2, 2, func(a []any) any { return roundTo(a, round) }}
}

func roundTo(a []any, round func(*big.Rat) *big.Rat) any {
	const least, most = -6111, 6176 // of FEEL's numbers
	r, ok := a[0].(*big.Rat)
	scale, okScale := new(big.Rat), true
	if len(a) == 2 {
		scale, okScale = a[1].(*big.Rat)
	}
	if !ok || !okScale {
		return nil
	}
	digits := bySign(scale, floor)
	if !digits.Num().IsInt64() || digits.Num().Int64() > most || digits.Num().Int64() < least {
		return nil
	}
	n := digits.Num().Int64()
	ten := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(max(n, -n)), nil))
	if n < 0 {
		ten.Inv(ten)
	}
	v := round(new(big.Rat).Mul(r, ten))
	return v.Quo(v, ten)
}

func product(l []*big.Rat) any {
	if len(l) == 0 {
		return nil
	}
	p := whole(1)
	for _, r := range l {
		p.Mul(p, r)
	}
	return p
}

func median(l []*big.Rat) any {
	if len(l) == 0 {
		return nil
	}
	l = slices.SortedFunc(slices.Values(l), (*big.Rat).Cmp)
	k := len(l) / 2
	if len(l)%2 == 1 {
		return l[k]
	}
	sum := new(big.Rat).Add(l[k-1], l[k])
	return sum.Quo(sum, whole(2))
}

// deviation returns the standard deviation of a sample.
func deviation(l []*big.Rat) any {
	if len(l) < 2 {
		return nil
	}
	mean, squares := new(big.Rat), new(big.Rat)
	for _, r := range l {
		mean.Add(mean, r)
	}
	mean.Quo(mean, whole(len(l)))
	for _, r := range l {
		d := new(big.Rat).Sub(r, mean)
		squares.Add(squares, d.Mul(d, d))
	}
	f, _ := squares.Quo(squares, whole(len(l)-1)).Float64()
	return finite(math.Sqrt(f))
}

// modes returns the most frequent numbers, the least first.
func modes(l []*big.Rat) any {
	counts := map[string]int{}
	most := 0
	for _, r := range l {
		counts[r.String()]++
		most = max(most, counts[r.String()])
	}
	found := []any{}
	for _, r := range slices.SortedFunc(slices.Values(l), (*big.Rat).Cmp) {
		if counts[r.String()] == most {
			found = append(found, r)
			counts[r.String()] = 0
		}
	}
	return found
}
