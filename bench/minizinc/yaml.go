package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// The headers of the specifications are written in a small part of YAML: blocks of keys and of
// dashes, tags, lists and maps in brackets. A node is a scalar, a list or a map.
type node struct {
	tag    string
	scalar string
	list   []node
	keys   []string
	values map[string]node
}

func (n node) get(key string) node { return n.values[key] }

// has reports whether a map has a key.
func (n node) has(key string) bool { _, ok := n.values[key]; return ok }

// plain is a scalar, list or set as text that is the same for all ways to write it.
func (n node) plain() string {
	switch {
	case n.tag == "!Range":
		lo, hi, _ := strings.Cut(n.scalar, "..")
		a, _ := strconv.ParseInt(lo, 10, 64)
		b, _ := strconv.ParseInt(hi, 10, 64)
		return setText(interval(a, b))
	case n.tag == "!!set" && n.list == nil:
		return setText(slices.Collect(maps.Keys(n.values)))
	case n.tag == "!Trim":
		return strings.TrimSpace(n.scalar)
	case n.list != nil:
		var parts []string
		for _, x := range n.list {
			parts = append(parts, x.plain())
		}
		if n.tag == "!!set" {
			return setText(parts)
		}
		if n.tag == "!Unordered" {
			slices.Sort(parts)
		}
		return "[" + strings.Join(parts, ",") + "]"
	case n.values != nil:
		var parts []string
		for _, k := range slices.Sorted(maps.Keys(n.values)) {
			parts = append(parts, k+":"+n.values[k].plain())
		}
		return "(" + strings.Join(parts, ",") + ")"
	}
	return n.scalar
}

func interval(a, b int64) []string {
	if b-a > 1<<16 {
		return []string{fmt.Sprint(a, "..", b)}
	}
	list := []string{}
	for ; a <= b; a++ {
		list = append(list, fmt.Sprint(a))
	}
	return list
}

func setText(members []string) string {
	slices.SortFunc(members, func(a, b string) int {
		x, e1 := strconv.ParseFloat(a, 64)
		y, e2 := strconv.ParseFloat(b, 64)
		if e1 == nil && e2 == nil {
			return cmp.Compare(x, y)
		}
		return strings.Compare(a, b)
	})
	return "{" + strings.Join(slices.Compact(members), ",") + "}"
}

// A yaml reads lines.
type yaml struct {
	lines []string
	at    int
}

// documents are the parts between lines of ---.
func documents(text string) []node {
	var docs []node
	for _, part := range strings.Split("\n"+text, "\n---") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		y := &yaml{lines: strings.Split(strings.TrimPrefix(part, " "), "\n")}
		docs = append(docs, y.block(0))
	}
	return docs
}

func indent(line string) int { return len(line) - len(strings.TrimLeft(line, " ")) }

// next skips lines without content; it reports whether there is one at least so far in.
func (y *yaml) next(least int) bool {
	for y.at < len(y.lines) {
		t := strings.TrimSpace(y.lines[y.at])
		if t != "" && !strings.HasPrefix(t, "#") {
			return indent(y.lines[y.at]) >= least
		}
		y.at++
	}
	return false
}

// block reads what stands at least so far in.
func (y *yaml) block(least int) node {
	if !y.next(least) {
		return node{}
	}
	line := y.lines[y.at]
	in := indent(line)
	t := strings.TrimSpace(line)
	if strings.HasPrefix(t, "!") && !strings.Contains(t, " ") {
		y.at++
		n := y.block(in)
		n.tag = t
		return n
	}
	if t == "-" || strings.HasPrefix(t, "- ") {
		return y.dashes(in)
	}
	if t == "?" || strings.HasPrefix(t, "? ") {
		return y.members(in)
	}
	if _, _, ok := keyed(t); ok {
		return y.keyed(in)
	}
	y.at++
	return y.value(t, in)
}

func (y *yaml) dashes(in int) node {
	n := node{list: []node{}}
	for y.next(in) && indent(y.lines[y.at]) == in {
		t := strings.TrimSpace(y.lines[y.at])
		if t != "-" && !strings.HasPrefix(t, "- ") {
			break
		}
		rest := strings.TrimSpace(t[1:])
		_, _, key := keyed(rest)
		if key || strings.HasPrefix(rest, "- ") { // what follows the dash is a block
			y.lines[y.at] = strings.Repeat(" ", in+2) + rest
			n.list = append(n.list, y.block(in+1))
			continue
		}
		y.at++
		n.list = append(n.list, y.value(rest, in+1))
	}
	return n
}

// members are those of a set, with ? before each.
func (y *yaml) members(in int) node {
	n := node{values: map[string]node{}}
	for y.next(in) && indent(y.lines[y.at]) == in {
		t := strings.TrimSpace(y.lines[y.at])
		if !strings.HasPrefix(t, "?") {
			break
		}
		y.at++
		n.values[y.value(strings.TrimSpace(t[1:]), in+1).plain()] = node{}
	}
	return n
}

func (y *yaml) keyed(in int) node {
	n := node{values: map[string]node{}}
	for y.next(in) && indent(y.lines[y.at]) == in {
		key, rest, ok := keyed(strings.TrimSpace(y.lines[y.at]))
		if !ok {
			break
		}
		y.at++
		least := in + 1
		if y.next(in) && strings.HasPrefix(strings.TrimSpace(y.lines[y.at]), "- ") {
			least = in // dashes may stand below their key
		}
		n.keys = append(n.keys, key)
		n.values[key] = y.value(rest, least)
	}
	return n
}

