package feel

import (
	"math/big"
	"regexp"
	"strings"
)

// textFunctions returns the functions of strings and durations.
func textFunctions() map[string]function {
	return map[string]function{
		"substring before": twoTexts(func(s, match string) any {
			before, _, found := strings.Cut(s, match)
			if !found {
				return ""
			}
			return before
		}),
		"substring after": twoTexts(func(s, match string) any {
			_, after, _ := strings.Cut(s, match)
			return after
		}),
		"split": twoTexts(func(s, delimiter string) any {
			re, err := regexp.Compile(delimiter)
			if err != nil {
				return nil
			}
			list := []any{}
			for _, part := range re.Split(s, -1) {
				list = append(list, part)
			}
			return list
		}),
		"is": {2, 2, func(a []any) any { return sameKind(a[0], a[1]) && Equal(a[0], a[1]) }},
		"duration": {1, 1, func(a []any) any {
			switch v := a[0].(type) {
			case Duration:
				return v
			case string:
				d, ok := ParseDuration(v)
				return orNull(d, ok)
			}
			return nil
		}},
		"years and months duration": {2, 2, func(a []any) any {
			from, okFrom := date(a[:1]).(Date)
			to, okTo := date(a[1:]).(Date)
			if !okFrom || !okTo {
				return nil
			}
			return monthsBetween(from, to)
		}},
		"number":        {1, 3, numberOf},
		"day of year":   ofDate(func(d Date) any { return whole(d.YearDay()) }),
		"day of week":   ofDate(func(d Date) any { return d.Weekday().String() }),
		"month of year": ofDate(func(d Date) any { return d.Month().String() }),
		"week of year": ofDate(func(d Date) any {
			_, week := d.ISOWeek()
			return whole(week)
		}),
	}
}

func twoTexts(do func(a, b string) any) function {
	return &builtin{2, 2, func(a []any) any {
		x, okX := a[0].(string)
		y, okY := a[1].(string)
		if !okX || !okY {
			return nil
		}
		return do(x, y)
	}}
}

func ofDate(do func(Date) any) function {
	return &builtin{1, 1, func(a []any) any {
		d, ok := single(a[0]).(Date)
		if !ok {
			return nil
		}
		return do(d)
	}}
}

// sameKind reports whether two values have the same kind.
func sameKind(a, b any) bool { return kindOf(a) == kindOf(b) }

func kindOf(v any) string {
	switch v := v.(type) {
	case nil:
		return "null"
	case bool:
		return "boolean"
	case *big.Rat:
		return "number"
	case string:
		return "string"
	case Date:
		return "date"
	case Duration:
		if v.YearMonth {
			return "years and months duration"
		}
		return "days and time duration"
	case []any:
		return "list"
	case Context:
		return "context"
	case Range:
		return "range"
	}
	return "function"
}

// monthsBetween returns the whole months from one date to another.
func monthsBetween(from, to Date) any {
	months := int64(to.Year()-from.Year())*12 + int64(to.Month()) - int64(from.Month())
	if months > 0 && to.Day() < from.Day() {
		months--
	} else if months < 0 && to.Day() > from.Day() {
		months++
	}
	return Duration{Months: months, YearMonth: true}
}

// numberOf reads a number with a separator of thousands and one of decimals.
func numberOf(a []any) any {
	s, ok := a[0].(string)
	if !ok {
		return nil
	}
	separator := func(i int, allowed string) (string, bool) {
		if len(a) <= i || a[i] == nil {
			return "", true
		}
		t, ok := a[i].(string)
		return t, ok && len(t) == 1 && strings.Contains(allowed, t)
	}
	thousands, ok1 := separator(1, " ,.")
	decimals, ok2 := separator(2, ",.")
	if !ok1 || !ok2 || thousands != "" && thousands == decimals {
		return nil
	}
	if thousands != "" {
		s = strings.ReplaceAll(s, thousands, "")
	}
	if decimals == "," {
		s = strings.ReplaceAll(s, ",", ".")
	}
	if !numeralText.compiled().MatchString(s) {
		return nil
	}
	r, ok := new(big.Rat).SetString(s)
	return orNull(r, ok)
}
