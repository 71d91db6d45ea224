package render_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"
	"farbank/internal/sample"
	"farbank/show/render"
	"farbank/study/explain"
)

// explained is an explanation of a problem, in text and as the fields of its document.
func explained(t *testing.T, source string, o explain.Options) (string, map[string]any) {
	t.Helper()
	r, err := farbank.Explain(t.Context(), "t.far", source, farbank.ExplainOptions(o))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := render.Explanation(&b, r, true); err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(render.NewExplanation(r))
	if err != nil {
		t.Fatal(err)
	}
	fields := map[string]any{}
	if err := json.Unmarshal(text, &fields); err != nil {
		t.Fatal(err)
	}
	return b.String(), fields
}

// holds looks for lines of a text.
func holds(t *testing.T, text string, wants ...string) {
	t.Helper()
	for _, want := range wants {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
}
