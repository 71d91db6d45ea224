package asp_test

import (
	"testing"

	"farbank/exchange/asp"
	"farbank/internal/testing/sample"
)

// TestWritten holds what is written against files: go test . -args -update writes them.
func TestWritten(t *testing.T) { sample.Written(t, asp.Language) }

// TestAgrees has the program that reads the language solve what is written.
func TestAgrees(t *testing.T) { sample.Agrees(t, "clingo") }
