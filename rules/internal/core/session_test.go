package core_test

import (
	"testing"

	"farbank/rules/internal/session"
)

// TestSession checks what programs do to the environment.
func TestSession(t *testing.T) { session.Check(t, "testdata/session.txt") }
