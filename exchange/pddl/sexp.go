package pddl

import (
	"fmt"
	"strings"

	"farbank/lang/syntax"
)

// A node is a word or a list in brackets, with its position.
type node struct {
	word string // in lower case; "" for a list
	list []*node
	pos  syntax.Pos
	open bool // it is a list
}

// head returns the first word of a list, or "".
func (n *node) head() string {
	if len(n.list) == 0 {
		return ""
	}
	return n.list[0].word
}

// text returns the text of a node.
func (n *node) text() string {
	if !n.open {
		return n.word
	}
	var words []string
	for _, m := range n.list {
		words = append(words, m.text())
	}
	return "(" + strings.Join(words, " ") + ")"
}

// A source is a file being parsed. Errors are panics with a *syntax.Error, which the entry
// points recover.
type source struct {
	name string
	text string
}

// fail panics with an error at a position.
func (s *source) fail(pos syntax.Pos, hint, format string, args ...any) {
	line := ""
	if lines := strings.Split(s.text, "\n"); pos.Line >= 1 && pos.Line <= len(lines) {
		line = strings.TrimRight(lines[pos.Line-1], "\r")
	}
	panic(&syntax.Error{File: s.name, Pos: pos, Msg: fmt.Sprintf(format, args...), Hint: hint, Line: line})
}

// maxNesting bounds the nesting of brackets.
const maxNesting = 500

// parse parses the single list of a file.
func (s *source) parse() *node {
	var open []*node
	var whole *node
	pos := syntax.Pos{Line: 1, Col: 1}
	for i := 0; i < len(s.text); {
		pos.Offset = i
		c := s.text[i]
		switch {
		case c == '\n':
			pos.Line, pos.Col = pos.Line+1, 1
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r':
			pos.Col++
			i++
			continue
		case c == ';':
			for i < len(s.text) && s.text[i] != '\n' {
				i++
			}
			continue
		case whole != nil:
			s.fail(pos, "a file is one (define ...)", "there is more after the last bracket")
		case c == '(':
			if len(open) == maxNesting {
				s.fail(pos, "", "brackets are nested more than %d deep", maxNesting)
			}
			n := &node{pos: pos, open: true}
			if len(open) > 0 {
				up := open[len(open)-1]
				up.list = append(up.list, n)
			}
			open = append(open, n)
			i++
			pos.Col++
		case c == ')':
			if len(open) == 0 {
				s.fail(pos, "", "a bracket is closed that was never opened")
			}
			if len(open) == 1 {
				whole = open[0]
			}
			open = open[:len(open)-1]
			i++
			pos.Col++
		default:
			from := i
			for i++; i < len(s.text) && !strings.ContainsRune(" \t\r\n();?", rune(s.text[i])); { // a variable may follow without a blank
				i++
			}
			word := &node{word: strings.ToLower(s.text[from:i]), pos: pos}
			if len(open) == 0 {
				s.fail(pos, "a file begins with (define ...)", "%q stands outside of all brackets", word.word)
			}
			up := open[len(open)-1]
			if len(word.word) > 1 && word.word[0] == '-' && word.word[1] >= 'a' && word.word[1] <= 'z' { // -truck is - truck
				up.list = append(up.list, &node{word: "-", pos: pos})
				word.word = word.word[1:]
			}
			up.list = append(up.list, word)
			pos.Col += len([]rune(s.text[from:i]))
		}
	}
	if len(open) > 0 {
		s.fail(open[len(open)-1].pos, "", "this bracket is never closed")
	}
	if whole == nil {
		s.fail(syntax.Pos{}, "", "there is nothing in the file")
	}
	return whole
}
