package feel

import (
	"context"
	"strings"
	"testing"
)

// values is a scope of constants.
type values struct {
	*Meter
	known map[string]any
}

// scoped returns the scope of one evaluation.
func scoped(known map[string]any) values { return values{NewMeter(context.Background()), known} }

func (s values) Variable(name string) (any, bool, error) {
	v, ok := s.known[name]
	return v, ok, nil
}

// TestValues evaluates expressions, most of which Table 34 and the following ones of DMN 1.5 (OMG 2023) describe.
func TestValues(t *testing.T) {
	people := "[{name: \"Ann\", age: 41}, {name: \"Bob\", age: 17}, {name: \"Cyd\", age: 25}]"
	for text, want := range map[string]string{
		`for x in [1, 2, 3] return x * x`:                           `[1, 4, 9]`,
		`for x in 3..1, y in [10, 20] return x + y`:                 `[13, 23, 12, 22, 11, 21]`,
		`for i in 0..4 return if i = 0 then 1 else i * partial[-1]`: `[1, 1, 2, 6, 24]`,
		`for x in 1 return x`:                                       `[1]`,
		`for x in null return x`:                                    `null`,
		`some x in [1, 5] satisfies x > 4`:                          `true`,
		`every x in [1, 5] satisfies x > 4`:                         `false`,
		`every x in [] satisfies x > 4`:                             `true`,
		people + `[age >= 18].name`:                                 `["Ann", "Cyd"]`,
		people + `[2].name`:                                         `"Bob"`,
		people + `[item.age < 18][1].name`:                          `"Bob"`,
		`[1, 2, 3][-1]`:                                             `3`,
		`[1, 2, 3][4]`:                                              `null`,
		`[1, 2, 3][item > 1]`:                                       `[2, 3]`,
		`[][1]`:                                                     `null`,
		`[1..5[`:                                                    `[1..5)`,
		`3 in (1..3)`:                                               `false`,
		`3 in (5, [1..3], 3)`:                                       `true`,
		`(function(a, b) a - b)(5, 3)`:                              `2`,
		`{f: function(a) a + 1, r: f(a: 2)}.r`:                      `3`,
		`{first name: "A", both: first name + "B"}.both`:            `"AB"`,
		`sort([3, 1, 2])`:                                           `[1, 2, 3]`,
		`sort(list: [3, 1, 2], precedes: function(a, b) a > b)`:     `[3, 2, 1]`,
		`sort([3, "a"])`:                                            `null`,
		`flatten([1, [2, [3]]])`:                                    `[1, 2, 3]`,
		`sublist([1, 2, 3], -2, 1)`:                                 `[2]`,
		`insert before([1, 3], 2, 2)`:                               `[1, 2, 3]`,
		`remove([1, 2, 3], 2)`:                                      `[1, 3]`,
		`list replace([1, 2, 3], function(item, new) item > 1, 0)`:  `[1, 0, 0]`,
		`index of([1, 2, 1], 1)`:                                    `[1, 3]`,
		`union([1, 2], [2, 3])`:                                     `[1, 2, 3]`,
		`string join(["a", null, "b"], "-")`:                        `"a-b"`,
		`all([true, null])`:                                         `null`,
		`any([false, true])`:                                        `true`,
		`context put({a: {b: 1}}, ["a", "c"], 2).a.c`:               `2`,
		`get value({a: 1}, "a")`:                                    `1`,
		`get entries({a: 1})`:                                       `[{key: "a", value: 1}]`,
		`context merge([{a: 1}, {a: 2, b: 3}])`:                     `{a: 2, b: 3}`,
		`sqrt(2.25) + abs(-1)`:                                      `2.5`,
		`sqrt(-1)`:                                                  `null`,
		`[1e-40, 1 - 1e-40, -1e-40]`:                                `[0, 1, 0]`,
		`date(18446744073709553636, 1, 1)`:                          `null`,
		`modulo(-12, 5)`:                                            `3`,
		`decimal(2.5, 0) + decimal(1.5, 0)`:                         `4`,
		`round half up(-5.5, 0)`:                                    `-6`,
		`round half down(-5.5, 0)`:                                  `-5`,
		`round up(1.01, 1)`:                                         `1.1`,
		`floor(-1.56, 1)`:                                           `-1.6`,
		`median(8, 2, 5, 3)`:                                        `4`,
		`mode([6, 3, 9, 6, 6, 9, 3, 3])`:                            `[3, 6]`,
		`stddev(2, 4, 7, 5)`:                                        `2.0816659994661326216203178773866966`,
		`product([2, 3])`:                                           `6`,
		`1.2e2 + 1`:                                                 `121`,
		`number("1,000.5", ",", ".")`:                               `1000.5`,
		`substring before("foobar", "bar") + substring after("foobar", "ob")`: `"fooar"`,
		`split("a;b", ";")`: `["a", "b"]`,
		`"\u0041\U000042\n" /* a comment */ // and one more`:                       `"AB\n"`,
		`@"P1DT2H" > duration("PT25H")`:                                            `true`,
		`duration("P1Y") + duration("P2M")`:                                        `duration("P1Y2M")`,
		`duration("P1M") = duration("P30D")`:                                       `false`,
		`duration("PT1H30M") * 2 / duration("PT1H")`:                               `3`,
		`-duration("PT90S")`:                                                       `duration("-PT1M30S")`,
		`date("2024-01-31") + duration("P1M")`:                                     `date("2024-02-29")`,
		`date("2024-03-01") - date("2024-02-01")`:                                  `duration("P29D")`,
		`(date("2024-03-01") - duration("P1D")).day`:                               `29`,
		`years and months duration(date("2011-12-22"), date("2013-08-24"))`:        `duration("P1Y8M")`,
		`years and months duration(date("2013-08-24"), date("2011-12-25")).months`: `-7`,
		`duration("-P1DT1H").hours`:                                                `-1`,
		`day of week(date("2019-09-17"))`:                                          `"Tuesday"`,
		`day of year(date("2020-12-31"))`:                                          `366`,
		`is(1, 1.0)`:                                                               `true`,
	} {
		e, err := ParseDMN(text, nil)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if v, err := e(scoped(nil)); err != nil || Text(v) != want {
			t.Errorf("%s: %s, %v, not %s", text, Text(v), err, want)
		}
	}
}

