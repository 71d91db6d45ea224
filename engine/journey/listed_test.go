package journey_test

import (
	"errors"
	"testing"

	"farbank/engine"
	"farbank/engine/journey"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/oracle"
	"farbank/internal/testing/sample"
)

// TestListed compares the engine with the oracle's list of plans.
func TestListed(t *testing.T) {
	if n := oracle.Against(t, journey.New(), 60, generated.Options{States: 60}); n < 300 {
		t.Errorf("only %d questions", n)
	}
}

// TestRefused checks that the engine refuses what it cannot answer.
func TestRefused(t *testing.T) {
	var refused *engine.Refusal
	if err := journey.New().Can(sample.Parse(t, "find x: 0..3\nmaximize x\n"), engine.Question{}); !errors.As(err, &refused) || journey.New().About() == "" {
		t.Error(err)
	}
}
