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

// Scopes are what a token may be for: asking, sharing models, reading figures of the
// service.
var Scopes = []string{"ask", "share", "metrics"}

// Tokens are who may ask for what, by the hashes of what they show.
type Tokens struct{ byHash map[string]Token }

// A Token is one who may ask.
type Token struct {
	Name   string
	Scopes []string
}

// May reports whether a token has a scope.
func (t *Token) May(scope string) bool { return slices.Contains(t.Scopes, scope) }

// Hash is what is kept of a token: the SHA-256 of it, in hexadecimal digits.
func Hash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// ReadTokens reads a file of tokens: a line each, with a name, its scopes joined by commas,
// and the hash. Lines that begin with # are comments.
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
			return nil, fmt.Errorf("line %d: a token is told as NAME SCOPES HASH", n)
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

// find is who shows a token, by the Authorization header of a request.
func (t *Tokens) find(header string) (Token, bool) {
	token, ok := strings.CutPrefix(header, "Bearer ")
	if !ok {
		return Token{}, false
	}
	who, ok := t.byHash[Hash(strings.TrimSpace(token))] // found by its hash: the time tells nothing of it
	return who, ok
}
