package builtin

import (
	"time"

	"farbank/rules/internal/compile"
	"farbank/rules/internal/core"
	"farbank/rules/syntax"
	"farbank/rules/value"
)

// timer evaluates its arguments and returns the seconds elapsed.
func timer(s *compile.Scope, f *syntax.Form) (core.Node, error) {
	body, err := s.Sequence(f.Items[1:])
	if err != nil {
		return nil, err
	}
	return compile.NodeFunc(func(x *core.Frame) (value.Value, error) {
		start := time.Now()
		for _, n := range body {
			if _, err := n.Eval(x); err != nil {
				return value.False, err
			}
		}
		return value.Float(time.Since(start).Seconds()), nil
	}), nil
}

// date returns year, month, day, hour, minute, second, the name of the weekday, the days since the
// first of January, and whether daylight saving time applies.
func date(c *core.Call, t time.Time) value.Value {
	n := func(i int) value.Value { return value.Integer(int64(i)) }
	return value.List(n(t.Year()), n(int(t.Month())), n(t.Day()), n(t.Hour()), n(t.Minute()), n(t.Second()),
		c.Env.Symbols.Symbol(t.Weekday().String()), n(t.YearDay()-1), value.Bool(t.IsDST()))
}
