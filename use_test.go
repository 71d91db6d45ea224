package farbank_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"farbank"
	"farbank/internal/sources"
	"farbank/study/explain"
)

// TestUse checks that used files come from a file system, or from disk within a limit.
func TestUse(t *testing.T) {
	const source = "use \"lib/grid.far\"\nstate at: Cell = 1\nmove go { at += step }\ngoal at == n\n"
	const lib = "param n: 1..9 = 4\ntype Cell = 1..n\nconst step = 1\n"
	p, err := farbank.Parse("m/main.far", source, farbank.WithFiles(fstest.MapFS{"m/lib/grid.far": {Data: []byte(lib)}}), farbank.WithParam("n", "3"))
	if err != nil {
		t.Fatal(err)
	}
	if n, err := farbank.CountPlans(context.Background(), p, farbank.Question{}); err != nil || n.Int64() != 1 || len(p.Used) != 1 {
		t.Errorf("%v plans, %v", n, err)
	}
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "lib"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lib", "grid.far"), []byte(lib), 0o666); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(dir, "main.far")
	ctx := context.Background()
	if _, err := farbank.Parse(name, source, farbank.WithLoader(sources.Loader(ctx, 0))); err != nil {
		t.Error(err)
	}
	if _, err := farbank.Parse(name, source, farbank.WithLoader(sources.Loader(ctx, 5))); err == nil || !strings.Contains(err.Error(), "main.far:1:5: ") {
		t.Errorf("read beyond the limit: %v", err)
	}
	done, stop := context.WithCancel(ctx)
	stop()
	if _, err := farbank.Parse(name, source, farbank.WithLoader(sources.Loader(done, 0))); err == nil {
		t.Error("read after the context was done")
	}
	if p, err = farbank.Parse(name, source, farbank.WithLoader(sources.Loader(ctx, 0))); err != nil {
		t.Fatal(err)
	}
	if _, err := farbank.Explain(ctx, p, explain.Options{}); err != nil {
		t.Error(err)
	}
}

// TestNoText checks that a problem without its text, or with a changed one, cannot be explained.
func TestNoText(t *testing.T) {
	p, err := farbank.Load("wolf")
	if err != nil {
		t.Fatal(err)
	}
	changed := *p
	changed.Judge = nil
	for want, q := range map[error]*farbank.Problem{farbank.ErrNoProblem: nil, farbank.ErrNoText: &changed} {
		if _, err := farbank.Explain(t.Context(), q, farbank.ExplainOptions{}); err != want {
			t.Errorf("explain: %v, not %v", err, want)
		}
		for _, err := range farbank.Generate(t.Context(), q, farbank.GenerateOptions{}) {
			if err != want {
				t.Errorf("generate: %v, not %v", err, want)
			}
		}
	}
}
