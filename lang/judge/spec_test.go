package judge_test

import (
	"testing"

	"farbank/lang/check"
	"farbank/lang/judge"
	"farbank/lang/syntax"
)

// world declares the names in the expressions of these tests.
const world = `puzzle "world"
enum Host { h1, h2, h3 }
enum Bank { west, east }
type Couple = 1..2
type Place = (Host, Couple)
param enum Odd { a, b }
param word: text = "añb7"
const picture = grid("\n#.\n@\n")
const map[Host]: 0..9 = {h1: 1, h2: 2, h3: 3}
const list[Host]: 0..9 = [4, 5, 6]
const same[Host]: 0..9 = 7
const by[h: Host, k: 1..2]: 0..9 = ord(h) + k
const table[1..2, 1..2]: 0..9 = [[1, 2], [3, 4]]
const maps[1..2, 1..2]: 0..9 = {1: {1: 1, 2: 2}, 2: {1: 3, 2: 4}}
const pairs[1..2, 1..2]: 0..9 = {(1, 1): 1, (1, 2): 2, (2, 1): 3, (2, 2): 4}
const mixed[1..2, 1..2]: 0..9 = {1: [1, 2], (2, 1): 3, (2, 2): 4}
const none[1..0]: 0..9 = 0
const big = 9223372036854775807
state n: -9..9 = 3
state zero: 0..9 = 0
state at[Host]: Bank = west
state held[Host]: set of Host = {h1}
state crew: set of Host = {h3, h1}
state flag[0..1]: bool = [true, false]
state pos: (Host, Couple) = (h2, 1)
state far: 9223372036854775800..9223372036854775807 = 9223372036854775807
def twice(k: 1..9) = 2 * k
def positive(k: 1..9) = k > 0
def yes(k: bool) = k
def among(s: set of (1..3)) = size(s)
def label(h: Host) = "{h}-{ord(h)}"
def ignore(k: 1..9) = 1
`

// evaluated returns the text of an expression in the only start of the world.
func evaluated(expr string) string {
	f, err := syntax.Parse("world.far", world+"show \"x\" = "+expr+"\n")
	if err != nil {
		return err.Error()
	}
	info, err := check.Check(f, check.Options{})
	if err != nil {
		return err.Error()
	}
	j, err := judge.New(info, judge.Options{Limit: 1_000_000})
	if err != nil {
		return err.Error()
	}
	s, err := j.Begin(nil)
	if err != nil {
		return err.Error()
	}
	all, err := j.Show(s)
	if err != nil {
		return err.Error()
	}
	return all[0].Cells[0]
}

