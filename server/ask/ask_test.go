package ask_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"farbank/lang/syntax"
	"farbank/server/ask"
)

// TestAnswers asks each question once, as JSON, and checks parts of the document.
func TestAnswers(t *testing.T) {
	none := `{"do": "explain", "example": "husbands", "params": {"couples": 4}}`
	for request, want := range map[string][]string{
		`{"do": "solve", "example": "wolf"}`:                                                {`"status":"solved"`, `"length":7`, `"move":"cross"`},
		`{"do": "solve", "example": "wolf", "show": "table"}`:                               {`"shown":"   Left bank`, `"length":7`},
		`{"do": "solve", "example": "wolf", "show": "film"}`:                                {`"film":[{"svg":"\u003csvg`, `"caption":"goat to the east"`},
		`{"do": "solve", "example": "wolf", "all": true}`:                                   {`"given":2`},
		`{"do": "solve", "example": "wolf", "engine": "fold", "plans": "any", "length": 9}`: {`"engine":"fold"`},
		`{"do": "count", "example": "queens", "params": {"n": 6}}`:                          {`"count":4`},
		`{"do": "solve", "example": "husbands", "params": {"couples": 4}}`:                  {`"status":"none"`},
		`{"do": "solve", "example": "rollout", "dataSet": "rollout-small"}`:                 {`"status":"solved"`},
		none:                                                           {`"status":"none"`, `"conflicts":[`, `"relaxations":[`},
		`{"do": "graph", "example": "wolf"}`:                           {`"format":"svg"`, `"states":10`, `\u003csvg`},
		`{"do": "graph", "example": "tiles"}`:                          {`"status":"unsupported"`},
		`{"do": "graph", "example": "queens"}`:                         {`"status":"unsupported"`},
		`{"do": "compare", "example": "wolf", "timeout": 60}`:          {`"engine":"milp"`, `"disagreements":[]`},
		`{"do": "verify", "example": "wolf", "plan": "cross(goat)\n"}`: {`"valid":false`},
		`{"do": "verify", "example": "wolf", "plan": "cross(goat)\n", "freeEnd": true}`:           {`"valid":true`},
		`{"do": "space", "example": "wolf"}`:                                                      {`"states":10`, `"safe":10`},
		`{"do": "export", "example": "wolf", "to": "pddl"}`:                                       {`"language":"pddl"`, `(define (domain`},
		`{"do": "export", "example": "cube", "to": "minizinc", "horizon": 1}`:                     {`"language":"minizinc"`},
		`{"do": "check", "example": "queens", "advice": true}`:                                    {`"valid":true`, `"title":"n queens"`, `"params":[{"name":"n","line":5,"type":"1..64","default":"8","low":1,"high":64}]`},
		`{"do": "format", "source": "goal   true"}`:                                               {`"source":"goal true\n"`},
		`{"do": "complete", "source": "enum Bank { west, east }\nstate at: Bank = we", "at": 44}`: {`"from":42,"items":[{"text":"west","detail":"Bank"}]`},
		`{"do": "play", "example": "wolf", "moves": ["cross(goat)"], "hint": true}`:               {`"won":false`, `"why":"it needs`, `"cost":1`, `"known":true`, `cross(farmer)`},
		`{"do": "play", "example": "nim", "moves": ["take(a, 2)"], "hint": true}`:                 {`"won":false`, `"news":["the foe: `, `"text":"the goal can be forced`},
		`{"do": "explain", "example": "nim", "params": {"size": [1, 2, 3]}, "show": "table"}`:     {`"others":{"status":"none"`, `"helps":[`, `"shown":"`},
		`{"do": "verify", "source": "state x: 0..2 = 0\nmove go(k: 1..2) by foe when x == 1 { x = k }\ngoal x == 2", "certificate": "farbank bounds 1\nabout cost\npositions 1\n1 0\n"}`: {`"valid":true`, `"about":"cost"`, `"bound":"1"`},
		`{"do": "verify", "source": "state x: 0..2 = 0\nmove go(k: 1..2) by foe when x == 1 { x = k }\ngoal x == 2", "certificate": "farbank bounds 1\nabout cost\npositions 1\n9 0\n"}`: {`"valid":false`, `"line":4`},
		`{"do": "graph", "example": "craps"}`:                                                                             {`"states":21`, `CHANCE`},
		`{"do": "space", "example": "nim"}`:                                                                               {`"states":232`, `"won":116`},
		`{"do": "play", "example": "craps", "seed": 7, "moves": ["chance"]}`:                                              {`"news":["chance: `},
		`{"do": "simulate", "example": "craps", "runs": 100, "seed": 7}`:                                                  {`"runs":100`, `"share":0.`, `"probability":"244/495"`},
		`{"do": "simulate", "example": "nim", "params": {"size": [1, 2, 3]}}`:                                             {`"status":"none"`},
		`{"do": "play", "example": "mastermind", "seed": 7}`:                                                              {`"code":null`, `"possible: `},
		`{"do": "solve", "source": "use \"a.far\"\nfind a: 1..2\nrequire a == top", "files": {"a.far": "const top = 1"}}`: {`"a":1`},
		`{"do": "solve", "example": "hanoi", "params": {"discs": 20}, "timeout": 0.05}`:                                   {`"status":"unknown"`, `the time limit was reached`},
	} {
		t.Run(request, func(t *testing.T) {
			var r ask.Request
			if err := json.Unmarshal([]byte(request), &r); err != nil {
				t.Fatal(err)
			}
			doc, err := ask.Answer(context.Background(), &r, nil)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(doc)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range want {
				if !strings.Contains(string(text), w) {
					t.Errorf("%s is not in %.2000s", w, text)
				}
			}
		})
	}
}

