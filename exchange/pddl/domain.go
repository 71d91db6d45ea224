package pddl

import (
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// A domain is a resolved and typed domain with its problem.
type domain struct {
	name, title string
	types       []kindOf
	typeOf      map[string]int
	objects     []object
	objectOf    map[string]int
	predicates  []predicate
	predicateOf map[string]int
	functions   map[string]*function
	actions     []*schema
	events      []*schema // actions with outcomes; the outcomes are in actions
	derived     []*rule
	init        []fact
	doubtful    []fact           // facts that may hold at first or not
	doubts      []doubt          // what is known about them
	denied      []fact           // facts that are said not to hold at first
	values      map[string]int64 // initial values of functions, by their text
	goal        *formula
	goalPos     syntax.Pos
	slots       int         // number of variables of the goal
	durative    bool        // there are durative actions
	lasting     []*number   // durations that actions read after their start
	digits      int         // numbers are kept as multiples of 10 to the power of -digits
	time        int64       // the weight of the time in the metric, where there are durative actions
	metric      []weight    // nil means that every action costs 1
	facts       []timedFact // timed initial literals
	rounded     bool        // numbers may be rounded, and grow without bounds; see Direct
}

// A timedFact is a timed initial literal.
type timedFact struct {
	time int64
	fact fact
	not  bool
	pos  syntax.Pos
}

// A weight is a summand of the metric: a multiple of a fluent, or of the number of actions.
type weight struct {
	times int64
	fn    *function // nil means the number of actions
	terms []int32
}

// A kindOf is a type and its supertypes.
type kindOf struct {
	name  string
	above []int
}

type object struct {
	name string
	of   []int // all its types
}

// A variable has a value of one of its types.
type variable struct {
	name string
	of   []int
	pos  syntax.Pos
}

type predicate struct {
	name    string
	params  []variable
	changes bool // an action changes it
	derived bool
	object  bool // an object function: the last argument is its value
}

// A function is a numeric function.
type function struct {
	name    string
	params  []variable
	changes bool // an action changes it
	assigns bool // an action assigns a value that does not depend on the old one
	read    bool // a condition or an effect reads it
	metric  bool // the metric reads it
	digits  int  // the number of digits after the point that its values need
}

// kept reports whether the value of a function is part of the state.
func (f *function) kept() bool { return f.changes && f.read }

// A fact is a predicate with objects.
type fact struct {
	pred int
	args []int32
}

// A schema is an action. Its parameters are the first variables.
type schema struct {
	name    string
	params  []variable
	slots   int // number of variables, including those of quantifiers
	pre     *formula
	effects []effect
	numbers []numberEffect
	pos     syntax.Pos

	lasts *durative // of a durative action; else nil
	ends  bool      // it is the end of a durative action

	choices  []choice  // of an action with effects that chance chooses
	outcomes []*schema // its outcomes
	of       *schema   // of an outcome: its action
	weight   int64     // of an outcome: proportional to its probability

	observe *formula // what it shows of the state after it; nil if nothing
	free    bool     // it costs nothing
}

// is reports whether a schema has a name and a number of parameters. Several actions of a domain may have one name.
func (s *schema) is(name string, params int) bool { return s.name == name && len(s.params) == params }

// An effect adds or deletes a fact, for all values of some variables, under a condition.
type effect struct {
	all   []slot
	when  *formula
	pred  int
	terms []int32
	not   bool
	path  []branch // the parts of choices that it belongs to
}

// A slot is a variable of a quantifier.
type slot struct {
	index int32
	of    []int
	name  string // "" for the value of an object function
}

// A numberEffect changes a fluent, for all values of some variables, under a condition.
type numberEffect struct {
	all   []slot
	when  *formula
	fn    *function
	terms []int32
	how   change
	value *number
	pos   syntax.Pos
	path  []branch
}

type change uint8

const (
	assign change = iota
	increase
	decrease
	scaleUp
)

// A rule defines a derived predicate.
type rule struct {
	pred   int
	params []variable
	slots  int
	body   *formula
	pos    syntax.Pos
}

// A reader fills a domain.
type reader struct {
	*source
	d *domain
}

// requirements are the supported requirements.
var requirements = []string{":strips", ":typing", ":equality", ":negative-preconditions", ":disjunctive-preconditions", ":existential-preconditions",
	":universal-preconditions", ":quantified-preconditions", ":conditional-effects", ":adl", ":derived-predicates", ":action-costs",
	":fluents", ":numeric-fluents", ":object-fluents", ":durative-actions", ":duration-inequalities", ":continuous-effects",
	":timed-initial-literals", ":time", ":constraints", ":preferences", ":non-deterministic", ":nondeterministic",
	":probabilistic-effects", ":rewards", ":mdp", ":contingent", ":conformant", ":partial-observability", ":unknown", ":observe"}

func (r *reader) define(n *node, what string) []*node {
	if n.head() != "define" || len(n.list) < 2 || n.list[1].head() != what || len(n.list[1].list) != 2 {
		r.fail(n.pos, "", "(define (%s NAME) ...) is needed", what)
	}
	if what == "domain" {
		r.d.name = n.list[1].list[1].word
	} else {
		r.d.title = n.list[1].list[1].word
	}
	return n.list[2:]
}

// domain reads a domain file.
func (r *reader) domain(n *node) {
	parts := r.define(n, "domain")
	for _, p := range parts {
		switch p.head() {
		case ":requirements":
			r.requirements(p)
		case ":types":
			r.types(p)
		case ":constants", ":predicates", ":functions", ":action", ":derived", ":durative-action", ":sensor":
		default:
			r.unknown(p)
		}
	}
	each := func(head string, read func(*node)) {
		for _, p := range parts {
			if p.head() == head {
				read(p)
			}
		}
	}
	each(":constants", r.declareObjects)
	each(":predicates", r.declarePredicates)
	each(":functions", r.declareFunctions)
	each(":derived", r.announce)
	each(":action", r.action)
	each(":sensor", r.sensor)
	each(":durative-action", r.durative)
	each(":derived", r.derive)
	for _, n := range r.d.lasting {
		if n.changing() {
			r.fail(n.pos, "", "?duration is understood after the start of an action whose duration depends on numbers that change only with --format pddl")
		}
	}
	r.stratify()
}

// announce marks a predicate as derived.
func (r *reader) announce(p *node) {
	if len(p.list) == 3 {
		if k, ok := r.d.predicateOf[p.list[1].head()]; ok {
			r.d.predicates[k].derived = true
		}
	}
}

func (r *reader) unknown(p *node) {
	name := p.head()
	if name == "" {
		r.fail(p.pos, "", "a part that begins with a keyword such as :action is needed")
	}
	hint := ""
	if name == ":constraints" {
		hint = "constraints on the whole plan are not supported; conditions of actions and of the goal are"
	}
	r.fail(p.pos, hint, "%s is not understood", name)
}

func (r *reader) requirements(p *node) {
	for _, w := range p.list[1:] {
		if !slices.Contains(requirements, w.word) {
			r.fail(w.pos, "understood are "+strings.Join(requirements, ", "), "the requirement %s is not understood", w.word)
		}
		if (w.word == ":rewards" || w.word == ":mdp") && r.d.functions["reward"] == nil {
			r.d.functions["reward"] = &function{name: "reward"}
		}
	}
}

func (r *reader) declarePredicates(p *node) {
	for _, n := range p.list[1:] {
		if n.head() == "" {
			r.fail(n.pos, "", "a predicate such as (at ?x ?y) is needed")
		}
		name := n.head()
		if _, ok := r.d.predicateOf[name]; ok || name == "=" {
			r.fail(n.pos, "", "the predicate %s is declared twice", name)
		}
		r.d.predicateOf[name] = len(r.d.predicates)
		r.d.predicates = append(r.d.predicates, predicate{name: name, params: r.places(n.list[1:])})
	}
}

// declareFunctions parses functions with their result types: numbers or objects. An object
// function becomes a predicate with an additional argument.
func (r *reader) declareFunctions(p *node) {
	var open []*node
	flush := func(of []int) {
		for _, n := range open {
			name := n.head()
			_, taken := r.d.predicateOf[name]
			if f := r.d.functions[name]; f != nil && name != "reward" && of == nil && slices.EqualFunc(f.params, r.places(n.list[1:]), func(a, b variable) bool { return slices.Equal(a.of, b.of) }) {
				continue // declared again, in the same way
			}
			if taken && (!r.d.rounded || of != nil || r.d.predicates[r.d.predicateOf[name]].object) || r.d.functions[name] != nil && name != "reward" {
				r.fail(n.pos, "", "%s is declared twice", name)
			}
			if of == nil {
				r.d.functions[name] = &function{name: name, params: r.places(n.list[1:])}
				continue
			}
			r.d.predicateOf[name] = len(r.d.predicates)
			r.d.predicates = append(r.d.predicates, predicate{name: name, object: true, params: append(r.places(n.list[1:]), variable{"?value", of, n.pos})})
		}
		open = nil
	}
	for i := 1; i < len(p.list); i++ {
		n := p.list[i]
		switch {
		case n.word == "-" && i+1 == len(p.list):
			r.fail(n.pos, "", "a type is needed after -")
		case n.word == "-":
			if i++; p.list[i].word == "number" {
				flush(nil)
			} else {
				flush(r.typeNames(p.list[i]))
			}
		case n.head() != "":
			open = append(open, n)
		default:
			r.fail(n.pos, "", "a function such as (total-cost) is needed")
		}
	}
	flush(nil)
}

// sections returns the sections of an action by keyword.
func (r *reader) sections(p *node, known ...string) map[string]*node {
	out := map[string]*node{}
	for i := 2; i < len(p.list); i += 2 {
		key := p.list[i]
		switch {
		case !slices.Contains(known, key.word):
			r.fail(key.pos, "known are "+strings.Join(known, ", "), "%q is not understood here", key.word)
		case i+1 == len(p.list):
			r.fail(key.pos, "", "nothing stands after %s", key.word)
		case out[key.word] != nil:
			r.fail(key.pos, "", "%s is given twice", key.word)
		}
		out[key.word] = p.list[i+1]
	}
	return out
}

func (r *reader) action(p *node) {
	if len(p.list) < 2 || p.list[1].open {
		r.fail(p.pos, "", "an action needs a name")
	}
	name := p.list[1].word
	parts := r.sections(p, ":parameters", ":precondition", ":effect", ":observe")
	a := &schema{name: name, pos: p.pos, pre: yesFormula}
	if n := parts[":parameters"]; n != nil {
		a.params = r.variables(n.list)
	}
	if slices.ContainsFunc(r.d.actions, func(b *schema) bool { return b.name == name && (len(b.params) == len(a.params) || b.lasts != nil) }) {
		r.fail(p.list[1].pos, twice, "the action %s is declared twice", name)
	}
	s := &scope{reader: r}
	for _, v := range a.params {
		s.bind(v)
	}
	if n := parts[":precondition"]; n != nil {
		a.pre = s.formula(n)
	}
	if n := parts[":effect"]; n != nil {
		s.effect(n, a, nil, yesFormula)
	}
	if n := parts[":observe"]; n != nil {
		if len(a.choices) > 0 {
			s.fail(n.pos, "", "an action that observes has one outcome")
		}
		a.observe = s.formula(n)
	}
	a.slots = s.most
	if len(a.choices) == 0 {
		r.d.actions = append(r.d.actions, a)
		return
	}
	r.outcomes(a)
	r.d.actions = append(r.d.actions, a.outcomes...)
	r.d.events = append(r.d.events, a)
}

func (r *reader) derive(p *node) {
	if len(p.list) != 3 || p.list[1].head() == "" {
		r.fail(p.pos, "", "(:derived (PREDICATE ...) CONDITION) is needed")
	}
	head := p.list[1]
	k, ok := r.d.predicateOf[head.head()]
	if !ok {
		r.fail(head.pos, "", "there is no predicate %q", head.head())
	}
	params := r.variables(head.list[1:])
	if len(params) != len(r.d.predicates[k].params) {
		r.fail(head.pos, "", "%s has %d arguments", head.head(), len(r.d.predicates[k].params))
	}
	if r.d.predicates[k].object {
		r.fail(head.pos, "", "%s gives an object; it cannot be derived", head.head())
	}
	for i := range params {
		if slices.Equal(params[i].of, []int{0}) {
			params[i].of = r.d.predicates[k].params[i].of
		}
	}
	s := &scope{reader: r}
	for _, v := range params {
		s.bind(v)
	}
	one := &rule{pred: k, params: params, body: s.formula(p.list[2]), pos: p.pos}
	one.slots = s.most
	r.d.derived = append(r.d.derived, one)
}
