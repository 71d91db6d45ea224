package compare_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/engine"
	"farbank/internal/testing/long"
	"farbank/model"
	"farbank/study/compare"
)

// words are keywords of export languages and names used in exported models. Identifiers of .far files
// may be any of them.
var words = strings.Fields(`int bool byte short chan init proctype active do od fi skip else_ run assert goto typedef mtype len never_ total_cost goal_met value
	value_0 value_1 place_ best BEST printf var array constraint solve satisfy output include string par function test predicate record ann card dom sort
	t u x y m length horizon move_ move_name cost_ time live val found changed violated name total e1 v1 X1 T V C horizon_ id depth parent ok
	state_ level branch more other again next plan moves solved local_0 fact deftemplate when forall exists define domain problem object objects action
	parameters precondition effect goal_ increase either number reached phase running c p cnf step none obj neg_obj RHS RNG BND bounds free inf nan st subject
	größe 名前 é_ ñ Ω а б A a AT at At xor div mod intersect diff symdiff default_ enum_ tuple where_ e1e E i j k idle obj_1 cheaper R1 c1 x1 cell cell_0 var_1 do_
	double long static void default case switch while char float struct_ union_ sizeof unsigned return_ break_ now State NULL main stdin errno linux bounds_ domain_ largest indomain`)

// texts are enum members that come as data; they may be any text.
var texts = []string{"true", "false", "and", "if", "set", "not", "none", "a b", "a  b", "a_b", "a-b", "a.b", "A_B", "", " ", "\"", "\\", "\\\"", "a\"b", "a'b", "a\nb", "a\tb", "a\\nb", "%d", "%", "{x}", "(", ")", "),",
	"a,b", ",", ";", "; x", "//", "/*", "*/", "\\*", "%*", "*%", "#if", "--", "----------", "🙂", "👩‍🚀", "٣", "१२", "3", "-1", "+1", "0x1", "1e5", "é", "e\u0301", "\u00a0", "\u2028", "名", "Ａ", "a", "A", "no plan", "% cost = 3",
	"==========", "=====UNSATISFIABLE=====", "UNSAT", "s SATISFIABLE", "v 1 0", "errors: 0", "MOVE 3 x", "FOUND 0 x = 1", "step 1 x", "c var 1 step 1 x", "\x1b[31m", "\u202e", "x = 1", "west", "minus 1"}

// An oddModel is a small model in parts with unusual names.
type oddModel struct {
	kind    int
	names   []string // of variables, moves and members in the source
	members []string // of the enum that is given as data
	low     string   // lower bound of ranges
	// upper bound of ranges
	high  string
	parts [4]bool
	costs bool
}

const kinds = 3

func makeOdd(r *rand.Rand) *oddModel {
	m := &oddModel{kind: r.IntN(kinds), low: "0", high: "2", costs: r.IntN(3) == 0}
	for range 6 {
		m.names = append(m.names, words[r.IntN(len(words))])
	}
	for range 1 + r.IntN(3) {
		m.members = append(m.members, texts[r.IntN(len(texts))])
	}
	switch r.IntN(5) {
	case 0:
		m.low, m.high = "9223372036854775805", "9223372036854775807"
	case 1:
		m.low, m.high = "-9223372036854775807 - 1", "-9223372036854775806"
	}
	for i := range m.parts {
		m.parts[i] = r.IntN(2) == 0
	}
	return m
}

// source returns the text of the model.
func (m *oddModel) source() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	n := m.names
	line("param enum Thing_ { one_ }")
	line("type Range_ = %s..%s", m.low, m.high)
	cost := ""
	if m.costs {
		cost = "cost 3 "
	}
	switch m.kind {
	case 0:
		line("enum Place_ { %s, %s }", n[0], n[1])
		line("state %s[Thing_]: Place_ = %s", n[2], n[0])
		line("state %s: Range_ = %s", n[3], m.low)
		line("move %s(thing_: Thing_) %s{ require %s[thing_] == %s\n %s[thing_] = %s }", n[4], cost, n[2], n[0], n[2], n[1])
		line("move %s(to_: Range_) { require %s != to_\n %s = to_ }", n[5], n[3], n[3])
		if m.parts[0] {
			line("never \"a \\\" b \\\\\": %s == %s and any thing_: Thing_ { %s[thing_] == %s }", n[3], m.low, n[2], n[1])
		}
		line("goal all thing_: Thing_ { %s[thing_] == %s } and %s == %s", n[2], n[1], n[3], m.high)
	case 1:
		line("find %s[Thing_]: Range_", n[0])
		line("find %s: Thing_", n[1])
		line("find %s: set of Thing_", n[2])
		if m.parts[0] {
			line("require distinct(%s)", n[0])
		}
		if m.parts[1] {
			line("require %s[%s] == %s", n[0], n[1], m.high)
		}
		if m.parts[2] {
			line("require not (%s in %s)", n[1], n[2])
		}
		switch {
		case m.parts[3]:
			line("maximize max(%s)", n[0])
		case m.costs:
			line("minimize min(%s)", n[0])
		}
	case 2:
		line("find %s: Thing_", n[0])
		line("state %s: Thing_ = %s", n[1], n[0])
		line("state %s: Range_ = %s", n[2], m.low)
		line("state %s[0..1]: bool = false", n[3])
		line("move %s(thing_: Thing_) %s{ require %s == %s\n %s = thing_\n %s = %s\n %s[ord(thing_) %% 2] = true }", n[4], cost, n[2], m.low, n[1], n[2], m.high, n[3])
		line("goal %s == %s and %s[0]", n[2], m.high, n[3])
	}
	return b.String()
}

