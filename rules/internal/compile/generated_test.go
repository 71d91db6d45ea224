package compile_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// programGenerator generates random programs with every kind of condition in every position. The
// same seed gives the same program, with one form a line, since CLIPS evaluates only the first
// command of a line.
//
// Relations: a and b have values of any kind, n only integers, p and q nothing, l the facts that
// rules with logical conditions assert; t and u are templates. The names of variables denote their
// kind: x y z have one value, i j k an integer, m o w any number of values, and f1, f2, ... are
// addresses.
type programGenerator struct {
	*rand.Rand
	met   map[string]int // how often each construct was generated
	bound map[string]bool
	rule  ruleGenerator
	easy  int  // 0 to 3: how easily patterns match
	plain bool // negations contain only patterns followed by tests
	small bool // a few short relations
}

// ruleGenerator is the state of the rule being generated.
type ruleGenerator struct {
	addresses int
	templates map[string]string // of bound addresses
}

func newProgramGenerator(seed uint64) *programGenerator {
	g := &programGenerator{Rand: rand.New(rand.NewPCG(seed, 14)), met: map[string]int{}}
	g.easy, g.small = g.IntN(4), g.chance(4)
	return g
}

func (g *programGenerator) pick(words ...string) string { return words[g.IntN(len(words))] }

// chance is true with probability 1/n.
func (g *programGenerator) chance(n int) bool { return g.IntN(n) == 0 }

func (g *programGenerator) note(construct string) { g.met[construct]++ }

const generatedHeader = `(deftemplate t (slot s) (slot k (type INTEGER) (default 1)) (multislot w))
(deftemplate u (slot s (default a)) (multislot w (default a b)) (multislot v) (slot d (default-dynamic (+ 1 1))))
(defglobal ?*two* = 2)
(deffunction twin (?a ?b) (or (eq ?a ?b) (eq ?a 1)))
(deffunction some ($?all) (> (length$ ?all) 0))`

// program generates a program.
func (g *programGenerator) program() string {
	lines := strings.Split(generatedHeader, "\n")
	lines = append(lines, "(set-strategy "+g.pick("depth", "depth", "breadth", "lex", "mea", "complexity", "simplicity", "random")+")")
	count := 1 + g.IntN(5)
	for i := range count {
		lines = append(lines, g.defrule(i))
	}
	facts := []string{g.fact()}
	for range 2 + g.IntN(6) {
		facts = append(facts, g.fact())
	}
	lines = append(lines, "(deffacts d "+strings.Join(facts, " ")+")", "(reset)")
	for range 4 + g.IntN(8) {
		lines = append(lines, g.command(count))
	}
	lines = append(lines, g.defrule(count), "(agenda)", "(run 5)")
	for range g.IntN(8) {
		lines = append(lines, g.command(count))
	}
	lines = append(lines, "(agenda)", "(run 40)", "(facts)", "(exit)")
	return strings.Join(lines, "\n") + "\n"
}

// command generates a command of the top level.
func (g *programGenerator) command(rules int) string {
	rule := fmt.Sprint("r", g.IntN(rules))
	switch n := g.IntN(40); {
	case n < 24:
		g.note("assert")
		return "(assert " + g.fact() + ")"
	case n < 32:
		g.note("retract")
		return fmt.Sprintf("(retract %d)", 1+g.IntN(12))
	case n < 34:
		return fmt.Sprintf("(run %d)", 1+g.IntN(4))
	case n < 35:
		g.note("undefrule")
		return "(undefrule " + rule + ")"
	case n < 36:
		g.note("refresh")
		return "(refresh " + rule + ")"
	case n < 37:
		g.note("reset")
		return "(reset)"
	case n < 38:
		g.note("redefined rule")
		return g.defrule(g.IntN(rules))
	case n < 39:
		return fmt.Sprintf("(modify %d (s %s))", 1+g.IntN(9), g.value())
	}
	return "(set-strategy " + g.pick("depth", "breadth", "lex", "mea", "complexity", "simplicity") + ")"
}

