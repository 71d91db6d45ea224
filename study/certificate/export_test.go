package certificate

import (
	"context"
	"math"

	"farbank/model"
)

// SearchWithin is how a certificate with tables is checked: no plan costs less than limit.
func SearchWithin(p *model.Problem, tables []Table, limit int64) (int, error) {
	b, err := searchWithin(context.Background(), p, tables, limit, 100_000)
	if err != nil {
		return 0, err
	}
	return b.looked, nil
}

// Endless is the limit of a claim that there is no plan.
const Endless = math.MaxInt64