// TestExpressions has a case for each statement of the manual about expressions and values.
func TestExpressions(t *testing.T) {
	for _, c := range [][2]string{
		// Types, section 3.
		{"false < true", "true"}, {"h1 < h2 and h2 < h3", "true"}, {"(h1, 2) < (h2, 1)", "true"}, {`"a" < "b"`, "true"}, {`"Z" < "a"`, "true"},
		{"size(Host)", "3"}, {"Host minus {h2}", "h1, h3"}, {"size(Place)", "6"}, {"size(bool)", "2"}, {"by[(h2, 1)]", "2"}, {"by[pos]", "2"},
		{"pos.1", "h2"}, {"pos.2", "1"}, {"(1, (2, 3)).2.1", "2"}, {"(h2, 1) == pos", "true"}, {"h1 in Host", "true"}, {"3 in Couple", "false"},
		{"(h1, 3) in Place", "false"}, {"Couple", "1, 2"},
		// Arrays, section 4.
		{"map", "h1: 1, h2: 2, h3: 3"}, {"list[h2]", "5"}, {"same[h3]", "7"}, {"by[h3, 2]", "4"}, {"table[2, 1]", "3"}, {"maps == table", "true"},
		{"pairs == table", "true"}, {"mixed == table", "true"}, {"none", ""}, {"sum(none)", "0"}, {"min(none)", "?"}, {"distinct(none)", "true"},
		// Operators, section 6.
		{"if n == 3 then 1 else 2", "1"}, {"n > 5 implies n > 7 implies false", "true"}, {"true implies false implies false", "true"},
		{"not true or true", "true"}, {"true or true and false", "true"}, {"1 < n <= 3", "true"}, {"h1 == h1 != h2", "true"}, {"1 < n > 4", "false"},
		{"n - 1 .. n + 1", "2, 3, 4"}, {"-7 / 2", "-4"}, {"-7 % 2", "1"}, {"7 / -2", "-4"}, {"7 % -2", "-1"}, {"2 - 3 - 4", "-5"}, {"-n + 1", "-2"},
		{"crew union {h2}", "h1, h2, h3"}, {"crew inter {h2, h3}", "h3"}, {"crew minus {h3} minus {h1}", ""}, {"{h1} subset crew subset Host", "true"},
		{"1 in {1, 2} == {1, 2}", "true"}, {"{1, 2} subset 1..3 == {1, 2, 3}", "true"}, {"not (h2 in crew)", "true"}, {"{3, 1, 3}", "1, 3"}, {"{} == {h1} minus {h1}", "true"},
		{"[5, 6][2]", "6"}, {"[5, 6][0]", "?"}, {"[[1, 2], [3, 4]][2][1]", "3"}, {"{h1} == {h2}", "false"}, {"[1, 2] != [1, 2]", "false"},
		{"[k: 1..3 -> k] == [1, 2, 3]", "true"}, {"[k: 0..2 -> k] == [0, 1, 2]", "true"},
		// Choices.
		{"all h: Host { at[h] == west }", "true"}, {"any h: Host { at[h] == east }", "false"}, {"count(h: Host where h in crew)", "2"}, {"count(h in crew)", "2"},
		{"count(h: Host)", "3"}, {"sum(h in crew -> map[h])", "4"}, {"sum(k: 1..0 -> k)", "0"}, {"min(h in crew -> map[h])", "1"}, {"max(h: Host -> h)", "h3"},
		{"min(k: 1..0 -> k)", "?"}, {"max(h in crew where map[h] > 5 -> h)", "?"}, {"distinct(h: Host -> map[h] % 2)", "false"}, {"distinct(h: Host -> (h, 1))", "true"},
		{"{h: Host where map[h] > 1}", "h2, h3"}, {"{h: Host -> map[h] % 2}", "0, 1"}, {"{a, b: 1..3 where a < b}", "(1, 2), (1, 3), (2, 3)"},
		{"{k: 1..3 where k > 1 -> k * k}", "4, 9"}, {"[k: 1..3 -> k * k]", "1, 4, 9"}, {"[h: Host, k: Couple -> k][h2, 2]", "2"}, {"[p: Place -> p.2][(h3, 1)]", "1"},
		{"sum(a: 1..3, b in 1..a -> b)", "10"}, {"count(p: (1..2, bool))", "4"}, {"count(s: set of Host where size(s) == 2)", "3"},
		{"sum(s: set of (1..2) -> size(s))", "4"}, {"any s: set of Host { s == crew }", "true"}, {"count(p: (1..0, bool))", "0"}, {"all p: (1..9223372036854775807, 1..0) { false }", "true"},
		{"{x in {y in {1} where y > 1} -> x}", ""},
		// Functions.
		{"abs(-4)", "4"}, {"min(3, 1, 2)", "1"}, {"max(h1, h3)", "h3"}, {"min(list)", "4"}, {"max([k: 1..3 -> k % 3])", "2"}, {"sum(list)", "15"}, {"distinct(same)", "false"},
		{"distinct(1, 2, 1)", "false"}, {"size({})", "0"}, {"union({1}, {2})", "1, 2"}, {"inter({1}, {2})", ""}, {"minus({1, 2}, {2})", "1"}, {"subset({1}, {1, 2})", "true"},
		{"other(at[h1])", "east"}, {"other(flag[0])", "false"}, {"other(pos.2)", "2"}, {"next(pos.1)", "h3"}, {"next(next(pos.1))", "h1"}, {"prev(h1)", "h3"}, {"prev(pos.2)", "2"},
		{"next(true)", "false"}, {"ord(h3)", "2"}, {"ord(n)", "12"}, {"ord(true)", "1"}, {"name(h2)", "h2"}, {"next(far)", "9223372036854775800"}, {"prev(next(far)) == far", "true"},
		{"twice(n)", "6"}, {"twice(zero)", "?"}, {"twice(10 - zero)", "?"}, {"ignore(zero)", "?"}, {"ignore(1 / zero)", "?"}, {"positive(zero)", "false"}, {"not positive(zero)", "true"},
		{"yes(1 / zero == 1)", "false"}, {"not yes(1 / zero == 1)", "true"}, {"among({1, 2})", "2"}, {"among({1, n + 1})", "?"}, {"label(h2)", "h2-1"},
		// Undefined values, section 7.
		{"[1, 1 / zero][1]", "?"}, {"size({1 / zero})", "?"}, {"map[h1] / zero", "?"}, {"n % zero", "?"}, {"sum(k: 1..3 where k > 1 -> 6 / (k - 1))", "9"},
		{"if zero == 0 then 1 else 1 / zero", "1"}, {"if 1 / zero == 1 then 1 else 2", "2"}, {"list[h1] + none[1]", "?"}, {"flag[n]", "false"}, {"not flag[n]", "true"},
		{"flag[n] == flag[0]", "false"}, {"flag[n] == flag[1]", "true"}, {"none[1] == none[1]", "false"}, {"none[1] != 0", "false"}, {"not (none[1] == 0)", "true"},
		{"all x in {1 / zero} { true }", "false"}, {"count(x in {1 / zero} where true)", "?"}, {"sum(x in 1..1 / zero -> x)", "?"},
		{"distinct(k: 0..1 -> 1 / k)", "false"}, {"{k: 0..1 -> 1 / k}", "?"}, {"[k: 0..1 -> 1 / k]", "?"}, {"[k: 0..1 -> 1 / k == 1]", "false, true"},
		{"min(k: 0..1 -> 1 / k)", "?"}, {"(1 / zero, 2).2", "?"}, {"(1 / zero == 1, 2)", "(false, 2)"}, {"1 / zero in {1}", "false"}, {"1 in {1, 1 / zero}", "false"},
		{"any k: 0..1, x in {1 / k} { true }", "true"}, {"all k: 0..1, x in {1 / k} { true }", "false"}, {"count(k: 0..1, x in {1 / k})", "?"},
		{"min(1, 2, 1 / zero)", "?"}, {"digit(word[0])", "?"}, {"if zero == 1 then h1 else prev(max(h in {h1} where h == h2 -> h))", "?"},
		// Texts and grids, section 8.
		{"len(word)", "4"}, {"word[1]", "ñ"}, {"word[4]", "?"}, {"word[0 - 1]", "?"}, {"digit(word[3])", "7"}, {`"ñb" in word`, "true"}, {`"bñ" in word`, "false"}, {`"x" == word[zero]`, "false"},
		{"rows(picture)", "2"}, {"cols(picture)", "2"}, {"picture[1, 2]", "."}, {"picture[2, 1]", "@"}, {`picture[2, 2] == " "`, "true"}, {"picture[0, 1]", "?"}, {"picture[zero + 1, 1]", "#"},
		{`picture[0, 1] == "#" or picture[0, 1] != "#"`, "false"}, {"rows(table)", "2"}, {`len("")`, "0"}, {`word == "añb7"`, "true"},
		// What is shown, section 9.
		{"crew", "h1, h3"}, {"held", "h1: h1, h2: h1, h3: h1"}, {"pos", "(h2, 1)"}, {"table", "(1, 1): 1, (1, 2): 2, (2, 1): 3, (2, 2): 4"}, {"[1, 2]", "1, 2"}, {"flag", "true, false"},
		{`"{crew} {1 / zero} {1 / zero == 1} {{}} {pos}"`, "h1, h3 ? false {} (h2, 1)"}, {"\"{if n == 3 then `three` else `{n}`}\"", "three"}, {`"{[k: Host -> map[k]]}"`, "h1: 1, h2: 2, h3: 3"},
		// 64 bits.
		{"big + zero", "9223372036854775807"}, {"big + n", "world.far:33:12: the value does not fit 64 bits"}, {"-big - 1 - zero", "-9223372036854775808"},
		{"sum(x in {big, n, -3} -> x)", "9223372036854775807"}, {"zero == 0 or big + n > 0", "true"}, {"big + n > 0 or zero == 0", "world.far:33:12: the value does not fit 64 bits"},
		{"n > 4 > big + n", "false"}, {"1 / zero == big + n", "world.far:33:24: the value does not fit 64 bits"}, {"any x: 9223372036854775806..big { x == big }", "true"},
		{"all x: 1..2 { x == 2 or x == 1 or big + x > 0 }", "true"}, {"ord(far)", "7"}, {"far in 0..big", "true"}, {"size(1..big)", "9223372036854775807"},
		// Endless evaluations.
		{"all x: 1..big { x > 0 }", "world.far:33:28: the evaluation takes more than the limit of 1000000 steps"}, {"size({x in 1..big where x > 0})", "world.far:33:18: the evaluation takes more than the limit of 1000000 steps"},
	} {
		if got := evaluated(c[0]); got != c[1] {
			t.Errorf("%s is %s, want %s", c[0], got, c[1])
		}
	}
}
