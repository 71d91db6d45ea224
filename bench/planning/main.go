// Command planning measures informed search.
//
//	go run ./bench/planning -korf bench/planning/korf.txt [-only 11,12] [-strategy ida]
//	go run ./bench/planning -tasks DIR [-plans any] [-limit 20s] [-farbank PATH] [-only rovers] [-fd DIR] [-results FILE]
//	go run ./bench/planning -tasks DIR -same blind,lmcut -fd DIR [-limit 10s] [-only rovers] [-results FILE]
//	go run ./bench/planning -parse DIR [-each 3] [-limit 5s] [-farbank PATH] [-fd DIR] [-results FILE]
//	go run ./bench/planning -parse DIR -read [-each 3] [-limit 1s]
//	go run ./bench/planning -sokoban FILE [-limit 10s] [-only 1,2]
//	go run ./bench/planning -states -fd DIR [-limit 60s] [-only tiles] [-runs 3]
//
// The first solves 15-puzzles with examples/tiles.far and the start as data. For each puzzle, it prints the
// processor time of this process until the tables are complete and after that. It compares the lengths with
// the known ones.
//
// The second runs farbank for each line of bench/planning/instances.txt, one after another. DIR is a copy
// of the public repository aibasel/downward-benchmarks. It prints the answers, the processor time of the
// processes, and the number of solved tasks. -fd also runs Fast Downward: DIR is the folder bin of its
// build. Tasks with a result in the file of results are not run again.
//
// The third runs A* with the same heuristic in both planners. It compares the processor times of the
// searches on the tasks that both solved: the second program of Fast Downward, and in this process our
// search after grounding.
//
// The fourth reads the smallest problems of each folder of such a collection, searches for any plan of
// each, and validates the plans with farbank verify. -fd also validates them with the output of Fast
// Downward's translator. -read only reads the problems in this process, and grounds them within the limit.
//
// The sixth solves the levels of a file, one block of lines each, with examples/sokoban.far and the
// selected engine. auto runs several engines at once, like farbank solve without flags.
//
// The last compares the number of states per second that blind search expands: the engine search on the
// examples, and Fast Downward on their PDDL exports.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"
)

var (
	korf       = flag.String("korf", "", "a file of 15-puzzles")
	tasks      = flag.String("tasks", "", "the folder of competition tasks")
	list       = flag.String("list", "bench/planning/instances.txt", "the list of tasks")
	only       = flag.String("only", "", "comma-separated numbers of puzzles, or a part of the tasks' names")
	strategy   = flag.String("strategy", "ida", "the strategy of the engine planning; auto lets the engine choose")
	plans      = flag.String("plans", "any", "any or shortest")
	limit      = flag.Duration("limit", 20*time.Second, "processor time for a task")
	memory     = flag.Int64("memory", 4, "GiB for a task")
	program    = flag.String("farbank", "farbank", "the farbank program")
	engines    = flag.String("engine", "planning", "its engine; auto lets farbank choose")
	parse      = flag.String("parse", "", "the folder of a collection of tasks, with a folder for each domain")
	reading    = flag.Bool("read", false, "only read the collection")
	sokoban    = flag.String("sokoban", "", "a file of Sokoban levels")
	each       = flag.Int("each", 3, "the number of problems from each folder of a collection")
	fd         = flag.String("fd", "", "the folder bin of a build of Fast Downward, for comparison")
	heuristics = flag.String("same", "", "comma-separated heuristics to compare: blind, lmcut")
	rates      = flag.Bool("states", false, "measure the states per second of blind search")
	runs       = flag.Int("runs", 1, "the number of blind searches per task; the median counts")
	which      = flag.String("planner", "", "run only these comma-separated planners of farbank, lmcut, ipdb, blind, lama-first")
	results    = flag.String("results", "", "a file that keeps results, so that a run can be continued")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	var err error
	switch {
	case *korf != "":
		err = puzzles(ctx)
	case *sokoban != "":
		err = stores(ctx)
	case *rates:
		err = states(ctx)
	case *parse != "" && *reading:
		err = readings(ctx)
	case *parse != "":
		err = collection(ctx)
	case *tasks != "" && *heuristics != "":
		err = same(ctx)
	case *tasks != "":
		err = competition(ctx)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "planning:", err)
		os.Exit(1)
	}
}
