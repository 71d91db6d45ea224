package file

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"strconv"

	"farbank/milp/problem"
)

// Huge is the size from which bounds and right-hand sides count as infinite, as for CPLEX, HiGHS
// and SCIP.
const Huge = problem.Huge

var (
	errMalformed = errors.New("not a number")
	errRange     = errors.New("out of the range of 64-bit floating point")
)

// parseNumber parses a decimal number: digits, a point, an exponent after e, E, d or D. Infinities
// and NaN are not numbers.
func parseNumber(text []byte) (float64, error) {
	if v, ok := smallInteger(text); ok {
		return v, nil
	}
	if !decimal(text) {
		return 0, errMalformed
	}
	if i := bytes.IndexAny(text, "dD"); i >= 0 { // Fortran's double precision
		text = bytes.Clone(text)
		text[i] = 'e'
	}
	v, err := strconv.ParseFloat(string(text), 64)
	switch {
	case err == nil:
		return v, nil
	case errors.Is(err, strconv.ErrRange):
		return 0, errRange
	}
	return 0, errMalformed
}

// smallInteger parses an integer of up to 15 digits, the most frequent case.
func smallInteger(text []byte) (float64, bool) {
	negative := false
	digits := text
	if len(digits) > 0 && (digits[0] == '-' || digits[0] == '+') {
		negative = digits[0] == '-'
		digits = digits[1:]
	}
	if len(digits) == 0 || len(digits) > 15 {
		return 0, false
	}
	n := int64(0)
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		n = n*10 + int64(c-'0')
	}
	if negative {
		n = -n
	}
	return float64(n), true
}

// decimal reports whether text is a decimal number, and not another form that the standard library
// accepts.
func decimal(text []byte) bool {
	i, digits := 0, 0
	if i < len(text) && (text[i] == '+' || text[i] == '-') {
		i++
	}
	point := false
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case isDigit(c):
			digits++
		case c == '.' && !point:
			point = true
		default:
			return digits > 0 && exponent(text[i:])
		}
	}
	return digits > 0
}

// exponent reports whether text is e, an optional sign, and digits.
func exponent(text []byte) bool {
	if len(text) < 2 || !bytes.ContainsRune([]byte("eEdD"), rune(text[0])) {
		return false
	}
	text = text[1:]
	if text[0] == '+' || text[0] == '-' {
		text = text[1:]
	}
	for _, c := range text {
		if !isDigit(c) {
			return false
		}
	}
	return len(text) > 0
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// sum returns the decimal sum of two numbers, each the shortest decimal that reads as it, rounded
// once: the sum of 0.1 and 0.2 is 0.3.
func sum(a, b float64) float64 {
	v := a + b
	if a == math.Trunc(a) && b == math.Trunc(b) || !finite(v) {
		return v
	}
	x, known := new(big.Rat).SetString(strconv.FormatFloat(a, 'g', -1, 64))
	y, also := new(big.Rat).SetString(strconv.FormatFloat(b, 'g', -1, 64))
	if !known || !also {
		return v
	}
	v, _ = x.Add(x, y).Float64()
	return v
}

// parseBound parses a number or the name of an infinity; huge numbers become infinite.
func parseBound(text []byte) (float64, error) {
	sign, word := 1.0, text
	if len(word) > 0 && (word[0] == '-' || word[0] == '+') {
		if word[0] == '-' {
			sign = -1
		}
		word = word[1:]
	}
	if isInfinity(word) {
		return sign * problem.Infinity, nil
	}
	v, err := parseNumber(text)
	return clip(v), err
}

func isInfinity(word []byte) bool {
	return bytes.EqualFold(word, []byte("inf")) || bytes.EqualFold(word, []byte("infinity"))
}

// clip makes huge numbers infinite.
func clip(v float64) float64 {
	if math.Abs(v) >= Huge {
		return math.Copysign(problem.Infinity, v)
	}
	return v
}

// appendNumber appends the shortest text that reads back as v, which must be finite.
func appendNumber(b []byte, v float64) []byte {
	if v == 0 {
		return append(b, '0') // no sign
	}
	if a := math.Abs(v); a >= 1e-5 && a < 1e15 {
		return strconv.AppendFloat(b, v, 'f', -1, 64)
	}
	return strconv.AppendFloat(b, v, 'e', -1, 64)
}
