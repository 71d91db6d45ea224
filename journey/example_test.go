package journey_test

import (
	"fmt"
	"slices"

	"farbank/journey"
)

// The wolf, the goat and the cabbage as a journey: a plan is a sequence of moves. A move
// fails if it is illegal or if something would be eaten.

type who byte

const (
	farmer  who = 'F'
	wolf    who = 'W'
	goat    who = 'G'
	cabbage who = 'C'
)

var everybody = []who{farmer, wolf, goat, cabbage}

type plan []who

type bank bool

const (
	west bank = false
	east bank = true
)

func (b bank) String() string {
	if b == west {
		return "west"
	}
	return "east"
}

// positionOf returns the bank of c after a plan: the farmer crosses with every move, the
// others with their own.
func positionOf(p plan, c who) bank {
	crossings := 0
	for _, m := range p {
		if c == farmer || c == m {
			crossings++
		}
	}
	return crossings%2 == 1
}

func moveLegal(p plan, c who) bool { return positionOf(p, c) == positionOf(p, farmer) }

func safePlan(p plan) bool {
	g, f := positionOf(p, goat), positionOf(p, farmer)
	return g == f || g != positionOf(p, wolf) && g != positionOf(p, cabbage)
}

func makeMove(p plan) journey.Journey[plan] {
	return journey.Then(journey.Choose(everybody...), func(c who) journey.Journey[plan] {
		return journey.Then(journey.Guard(moveLegal(p, c)), func(journey.Unit) journey.Journey[plan] {
			next := append(slices.Clip(p), c)
			return journey.Where(journey.Succeed(next), safePlan)
		})
	})
}

func isSolution(p plan) bool {
	return !slices.ContainsFunc(everybody, func(c who) bool { return positionOf(p, c) == west })
}

func findSolutions(n int) journey.Journey[plan] {
	return journey.Where(journey.Repeat(n, plan{}, makeMove), isSolution)
}

func Example() {
	p := plan{goat, farmer, wolf, goat}
	fmt.Println(positionOf(p, goat), positionOf(p, wolf), positionOf(p, farmer))
	for p := range findSolutions(7) {
		fmt.Println(string(p))
	}
	fmt.Println(journey.Count(findSolutions(13)))
	// Output:
	// west east west
	// GFWGCFG
	// GFCGWFG
	// 634
}

func ExampleThen() {
	sums := journey.Then(journey.Range(1, 6), func(a int) journey.Journey[string] {
		return journey.Then(journey.Range(a, 6), func(b int) journey.Journey[string] {
			return journey.Then(journey.Guard(a+b == 7), func(journey.Unit) journey.Journey[string] {
				return journey.Succeed(fmt.Sprintf("%d+%d", a, b))
			})
		})
	})
	fmt.Println(journey.Collect(sums))
	// Output: [1+6 2+5 3+4]
}

func ExampleInterleave() {
	from := func(n int) journey.Journey[int] {
		return journey.Many(n, func(i int) journey.Journey[int] { return journey.Succeed(i + 10) })
	}
	fmt.Println(journey.Collect(journey.Limit(6, journey.Interleave(from(1), from(2)))))
	// Output: [1 2 11 12 21 22]
}

func ExampleDeepen() {
	// Every number is reached from 1 by doubling and adding 3, the nearest first.
	step := func(n int) journey.Journey[int] { return journey.Choose(2*n, n+3) }
	fmt.Println(journey.Collect(journey.Limit(7, journey.Deepen(1, step))))
	// Output: [1 2 4 4 5 8 7]
}

func ExampleIfElse() {
	smallest := func(limit int) journey.Journey[string] {
		divisors := journey.Where(journey.Range(2, limit-1), func(d int) bool { return limit%d == 0 })
		return journey.IfElse(journey.Once(divisors), func(d int) journey.Journey[string] {
			return journey.Succeed(fmt.Sprint(limit, " is divided by ", d))
		}, journey.Succeed(fmt.Sprint(limit, " is prime")))
	}
	fmt.Println(journey.Collect(journey.Then(journey.Range(13, 15), smallest)))
	// Output: [13 is prime 14 is divided by 2 15 is divided by 3]
}