func (m *oddModel) data() []byte {
	b, err := json.Marshal(map[string]any{"Thing_": m.members})
	if err != nil {
		panic(err)
	}
	return b
}

func (m *oddModel) load() (*model.Problem, error) {
	return farbank.Parse("odd.far", m.source(), farbank.WithData("odd.json", m.data()))
}

// plainer returns variants of the model that are less unusual in one respect.
func (m *oddModel) plainer() (list []*oddModel) {
	with := func(change func(*oddModel)) {
		c := *m
		c.names, c.members = slices.Clone(m.names), slices.Clone(m.members)
		change(&c)
		list = append(list, &c)
	}
	for i := range m.names {
		if plain := fmt.Sprint("plain", i); m.names[i] != plain {
			with(func(c *oddModel) { c.names[i] = plain })
		}
	}
	for i := range m.members {
		if len(m.members) > 1 {
			with(func(c *oddModel) { c.members = slices.Delete(c.members, i, i+1) })
		}
		if plain := fmt.Sprint("member", i); m.members[i] != plain {
			with(func(c *oddModel) { c.members[i] = plain })
		}
	}
	for i := range m.parts {
		if m.parts[i] {
			with(func(c *oddModel) { c.parts[i] = false })
		}
	}
	if m.costs {
		with(func(c *oddModel) { c.costs = false })
	}
	if m.low != "0" {
		with(func(c *oddModel) { c.low, c.high = "0", "2" })
	}
	return list
}

// fault asks all engines and peers about a model and describes what is wrong with their answers.
func (m *oddModel) fault(t *testing.T, peers []*compare.Peer) string {
	p, err := m.load()
	if err != nil {
		return "" // for example, a duplicate name
	}
	report, err := compare.Run(t.Context(), p, engine.Question{}, farbank.Engines, compare.Options{Peers: peers})
	if err != nil {
		return err.Error()
	}
	if len(report.Disagreements) > 0 {
		return strings.Join(report.Disagreements, "\n")
	}
	for i := range report.Rows {
		row := &report.Rows[i]
		if row.Outside && (row.Status == engine.Unknown || row.Status == engine.Feasible) && !slices.Contains(excused, row.Reason) {
			return fmt.Sprintf("%s: %v: %s", row.Name, row.Status, row.Reason)
		}
	}
	return ""
}

// excused lists reasons of peers that have nothing to do with names.
var excused = []string{"it needs a cost to begin with, and none is known", "it needs the best cost, and none is known", "its program does not print what was found"}

// TestOdd checks that keywords, unusual texts and numbers at the ends of 64 bits survive the round trip
// through all systems. It simplifies a model that fails.
func TestOdd(t *testing.T) {
	n := 12
	if long.Enabled() {
		n = 400
	}
	r := rand.New(rand.NewPCG(uint64(*seed), 14))
	for k := range n {
		m := makeOdd(r)
		peers := quick()
		if k%8 > 0 { // spin takes seconds for each model
			peers = slices.DeleteFunc(peers, func(p *compare.Peer) bool { return p.Name == "spin" })
		}
		fault := m.fault(t, peers)
		if fault == "" {
			continue
		}
		for again := true; again; {
			again = false
			for _, plainer := range m.plainer() {
				if f := plainer.fault(t, peers); f != "" {
					m, fault, again = plainer, f, true
					break
				}
			}
		}
		t.Fatalf("%s\n%s\n%s", fault, m.source(), m.data())
	}
}
