package model

import (
	"slices"
	"strconv"
	"unicode"
)

// reserved are the keywords of the language, sorted.
var reserved = []string{"all", "always", "and", "any", "const", "cost", "def", "else", "enum", "false", "find", "for", "goal", "if", "implies", "in", "let",
	"maximize", "minimize", "move", "never", "not", "of", "or", "param", "puzzle", "require", "set", "show", "state", "then", "true", "type", "where"}

// Written returns a name as plans write it. A name that is no identifier of the language, as
// data may have, is quoted with the escapes of Go.
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

// WrittenLoosely returns a name as it is written for people inside a list or a tuple: quoted
// only if it has other characters than letters, digits, _ and those beyond ASCII.
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
