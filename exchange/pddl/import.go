package pddl

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"farbank/lang/syntax"
)

// Import reads a domain and a problem and translates them to the language of .far files. Types
// become enums. Mutually exclusive facts become the values of an array, and other facts become
// sets. Errors are those of Read.
func Import(ctx context.Context, domainFile, problemFile File, steps int64) (text string, err error) {
	d := newDomain()
	first, second := &source{domainFile.Name, domainFile.Text}, &source{problemFile.Name, problemFile.Text}
	defer func() { err = caught(recover(), first, err) }()
	d.read(first, second)
	if len(d.facts) > 0 {
		second.fail(d.facts[0].pos, "solve --format pddl --plans any finds a plan; an action that begins at the start and ends at that time stands for it", "timed initial literals cannot be translated")
	}
	if d.durative {
		d.ordered(ctx, domainFile, problemFile, first, steps)
	}
	d.specialize()
	d.precision()
	if steps <= 0 {
		steps = defaultSteps
	}
	g := newGrounder(ctx, d, steps)
	g.run()
	w := &importer{d: d, g: g.settle(), taken: map[string]bool{}, sets: map[string]string{}, vars: map[int]*stateVar{}, names: map[string]string{}, asked: map[any]bool{}}
	for _, word := range strings.Fields(reserved) {
		w.taken[word] = true
	}
	w.write()
	f, err := syntax.Parse("imported.far", w.out.String())
	if err != nil {
		return w.out.String(), err
	}
	return syntax.Format(f), nil
}

// ordered refuses durative actions that may have to begin or to end at the same instant, for which the language has an order.
func (d *domain) ordered(ctx context.Context, domainFile, problemFile File, domain *source, steps int64) {
	x, err := ReadDirect(ctx, domainFile, problemFile, steps, 0)
	if err != nil {
		return // this reading has another message, or there are derived predicates
	}
	a, b, ends, ok := x.Task.Together()
	if !ok {
		return
	}
	name := func(i int) string { return x.Task.Actions[i].Name }
	at := slices.IndexFunc(d.actions, func(s *schema) bool {
		return s.lasts != nil && s.name == strings.Fields(strings.Trim(name(b), "()"))[0]
	})
	how := "begin at the same instant, since each gives what the other one needs over all"
	if ends {
		how = "end at the same instant, since each ends what the other one needs over all"
	}
	domain.fail(d.actions[at].pos, "solve --format pddl reads the problem as it is", "%s and %s may have to %s; in a .far file one comes first", name(a), name(b), how)
}

// reserved are the words with a meaning in the language.
const reserved = `puzzle param const enum type def state find move cost require never always goal minimize maximize prefer show use let if then else for in
where all any and or not implies set of true false union inter minus subset steps stuck enabled other next prev ord name abs min max sum distinct size
circuit connected len digit grid rows cols bool text none the first count together takes end while time`

// An importer translates a domain and a problem to a .far file.
type importer struct {
	d     *domain
	g     *grounded
	out   strings.Builder
	taken map[string]bool   // used names
	names map[string]string // by kind and PDDL word
	kinds [][]int32         // objects by their combination of types
	sets  map[string]string // types by their objects
	types []string          // declarations of types needed by the rest
	vars  map[int]*stateVar // by predicate that changes
	asked map[any]bool      // constant predicates and functions that are used

	starts map[string]string // by unknown fact: the condition that it holds at first
	hidden map[string]bool   // state variables that may depend on the unknown
}

func (w *importer) line(format string, args ...any) { fmt.Fprintf(&w.out, format+"\n", args...) }

// name returns the name for a PDDL word of a kind.
func (w *importer) name(kind, word string) string {
	if n := w.names[kind+" "+word]; n != "" {
		return n
	}
	n := w.free(plain(word))
	w.names[kind+" "+word] = n
	return n
}

// action returns the name of a move for an action, or for an outcome of it.
func (w *importer) action(a *schema, word string) string {
	return w.name(fmt.Sprint("action ", len(a.params)), word)
}

// free returns an unused name.
func (w *importer) free(base string) string {
	n := base
	for k := 2; w.taken[n]; k++ {
		n = fmt.Sprintf("%s_%d", base, k)
	}
	w.taken[n] = true
	return n
}

// plain converts a word to an identifier.
func plain(word string) string {
	n := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= 'A' && r <= 'Z', r >= '0' && r <= '9':
			return r
		}
		return '_'
	}, strings.TrimPrefix(word, "?"))
	if n = strings.Trim(n, "_"); n == "" || n[0] >= '0' && n[0] <= '9' {
		n = "x" + n
	}
	return n
}

// capital converts a word to the name of a type.
func capital(word string) string {
	var out string
	for _, p := range strings.FieldsFunc(word, func(r rune) bool { return r == '-' || r == '_' }) {
		out += strings.ToUpper(p[:1]) + p[1:]
	}
	return plain(out)
}

// write writes the file. Declarations that the body needs, mostly types, come before it; the
// body is rewritten until it needs no further declaration.
func (w *importer) write() {
	w.classes()
	w.choose()
	w.beginUnknowns()
	var body string
	for again := true; again; {
		again = false
		asked := len(w.asked)
		w.out.Reset()
		w.constantsAndState()
		w.rules()
		w.pending()
		w.actions()
		w.goal()
		for _, v := range w.vars {
			if v.empties && !v.none {
				v.none, again = true, true
			}
		}
		again = again || len(w.asked) > asked
		body = w.out.String()
	}
	w.out.Reset()
	title := w.d.title
	w.line("puzzle %s", quoted(title))
	w.line("\n// The problem %s of the domain %s, written out from PDDL.", title, w.d.name)
	if w.d.durative {
		w.line("// Here what happens at the same instant has an order; PDDL needs a moment (epsilon) between")
		w.line("// happenings that touch the same thing.")
	}
	w.line("")
	for _, t := range w.types {
		w.line("%s", t)
	}
	w.out.WriteString(body)
}

