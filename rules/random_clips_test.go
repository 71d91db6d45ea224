package rules_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRandomProgramsAsCLIPS makes up rules and facts without a meaning and
// compares what they do, in which order, with CLIPS.
func TestRandomProgramsAsCLIPS(t *testing.T) {
	needClips(t)
	programs := 20
	if long() {
		programs = 1000
	}
	dir := t.TempDir()
	for seed := range programs {
		r := &programMaker{Rand: rand.New(rand.NewPCG(uint64(seed), 2))}
		path := filepath.Join(dir, fmt.Sprintf("random-%d.clp", seed))
		if err := os.WriteFile(path, []byte(r.program()), 0o666); err != nil {
			t.Fatal(err)
		}
		t.Run(programName(path), func(t *testing.T) {
			want := withoutErrors(runClips(t, path, ""))
			if got, errs := runHere(t, path); got != want {
				t.Errorf("%s\nprints:\n%s\nCLIPS:\n%s\nerrors:\n%s", r.program(), got, want, errs)
			}
		})
	}
}

// programMaker draws programs over ordered facts (l ...), (m ...) and templates
// (t (a ...) (b ...)).
type programMaker struct {
	*rand.Rand
	text string
}

func (r *programMaker) pick(words ...string) string { return words[r.IntN(len(words))] }

func (r *programMaker) program() string {
	if r.text != "" {
		return r.text
	}
	lines := []string{"(deftemplate t (slot a) (multislot b))",
		"(set-strategy " + r.pick("depth", "depth", "breadth", "lex", "mea", "complexity", "simplicity", "random") + ")"}
	for i := range 5 {
		lines = append(lines, r.rule(i))
	}
	for range 8 {
		lines = append(lines, "(assert "+r.fact()+")")
	}
	lines = append(lines, r.rule(5), "(agenda)", "(run 5)", "(retract "+fmt.Sprint(1+r.IntN(6))+")", "(assert "+r.fact()+")",
		"(agenda)", "(run 200)", "(facts)", "(exit)")
	r.text = strings.Join(lines, "\n") + "\n"
	return r.text
}

func (r *programMaker) rule(i int) string {
	var conditions []string
	for range 1 + r.IntN(3) {
		p := r.pattern()
		switch n := r.IntN(10); {
		case n < 2:
			p = "(not " + p + ")"
		case n == 2:
			p = "(exists " + p + ")"
		case n == 3:
			p = "(not (and " + p + " " + r.pattern() + "))"
		case n == 4 && i%2 == 0:
			p = "(or " + p + " " + r.pattern() + ")"
		case n == 5 && i%2 == 1:
			p = "(forall " + p + " " + r.pattern() + ")"
		}
		conditions = append(conditions, p)
	}
	return fmt.Sprintf("(defrule r%d %s => (printout t \"r%d\" crlf))", i, strings.Join(conditions, " "), i)
}

func (r *programMaker) pattern() string {
	if r.IntN(3) == 0 {
		return fmt.Sprintf("(t (a %s) (b %s))", r.single(), r.fields(3))
	}
	return "(" + r.pick("l", "m") + " " + r.fields(4) + ")"
}

func (r *programMaker) fields(most int) string {
	var fields []string
	for range r.IntN(most + 1) {
		switch r.IntN(10) {
		case 0, 1:
			fields = append(fields, "$?")
		case 2:
			fields = append(fields, r.pick("$?m", "$?n"))
		default:
			fields = append(fields, r.single())
		}
	}
	return strings.Join(fields, " ")
}

func (r *programMaker) single() string {
	switch r.IntN(8) {
	case 0, 1:
		return "?"
	case 2:
		return r.constant()
	case 3:
		return "~" + r.constant()
	case 4:
		return r.constant() + "|" + r.constant()
	}
	return r.pick("?x", "?y", "?z")
}

func (r *programMaker) constant() string { return r.pick("a", "b", "1", "2") }

func (r *programMaker) fact() string {
	var values []string
	for range r.IntN(5) {
		values = append(values, r.constant())
	}
	list := strings.Join(values, " ")
	if r.IntN(3) == 0 {
		return fmt.Sprintf("(t (a %s) (b %s))", r.constant(), list)
	}
	return "(" + r.pick("l", "l", "m") + " " + list + ")"
}
