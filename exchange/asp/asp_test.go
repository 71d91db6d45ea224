package asp_test

import (
	"testing"

	"farbank/exchange/asp"
	"farbank/internal/testing/sample"
)

// TestWritten compares the output with golden files: go test . -args -update writes them.
func TestWritten(t *testing.T) { sample.Written(t, asp.Language) }

// TestAgrees solves the output with clingo and compares the answers.
func TestAgrees(t *testing.T) { sample.Agrees(t, "clingo") }
