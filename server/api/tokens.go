package api

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Scopes lists the scopes of tokens: asking questions, sharing models, reading metrics.
var Scopes = []string{"ask", "share", "metrics"}

// Tokens holds the accepted tokens by their hashes.
type Tokens struct{ byHash map[string]Token }

// A Token is the name of a client with its scopes.
type Token struct {
	Name   string
	Scopes []string
}

// May reports whether a token has a scope.
func (t *Token) May(scope string) bool { return slices.Contains(t.Scopes, scope) }

// Hash returns the SHA-256 of a token in hexadecimal digits, which files of tokens contain.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// ReadTokens reads a file of tokens. Each line has a name, the scopes separated by commas, and the
// hash. Lines that begin with # are comments.
func ReadTokens(r io.Reader) (*Tokens, error) {
	list := &Tokens{map[string]Token{}}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		if len(fields) != 3 {
			return nil, fmt.Errorf("line %d: a token has the form NAME SCOPES HASH", n)
		}
		t := Token{fields[0], strings.Split(fields[1], ",")}
		for _, s := range t.Scopes {
			if !slices.Contains(Scopes, s) {
				return nil, fmt.Errorf("line %d: there is no scope %s; there are %s", n, s, strings.Join(Scopes, ", "))
			}
		}
		if b, err := hex.DecodeString(fields[2]); err != nil || len(b) != sha256.Size {
			return nil, fmt.Errorf("line %d: the hash is not 64 hexadecimal digits: farbank serve --hash-token makes the line", n)
		}
		list.byHash[strings.ToLower(fields[2])] = t
	}
	return list, lines.Err()
}

// find returns the token of an Authorization header.
func (t *Tokens) find(header string) (Token, bool) {
	token, ok := strings.CutPrefix(header, "Bearer ")
	if !ok {
		return Token{}, false
	}
	who, ok := t.byHash[Hash(strings.TrimSpace(token))] // looking up the hash leaks nothing about the token by its time
	return who, ok
}
