package types

import (
	"math/big"

	"farbank/lang/syntax"
	"farbank/model"
)

// Scale returns the number of digits after the point of the values of a declared type of numbers.
func (t *Type) Scale() int {
	if t.Kind != Int || t.Model == nil {
		return 0
	}
	return t.Model.Digits
}

// FractionValue returns the number n / d, where d is greater than 0.
func FractionValue(n, d int64) Value {
	v, _ := RatValue(new(big.Rat).SetFrac64(n, d))
	return v
}

// DecimalValue returns n divided by 10 to the power of digits.
func DecimalValue(n int64, digits int) Value {
	if digits == 0 {
		return IntValue(n)
	}
	return FractionValue(n, model.Power(digits))
}

// RatValue returns the number r, or false if it does not fit 64 bits.
func RatValue(r *big.Rat) (Value, bool) {
	if !r.Num().IsInt64() || !r.Denom().IsInt64() {
		return Value{Kind: Int}, false
	}
	v := Value{Kind: Int, N: r.Num().Int64(), Den: r.Denom().Int64()}
	if v.Den == 1 {
		v.Den = 0
	}
	return v, true
}

// Rat returns a number as a fraction.
func (v Value) Rat() *big.Rat {
	if v.Den == 0 {
		return new(big.Rat).SetInt64(v.N)
	}
	return new(big.Rat).SetFrac64(v.N, v.Den)
}

// Whole reports whether a number is an integer.
func (v Value) Whole() bool { return v.Den == 0 }

// Scaled returns the value times 10 to the power of digits. It reports false if that is no
// integer of 64 bits.
func (v Value) Scaled(digits int) (int64, bool) {
	if digits == 0 {
		return v.N, v.Den == 0
	}
	p := model.Power(digits)
	if v.Den != 0 && p%v.Den != 0 {
		return 0, false
	}
	if v.Den != 0 {
		p /= v.Den
	}
	n := v.N * p
	return n, n/p == v.N
}

// DecimalDigits returns the number of digits after the point of a number, or false if it is no
// decimal of at most syntax.MaxDigits digits.
func (v Value) DecimalDigits() (int, bool) {
	for digits := range syntax.MaxDigits + 1 {
		if v.Den == 0 || model.Power(digits)%v.Den == 0 {
			return digits, true
		}
	}
	return 0, false
}

// Written returns a number as the language writes it: 2.5, or 1/3 if it is no decimal.
func (v Value) Written() string {
	if digits, ok := v.DecimalDigits(); ok {
		if n, ok := v.Scaled(digits); ok {
			return model.Decimal(n, digits)
		}
	}
	return v.Rat().RatString()
}
