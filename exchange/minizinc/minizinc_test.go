package minizinc_test

import (
	"testing"

	"farbank/exchange/minizinc"
	"farbank/internal/testing/sample"
)

// TestWritten compares the output with golden files: go test . -args -update writes them.
func TestWritten(t *testing.T) { sample.Written(t, minizinc.Language) }

// TestAgrees solves the output with minizinc and compares the answers.
func TestAgrees(t *testing.T) { sample.Agrees(t, "minizinc") }
