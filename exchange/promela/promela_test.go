package promela_test

import (
	"testing"

	"farbank/exchange/promela"
	"farbank/internal/testing/long"
	"farbank/internal/testing/sample"
)

// TestWritten compares the output with golden files: go test . -args -update writes them.
func TestWritten(t *testing.T) { sample.Written(t, promela.Language) }

// TestAgrees solves the output with SPIN and compares the answers.
func TestAgrees(t *testing.T) {
	if long.Enabled() {
		sample.Agrees(t, "spin")
	}
}
