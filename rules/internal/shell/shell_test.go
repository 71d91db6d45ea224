package shell_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"farbank/rules"
)

// prompted types lines at a prompt.
func prompted(o rules.Options, lines, prompt string) (string, error) {
	var out bytes.Buffer
	o.Out = &out
	err := rules.New(o).Prompt(strings.NewReader(lines), &out, prompt)
	return out.String(), err
}

func TestPrompt(t *testing.T) {
	for _, c := range []struct {
		lines, want string
		err         error
	}{
		{"(+ 1\n2)\n", "rules> rules> 3\nrules> ", nil},
		{"(bind ?x a) ?x\n", "rules> a\na\nrules> ", nil},
		{"(defrule r =>)\n(run)\n", "rules> rules> rules> ", nil},
		{"(nothing)\n(+ 1 2)", "rules> prompt:1:2: [EXPRNPSR3] Missing function declaration for nothing\nrules> 3\nrules> ", nil},
		{"(exit)\n(+ 1 2)\n", "rules> ", rules.ErrExit},
		{"(+ 1", "rules> rules> the input ends within a form\n", nil},
		{")\n7\n", "rules> prompt:1:1: this ) closes nothing\nrules> 7\nrules> ", nil},
		{"", "rules> ", nil},
	} {
		got, err := prompted(rules.Options{}, c.lines, "rules> ")
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q shows %q, %v, not %q", c.lines, got, err, c.want)
		}
		if plain, _ := prompted(rules.Options{}, c.lines, ""); plain != strings.ReplaceAll(c.want, "rules> ", "") {
			t.Errorf("%q without a prompt: %q", c.lines, plain)
		}
	}
}

// TestPromptIsBounded checks that lines and forms beyond the limit are refused.
func TestPromptIsBounded(t *testing.T) {
	for _, lines := range []string{"(+ " + strings.Repeat("1 ", 200) + ")\n", "(+\n" + strings.Repeat("1\n", 200) + ")\n"} {
		if _, err := prompted(rules.Options{Read: 100}, lines, ""); !errors.Is(err, rules.ErrLongLine) {
			t.Errorf("%.20q: %v", lines, err)
		}
	}
}

// TestPromptEndsWithContext checks that a prompt ends with the context.
func TestPromptEndsWithContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	e := rules.New(rules.Options{})
	e.SetContext(ctx)
	if _, err := e.Enter("(while TRUE do)", &bytes.Buffer{}); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}

func TestComplete(t *testing.T) {
	e := rules.New(rules.Options{})
	if err := e.Load(strings.NewReader("(deftemplate zebra-crossing) (defrule zebra-stripes =>)"), "p"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		line   string
		cursor int
		want   string
		at     int
		added  bool
	}{
		{"(deftemplate-slot-card", 22, "(deftemplate-slot-cardinality", 29, true},
		{"(printo t)", 7, "(printout t)", 9, true},
		{"(ze", 3, "(zebra-", 7, true},
		{"(defr", 5, "(defrule", 8, true},
		{"(+ 1 (sqr", 9, "(+ 1 (sqrt", 10, true},
		{"(", 1, "", 0, false},
		{"(nosuch", 7, "", 0, false},
		{"(de", 3, "", 0, false},
	} {
		got, at, added := e.Complete(c.line, c.cursor)
		if got != c.want || at != c.at || added != c.added {
			t.Errorf("%q: %q, %d, %v", c.line, got, at, added)
		}
	}
	if _, _, added := e.Complete("(instance", 9); added {
		t.Error("a word of Jess is offered in CLIPS")
	}
	if got, _, _ := rules.New(rules.Options{Dialect: rules.Jess}).Complete("(instanc", 8); got != "(instanceof" {
		t.Errorf("in Jess %q is offered", got)
	}
}

func TestBatch(t *testing.T) {
	rule := rules.Program{Name: "rule", Text: "(defrule r => (printout t fired))"}
	bad := rules.Program{Name: "bad", Text: "(nothing)"}
	for _, c := range []struct {
		programs []rules.Program
		calls    *rules.Program
		want     string
		faults   string
	}{
		{[]rules.Program{rule}, nil, "fired", ""},
		{[]rules.Program{rule}, &rules.Program{Name: "calls", Text: "(reset) (printout t before) (run)"}, "beforefired", ""},
		{[]rules.Program{rule, {Name: "run", Text: "(reset) (run)"}}, nil, "fired", ""},
		{[]rules.Program{bad, {Name: "p", Text: "(printout t on)"}}, nil, "on", "Missing function declaration for nothing"},
		{[]rules.Program{{Name: "e", Text: "(exit 2)"}, rule}, nil, "", "exit"},
		{[]rules.Program{rule}, &bad, "", "Missing function"},
		{[]rules.Program{bad, {Name: "e", Text: "(exit)"}}, nil, "", "Missing function"},
		{[]rules.Program{{Name: "f", Text: "(deffacts d (a =(/ 1 0)))"}}, nil, "", "divide by zero"},
	} {
		var out bytes.Buffer
		e := rules.New(rules.Options{Out: &out})
		err := e.Batch(c.programs, c.calls)
		if out.String() != c.want || c.faults == "" && err != nil || c.faults != "" && (err == nil || !strings.Contains(err.Error(), c.faults)) {
			t.Errorf("%v: prints %q, %v", c.programs, out.String(), err)
		}
	}
}
