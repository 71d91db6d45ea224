package promela_test

import (
	"flag"
	"testing"

	"farbank/exchange/promela"
	"farbank/internal/sample"
)

// TestWritten holds what is written against files: go test . -args -update writes them.
func TestWritten(t *testing.T) { sample.Written(t, promela.Language) }

var long = flag.Bool("long", false, "with SPIN, which takes seconds to compile")

// TestAgrees has SPIN solve what is written.
func TestAgrees(t *testing.T) {
	if *long {
		sample.Agrees(t, "spin")
	}
}
