package builtin_test

import (
	"testing"

	"farbank/rules/internal/session"
)

// TestSession checks what the functions print at a prompt.
func TestSession(t *testing.T) { session.Check(t, "testdata/session.txt") }
