package builtin_test

import (
	"testing"

	"farbank/rules/internal/session"
)

// TestSession holds what the functions show at a prompt.
func TestSession(t *testing.T) { session.Check(t, "testdata/session.txt") }
