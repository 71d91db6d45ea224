package model

import (
	"slices"
	"strconv"
	"unicode"
)

// reserved are the words of the language, which name nothing.
var reserved = []string{"all", "always", "and", "any", "const", "cost", "def", "else", "enum", "false", "find", "for", "goal", "if", "implies", "in", "let",
	"maximize", "minimize", "move", "never", "not", "of", "or", "param", "puzzle", "require", "set", "show", "state", "then", "true", "type", "where"}

// Written returns a name as plans write it: as it is where the language could have it,
// else (data may bring any names at all) as a text in quotes, with escapes as in Go.
func Written(name string) string {
	for i, r := range name {
		if !unicode.IsLetter(r) && (i == 0 || r != '_' && (r < '0' || r > '9')) {
			return strconv.Quote(name)
		}
	}
	if _, found := slices.BinarySearch(reserved, name); found || name == "" {
		return strconv.Quote(name)
	}
	return name
}

// WrittenLoosely returns a name as it is written for people where it stands among others.
func WrittenLoosely(name string) string {
	for i, r := range name {
		letter := r == '_' && i > 0 || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r > 127
		if !letter && (i == 0 || r < '0' || r > '9') {
			return strconv.Quote(name)
		}
	}
	if name == "" {
		return strconv.Quote(name)
	}
	return name
}
