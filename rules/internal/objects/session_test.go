package objects_test

import (
	"testing"

	"farbank/rules/internal/session"
)

// TestSession checks what objects do and how they are printed.
func TestSession(t *testing.T) { session.Check(t, "testdata/session.txt") }