func (g *programGenerator) value() string {
	return g.pick("1", "1", "2", "2", "3", "a", "a", "b", "b", "c", `"a"`, "1.0")
}

func (g *programGenerator) integer() string { return g.pick("1", "2", "3", "4", "-1") }

func (g *programGenerator) list(most int, value func() string) string {
	var all []string
	for range g.IntN(most + 1) {
		all = append(all, value())
	}
	return strings.Join(all, " ")
}

// fact generates a fact of constants.
func (g *programGenerator) fact() string {
	if g.small {
		return g.pick("(p)", "(q)", "(o)", "(a 1)", "(a 2)")
	}
	switch g.IntN(8) {
	case 0, 1:
		return "(a " + g.list(4, g.value) + ")"
	case 2:
		return "(b " + g.list(3, g.value) + ")"
	case 3:
		return "(n " + g.integer() + " " + g.list(2, g.integer) + ")"
	case 4:
		return "(p)"
	case 5:
		return "(q)"
	case 6:
		return "(t (s " + g.value() + ") (k " + g.integer() + ") (w " + g.list(3, g.value) + "))"
	}
	return g.pick("(u (s "+g.value()+"))", "(u (w "+g.list(3, g.value)+") (v "+g.list(3, g.value)+"))")
}

// defrule generates a rule. Its first action prints its variables.
func (g *programGenerator) defrule(i int) string {
	g.rule = ruleGenerator{templates: map[string]string{}}
	g.bound = map[string]bool{}
	var parts []string
	logical := g.chance(6)
	if logical {
		g.note("logical")
		var inner []string
		for range 1 + g.IntN(2) {
			inner = append(inner, g.condition(2, true))
		}
		parts = append(parts, "(logical "+strings.Join(inner, " ")+")")
	}
	for range g.IntN(4) {
		parts = append(parts, g.condition(g.IntN(4), true))
	}
	if len(parts) == 0 {
		g.note("rule without conditions")
	}
	salience := ""
	if g.chance(4) {
		g.note("salience")
		salience = "(declare (salience " + g.pick("5", "-5", "(+ ?*two* 1)") + ")) "
	}
	return fmt.Sprintf("(defrule r%d %s%s => %s)", i, salience, strings.Join(parts, " "), g.actions(i, logical))
}

// actions generates a right-hand side.
func (g *programGenerator) actions(i int, logical bool) string {
	var shown, values, lists []string
	for _, name := range g.variables() {
		shown = append(shown, `" `+name+`:" ?`+name)
		if strings.Contains("mow", name) {
			lists = append(lists, "?"+name)
		} else {
			values = append(values, "?"+name)
		}
	}
	all := []string{fmt.Sprintf(`(printout t "r%d" %s crlf)`, i, strings.Join(shown, " "))}
	field := func() string {
		if len(values) > 0 && !g.chance(3) {
			return values[g.IntN(len(values))]
		}
		return g.value()
	}
	several := func() string {
		if len(lists) > 0 && g.chance(2) {
			return lists[g.IntN(len(lists))]
		}
		return field()
	}
	if logical {
		return all[0] + " (assert (l " + field() + " " + several() + "))"
	}
	for range g.IntN(3) {
		all = append(all, g.action(field, several))
	}
	return strings.Join(all, " ")
}

