// Command minizinc measures farbank flatzinc with MiniZinc's own models.
//
//	go run ./bench/minizinc -specs DIR [-farbank PATH] [-limit 20s] [-only globals] [-v]
//	go run ./bench/minizinc -models DIR -cache DIR -results FILE [-farbank PATH] [-solvers farbank,gecode,chuffed] [-limit 60s]
//	    [-own [-chuffed-library DIR] [-gecode-library DIR]]
//
// The first command runs the test specifications of the public repository MiniZinc/libminizinc. DIR is its
// folder tests/spec. minizinc uses farbank as its solver, registered in a folder of its own. The results
// are compared with the expectations in the header of each file. The exit code is 1 if a result is wrong.
// .ci/run runs it where the environment variable MINIZINC_SPECS names the folder.
//
// The second command takes the instances of bench/minizinc/instances.txt from a copy DIR of the public
// repository MiniZinc/minizinc-benchmarks. It compiles each instance once, with the decompositions of the
// standard library, or with -own for each solver's library. Then it runs the solvers one after another on
// the same FlatZinc, each with a limit on its processor time. The results are stored in FILE, so that an
// interrupted run continues where it stopped. minizinc checks the solutions with Gecode.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"time"
)

var (
	specs   = flag.String("specs", "", "the folder of the test specifications")
	models  = flag.String("models", "", "the folder of the benchmark models")
	list    = flag.String("list", "bench/minizinc/instances.txt", "the list of instances")
	cache   = flag.String("cache", "", "the folder for compiled models")
	results = flag.String("results", "", "the file of results")
	solvers = flag.String("solvers", "farbank,gecode,chuffed", "the solvers to run")
	chuffed = flag.String("chuffed", "fzn-chuffed", "the program fzn-chuffed")
	globals = flag.String("chuffed-library", "", "the folder of Chuffed's library, for -own")
	gecode  = flag.String("gecode-library", "", "the folder of Gecode's library, for -own, if it is older than minizinc; the standard library must be in ../std")
	own     = flag.Bool("own", false, "use each solver's own library")
	again   = flag.Bool("again", false, "also rerun instances that have a result")
	compile = flag.Bool("compile", false, "only compile")
	table   = flag.Bool("table", false, "only print the table of the results")
	only    = flag.String("only", "", "run only tests or instances whose name contains this")
	limit   = flag.Duration("limit", 20*time.Second, "processor time for each test or instance")
	program = flag.String("farbank", "farbank", "the farbank program")
	verbose = flag.Bool("v", false, "print the result of each test")
)

func main() {
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var err error
	switch {
	case *specs != "":
		err = specifications(ctx)
	case *models != "" && *cache != "" && *results != "", *table && *results != "":
		err = benchmark(ctx)
	default:
		flag.Usage()
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "minizinc:", err)
		os.Exit(1)
	}
}

// checker is Gecode with the standard library. Gecode's own library often belongs to another release than
// minizinc.
const checker = "org.farbank.checker"

// learning is Chuffed with its library.
const learning = "org.farbank.chuffed"

// register registers farbank and the checker with minizinc in a folder of our own. It returns the
// environment with which minizinc finds them.
func register(ctx context.Context, folder string) ([]string, error) {
	path, err := filepath.Abs(*program)
	if err != nil {
		return nil, err
	}
	cmd := command(ctx, path, "flatzinc", "--register")
	cmd.Env = append(os.Environ(), "HOME="+folder)
	if out, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("%w: %s", err, out)
	}
	solvers := filepath.Join(folder, ".minizinc", "solvers")
	fzn, err := exec.LookPath("fzn-gecode")
	if err != nil {
		return nil, err
	}
	library := "-Gstd"
	if *globals != "" {
		if library, err = filepath.Abs(*globals); err != nil {
			return nil, err
		}
	}
	list := map[string][2]string{checker: {fzn, "-Gstd"}, learning: {*chuffed, library}}
	if *gecode != "" {
		if path, err = filepath.Abs(filepath.Join(folder, "gecode-library")); err != nil {
			return nil, err
		}
		if err := convertLibrary(*gecode, filepath.Join(*gecode, "..", "std"), path); err != nil {
			return nil, err
		}
		list[native] = [2]string{fzn, path}
	}
	for id, of := range list {
		text, err := json.Marshal(map[string]any{"id": id, "name": id, "version": "1", "executable": of[0], "mznlib": of[1],
			"stdFlags": []string{"-a", "-f", "-n", "-p", "-r", "-s", "-t"}, "supportsMzn": false, "supportsFzn": true})
		if err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(solvers, id+".msc"), text, 0o666); err != nil {
			return nil, err
		}
	}
	return append(os.Environ(), "MZN_SOLVER_PATH="+solvers), nil
}
