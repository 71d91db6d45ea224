package generated

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Options say what models are wanted. The zero Options are those of the tests.
type Options struct {
	States  int      // most states of the variables together; 0: a number of up to 2000, mostly small
	Moves   Want     // whether the models have moves
	Find    Want     // whether they have unknowns
	With    []string // what the maker leans to, by the names that it has for what it does
	Without []string // what it leaves out
}

// Want says whether something is wanted.
type Want uint8

const (
	Maybe Want = iota
	Always
	Never
)

// A Model is a text with what is given beside it.
type Model struct {
	Seed     uint64
	Source   string
	Files    []File    `json:",omitempty"` // that it uses
	Settings []Setting // -p name=value
	Data     string    // a JSON object from parameters to values; "" for none
}

// A File is one that a model uses.
type File struct{ Name, Source string }

// A Setting is a parameter given one by one, as in -p n=12.
type Setting struct{ Name, Value string }

// New makes up the model of a seed: the same one for the same options.
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

// A maker makes one model.
type maker struct {
	r     *rand.Rand
	o     Options
	swarm map[string]int // how much this model leans to a production

	title    string
	decls    []string // in the order in which they were made
	settings []Setting
	data     map[string]string // JSON by parameter

	global map[string]bool // names taken at the top level
	rebind []string        // names of built-in functions that stand for something else
	types  []*typ          // the enums and the types with names
	values []*name         // what can stand in an expression, the innermost last
	defs   []*function
	local  int // values from here on are local names

	depends level // what an expression made now may depend on
	total   bool  // it must have a value
	untyped bool  // the type of what is made now is told by its value alone
	interp  bool  // braces in texts stand for values
	quotes  int   // 0: outside texts, 1: in the braces of "...", 2: of `...`
	left    int   // how many statements a move may still have
	deep    int   // how deep the expressions of a move are
	load    int   // how often an expression made now is written out
	room    float64
	edge64  bool
	asks    bool // it may depend on which moves can be made
	made    []madeMove
	params  []*typ // of the move that is made now
	finds   bool
}

// level is what a value depends on.
type level uint8

const (
	constant level = iota
	found
	stateful
)

// A name stands for a value.
type name struct {
	text   string
	t      *typ
	level  level
	lo, hi int64  // bounds, where it is a number or holds numbers
	value  *int64 // of a constant number, where it is known
	ranged bool   // its type is known to next, ord and others
	state  bool   // it can be assigned
	start  string // of a scalar state variable with a constant start: that, as written
}

// A function is a def.
type function struct {
	text   string
	params []*typ
	body   expr
	total  bool // it has a value, if its arguments have
	t      *typ
}

// leans returns how much this model leans to a production: 0 not at all.
func (m *maker) leans(production string) int {
	w, ok := m.swarm[production]
	if !ok {
		w = []int{0, 1, 1, 1, 1, 4}[m.r.IntN(6)]
		m.swarm[production] = w
	}
	return w
}

// chance is true in one of n cases, where this model has the production.
func (m *maker) chance(production string, n int) bool {
	w := m.leans(production)
	return w > 0 && m.r.IntN(n) < w
}

func (m *maker) one(list ...string) string { return list[m.r.IntN(len(list))] }

// among returns a whole number of lo..hi.
func (m *maker) among(lo, hi int) int { return lo + m.r.IntN(hi-lo+1) }

// A way is one way to go on.
type way[T any] struct {
	weight int
	make   func() (T, bool)
}

// ways are the ways to make something. Those that fail are followed by others.
type ways[T any] struct {
	m    *maker
	list []way[T]
}

// add adds a way under the name of its production.
func (w *ways[T]) add(production string, weight int, make func() (T, bool)) {
	if n := weight * w.m.leans(production); n > 0 {
		w.list = append(w.list, way[T]{n, make})
	}
}

// always adds a way that no model leaves out.
func (w *ways[T]) always(weight int, make func() (T, bool)) {
	w.list = append(w.list, way[T]{weight, make})
}

// take goes ways at random until one succeeds.
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

// arrange puts the declarations into one text, in another order than that in which
// they were made.
func (m *maker) arrange() (string, []File) {
	if m.chance("any order", 3) {
		m.r.Shuffle(len(m.decls), func(i, j int) { m.decls[i], m.decls[j] = m.decls[j], m.decls[i] })
	}
	files := m.share()
	return m.title + m.joined(m.decls), files
}

// joined makes declarations one text.
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

// Known are productions that the language allows and its checker refuses today.
var Known = []string{
	"array over a tuple type",
	"braces in a text in a text",
	"component of a bound tuple with a known type",
	"count in a set without where",
	"line that ends in union, inter, minus or subset",
}
