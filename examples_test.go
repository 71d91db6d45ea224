package farbank_test

import (
	"context"
	"fmt"
	"log"
	"os"
	"strings"

	"farbank"
	"farbank/study/generate"
)

func ExampleLoad() {
	p, err := farbank.Load("wolf") // a file, or the name of an example
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Title)
	// Output: Wolf, goat and cabbage
}

func ExampleParse() {
	p, err := farbank.Parse("count.far", `
		param n: 1..100 = 3
		state x: 0..n = 0
		move up() { x += 1 }
		goal x == n`, farbank.WithParam("n", "5"))
	if err != nil {
		log.Fatal(err)
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Status, a.Best.Cost)
	// Output: solved 5
}

func ExampleParse_error() {
	_, err := farbank.Parse("bad.far", "state x: 0..3 = 7")
	fmt.Println(err)
	// Output: bad.far:1:17: 7 is not in 0..3
}

func ExampleWithData() {
	p, err := farbank.Load("rollout", farbank.WithData("today.json", []byte(`{
		"Host": ["a", "b", "c"],
		"Replica": ["db1", "db2"],
		"service": {"db1": "db", "db2": "db"},
		"placed": {"db1": "a", "db2": "b"}
	}`)))
	if err != nil {
		log.Fatal(err)
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil {
		log.Fatal(err)
	}
	for _, m := range a.Best.Moves {
		fmt.Println(p.Moves[m])
	}
	fmt.Println("cost", a.Best.Cost)
	// Output:
	// upgrade(c)
	// migrate(db1, c)
	// upgrade(a)
	// migrate(db2, a)
	// upgrade(b)
	// cost 13
}

func ExampleSolve() {
	p, err := farbank.Load("husbands", farbank.WithParam("couples", "4"))
	if err != nil {
		log.Fatal(err)
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Status, a.Stats.Stored)
	// Output: none 44
}

func ExamplePlans() {
	p, err := farbank.Load("wolf")
	if err != nil {
		log.Fatal(err)
	}
	for plan, err := range farbank.Plans(context.Background(), p, farbank.Question{Plans: farbank.Simple}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(plan.Cost, p.Moves[plan.Moves[2]])
	}
	// Output:
	// 7 cross(wolf)
	// 7 cross(cabbage)
}

func ExampleCountPlans() {
	p, err := farbank.Load("wolf")
	if err != nil {
		log.Fatal(err)
	}
	n, err := farbank.CountPlans(context.Background(), p, farbank.Question{Plans: farbank.Walks, Length: 13, Bounded: true})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(n)
	// Output: 634
}

func ExampleVerify() {
	p, err := farbank.Load("wolf")
	if err != nil {
		log.Fatal(err)
	}
	_, _, err = farbank.Verify(p, "cross(goat)\ncross(farmer)\ncross(goat)")
	fmt.Println(err)
	// Output: step 3, cross(goat): does not apply: it needs at[cargo] == at[farmer] (line 12)
}

func ExampleExplore() {
	p, err := farbank.Load("wolf")
	if err != nil {
		log.Fatal(err)
	}
	s, err := farbank.Explore(context.Background(), p, farbank.Question{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(s.States, s.Layers)
	// Output: 10 [1 1 1 2 2 1 1 1]
}

// A switch that a rule keeps from being turned.
const stuck = `puzzle "A switch"
state on: bool = false
move turn { on = not on }
never "it stays off": on
goal on
`

func ExampleExplain() {
	p, err := farbank.Parse("switch.far", stuck)
	if err != nil {
		log.Fatal(err)
	}
	r, err := farbank.Explain(context.Background(), p, farbank.ExplainOptions{})
	if err != nil {
		log.Fatal(err)
	}
	for _, c := range r.Conflicts {
		fmt.Println("impossible with", c.Items[0])
	}
	fmt.Println(len(r.Relaxations), "way out, of cost", r.Relaxations[0].Plan.Cost)
	// Output:
	// impossible with never "it stays off" (line 4)
	// 1 way out, of cost 1
}

func ExampleExport() {
	p, err := farbank.Parse("or.far", "find a: bool\nfind b: bool\nrequire a or b\n")
	if err != nil {
		log.Fatal(err)
	}
	if err := farbank.Export(context.Background(), p, "dimacs", farbank.ExportOptions{}, os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// c Written by farbank. A true variable means:
	// c var 1 a = 1
	// c var 2 b = 1
	// p cnf 2 1
	// 1 2 0
}

func ExampleCertify() {
	ctx := context.Background()
	p, err := farbank.Load("bridge")
	if err != nil {
		log.Fatal(err)
	}
	_, c, err := farbank.Certify(ctx, p, farbank.Question{}, farbank.CertifyOptions{})
	if err != nil {
		log.Fatal(err)
	}
	var text strings.Builder
	if err := farbank.WriteCertificate(&text, p, c); err != nil {
		log.Fatal(err)
	}
	v, err := farbank.CheckCertificate(ctx, p, strings.NewReader(text.String()), farbank.CheckOptions{})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("no plan costs less than", v.Cost)
	// Output: no plan costs less than 17
}

func ExampleSolveWith() {
	p, err := farbank.Load("wolf")
	if err != nil {
		log.Fatal(err)
	}
	e, err := farbank.Engines.Find("journey")
	if err != nil {
		log.Fatal(err)
	}
	a, err := farbank.SolveWith(context.Background(), e, p, farbank.Question{Want: farbank.All}, func(plan farbank.Plan) bool {
		fmt.Println(p.Moves[plan.Moves[2]])
		return true
	})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Status, a.Stats.Engine)
	// Output:
	// cross(wolf)
	// cross(cabbage)
	// solved journey
}

func ExampleGenerate() {
	source := `param n: 1..9 = 1
state at: 0..9 = 0
move step { require at < n
  at += 1 }
goal at == n
`
	p, err := farbank.Parse("steps.far", source)
	if err != nil {
		log.Fatal(err)
	}
	for i, err := range farbank.Generate(context.Background(), p, farbank.GenerateOptions{Count: 2, Seed: 7, Most: -1, Vary: []generate.Vary{{Name: "n", Lo: 3, Hi: 9}}}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("to", i.Data["n"])
	}
	// Output:
	// to 6
	// to 3
}

// A problem is explained with the parameters that it was read with.
func ExampleExplain_parameters() {
	p, err := farbank.Load("husbands", farbank.WithParam("couples", "4"))
	if err != nil {
		log.Fatal(err)
	}
	x, err := farbank.Explain(context.Background(), p, farbank.ExplainOptions{Keep: []string{"moves", "starts"}})
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range x.Relaxations {
		fmt.Println(r.Items, len(r.Plan.Moves))
	}
	// Output:
	// [never "a wife is left with another man" (line 23)] 13
	// [couples 4 -> 3] 11
	// [seats 2 -> 3] 9
	// [bachelors 0 -> 2] 17
	// [maids 0 -> 1] 15
}

// Sliding tiles of two rows and three columns, 30 random moves away from the goal.
func ExampleGenerate_walk() {
	p, err := farbank.Load("tiles", farbank.WithParam("rows", "2"), farbank.WithParam("cols", "3"), farbank.WithParam("start", "[1, 2, 3, 4, 0, 5]"))
	if err != nil {
		log.Fatal(err)
	}
	for i, err := range farbank.Generate(context.Background(), p, farbank.GenerateOptions{Seed: 5, Walk: 30, Least: 10, Most: 20}) {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(i.Data["start"], i.Measures.Length)
	}
	// Output:
	// map[0:1 1:0 2:3 3:2 4:5 5:4] 14
}

// What a plan holds comes out as plain Go values, or into a struct of one's own.
func ExampleProblem() {
	p, err := farbank.Load("wolf")
	if err != nil {
		log.Fatal(err)
	}
	a, err := farbank.Solve(context.Background(), p, farbank.Question{})
	if err != nil {
		log.Fatal(err)
	}
	steps, _, err := p.Verify(*a.Best)
	if err != nil {
		log.Fatal(err)
	}
	first := steps[0]
	fmt.Println(first.Move.Name(), first.Move.Arguments(), p.State(first)["at"])

	var after struct {
		At map[string]string // the variable at
	}
	if err := p.Decode(steps[1].State, &after); err != nil {
		log.Fatal(err)
	}
	wolf, err := p.Get(steps[1].State, "at", "wolf")
	fmt.Println(after.At["goat"], wolf, err)
	// Output:
	// cross map[cargo:goat] map[cabbage:west farmer:west goat:west wolf:west]
	// east west <nil>
}

func ExampleCheckExercise() {
	tasks, err := farbank.Exercises()
	if err != nil {
		log.Fatal(err)
	}
	results, err := farbank.CheckExercise(context.Background(), tasks[3], "my.far", `
		param n: 1..40 = 10
		state step: 0..n = 0
		move climb(k: 1..1) { step += k }
		goal step == n`, farbank.ExerciseOptions{})
	if err != nil {
		log.Fatal(err)
	}
	first := results[1]
	fmt.Println(first.Status, first.Asked)
	fmt.Println("expected:", first.Expected)
	fmt.Println("found:", first.Found)
	// Output:
	// missing as it stands
	// expected: a shortest plan has 5 moves
	// found: a shortest plan has 10 moves
}
