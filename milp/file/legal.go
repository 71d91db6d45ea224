package file

import (
	"slices"
	"strconv"
	"strings"

	"farbank/milp/problem"
)

// Legal returns the problem with the names that Encode writes in the format. It replaces characters
// that are not allowed by underscores, truncates long names, generates x1, c1, s1 (by the index
// from 1) for empty ones, and numbers duplicates. If nothing needs to change, it returns p itself.
// The order of columns and rows does not change. Auto means LP.
func Legal(p *problem.Problem, f Format) *problem.Problem {
	if f == Auto {
		f = LP
	}
	q := *p
	q.Name = legalTitle(p.Name)
	var columns, rows, sets bool
	q.Columns, columns = rename(p.Columns, f, "x", func(c *problem.Column) *string { return &c.Name })
	all := p.Rows
	if len(p.Indicators) > 0 { // rows and indicators share their names
		all = slices.Clone(p.Rows)
		for _, d := range p.Indicators {
			all = append(all, d.Row)
		}
	}
	all, rows = rename(all, f, "c", func(r *problem.Row) *string { return &r.Name })
	q.Rows = all[:len(p.Rows):len(p.Rows)]
	if len(p.Indicators) > 0 {
		q.Indicators = slices.Clone(p.Indicators)
		for k := range q.Indicators {
			q.Indicators[k].Row = all[len(p.Rows)+k]
		}
	}
	q.Sets, sets = rename(p.Sets, f, "s", func(s *problem.Set) *string { return &s.Name })
	if !columns && !rows && !sets && q.Name == p.Name {
		return p
	}
	return &q
}

// rename makes the names of a list legal. It copies the list before it changes it.
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

// legalTitle returns the problem's name on one line, without blanks around it.
func legalTitle(name string) string {
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, name)
	return strings.TrimSpace(name)
}

// names generates distinct legal names.
type names struct {
	format Format
	letter string
	fine   map[string]bool // legal names of the list: whether they are in use already
	next   map[string]int  // next number for a name
}

func newNames(f Format, letter string, n int) *names {
	return &names{format: f, letter: letter, fine: make(map[string]bool, n), next: map[string]int{}}
}

// reserve reserves a legal name for its first use.
func (s *names) reserve(name string) {
	if _, there := s.fine[name]; !there && name != "" && s.change(name) == name {
		s.fine[name] = false
	}
}

// legal returns the legal name of the i-th item.
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

// change returns a legal form of the name, which may be in use.
func (s *names) change(name string) string {
	name = legalName(name, s.format)
	if s.format != LP && s.letter == "x" && setKind([]byte(name)) != 0 {
		name += "_" // in front of a weight it would begin a set
	}
	switch { // names that plain generates
	case s.letter == "x" && (name == oneColumn || strings.HasPrefix(name, freeMark)):
		name = "_" + name[1:]
	case s.letter == "c" && (name == emptyRow || strings.HasSuffix(name, upperMark)):
		name = name[:len(name)-1] + "_"
	}
	return name
}

// longest returns the maximum length of a name in bytes: eight in fixed MPS; otherwise what GLPK,
// CPLEX and CBC all accept, with room for the marks of plain.
func longest(f Format) int {
	if f == FixedMPS {
		return 8
	}
	return 100 - len(freeMark)
}

// legalName changes a nonempty name into one that the format allows.
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

// legalByte reports whether GLPK, CPLEX and CBC all allow the byte in a name.
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

// legalBegin reports whether a name of an LP file may begin with b: no digit or point, nothing that
// could be an exponent, no keyword.
func legalBegin(b []byte) bool {
	if isDigit(b[0]) || b[0] == '.' {
		return false
	}
	if (b[0] == 'e' || b[0] == 'E') && (len(b) == 1 || isDigit(b[1]) || b[1] == 'e' || b[1] == 'E') {
		return false
	}
	return !reserved[strings.ToLower(string(b))]
}

// reserved are the words that begin a section of an LP file, or mean a bound or NaN.
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
