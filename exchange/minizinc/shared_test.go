package minizinc_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"farbank"
	"farbank/exchange"
	"farbank/exchange/minizinc"
	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/internal/testing/oracle"
	"farbank/internal/testing/peer"
	"farbank/internal/testing/sample"
	"farbank/study/compare"
)

// TestShared checks that common subexpressions are written once; otherwise this example would
// be too large.
func TestShared(t *testing.T) {
	text := sample.Export(t, sample.Load(t, "slitherlink"), "minizinc", exchange.Options{})
	if !strings.Contains(text, "bool: part = array1d(0..horizon, [") || len(text) > 1<<19 {
		t.Errorf("%d bytes", len(text))
	}
}

// TestSharedAgrees compares the answers of generated problems with all common subexpressions
// shared.
func TestSharedAgrees(t *testing.T) {
	peer.Need(t, "minizinc")
	defer minizinc.SharedFrom(2)()
	n := 12
	if long.Enabled() {
		n = 600
	}
	i := slices.IndexFunc(compare.Peers, func(p *compare.Peer) bool { return p.Name == "minizinc" })
	for seed := range n {
		p, src := oracle.Problem(uint64(seed), generated.Options{States: 60, Without: slices.Concat(oracle.Wide, oracle.Staged)})
		if farbank.Export(t.Context(), p, "minizinc", farbank.ExportOptions{}, &bytes.Buffer{}) != nil {
			continue
		}
		r, err := compare.Run(t.Context(), p, farbank.Question{}, farbank.Engines[:1], compare.Options{Peers: compare.Peers[i : i+1], Horizon: 4})
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range r.Disagreements {
			t.Errorf("%s:\n%s", d, src)
		}
	}
}
