package writing

import (
	"fmt"
	"strings"
	"unicode"

	"farbank/model"
)

// A Namer makes unique identifiers of a language from arbitrary names.
type Namer struct {
	join  rune // replaces characters that identifiers cannot have
	lower bool
	Apart bool // every identifier contains join, so that it is no reserved word without one
	taken map[string]bool
	next  map[string]int // the next number to try for a used name
}

// NewNamer returns a Namer that joins words with join and avoids the words in reserved. If lower
// is set, identifiers are in lower case.
func NewNamer(join rune, lower bool, reserved string) *Namer {
	n := &Namer{join: join, lower: lower, taken: map[string]bool{}, next: map[string]int{}}
	for _, word := range strings.Fields(reserved) {
		n.taken[word] = true
	}
	return n
}

// Plain converts a name to letters, digits and joins.
func (n *Namer) Plain(name string) string {
	if n.lower {
		name = strings.ToLower(name)
	}
	joined := strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return n.join
	}, name)
	join := string(n.join)
	return strings.Join(strings.FieldsFunc(joined, func(r rune) bool { return r == n.join }), join)
}

// Name returns a new identifier for a name. It is prefixed with what if it does not begin with
// a letter.
func (n *Namer) Name(name, what string) string {
	id := n.Plain(name)
	if id == "" || !unicode.IsLetter(rune(id[0])) {
		id = strings.Trim(what+string(n.join)+id, string(n.join))
	}
	if n.Apart && !strings.ContainsRune(id, n.join) {
		id += string(n.join)
	}
	free := id
	for n.taken[free] {
		n.next[id] = max(n.next[id], 1) + 1
		free = fmt.Sprintf("%s%c%d", id, n.join, n.next[id])
	}
	n.taken[free] = true
	return free
}

// Cells returns names for all cells.
func (n *Namer) Cells(p *model.Problem) []string {
	names := make([]string, len(p.Cells))
	for i := range p.Cells {
		name := strings.ReplaceAll(p.Cells[i].Name, "[-", "[minus ")
		names[i] = n.Name(name, "cell")
	}
	return names
}
