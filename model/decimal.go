package model

import (
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// Power returns 10 to the power of n; n must be between 0 and 18.
func Power(n int) int64 {
	p := int64(1)
	for range n {
		p *= 10
	}
	return p
}

// Fixed returns the text of n divided by 10 to the power of digits, with all of these digits after the point.
func Fixed(n int64, digits int) string {
	text := strconv.FormatInt(n, 10)
	if digits == 0 {
		return text
	}
	sign := ""
	if n < 0 {
		sign, text = "-", text[1:]
	}
	if len(text) <= digits {
		text = strings.Repeat("0", digits+1-len(text)) + text
	}
	return sign + text[:len(text)-digits] + "." + text[len(text)-digits:]
}

// Decimal is like Fixed without zeros at the end.
func Decimal(n int64, digits int) string {
	text := Fixed(n, digits)
	if digits > 0 {
		text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// JSONNumber returns n divided by 10 to the power of digits for encoding/json: an int64 if digits is 0,
// else a json.Number, so that no value passes through a float.
func JSONNumber(n int64, digits int) any {
	if digits == 0 {
		return n
	}
	return json.Number(Decimal(n, digits))
}

// ParseDecimal returns the number that a text writes, such as -2.50, as a multiple of 10 to the
// power of -digits. It reports false if the text is no such number, has an exponent, has more
// digits other than 0 after the point, or does not fit 64 bits.
func ParseDecimal(text string, digits int) (int64, bool) {
	whole, part, point := strings.Cut(text, ".")
	if whole == "" || whole == "-" || point && part == "" || strings.HasPrefix(text, "+") {
		return 0, false
	}
	for _, r := range part {
		if r < '0' || r > '9' {
			return 0, false
		}
	}
	part = strings.TrimRight(part, "0")
	if len(part) > digits {
		return 0, false
	}
	n, err := strconv.ParseInt(whole+part+strings.Repeat("0", digits-len(part)), 10, 64)
	return n, err == nil
}

// Fraction is the type of a shown number that may have no finite decimal form, such as a third. Its leaves are the
// numerator and the denominator, which is greater than 0.
var Fraction = &Type{Kind: Int, Digits: -1}

// Decimals reports whether a part of the type is a number with digits after the point.
func (t *Type) Decimals() bool {
	return t.Digits != 0 || slices.ContainsFunc(t.Elems, (*Type).Decimals)
}

// fractionText returns n / d as a decimal if at most 9 digits after the point suffice, or else in lowest terms.
func fractionText(n, d int64) string {
	r := big.NewRat(n, d)
	for digits := range 10 {
		if p := Power(digits); p%r.Denom().Int64() == 0 {
			if x := new(big.Int).Mul(r.Num(), big.NewInt(p/r.Denom().Int64())); x.IsInt64() {
				return Decimal(x.Int64(), digits)
			}
		}
	}
	return r.RatString()
}

// TimeText returns a time of the problem as it is shown.
func (p *Problem) TimeText(time int64) string { return Decimal(time, p.TimeDigits) }

// TimeNumber returns a time of the problem for encoding/json.
func (p *Problem) TimeNumber(time int64) json.Number { return json.Number(p.TimeText(time)) }

// CostText returns a cost of the problem as it is shown.
func (p *Problem) CostText(cost int64) string { return Decimal(cost, p.CostDigits) }

// CostNumber returns a cost of the problem for encoding/json.
func (p *Problem) CostNumber(cost int64) json.Number { return json.Number(p.CostText(cost)) }

// ValueText returns a value of the first objective as it is shown. In a problem without objectives
// the value is a cost.
func (p *Problem) ValueText(value int64) string { return Decimal(value, p.ValueDigits()) }

// ValueDigits returns the number of digits after the point of the values of ValueText.
func (p *Problem) ValueDigits() int {
	if p.Goals == nil {
		return p.CostDigits
	}
	return p.Goals.Digits
}

// ValueNumber is like ValueText for encoding/json. It returns nil for nil.
func (p *Problem) ValueNumber(value *int64) *json.Number {
	if value == nil {
		return nil
	}
	n := json.Number(p.ValueText(*value))
	return &n
}
