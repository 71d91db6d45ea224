package objects_test

import (
	"testing"

	"farbank/rules/internal/session"
)

// TestSession holds what objects do and how they are shown.
func TestSession(t *testing.T) { session.Check(t, "testdata/session.txt") }
