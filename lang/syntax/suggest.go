package syntax

import (
	"slices"
	"strconv"
	"strings"
)

func itoa(n int) string { return strconv.Itoa(n) }

// Suggest returns the candidate with the most similar spelling, or "" if all differ too much.
func Suggest(name string, candidates []string) string {
	best, bestDist := "", max(1, len([]rune(name))/3)+1
	candidates = slices.Clone(candidates)
	slices.Sort(candidates)
	for _, k := range candidates {
		d := distance(strings.ToLower(name), strings.ToLower(k))
		alike := k != "" && name != "" && k[0] == name[0] // among equals, prefer the same first letter
		if d < len(k) && (d < bestDist || d == bestDist && best != "" && alike && best[0] != name[0]) {
			best, bestDist = k, d
		}
	}
	return best
}

// DidYouMean returns a hint for an unknown name, or "" if no candidate is similar.
func DidYouMean(name string, candidates []string) string {
	if s := Suggest(name, candidates); s != "" {
		return "did you mean " + s + "?"
	}
	return ""
}

// distance returns the number of insertions, deletions, substitutions and transpositions from a
// to b (Damerau 1964, optimal string alignment).
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	if len(x) > 64 || len(y) > 64 {
		return 1 << 20
	}
	d := make([][]int, len(x)+1)
	for i := range d {
		d[i] = make([]int, len(y)+1)
		d[i][0] = i
	}
	for j := range y {
		d[0][j+1] = j + 1
	}
	for i := 1; i <= len(x); i++ {
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(x)][len(y)]
}