// TestRefused checks the errors for invalid requests.
func TestRefused(t *testing.T) {
	for request, want := range map[string]string{
		`{}`:                                 `do: "" is not known`,
		`{"do": "slove"}`:                    `did you mean solve?`,
		`{"do": "check", "all": true}`:       `all goes with solve, not with check`,
		`{"do": "solve", "example": "wofl"}`: `did you mean wolf?`,
		`{"do": "solve", "example": "wolf", "source": "goal true"}`:    `exactly one of source`,
		`{"do": "solve", "example": "wolf", "engine": "x"}`:            `engine:`,
		`{"do": "solve", "example": "wolf", "plans": "all"}`:           `plans:`,
		`{"do": "count", "example": "wolf", "plans": "walks"}`:         `length`,
		`{"do": "solve", "example": "wolf", "show": "gif"}`:            `there are table`,
		`{"do": "solve", "domain": "(define (domain d))"}`:             `a domain and a problem`,
		`{"do": "solve", "example": "wolf", "dataSet": "../../x"}`:     `has no data set`,
		`{"do": "verify", "example": "wolf"}`:                          `needs a plan`,
		`{"do": "export", "example": "wolf", "to": "cobol"}`:           `to:`,
		`{"do": "play", "example": "wolf", "moves": ["cross(wolf)"]}`:  `number 1, `,
		`{"do": "play", "example": "wolf", "moves": ["cross(whale)"]}`: `there is no move`,
		`{"do": "simulate", "example": "wolf"}`:                        `all moves are ours`,
		`{"do": "simulate", "example": "craps", "runs": 2000000000}`:   `at most 1000000000`,
		`{"do": "solve", "example": "wolf", "timeout": -1}`:            `negative`,
	} {
		var r ask.Request
		if err := json.Unmarshal([]byte(request), &r); err != nil {
			t.Fatal(err)
		}
		_, err := ask.Answer(context.Background(), &r, nil)
		var refused *ask.RequestError
		if !errors.As(err, &refused) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, not %q", request, err, want)
		}
	}
}

