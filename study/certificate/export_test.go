package certificate

import (
	"context"
	"math"

	"farbank/model"
)

// SearchWithin checks with tables that no plan costs less than limit.
func SearchWithin(p *model.Problem, tables []Table, limit int64) (int, error) {
	b, err := searchWithin(context.Background(), p, tables, limit, 100_000)
	if err != nil {
		return 0, err
	}
	return b.looked, nil
}

// Endless is the limit of the claim that no plan exists.
const Endless = math.MaxInt64
