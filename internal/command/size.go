package command

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseBytes parses a size such as 512MiB, 4G or 100000.
func ParseBytes(s string) (int64, error) {
	units := []struct {
		suffix string
		factor float64
	}{{"KiB", 1 << 10}, {"MiB", 1 << 20}, {"GiB", 1 << 30}, {"TiB", 1 << 40}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12},
		{"K", 1 << 10}, {"M", 1 << 20}, {"G", 1 << 30}, {"T", 1 << 40}, {"B", 1}, {"", 1}}
	for _, u := range units {
		if num, ok := strings.CutSuffix(s, u.suffix); ok {
			x, err := strconv.ParseFloat(strings.TrimSpace(num), 64)
			if err != nil || !(x > 0) || x*u.factor >= 1<<62 {
				break
			}
			return int64(x * u.factor), nil
		}
	}
	return 0, fmt.Errorf("%s: a size is needed, as in 512MiB or 4GiB", s)
}
