package rules_test

import (
	"bytes"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"farbank/internal/testing/clips"
	"farbank/internal/testing/long"
	"farbank/internal/testing/peer"
	"farbank/rules"
)

var (
	objectPrograms = flag.Uint64("programs", 0, "how many programs of objects to make at random")
	objectFirst    = flag.Uint64("first", 0, "the seed of the first of them")
)

// TestGeneratedObjectsAsCLIPS compares random programs of classes, handlers, methods, instances and
// rules with object patterns with CLIPS.
func TestGeneratedObjectsAsCLIPS(t *testing.T) {
	peer.Need(t, "clips")
	count := uint64(25)
	if long.Enabled() {
		count = 500
	}
	if *objectPrograms > 0 {
		count = *objectPrograms
	}
	dir := t.TempDir()
	for i := range count {
		seed := *objectFirst + i
		text := objectProgram(rand.New(rand.NewPCG(seed, 38)))
		if err := os.WriteFile(filepath.Join(dir, "made.clp"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		said, err := clips.Try(t, dir, "made.clp", "")
		if err != nil {
			t.Logf("seed %d: CLIPS: %v", seed, err)
			continue
		}
		var out, errs bytes.Buffer
		e := rules.New(rules.Options{Out: &out, Errors: &errs})
		_ = e.Load(strings.NewReader(text), "made.clp")
		if got, want := withoutMessages(out.String()), withoutMessages(said); got != want {
			t.Errorf("seed %d:\n%s\nprints:\n%s\nCLIPS:\n%s\nerrors: %s", seed, text, got, want, errs.String())
			return
		}
	}
}

// objectMessage matches a message of CLIPS. The generated programs contain no incorrect construct, so that
// a message is one line, or the end of one.
var objectMessage = regexp.MustCompile(`\[[A-Z]+\d+\].*\n`)

func withoutMessages(text string) string {
	text = objectMessage.ReplaceAllString(text, "")
	return regexp.MustCompile(`\n+`).ReplaceAllString(text, "\n")
}

// objectProgram returns a random program.
func objectProgram(r *rand.Rand) string {
	g := &objectGenerator{Rand: r}
	for range 3 + r.IntN(4) {
		g.class()
	}
	for range r.IntN(8) {
		g.handler()
	}
	for i := range 2 + r.IntN(6) {
		g.method(i)
	}
	for i := range r.IntN(7) {
		g.rule(i)
	}
	g.line("(list-defmethods g)")
	for _, c := range g.classes {
		g.line("(describe-class %s)", c)
		g.line("(preview-send %s m)", c)
	}
	g.line("(browse-classes)\n(reset)\n(watch activations)")
	for i, c := range g.classes {
		g.line("(make-instance i%d of %s (s0 %d))", i, c, r.IntN(3))
		g.line("(send [i%d] print)\n(send [i%d] m %d)", i, i, i)
	}
	for range 12 {
		g.change()
	}
	g.line("(agenda)\n(run)\n(instances)")
	for range 8 {
		g.line("(printout t (g%s) crlf)", g.arguments())
	}
	g.line("(exit)")
	return g.text.String()
}

type objectGenerator struct {
	*rand.Rand
	text    strings.Builder
	classes []string
}

func (g *objectGenerator) line(format string, args ...any) {
	fmt.Fprintf(&g.text, format+"\n", args...)
}

func (g *objectGenerator) one(words ...string) string { return words[g.IntN(len(words))] }

// class adds a class. Its superclasses stand in the order in which the newest come first, so that the
// precedence lists never contradict each other. Every class has the slot s0.
func (g *objectGenerator) class() {
	n := len(g.classes)
	var parents []string
	for i := n - 1; i >= 0; i-- {
		if g.IntN(3) == 0 {
			parents = append(parents, g.classes[i])
		}
	}
	if len(parents) == 0 {
		parents = []string{"USER"}
	}
	g.line("(defclass C%d (is-a %s)", n, strings.Join(parents, " "))
	if parents[0] == "USER" {
		g.line("   (slot s0 (default %d) (visibility public))", g.IntN(3))
	}
	for i := 1; i < 4; i++ {
		if g.IntN(3) > 0 {
			continue
		}
		facets := g.one("", "(default 3)", "(default-dynamic (+ 1 2))", "(default ?DERIVE)") + g.one("", "", "(storage shared)") +
			g.one("", "", "(visibility public)") + g.one("", "", "(type SYMBOL INTEGER)", "(allowed-values 3 a b)", "(range 1 5)") +
			g.one("", "", "(create-accessor read)", "(create-accessor read-write)")
		g.line("   (slot t%d%d %s)", n, i, facets)
	}
	if g.IntN(3) == 0 {
		g.line("   (multislot u%d (default 1 2 1))", n)
	}
	g.line(")")
	g.classes = append(g.classes, fmt.Sprint("C", n))
}

func (g *objectGenerator) handler() {
	class, kind := g.one(g.classes...), g.one("primary", "around", "before", "after", "primary")
	body := fmt.Sprintf("(printout t %s %s \" \" ?a \" \" ?self:s0 crlf)", class, kind)
	if kind == "around" || kind == "primary" {
		body += g.one(" (if (next-handlerp) then (call-next-handler))", " (if (next-handlerp) then (override-next-handler (+ ?a 1)))", " 7")
	}
	g.line("(defmessage-handler %s m %s (?a) %s)", class, kind, body)
}

func (g *objectGenerator) method(i int) {
	types := append([]string{"INTEGER", "NUMBER", "SYMBOL", "LEXEME", "STRING", "PRIMITIVE", "OBJECT", "INSTANCE", "INSTANCE-NAME", "INSTANCE-ADDRESS", "MULTIFIELD", "USER"}, g.classes...)
	var parts []string
	n := g.IntN(4)
	for k := range n {
		name := fmt.Sprint("?a", k)
		if k == n-1 && g.IntN(3) == 0 {
			name = "$?r"
		}
		restriction := g.one("", g.one(types...), g.one(types...)) + " " + g.one("", "", "(> 2 1)", fmt.Sprintf("(neq 1 %d)", g.IntN(3)))
		if strings.TrimSpace(restriction) == "" {
			parts = append(parts, name)
		} else {
			parts = append(parts, "("+name+" "+restriction+")")
		}
	}
	g.line("(defmethod g (%s) (printout t g%d crlf) (if (next-methodp) then (call-next-method) else %d))", strings.Join(parts, " "), i, i)
}

func (g *objectGenerator) arguments() string {
	text := ""
	for range g.IntN(4) {
		text += " " + g.one("1", "2.5", "a", "\"s\"", "[i0]", "[i1]", "(instance-address [i2])", "(create$ 1 2)")
	}
	return text
}

// rule adds a rule. It divides no multislot, for then the order differs from CLIPS (docs/rules.md).
func (g *objectGenerator) rule(i int) {
	test := g.one("", "(s0 ?v)", "(s0 1)", "(s0 ?v&:(> ?v 0))", "(s0 ~2)", "(name ?n)", "(name [i1])")
	g.line("(defrule r%d ?o <- (object (is-a %s) %s) %s => (printout t r%d \" \" ?o crlf))", i, g.one(g.classes...), test,
		g.one("", "", fmt.Sprintf("(not (object (is-a %s) (s0 %d)))", g.one(g.classes...), g.IntN(3)), "(object (is-a C0) (s0 ?w))"), i)
}

func (g *objectGenerator) change() {
	i := g.IntN(len(g.classes))
	switch g.IntN(5) {
	case 0:
		g.line("(send [i%d] put-s0 %d)", i, g.IntN(3))
	case 1:
		g.line("(modify-instance [i%d] (s0 %d))", i, g.IntN(3))
	case 2:
		g.line("(make-instance i%d of %s)", i, g.one(g.classes...))
	case 3:
		g.line("(run 1)")
	case 4:
		g.line("(do-for-all-instances ((?i %s)) (> ?i:s0 %d) (printout t ?i crlf))", g.classes[i], g.IntN(3))
	}
}