// TestErrors checks that what is no part of this FEEL is refused with a position.
func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		`abs()`:                       "column 6: abs has other parameters, or not 0",
		`abs(m: 1)`:                   "column 10: abs has other parameters",
		`time("10:00:00")`:            "column 1: the function time is not part",
		`@"10:00:00"`:                 "a date or a duration is expected after @",
		`for x, return x`:             "is not expected here",
		`for x in [1] x`:              "return is expected",
		`some x in [1]`:               "satisfies is expected",
		`function(x) external {a: 1}`: "external functions are not part",
		`{a: 1`:                       "is expected",
		`[1, 2][`:                     "ends too early",
		`"\u12"`:                      "wrong escape sequence",
	} {
		if _, err := Parse(text, nil); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %s", text, err, want)
		}
	}
}

// TestRecursion checks that a recursion without an end is an error.
func TestRecursion(t *testing.T) {
	e, err := Parse(`(function(g) g(g))(function(g) 1 + g(g))`, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e(scoped(nil)); err == nil || !strings.Contains(err.Error(), "too deeply") {
		t.Errorf("%v", err)
	}
}

// FuzzParse checks that parsing and evaluating any text ends without a panic.
func FuzzParse(f *testing.F) {
	f.Add(`for x in 1..3 return {a: x}[item.a > 1]`)
	f.Add(`sort([1], function(a, b) a < b)`)
	f.Fuzz(func(t *testing.T, text string) {
		if e, err := ParseDMN(text, []string{"x", "a name"}); err == nil && !strings.Contains(text, "..") && !strings.Contains(text, "*") {
			_, _ = e(scoped(map[string]any{"x": nil}))
		}
	})
}
