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

// TestListed holds the engine against the plans that there are.
func TestListed(t *testing.T) {
	if n := oracle.Against(t, journey.New(), 60, generated.Options{States: 60}); n < 300 {
		t.Errorf("only %d questions", n)
	}
}

// TestRefused: what it does not do it says.
func TestRefused(t *testing.T) {
	var refused *engine.Refusal
	if err := journey.New().Can(sample.Parse(t, "find x: 0..3\nmaximize x\n"), engine.Question{}); !errors.As(err, &refused) || journey.New().About() == "" {
		t.Error(err)
	}
}