// TestNoFiles tries to read files of the host in all possible ways.
func TestNoFiles(t *testing.T) {
	for _, source := range []string{"use \"../ask/doc.go\"", "use \"doc.go\""} {
		_, err := ask.Answer(context.Background(), &ask.Request{Do: "check", Problem: ask.Problem{Source: source}}, nil)
		var list syntax.ErrorList
		if !errors.As(err, &list) || !strings.Contains(err.Error(), "among the files of the request") {
			t.Errorf("%s: %v", source, err)
		}
	}
	r := &ask.Request{Do: "solve", Problem: ask.Problem{Source: "param n: text\nfind x: 1..2\nrequire n == n", Params: map[string]json.RawMessage{"n": json.RawMessage(`"@/etc/passwd"`)}}}
	doc, err := ask.Answer(context.Background(), r, nil)
	if text, _ := json.Marshal(doc); strings.Contains(string(text), "root") {
		t.Errorf("%s, %v", text, err)
	}
}

// TestEvents checks that plans are reported as they are found.
func TestEvents(t *testing.T) {
	plans := 0
	_, err := ask.Answer(context.Background(), &ask.Request{Do: "solve", All: true, Problem: ask.Problem{Example: "wolf"}}, func(e ask.Event) {
		if e.Plan != nil {
			plans++
		}
	})
	if err != nil || plans != 2 {
		t.Errorf("%d plans, %v", plans, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	doc, err := ask.Answer(ctx, &ask.Request{Do: "solve", Problem: ask.Problem{Example: "klotski"}}, nil)
	if text, _ := json.Marshal(doc); err != nil || !strings.Contains(string(text), "interrupted") {
		t.Errorf("%s, %v", text, err)
	}
}

// TestSharedThread asks a question that is hard for the first engine and easy for one that joins.
// In a browser both share a thread, so the first must yield.
func TestSharedThread(t *testing.T) {
	const n = 40
	var weight, worth []string
	for k := range n {
		w := 20 + k*37%71
		weight, worth = append(weight, strconv.Itoa(w)), append(worth, strconv.Itoa(w-5+k*11%16))
	}
	source := fmt.Sprintf("const weight[1..%d] = [%s]\nconst worth[1..%d] = [%s]\nfind take[1..%d]: 0..1\nrequire sum(i in 1..%d -> take[i] * weight[i]) <= 1000\nmaximize sum(i in 1..%d -> take[i] * worth[i])\n",
		n, strings.Join(weight, ", "), n, strings.Join(worth, ", "), n, n, n)
	doc, err := ask.Answer(context.Background(), &ask.Request{Do: "solve", Timeout: 60, Problem: ask.Problem{Source: source}}, nil)
	text, _ := json.Marshal(doc)
	if err != nil || !strings.Contains(string(text), `"status":"solved"`) || strings.Contains(string(text), `"engine":"search"`) {
		t.Errorf("%v, %.500s", err, text)
	}
}

// TestStrategyVerified verifies the strategy of an answer, and one that was changed.
func TestStrategyVerified(t *testing.T) {
	ask1 := func(r *ask.Request) string {
		t.Helper()
		doc, err := ask.Answer(t.Context(), r, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.Marshal(doc)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	solved := ask1(&ask.Request{Do: "solve", Problem: ask.Problem{Example: "coins"}})
	got := ask1(&ask.Request{Do: "verify", Problem: ask.Problem{Example: "coins"}, Plan: solved})
	if !strings.Contains(got, `"valid":true`) || !strings.Contains(got, `"cost":3`) {
		t.Error(got)
	}
	if got := ask1(&ask.Request{Do: "verify", Problem: ask.Problem{Example: "coins", Params: map[string]json.RawMessage{"n": json.RawMessage("7")}}, Plan: solved}); strings.Contains(got, `"valid":true`) {
		t.Error(got)
	}
}
