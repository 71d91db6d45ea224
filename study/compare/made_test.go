package compare_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"farbank"
	"farbank/engine"

	"farbank/internal/testing/generated"
	"farbank/internal/testing/long"
	"farbank/model"
	"farbank/study/compare"
)

// TestMade asks all engines and peers about generated models. It shrinks a model that fails.
func TestMade(t *testing.T) {
	first, n := uint64(1), uint64(8)
	if long.Enabled() {
		first, n = uint64(1000**seed), 1000
	}
	asked, answered := 0, map[string]int{}
	for k := first; k < first+n; k++ {
		m := generated.New(k, generated.Options{States: 200})
		rows, fault := madeFault(t.Context(), m)
		for i := range rows {
			if rows[i].Status <= engine.NoneWithinBound {
				answered[rows[i].Name]++
			}
		}
		asked++
		if fault == "" {
			continue
		}
		kind, _, _ := strings.Cut(fault, ":")
		m = generated.Shrink(m, func(m generated.Model) bool {
			_, f := madeFault(t.Context(), m)
			return strings.HasPrefix(f, kind)
		})
		_, fault = madeFault(t.Context(), m)
		t.Errorf("seed %d: %s\n%s\n%v %s", k, fault, m.Source, m.Settings, m.Data)
	}
	t.Logf("%d models, answered: %v", asked, answered)
}

// madeFault describes what is wrong with the answers to a model, or returns "".
func madeFault(ctx context.Context, m generated.Model) ([]compare.Row, string) {
	p, err := parseMade(m)
	if err != nil {
		return nil, ""
	}
	peers := slices.DeleteFunc(compare.Installed(), func(p *compare.Peer) bool { return p.Name == "spin" && m.Seed%16 != 0 })
	q := engine.Question{}
	if m.Seed%2 == 0 && p.UnitCosts() {
		q.Want = engine.Count
	}
	report, err := compare.Run(ctx, p, q, farbank.Engines, compare.Options{Timeout: 5 * time.Second, Peers: peers})
	var overflow *model.OverflowError
	switch {
	case errors.As(err, &overflow) || err != nil && strings.Contains(err.Error(), "does not fit 64 bits"):
		return nil, ""
	case err != nil:
		return nil, err.Error()
	case len(report.Disagreements) > 0:
		return report.Rows, strings.Join(report.Disagreements, "\n")
	}
	for i := range report.Rows {
		row := &report.Rows[i]
		if row.Outside && row.Status == engine.Unknown && row.Reason != "the time limit was reached" && !slices.Contains(excused, row.Reason) {
			return report.Rows, fmt.Sprintf("%s: %v: %s", row.Name, row.Status, row.Reason)
		}
	}
	return report.Rows, ""
}

func parseMade(m generated.Model) (*model.Problem, error) {
	opts := []farbank.Option{farbank.WithLimit(2_000_000)}
	for _, s := range m.Settings {
		opts = append(opts, farbank.WithParam(s.Name, s.Value))
	}
	if m.Data != "" {
		opts = append(opts, farbank.WithData("made.json", []byte(m.Data)))
	}
	return farbank.Parse("made.far", m.Source, opts...)
}
