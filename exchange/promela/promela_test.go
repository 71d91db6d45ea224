package promela_test

import (
	"testing"

	"farbank/exchange/promela"
	"farbank/internal/testing/long"
	"farbank/internal/testing/sample"
)

// TestWritten holds what is written against files: go test . -args -update writes them.
func TestWritten(t *testing.T) { sample.Written(t, promela.Language) }

// TestAgrees has SPIN solve what is written.
func TestAgrees(t *testing.T) {
	if long.Enabled() {
		sample.Agrees(t, "spin")
	}
}
