package file

import (
	"slices"
	"strconv"
	"strings"

	"farbank/milp/problem"
)

// Legal gives the problem with the names as the format takes them and as Encode writes
// them: letters that it does not know become underlines, too long ones are cut, empty
// ones become x1, c1, s1 (by their index from 1), and those that are taken get a number.
// Where nothing needs to be changed it is p itself. Columns and rows keep their order.
// Auto is LP.
func Legal(p *problem.Problem, f Format) *problem.Problem {
	if f == Auto {
		f = LP
	}
	q := *p
	q.Name = legalTitle(p.Name)
	var columns, rows, sets bool
	q.Columns, columns = rename(p.Columns, f, "x", func(c *problem.Column) *string { return &c.Name })
	q.Rows, rows = rename(p.Rows, f, "c", func(r *problem.Row) *string { return &r.Name })
	q.Sets, sets = rename(p.Sets, f, "s", func(s *problem.Set) *string { return &s.Name })
	if !columns && !rows && !sets && q.Name == p.Name {
		return p
	}
	return &q
}

// rename makes the names of a list legal. It copies the list if it has to change it.
func rename[T any](list []T, f Format, letter string, name func(*T) *string) ([]T, bool) {
	names := newNames(f, letter, len(list))
	for i := range list {
		names.reserve(*name(&list[i]))
	}
	changed := false
	for i := range list {
		now := names.legal(*name(&list[i]), i)
		if now == *name(&list[i]) {
			continue
		}
		if !changed {
			list = slices.Clone(list)
			changed = true
		}
		*name(&list[i]) = now
	}
	return list, changed
}

// legalTitle makes one line of the problem's name, without blanks around it.
func legalTitle(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, name)
	return strings.TrimSpace(name)
}

// names makes names that a format takes, each only once.
type names struct {
	format Format
	letter string
	fine   map[string]bool // legal as they stand: false if still to be met
	next   map[string]int  // where to go on counting
}

func newNames(f Format, letter string, n int) *names {
	return &names{format: f, letter: letter, fine: make(map[string]bool, n), next: map[string]int{}}
}

// reserve keeps a name that is fine for whoever has it first.
func (s *names) reserve(name string) {
	if _, there := s.fine[name]; !there && name != "" && s.change(name) == name {
		s.fine[name] = false
	}
}

// legal gives the name for the i-th.
func (s *names) legal(name string, i int) string {
	if used, there := s.fine[name]; there && !used {
		s.fine[name] = true
		return name
	}
	base := s.letter + strconv.Itoa(i+1)
	if name != "" {
		base = s.change(name)
	}
	limit := longest(s.format)
	for k := s.next[base]; ; k++ {
		try := base
		if k > 0 {
			tail := "_" + strconv.Itoa(k+1)
			try = base[:min(len(base), limit-len(tail))] + tail
		}
		if _, there := s.fine[try]; !there {
			s.fine[try] = true
			s.next[base] = k + 1
			return try
		}
	}
}

// change makes a name legal, whether it is taken or not.
func (s *names) change(name string) string {
	name = legalName(name, s.format)
	if s.format != LP && s.letter == "x" && setKind([]byte(name)) != 0 {
		name += "_" // in front of a weight it would begin a set
	}
	switch { // names that plain makes
	case s.letter == "x" && (name == oneColumn || strings.HasPrefix(name, freeMark)):
		name = "_" + name[1:]
	case s.letter == "c" && (name == emptyRow || strings.HasSuffix(name, upperMark)):
		name = name[:len(name)-1] + "_"
	}
	return name
}

// longest is how many bytes a name may have: eight in fixed MPS; else what GLPK, CPLEX
// and CBC all take, with room for the marks of plain.
func longest(f Format) int {
	if f == FixedMPS {
		return 8
	}
	return 100 - len(freeMark)
}

// legalName changes a name, which is not empty, into one that the format takes.
func legalName(name string, f Format) string {
	b := []byte(name)
	for i, c := range b {
		if !legalByte(c, f) {
			b[i] = '_'
		}
	}
	if f == LP && !legalBegin(b) {
		b = append([]byte{'_'}, b...)
	}
	if f != LP && (b[0] == '$' || b[0] == '*' || string(b) == "'MARKER'") {
		b[0] = '_'
	}
	return string(b[:min(len(b), longest(f))])
}

// legalByte says whether GLPK, CPLEX and CBC all take that byte within a name.
func legalByte(c byte, f Format) bool {
	if c <= ' ' || c >= 0x7f {
		return false
	}
	if f != LP {
		return true
	}
	return isLetter(c) || isDigit(c) || strings.IndexByte("!\"#$%&(),.;?@_'`{}~", c) >= 0
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }

// legalBegin says whether a name of an LP file may begin so: no digit or point, nothing
// that could be an exponent, no word with a meaning of its own.
func legalBegin(b []byte) bool {
	if isDigit(b[0]) || b[0] == '.' {
		return false
	}
	if (b[0] == 'e' || b[0] == 'E') && (len(b) == 1 || isDigit(b[1]) || b[1] == 'e' || b[1] == 'E') {
		return false
	}
	return !reserved[strings.ToLower(string(b))]
}

// reserved are the words that begin a section of an LP file, or stand for a bound or for no number.
var reserved = map[string]bool{}

func init() {
	for _, list := range []string{
		"max maximize maximise maximum min minimize minimise minimum subject such st s.t. st. lazy user",
		"bound bounds general generals gen integer integers int binary binaries bin semi semis sos sos1 sos2 end free inf infinity nan to",
	} {
		for _, word := range strings.Fields(list) {
			reserved[word] = true
		}
	}
}
