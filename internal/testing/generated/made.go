package generated

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options configure the models. The zero Options are those of the tests.
type Options struct {
	States  int      // maximum number of states of the variables together; 0: up to 2000, mostly small
	Moves   Want     // whether the models have moves
	Find    Want     // whether they have unknowns
	With    []string // productions to prefer, by name
	Without []string // productions to omit
}

// Want says whether a feature is wanted.
type Want uint8

const (
	Maybe Want = iota
	Always
	Never
)

// A Model is a text with its inputs.
type Model struct {
	Seed     uint64
	Source   string
	Files    []File    `json:",omitempty"` // used files
	Settings []Setting // -p name=value
	Data     string    // a JSON object from parameters to values; "": none
}

// A File is a file that a model uses.
type File struct{ Name, Source string }

// A Setting is the value of a parameter, as in -p n=12.
type Setting struct{ Name, Value string }

// New generates the model of a seed; it depends on the seed and the options only.
func New(seed uint64, o Options) Model {
	m := &maker{
		r:      rand.New(rand.NewPCG(seed, 0x6d616465)),
		o:      o,
		swarm:  map[string]int{},
		global: map[string]bool{"bool": true, "text": true},
		data:   map[string]string{},
	}
	for _, name := range o.With {
		m.swarm[name] = 4
	}
	for _, name := range o.Without {
		m.swarm[name] = 0
	}
	if m.chance("name of a function as a name", 8) {
		for range m.among(1, 3) {
			m.rebind = append(m.rebind, m.one(functions()...))
		}
	}
	m.file()
	source, files := m.arrange()
	return Model{Seed: seed, Source: source, Files: files, Settings: m.settings, Data: m.jsonData()}
}

// A maker generates one model.
type maker struct {
	r     *rand.Rand
	o     Options
	swarm map[string]int // the weight of a production in this model

	title    string
	decls    []string // in the order of their generation
	settings []Setting
	data     map[string]string // JSON by parameter

	global map[string]bool // names taken at the top level
	rebind []string        // names of built-in functions that are redefined
	types  []*typ          // enums and named types
	values []*name         // values that expressions may use, the innermost last
	defs   []*function
	local  int // values from here on are local names

	depends level // dependencies allowed for the current expression
	total   bool  // it must be defined
	untyped bool  // its type follows from its value alone
	interp  bool  // braces in texts contain expressions
	quotes  int   // 0: outside texts, 1: in the braces of "...", 2: of `...`
	left    int   // remaining number of statements of a move
	deep    int   // depth of the expressions of a move
	load    int   // number of instances of the current expression
	room    float64
	edge64  bool
	asks    bool // it may depend on which moves are possible
	made    []madeMove
	params  []*typ // of the current move
	finds   bool
}

// A level is the dependency of a value.
type level uint8

const (
	constant level = iota
	found
	stateful
)

// A name is a name of a value.
type name struct {
	text   string
	t      *typ
	level  level
	lo, hi int64  // bounds, if it is a number or contains numbers
	value  *int64 // of a constant number, if known
	ranged bool   // functions such as next and ord know its type
	state  bool   // it can be assigned
	start  string // the source of a constant start value of a scalar state variable
}

// A function is a def.
type function struct {
	text   string
	params []*typ
	body   expr
	total  bool // it is defined if its arguments are
	t      *typ
}

// leans returns the weight of a production in this model; 0 means never.
func (m *maker) leans(production string) int {
	w, ok := m.swarm[production]
	if !ok {
		w = []int{0, 1, 1, 1, 1, 4}[m.r.IntN(6)]
		m.swarm[production] = w
	}
	return w
}

// chance reports true in one of n cases, if this model has the production.
func (m *maker) chance(production string, n int) bool {
	w := m.leans(production)
	return w > 0 && m.r.IntN(n) < w
}

func (m *maker) one(list ...string) string { return list[m.r.IntN(len(list))] }

// among returns an integer from lo to hi.
func (m *maker) among(lo, hi int) int { return lo + m.r.IntN(hi-lo+1) }

// A way is one alternative.
type way[T any] struct {
	weight int
	make   func() (T, bool)
}

// ways are alternatives to generate something. If one fails, another is tried.
type ways[T any] struct {
	m    *maker
	list []way[T]
}

// add adds an alternative under the name of its production.
func (w *ways[T]) add(production string, weight int, make func() (T, bool)) {
	if n := weight * w.m.leans(production); n > 0 {
		w.list = append(w.list, way[T]{n, make})
	}
}

// always adds an alternative that no model omits.
func (w *ways[T]) always(weight int, make func() (T, bool)) {
	w.list = append(w.list, way[T]{weight, make})
}

// take tries alternatives at random until one succeeds.
func (w *ways[T]) take() (T, bool) {
	for len(w.list) > 0 {
		sum := 0
		for _, x := range w.list {
			sum += x.weight
		}
		k, i := w.m.r.IntN(sum), 0
		for ; k >= w.list[i].weight; i++ {
			k -= w.list[i].weight
		}
		if v, ok := w.list[i].make(); ok {
			return v, true
		}
		w.list = append(w.list[:i], w.list[i+1:]...)
	}
	var none T
	return none, false
}

func (m *maker) declare(format string, args ...any) {
	m.decls = append(m.decls, fmt.Sprintf(format, args...))
}

// arrange joins the declarations to one text, in another order than that of their generation.
func (m *maker) arrange() (string, []File) {
	if m.chance("any order", 3) {
		m.r.Shuffle(len(m.decls), func(i, j int) { m.decls[i], m.decls[j] = m.decls[j], m.decls[i] })
	}
	files := m.share()
	return m.title + m.joined(m.decls), files
}

// joined joins declarations to one text.
func (m *maker) joined(decls []string) string {
	var b strings.Builder
	for _, d := range decls {
		if m.chance("comment", 40) {
			b.WriteString(m.one("// a remark\n", "/* a remark\n   of two lines */\n", "// \"{ [ (\n"))
		}
		b.WriteString(d)
		if m.chance("comment", 60) {
			b.WriteString(" // and so on")
		}
		b.WriteString("\n")
	}
	return b.String()
}

// Known are productions that the language allows and the checker refuses today.
var Known = []string{
	"array over a tuple type",
	"braces in a text in a text",
	"component of a bound tuple with a known type",
	"count in a set without where",
	"line that ends in union, inter, minus or subset",
}
