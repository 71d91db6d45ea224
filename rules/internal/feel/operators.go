package feel

import (
	"fmt"
	"math/big"
)

// logical returns a disjunction (decides is true) or a conjunction in three-valued logic.
func logical(a, b Expression, decides bool) Expression {
	return func(s Scope) (any, error) {
		v, err := a(s)
		if err != nil || v == decides {
			return v, err
		}
		w, err := b(s)
		if err != nil || w == decides {
			return w, err
		}
		if v == !decides && w == !decides {
			return !decides, nil
		}
		return nil, nil
	}
}

func both(a, b Expression, s Scope) (v, w any, err error) {
	if v, err = a(s); err == nil {
		w, err = b(s)
	}
	return v, w, err
}

// relate compares two values; without an order between them the result is null.
func relate(op string, a, b any) (any, error) {
	switch op {
	case "=":
		return Equal(a, b), nil
	case "!=":
		return !Equal(a, b), nil
	}
	c, ok := compare(a, b)
	if !ok {
		return nil, nil
	}
	switch op {
	case "<":
		return c < 0, nil
	case "<=":
		return c <= 0, nil
	case ">":
		return c > 0, nil
	}
	return c >= 0, nil
}

// negative returns the negative number or duration, or nil for other values.
func negative(v any) any {
	switch v := v.(type) {
	case *big.Rat:
		return new(big.Rat).Neg(v)
	case Duration:
		return v.of(new(big.Rat).Neg(v.amount()))
	}
	return nil
}

// arithmetic computes with two numbers, or joins two strings. Other values make null.
func arithmetic(op byte, a, b Expression) Expression {
	return func(s Scope) (any, error) {
		v, w, err := both(a, b, s)
		if err != nil {
			return nil, err
		}
		x, okX := v.(*big.Rat)
		y, okY := w.(*big.Rat)
		if !okX || !okY {
			l, okL := v.(string)
			r, okR := w.(string)
			if op == '+' && okL && okR {
				return l + r, nil
			}
			return withDurations(op, v, w), nil
		}
		return calculate(op, x, y)
	}
}

func calculate(op byte, x, y *big.Rat) (any, error) {
	z := new(big.Rat)
	switch op {
	case '+':
		return z.Add(x, y), nil
	case '-':
		return z.Sub(x, y), nil
	case '*':
		return z.Mul(x, y), nil
	case '/':
		if y.Sign() == 0 {
			return nil, nil
		}
		return z.Quo(x, y), nil
	}
	const most = 1000
	if !y.IsInt() || !y.Num().IsInt64() || y.Num().Int64() > most || y.Num().Int64() < -most {
		return nil, fmt.Errorf("an exponent is a whole number from -%d to %d here", most, most)
	}
	n := y.Num().Int64()
	if n < 0 && x.Sign() == 0 {
		return nil, nil
	}
	z.SetInt64(1)
	for range max(n, -n) {
		z.Mul(z, x)
	}
	if n < 0 {
		z.Inv(z)
	}
	return z, nil
}
