package writing

import (
	"fmt"
	"strings"
	"unicode"

	"farbank/model"
)

// A Namer makes identifiers of a language out of names that hold anything.
type Namer struct {
	join  rune // what stands for signs that an identifier cannot have
	lower bool
	Apart bool // every identifier has a join in it: no word without one can be meant
	taken map[string]bool
	next  map[string]int // the number to try next for a name that is taken
}

func NewNamer(join rune, lower bool, reserved string) *Namer {
	n := &Namer{join: join, lower: lower, taken: map[string]bool{}, next: map[string]int{}}
	for _, word := range strings.Fields(reserved) {
		n.taken[word] = true
	}
	return n
}

// plain turns a name into letters, digits and joins.
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

// name makes an identifier that has not been made before. what is put before names
// that begin with no letter.
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

// cells makes a name for every cell.
func (n *Namer) Cells(p *model.Problem) []string {
	names := make([]string, len(p.Cells))
	for i := range p.Cells {
		name := strings.ReplaceAll(p.Cells[i].Name, "[-", "[minus ")
		names[i] = n.Name(name, "cell")
	}
	return names
}