// keyed splits a key off.
func keyed(t string) (key, rest string, ok bool) {
	if t == "" || strings.ContainsAny(t[:1], "[{!|>") {
		return "", "", false
	}
	if t[0] == '"' || t[0] == '\'' {
		end := strings.IndexByte(t[1:], t[0])
		if end < 0 || !strings.HasPrefix(t[end+2:], ":") {
			return "", "", false
		}
		return t[1 : end+1], strings.TrimSpace(t[end+3:]), true
	}
	if key, ok := strings.CutSuffix(t, ":"); ok {
		return key, "", true
	}
	key, rest, ok = strings.Cut(t, ": ")
	return strings.TrimSpace(key), strings.TrimSpace(rest), ok
}

// value reads what stands after a key or a dash, and what belongs to it of the lines below.
func (y *yaml) value(t string, least int) node {
	if strings.HasPrefix(t, "!") {
		tag, rest, _ := strings.Cut(t, " ")
		n := y.value(strings.TrimSpace(rest), least)
		n.tag = tag
		return n
	}
	switch {
	case t == "" || strings.HasPrefix(t, "#"):
		return y.block(least)
	case t[0] == '|' || t[0] == '>':
		return y.literal(t, least)
	case t[0] == '[' || t[0] == '{':
		for !balanced(t) && y.at < len(y.lines) {
			t += " " + strings.TrimSpace(y.lines[y.at])
			y.at++
		}
	case t[0] == '"' || t[0] == '\'':
		for (len(t) < 2 || t[len(t)-1] != t[0]) && y.at < len(y.lines) {
			t += "\n" + strings.TrimSpace(y.lines[y.at])
			y.at++
		}
	}
	f := &flow{t: t}
	return f.value()
}

func (y *yaml) literal(t string, least int) node {
	var lines []string
	first := -1
	for y.at < len(y.lines) {
		line := y.lines[y.at]
		if strings.TrimSpace(line) != "" {
			if indent(line) < least {
				break
			}
			if first < 0 {
				first = indent(line)
			}
		}
		lines = append(lines, strings.TrimRight(line[min(max(first, 0), len(line)):], " "))
		y.at++
	}
	s := strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if !strings.HasSuffix(t, "-") {
		s += "\n"
	}
	return node{scalar: s}
}

func balanced(t string) bool {
	depth, quote := 0, byte(0)
	for i := range len(t) {
		switch c := t[i]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		}
	}
	return depth <= 0
}

// A flow reads values in brackets.
type flow struct {
	t  string
	at int
}

func (f *flow) space() {
	for f.at < len(f.t) && (f.t[f.at] == ' ' || f.t[f.at] == '\n') {
		f.at++
	}
}

func (f *flow) value() node {
	f.space()
	if f.at >= len(f.t) {
		return node{}
	}
	switch c := f.t[f.at]; c {
	case '!':
		end := f.at
		for end < len(f.t) && !strings.ContainsRune(" [{,]}", rune(f.t[end])) {
			end++
		}
		tag := f.t[f.at:end]
		f.at = end
		n := f.value()
		n.tag = tag
		return n
	case '[':
		n := node{list: []node{}}
		f.at++
		for f.space(); f.at < len(f.t) && f.t[f.at] != ']'; f.space() {
			n.list = append(n.list, f.value())
			f.comma()
		}
		f.at++
		return n
	case '{':
		n := node{values: map[string]node{}}
		f.at++
		for f.space(); f.at < len(f.t) && f.t[f.at] != '}'; f.space() {
			if f.t[f.at] == '?' {
				f.at++
			}
			key := f.value().plain()
			f.space()
			var v node
			if f.at < len(f.t) && f.t[f.at] == ':' {
				f.at++
				v = f.value()
			}
			n.keys = append(n.keys, key)
			n.values[key] = v
			f.comma()
		}
		f.at++
		return n
	case '"', '\'':
		return node{scalar: f.quoted(c)}
	}
	return node{scalar: f.word()}
}

func (f *flow) comma() {
	f.space()
	if f.at < len(f.t) && f.t[f.at] == ',' {
		f.at++
	}
}

func (f *flow) quoted(c byte) string {
	var b strings.Builder
	for f.at++; f.at < len(f.t) && f.t[f.at] != c; f.at++ {
		if c == '"' && f.t[f.at] == '\\' && f.at+1 < len(f.t) {
			f.at++
			switch f.t[f.at] {
			case 'n':
				b.WriteByte('\n')
			case 't':
				b.WriteByte('\t')
			default:
				b.WriteByte(f.t[f.at])
			}
			continue
		}
		b.WriteByte(f.t[f.at])
	}
	f.at++
	return b.String()
}

// word is a scalar without quotes: to the end of the line, or in brackets to what ends it there.
func (f *flow) word() string {
	end := f.at
	inside := strings.ContainsRune("[{", rune(f.t[0]))
	for end < len(f.t) {
		if inside && (strings.ContainsRune(",]}", rune(f.t[end])) || strings.HasPrefix(f.t[end:], ": ")) {
			break
		}
		if !inside && strings.HasPrefix(f.t[end:], " #") {
			break
		}
		end++
	}
	w := strings.TrimSpace(f.t[f.at:end])
	f.at = max(end, f.at+1)
	if x, err := strconv.ParseFloat(w, 64); err == nil && strings.ContainsAny(w, ".eE") {
		return strconv.FormatFloat(x, 'g', -1, 64)
	}
	return w
}
