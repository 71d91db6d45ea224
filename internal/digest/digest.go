//go:build !page

// Package digest names content by its hash. Everything that needs one takes it from here, since the hashes of
// the standard library bring a good part of its cryptography into a program, which a page has no use for.
package digest

import (
	"crypto/sha256"
	"hash"
)

// Size is how many bytes a digest has.
const Size = sha256.Size

// New returns a hash to write content to.
func New() hash.Hash { return sha256.New() }

// Sum is the digest of a text.
func Sum(b []byte) [Size]byte { return sha256.Sum256(b) }
