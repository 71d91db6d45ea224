package builtin_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"farbank"
)

// TestRegular compares regular with a search for an accepting run, for random automata,
// constant or with unknown parts, by the model, the judge and the engines.
func TestRegular(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 18))
	for n := range 60 {
		var moves []string
		var all [][3]int
		for _, k := range r.Perm(18)[:4+r.IntN(6)] {
			m := [3]int{k % 3, 1 + k/3%2, k / 6}
			all = append(all, m)
			moves = append(moves, fmt.Sprintf("(%d, %d, %d)", m[0], m[1], m[2]))
		}
		ends := r.Perm(3)[:1+r.IntN(2)]
		last := []string{fmt.Sprint(ends[0])}
		for _, q := range ends[1:] {
			last = append(last, fmt.Sprint(q))
		}
		want := 0
		for k := range 2 * 3 * 3 * 3 * 3 { // elements 0..2, the first one 1 or 2
			s := []int{1 + k%2, k / 2 % 3, k / 6 % 3, k / 18 % 3, k / 54}
			if takes(all, s[:4], s[4], ends) {
				want++
			}
		}
		text := "find a[1..4]: 0..2\nfind q: 0..2\nrequire a[1] > 0\n"
		call := func(moves string) string {
			return "regular(a, q, {" + moves + "}, {" + strings.Join(last, ", ") + "})"
		}
		known := text + "show \"x\" = " + call(strings.Join(moves, ", ")) + "\n"
		compare(t, known)
		p := problem(t, text+"require "+call(strings.Join(moves, ", "))+"\n")
		askAll(t, p, farbank.Count, func(a *farbank.Answer) string { return fmt.Sprint(a.Count) }, fmt.Sprint(want))
		if n%10 == 0 { // a transition that may be missing, and one to an unknown state
			p = problem(t, text+"find z: 0..1\nrequire "+call(strings.Join(moves[1:], ", ")+", ("+fmt.Sprintf("%d, %d, z)", all[0][0], all[0][1]))+"\n")
			askAll(t, p, farbank.Count, func(a *farbank.Answer) string { return fmt.Sprint(a.Count) }, fmt.Sprint(count(t, p)))
			compare(t, text+"find z: 0..1\nshow \"x\" = "+call(strings.Join(moves[1:], ", ")+", ("+fmt.Sprintf("%d, %d, z)", all[0][0], all[0][1]))+"\n")
		}
	}
}

// takes reports whether the automaton accepts a word, by search.
func takes(moves [][3]int, word []int, at int, ends []int) bool {
	if len(word) == 0 {
		return slices.Contains(ends, at)
	}
	for _, m := range moves {
		if m[0] == at && m[1] == word[0] && takes(moves, word[1:], m[2], ends) {
			return true
		}
	}
	return false
}

const roster = `enum Nurse { ann, bob, cat }
enum Shift { off, day, night }
enum Mood { fresh, tired, worn, resting }
find shift[Nurse, 1..5]: Shift
const moves: set of (Mood, Shift, Mood) = {(fresh, off, fresh), (fresh, day, fresh), (fresh, night, tired), (tired, off, fresh),
    (tired, night, worn), (worn, off, resting), (resting, off, fresh)}
require all n: Nurse { regular([d: 1..5 -> shift[n, d]], fresh, moves, {fresh, tired, worn}) }
require all d: 1..5 { count(n: Nurse where shift[n, d] == night) == 1 and count(n: Nurse where shift[n, d] == day) >= 1 }
`

// TestRoster checks a roster: no day shift follows a night, and two free days follow two
// nights.
func TestRoster(t *testing.T) {
	askAll(t, problem(t, roster), farbank.Count, func(a *farbank.Answer) string { return fmt.Sprint(a.Count) }, "468")
	// The same constraints, day by day.
	said, _, _ := strings.Cut(roster, "const moves")
	said += `require all n: Nurse, d: 1..4 where shift[n, d] == night { shift[n, d + 1] != day }
require all n: Nurse, d: 1..3 where shift[n, d] == night and shift[n, d + 1] == night { shift[n, d + 2] == off }
require all n: Nurse, d: 1..2 where shift[n, d] == night and shift[n, d + 1] == night { shift[n, d + 3] == off }
require all n: Nurse { not (shift[n, 3] == night and shift[n, 4] == night) }
require all d: 1..5 { count(n: Nurse where shift[n, d] == night) == 1 and count(n: Nurse where shift[n, d] == day) >= 1 }
`
	askAll(t, problem(t, said), farbank.Count, func(a *farbank.Answer) string { return fmt.Sprint(a.Count) }, "468")
}