func quoted(text string) string { return fmt.Sprintf("%q", text) }

// classes declares an enum for the objects of each combination of types.
func (w *importer) classes() {
	byTypes := map[string]int{}
	for o := range w.d.objects {
		of := slices.Clone(w.d.objects[o].of)
		slices.Sort(of)
		k := fmt.Sprint(of)
		i, met := byTypes[k]
		if !met {
			i = len(w.kinds)
			byTypes[k] = i
			w.kinds = append(w.kinds, nil)
		}
		w.kinds[i] = append(w.kinds[i], int32(o))
	}
	for _, list := range w.kinds {
		of := w.d.objects[list[0]].of
		var lowest []string // types without subtypes
		whole := false
		for _, k := range of {
			if !slices.ContainsFunc(of, func(i int) bool { return i != k && slices.Contains(w.d.types[i].above, k) }) {
				lowest = append(lowest, w.d.types[k].name)
				whole = whole || len(w.d.of([]int{k})) == len(list)
			}
		}
		if len(lowest) == 0 {
			lowest = []string{"object"}
		}
		name := capital(strings.Join(lowest, "-and-"))
		if !whole {
			name = "Other" + name
		}
		name = w.free(name)
		var members []string
		for _, o := range list {
			members = append(members, w.object(o))
		}
		w.sets[key(list)] = name
		w.types = append(w.types, fmt.Sprintf("enum %s { %s }", name, wrapped(members)))
	}
}

func (w *importer) object(o int32) string { return w.name("object", w.d.objects[o].name) }

// wrapped joins a list with commas and line breaks.
func wrapped(list []string) string {
	var b strings.Builder
	width := 0
	for i, s := range list {
		if i > 0 {
			b.WriteString(",")
			if width += len(s) + 2; width > 110 {
				b.WriteString("\n")
				width = 0
			} else {
				b.WriteString(" ")
			}
		}
		b.WriteString(s)
	}
	return b.String()
}

// set returns the name of the type of some objects, a union of whole classes, or "" for no
// objects.
func (w *importer) set(list []int32, hint string) string {
	list = slices.Clone(list)
	slices.Sort(list)
	if len(list) == 0 {
		return ""
	}
	if n := w.sets[key(list)]; n != "" {
		return n
	}
	var parts []string
	for _, c := range w.kinds {
		if slices.Contains(list, c[0]) {
			parts = append(parts, w.sets[key(c)])
		}
	}
	n := w.free(capital(hint))
	w.sets[key(list)] = n
	w.types = append(w.types, fmt.Sprintf("enum %s = %s", n, strings.Join(parts, " + ")))
	return n
}

// typeOf returns the type of a variable, or "" if it has no values.
func (w *importer) typeOf(of []int) string {
	var words []string
	for _, k := range of {
		words = append(words, w.d.types[k].name)
	}
	return w.set(w.g.of(of), strings.Join(words, "-or-"))
}

// rules writes the derived predicates.
func (w *importer) rules() {
	for k, p := range w.d.predicates {
		if !p.derived {
			continue
		}
		of := make([][]int32, len(p.params))
		var parts []string
		s := w.scope(0)
		params := make([]string, len(p.params))
		for i, v := range p.params {
			of[i] = w.g.of(v.of)
		}
		for _, r := range w.g.rules[k] {
			if len(parts) == 0 {
				for i, v := range r.params {
					params[i] = s.fresh(v.name)
				}
			}
			t := w.scope(r.slots)
			t.used = s.used
			var also []string
			for i, v := range r.params {
				t.terms[i] = binding{params[i], w.g.of(v.of)}
				if len(w.g.of(v.of)) < len(of[i]) {
					also = append(also, fmt.Sprintf("%s in %s", params[i], orNothing(w.typeOf(v.of))))
				}
			}
			parts = append(parts, t.all(append(also, t.formula(r.body, levelAnd))))
		}
		if len(parts) == 0 || slices.ContainsFunc(of, func(l []int32) bool { return len(l) == 0 }) {
			continue // it never holds
		}
		for i := range params {
			params[i] += ": " + w.set(of[i], p.name)
		}
		head := ""
		if len(params) > 0 {
			head = strings.Join(params, ", ")
		}
		w.line("def %s(%s) = %s\n", w.name("predicate", p.name), head, strings.Join(parts, "\n    or "))
	}
}

func orNothing(set string) string {
	if set == "" {
		return "{}"
	}
	return set
}

func (w *importer) goal() {
	s := w.scope(w.d.slots)
	parts := []*formula{w.d.goal}
	if w.d.goal.op == isAnd {
		parts = w.d.goal.args
	}
	for _, f := range parts {
		if text := s.formula(f, levelTop); text != "true" {
			w.line("goal %s", text)
		}
	}
	if len(parts) == 1 && s.formula(parts[0], levelTop) == "true" {
		w.line("goal true")
	}
	switch {
	case !w.d.durative || w.d.metric == nil:
	case w.d.time == 0:
		w.line("minimize cost")
	case w.d.time == w.d.one():
		w.line("minimize cost + time")
	default:
		w.line("minimize cost + %s * time", w.d.text(w.d.time))
	}
}
