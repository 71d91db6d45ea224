package plan_test

import (
	"strings"
	"testing"

	"farbank"
	"farbank/lang/plan"
)

const dice = `
find bet: 1..6
state shown: 0..6 = 0
move throw(n: 1..6) by chance { require shown == 0
    shown = n }
goal shown == bet
`

// TestWrongStrategies checks the messages about texts that are no strategies of the problem.
func TestWrongStrategies(t *testing.T) {
	p, err := farbank.Parse("dice.far", dice)
	if err != nil {
		t.Fatal(err)
	}
	good := `{"find": {"bet": 3}, "starts": [1], "situations": [{"id": 1, "by": "chance", "seen": {"shown": 0}, "next": [{"to": 2}]}, {"id": 2, "by": "goal", "seen": {"shown": 3}, "next": []}]}`
	s, err := plan.ReadStrategy(p, "s.json", `{"status": "solved", "strategy": `+good+`}`)
	if err != nil || len(s.Situations) != 2 || s.Find[0] != 3 || s.Situations[1].Seen[1] != 3 {
		t.Fatal(s, err)
	}
	for _, c := range []struct{ from, to, want string }{
		{good, "", "the text has no strategy"},
		{good, "[]", "not the JSON of a strategy: it is of the type array"},
		{good, `{"situations": 3}`, "not the JSON of a strategy: the field"},
		{good, "x", "invalid character"},
		{`"bet": 3`, "", "the value of bet is missing"},
		{`"bet": 3`, `"bet": 9`, "bet: 9"},
		{`"id": 2`, `"id": 7`, "situation 2 has the id 7"},
		{`"to": 2`, `"to": 3`, "situation 1 leads to 3, which does not exist"},
		{`[1]`, `[0]`, "the start 0 does not exist"},
		{`"chance"`, `"luck"`, `by is "luck"`},
		{`"chance"`, `"us", "move": "fly"`, "there is no move fly"},
		{`"shown": 0`, ``, "the value of shown is missing"},
		{`"shown": 0`, `"shown": 8`, "situation 1: shown: 8"},
	} {
		_, err := plan.ReadStrategy(p, "s.json", strings.Replace(good, c.from, c.to, 1))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q to %q: %v, not %s", c.from, c.to, err, c.want)
		}
	}
}
