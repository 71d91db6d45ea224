package feel

import (
	"fmt"
	"math/big"
	"strings"
	"time"
)

// Duration is a duration of years and months, or of days and time.
type Duration struct {
	Months    int64
	Seconds   *big.Rat // of days and time
	YearMonth bool
}

const daySeconds = 24 * 60 * 60

// ParseDuration parses a duration of ISO 8601, of years and months or of days and time.
func ParseDuration(text string) (Duration, bool) {
	m := durationText.compiled().FindStringSubmatch(text)
	if m == nil || strings.HasSuffix(text, "P") || m[5] == "T" {
		return Duration{}, false
	}
	part := func(i int, unit int64) *big.Rat {
		r, ok := new(big.Rat).SetString(m[i])
		if !ok {
			return new(big.Rat)
		}
		return r.Mul(r, new(big.Rat).SetInt64(unit))
	}
	sign := new(big.Rat).SetInt64(1)
	if m[1] != "" {
		sign.SetInt64(-1)
	}
	months := new(big.Rat).Add(part(2, 12), part(3, 1))
	seconds := part(4, daySeconds)
	for i, unit := range map[int]int64{6: 3600, 7: 60, 8: 1} {
		seconds.Add(seconds, part(i, unit))
	}
	switch {
	case m[2]+m[3] == "":
		return Duration{Seconds: seconds.Mul(seconds, sign)}, true
	case m[4]+m[5] != "" || !months.Num().IsInt64():
		return Duration{}, false
	}
	return Duration{Months: months.Mul(months, sign).Num().Int64(), YearMonth: true}, true
}

// amount returns the number of months or seconds.
func (d Duration) amount() *big.Rat {
	if d.YearMonth {
		return new(big.Rat).SetInt64(d.Months)
	}
	return d.Seconds
}

// of returns a duration of the kind of d, or nil for one that is too long.
func (d Duration) of(amount *big.Rat) any {
	if !d.YearMonth {
		return Duration{Seconds: amount}
	}
	whole := new(big.Int).Quo(amount.Num(), amount.Denom())
	return orNull(Duration{Months: whole.Int64(), YearMonth: true}, whole.IsInt64())
}

// String returns the duration as ISO 8601 writes it.
func (d Duration) String() string {
	amount := d.amount()
	text := "P"
	if amount.Sign() < 0 {
		text, amount = "-P", new(big.Rat).Neg(amount)
	}
	if d.YearMonth {
		n := amount.Num().Int64()
		return text + units("", n/12, "Y") + units("", n%12, "M") + zero(n == 0, "0M")
	}
	whole := floor(amount)
	rest := new(big.Rat).Sub(amount, whole)
	days, n := new(big.Int).DivMod(whole.Num(), big.NewInt(daySeconds), new(big.Int))
	if days.Sign() > 0 {
		text += days.String() + "D"
	}
	s := n.Int64()
	clock := units("", s/3600, "H") + units("", s/60%60, "M")
	if s%60 > 0 || rest.Sign() > 0 {
		clock += number(rest.Add(rest, new(big.Rat).SetInt64(s%60))) + "S"
	}
	if clock != "" {
		clock = "T" + clock
	}
	return text + clock + zero(amount.Sign() == 0, "T0S")
}

func units(before string, n int64, unit string) string {
	if n == 0 {
		return ""
	}
	return fmt.Sprint(before, n, unit)
}

func zero(is bool, text string) string {
	if is {
		return text
	}
	return ""
}

// withDurations computes with dates and durations. It returns nil where FEEL defines no result.
func withDurations(op byte, v, w any) any {
	switch x := v.(type) {
	case Duration:
		switch y := w.(type) {
		case Duration:
			return ofDurations(op, x, y)
		case Date:
			if op == '+' {
				return shift(y, x, 1)
			}
		case *big.Rat:
			if op == '*' || op == '/' {
				if amount, _ := calculate(op, x.amount(), y); amount != nil {
					return x.of(amount.(*big.Rat))
				}
			}
		}
	case *big.Rat:
		if y, ok := w.(Duration); ok && op == '*' {
			return y.of(new(big.Rat).Mul(x, y.amount()))
		}
	case Date:
		switch y := w.(type) {
		case Duration:
			if op == '+' {
				return shift(x, y, 1)
			} else if op == '-' {
				return shift(x, y, -1)
			}
		case Date:
			if op == '-' {
				return Duration{Seconds: new(big.Rat).SetInt64(x.Unix() - y.Unix())}
			}
		}
	}
	return nil
}

func ofDurations(op byte, x, y Duration) any {
	if x.YearMonth != y.YearMonth {
		return nil
	}
	switch op {
	case '+':
		return x.of(new(big.Rat).Add(x.amount(), y.amount()))
	case '-':
		return x.of(new(big.Rat).Sub(x.amount(), y.amount()))
	case '/':
		v, _ := calculate(op, x.amount(), y.amount())
		return v
	}
	return nil
}

// shift returns a date moved by a duration. Within a shorter month it is the last day; of a duration of days and
// time whole days count.
func shift(d Date, by Duration, sign int64) any {
	const most = 1_000_000 // days or months
	if !by.YearMonth {
		days := floor(new(big.Rat).Quo(new(big.Rat).Mul(by.Seconds, new(big.Rat).SetInt64(sign)), new(big.Rat).SetInt64(daySeconds)))
		if n := days.Num(); n.IsInt64() && n.Int64() <= most && n.Int64() >= -most {
			return Date{d.AddDate(0, 0, int(n.Int64()))}
		}
		return nil
	}
	if by.Months > most || by.Months < -most {
		return nil
	}
	first := time.Date(d.Year(), d.Month()+time.Month(sign*by.Months), 1, 0, 0, 0, 0, time.UTC)
	last := first.AddDate(0, 1, -1)
	return Date{first.AddDate(0, 0, min(d.Day(), last.Day())-1)}
}

// property returns a part of a date or a duration by its name.
func property(v any, name string) any {
	switch v := v.(type) {
	case Date:
		switch name {
		case "year":
			return whole(v.Year())
		case "month":
			return whole(int(v.Month()))
		case "day":
			return whole(v.Day())
		case "weekday":
			return whole((int(v.Weekday())+6)%7 + 1)
		}
	case Duration:
		return v.part(name)
	}
	return nil
}

// part returns a part of a duration. All parts have its sign.
func (d Duration) part(name string) any {
	unit, most := map[string]int64{"years": 12, "months": 1}[name], int64(12)
	if !d.YearMonth {
		unit = map[string]int64{"days": daySeconds, "hours": 3600, "minutes": 60, "seconds": 1}[name]
		most = map[string]int64{"hours": 24, "minutes": 60, "seconds": 60}[name]
	}
	if unit == 0 {
		return nil
	}
	return bySign(d.amount(), func(r *big.Rat) *big.Rat {
		n := floor(new(big.Rat).Quo(r, new(big.Rat).SetInt64(unit)))
		if name == "years" || name == "days" {
			return n
		}
		rest := new(big.Int).Mod(n.Num(), big.NewInt(most))
		return new(big.Rat).SetInt(rest)
	})
}
