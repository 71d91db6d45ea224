package minizinc_test

import (
	"testing"

	"farbank/exchange/minizinc"
	"farbank/internal/testing/sample"
)

// TestWritten holds what is written against files: go test . -args -update writes them.
func TestWritten(t *testing.T) { sample.Written(t, minizinc.Language) }

// TestAgrees has the program that reads the language solve what is written.
func TestAgrees(t *testing.T) { sample.Agrees(t, "minizinc") }