func (g *programGenerator) action(field, several func() string) string {
	if f := g.address(""); f != "" && g.chance(5) {
		g.note("retract in a rule")
		return "(retract ?" + f + ")"
	}
	if f := g.address("tu"); f != "" && !g.chance(3) {
		do := g.pick("modify", "duplicate")
		g.note(do + " in a rule")
		return fmt.Sprintf("(%s ?%s %s)", do, f, g.pick("(s "+field()+")", "(w "+several()+" "+field()+")", "(s "+field()+") (w)"))
	}
	g.note("assert in a rule")
	made := g.pick("(a "+field()+" "+several()+")", "(b "+several()+")", "(b =(sym-cat x "+field()+"))", "(p)", "(q)",
		"(t (s "+field()+") (w "+several()+" "+field()+"))", "(u (v "+several()+"))")
	if g.chance(4) {
		return "(if (eq " + field() + " " + g.value() + ") then (assert " + made + ") else (bind ?made (assert (p))))"
	}
	return "(assert " + made + ")"
}

// variables returns the bound variables except addresses, sorted by name.
func (g *programGenerator) variables() []string {
	var all []string
	for name := range g.bound {
		if len(name) == 1 {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	return all
}

// address returns a bound address of a fact of one of the templates; "" for any fact.
func (g *programGenerator) address(templates string) string {
	var all []string
	for name, t := range g.rule.templates {
		if g.bound[name] && (templates == "" || strings.Contains(templates, t)) {
			all = append(all, name)
		}
	}
	slices.Sort(all)
	if len(all) == 0 {
		return ""
	}
	return all[g.IntN(len(all))]
}

// inside generates a part whose variables are not visible outside.
func (g *programGenerator) inside(do func() string) string {
	saved := copyOf(g.bound)
	text := do()
	g.bound = saved
	return text
}

func copyOf(set map[string]bool) map[string]bool {
	c := map[string]bool{}
	for k := range set {
		c[k] = true
	}
	return c
}

// condition generates a condition of at most depth levels. Outside negations (open) it may bind
// addresses.
func (g *programGenerator) condition(depth int, open bool) string {
	if depth == 0 || g.chance(3) || g.plain && !open {
		return g.pattern(open)
	}
	where := "outer "
	if !open {
		where = "inner "
	}
	inner := func() string { return g.condition(depth-1, false) }
	switch g.IntN(10) {
	case 0, 1:
		g.note(where + "not")
		return "(not " + g.inside(inner) + ")"
	case 2:
		g.note(where + "not and")
		return "(not " + g.inside(func() string { return g.group("and", 2+g.IntN(2), depth-1, false) }) + ")"
	case 3, 4:
		g.note(where + "exists")
		return g.inside(func() string { return g.group("exists", 1+g.IntN(2), depth-1, false) })
	case 5:
		g.note(where + "forall")
		return g.inside(func() string { return g.group("forall", 2+g.IntN(2), depth-1, false) })
	case 6:
		g.note(where + "or")
		return g.or(depth-1, open)
	case 7:
		g.note(where + "and")
		return g.group("and", 1+g.IntN(3), depth-1, open)
	}
	g.note(where + "test")
	return "(test " + g.predicate("") + ")"
}

func (g *programGenerator) group(word string, count, depth int, open bool) string {
	var parts []string
	for i := range count {
		if g.plain && !open && i > 0 && g.chance(4) {
			g.note("test in a plain group")
			parts = append(parts, "(test "+g.predicate("")+")")
			continue
		}
		parts = append(parts, g.condition(depth, open))
	}
	return "(" + word + " " + strings.Join(parts, " ") + ")"
}

// or binds the variables that all its alternatives bind.
func (g *programGenerator) or(depth int, open bool) string {
	before := copyOf(g.bound)
	var common map[string]bool
	var parts []string
	for range 2 + g.IntN(2) {
		g.bound = copyOf(before)
		parts = append(parts, g.condition(depth, open))
		if common == nil {
			common = g.bound
		}
		for name := range common {
			if !g.bound[name] {
				delete(common, name)
			}
		}
	}
	g.bound = common
	return "(or " + strings.Join(parts, " ") + ")"
}

func (g *programGenerator) pattern(open bool) string {
	relation := g.pick("a", "a", "a", "b", "b", "n", "n", "p", "q", "t", "t", "u", "u", "l")
	if g.small {
		relation = g.pick("a", "a", "p", "q", "o")
	}
	text := "(" + relation
	switch relation {
	case "a", "b":
		if g.small {
			text += " " + g.field()
			break
		}
		text += g.fields(3, g.field)
	case "n":
		text += g.fields(2, g.numberField)
	case "l":
		text += g.fields(2, g.field)
	case "t", "u":
		text += g.slots(relation)
	}
	text += ")"
	g.note("pattern " + relation)
	if open && g.chance(2) {
		g.rule.addresses++
		name := fmt.Sprint("f", g.rule.addresses)
		g.bound[name] = true
		g.rule.templates[name] = relation
		g.note("address")
		return "?" + name + " <- " + text
	}
	return text
}

func (g *programGenerator) slots(template string) string {
	text := ""
	if g.chance(2) {
		text += " (s " + g.field() + ")"
	}
	if template == "t" && g.chance(2) {
		text += " (k " + g.numberField() + ")"
	}
	if g.chance(2) {
		g.note("multislot")
		text += " (w" + g.fields(3, g.field) + ")"
	}
	if template == "u" && g.chance(2) {
		text += " (v" + g.fields(2, g.field) + ")"
	}
	return text
}

// fields generates the fields of an ordered pattern or multislot, some of any length.
func (g *programGenerator) fields(most int, single func() string) string {
	text := ""
	for range g.IntN(most + 1) {
		if g.chance(4) {
			text += " " + g.manyFields()
		} else {
			text += " " + single()
		}
	}
	if g.easily() && !strings.Contains(text, "$?") {
		g.note("$?")
		text += " $?"
	}
	return text
}

// easily is true more often the easier patterns match.
func (g *programGenerator) easily() bool { return g.IntN(4) < g.easy }

func (g *programGenerator) manyFields() string {
	if g.chance(2) {
		g.note("$?")
		return "$?"
	}
	if old := g.known("mow"); old != "" && g.chance(3) {
		g.note("$?x again")
		return "$?" + old
	}
	name := g.pick("m", "o", "w")
	fresh := !g.bound[name]
	g.bound[name] = true
	if fresh && g.chance(3) {
		g.note("$?x&:()")
		return "$?" + name + "&:" + g.listPredicate(name)
	}
	g.note("$?x")
	return "$?" + name
}

// known returns a bound variable whose name is one of letters, or "".
func (g *programGenerator) known(letters string) string {
	var all []string
	for _, name := range strings.Split(letters, "") {
		if g.bound[name] {
			all = append(all, name)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return all[g.IntN(len(all))]
}

// field generates the constraint of a field of any kind.
func (g *programGenerator) field() string {
	if g.easily() {
		name := g.pick("x", "y", "z")
		g.bound[name] = true
		return "?" + name
	}
	old := g.known("xyzijk")
	switch n := g.IntN(20); {
	case n < 3:
		return "?"
	case n < 6:
		g.note("constant")
		return g.value()
	case n == 6:
		g.note("~constant")
		return "~" + g.value()
	case n == 7:
		g.note("constant|constant")
		return g.value() + "|" + g.value()
	case n == 8 && old != "":
		g.note("~?x")
		return "~?" + old
	case n == 9 && old != "":
		g.note("?x|constant")
		return g.pick("?"+old+"|"+g.value(), g.value()+"|?"+old)
	case n == 10:
		g.note("=()")
		return g.pick("", "", "~") + "=" + g.expression()
	case n == 11:
		g.note(":()")
		return g.pick("", "", "~") + ":" + g.predicate("")
	}
	name := g.pick("x", "y", "z")
	g.bound[name] = true
	return g.connected("?"+name, name)
}

// connected adds further constraints to a variable.
func (g *programGenerator) connected(text, name string) string {
	for range g.IntN(3) {
		switch g.IntN(7) {
		case 0:
			g.note("?x&~constant")
			text += "&~" + g.value()
		case 1:
			g.note("?x&constant|constant")
			text += "&" + g.value() + "|" + g.value()
		case 2:
			g.note("?x&:()")
			text += "&:" + g.predicate(name)
		case 3:
			g.note("?x&=()")
			text += "&" + g.pick("", "~") + "=" + g.expression()
		case 4:
			if old := g.known("xyz"); old != "" && old != name {
				g.note("?x&~?y")
				text += "&~?" + old
			}
		case 5:
			g.note("?x&:()|constant")
			text += "&:" + g.predicate(name) + "|" + g.value()
		}
	}
	return text
}

// numberField is like field for integers.
func (g *programGenerator) numberField() string {
	old := g.known("ijk")
	switch n := g.IntN(12); {
	case n < 2:
		return "?"
	case n < 4:
		g.note("constant")
		return g.integer()
	case n == 4 && old != "":
		g.note("=() of numbers")
		return "=(" + g.pick("+", "-", "*", "mod") + " ?" + old + " " + g.pick("1", "2") + ")"
	case n == 5 && old != "":
		g.note("~?x")
		return "~?" + old
	}
	name := g.pick("i", "j", "k")
	g.bound[name] = true
	if g.chance(2) {
		g.note("?x&:() of numbers")
		return "?" + name + "&:" + g.comparison(name)
	}
	return "?" + name
}

func (g *programGenerator) comparison(name string) string {
	other := g.integer()
	if old := g.known("ijk"); old != "" && g.chance(2) {
		other = "?" + old
	}
	left := "?" + name
	if g.chance(5) {
		left = "(+ ?" + name + " " + other + ")"
	}
	return "(" + g.pick("<", "<=", ">", ">=", "=", "<>") + " " + left + " " + other + ")"
}

func (g *programGenerator) listPredicate(name string) string {
	return g.pick("(> (length$ ?"+name+") 1)", "(member$ "+g.value()+" ?"+name+")", "(some ?"+name+")", "(eq ?"+name+" (create$ "+g.list(2, g.value)+"))")
}

// predicate generates a call that returns a truth value, of a variable if name is not "".
func (g *programGenerator) predicate(name string) string {
	if name == "" {
		if list := g.known("mow"); list != "" && g.chance(3) {
			return g.listPredicate(list)
		}
		if number := g.known("ijk"); number != "" && g.chance(2) {
			return g.comparison(number)
		}
		name = g.known("xyz")
	}
	if name == "" {
		return g.pick("(eq 1 1)", "(eq 1 2)", "(neq a b)", "(= ?*two* 2)")
	}
	other := g.value()
	if old := g.known("xyz"); old != "" && g.chance(2) {
		other = "?" + old
	}
	if g.chance(5) {
		g.note("nested predicate")
		return "(" + g.pick("and", "or") + " " + g.predicate(name) + " " + g.predicate("") + ")"
	}
	return g.pick("(eq ?"+name+" "+other+")", "(neq ?"+name+" "+other+")", "(neq "+other+" ?"+name+")", "(numberp ?"+name+")", "(symbolp ?"+name+")", "(not (eq ?"+name+" "+other+"))",
		"(member$ ?"+name+" (create$ "+g.value()+" "+other+"))", "(twin ?"+name+" "+other+")", "(and (integerp ?"+name+") (> ?"+name+" 1))")
}

// expression generates a call that returns one value.
func (g *programGenerator) expression() string {
	if number := g.known("ijk"); number != "" && g.chance(2) {
		return "(" + g.pick("+", "-") + " ?" + number + " 1)"
	}
	if old := g.known("xyz"); old != "" {
		return g.pick("(if (eq ?"+old+" 1) then 2 else a)", "(nth$ 1 (create$ ?"+old+" b))", "(sym-cat ?"+old+")")
	}
	return g.pick("(+ 1 1)", "(sym-cat a)", "(- ?*two* 1)")
}
