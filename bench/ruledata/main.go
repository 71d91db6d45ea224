// Command ruledata prints facts of any size for the rule programs of examples/rules.
//
//	go run ./bench/ruledata manners [-guests 64] [-hobbies 5] [-seed 12]
//	go run ./bench/ruledata waltz [-regions 50]
//	go run ./bench/ruledata join [-parts 4000] [-seed 1]
//	go run ./bench/ruledata retract [-waves 40] [-posts 400] [-seed 1]
//
// The output is a deffacts construct, to be loaded after the program. Equal flags produce equal data on
// every machine.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"
)

// A dataSet defines its flags. write prints it after its flags are parsed.
type dataSet struct {
	name  string
	about string
	flags func(*flag.FlagSet) (write func(io.Writer) error)
}

var dataSets = []dataSet{
	{"manners", "guests of examples/rules/manners.clp", manners},
	{"waltz", "lines of examples/rules/waltz.clp", waltz},
	{"join", "stock of examples/rules/join.clp", join},
	{"retract", "waves of examples/rules/retract.clp", retract},
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "ruledata:", err)
		os.Exit(2)
	}
}

func run(args []string, w io.Writer) error {
	if len(args) > 0 {
		for _, d := range dataSets {
			if d.name == args[0] {
				return d.print(args[1:], w)
			}
		}
	}
	names := ""
	for _, d := range dataSets {
		names += fmt.Sprintf("\n  %-8s %s", d.name, d.about)
	}
	return fmt.Errorf("expected a data set:%s", names)
}

func (d dataSet) print(args []string, w io.Writer) error {
	fs := flag.NewFlagSet(d.name, flag.ContinueOnError)
	write := d.flags(fs)
	if err := fs.Parse(args); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("%s: unexpected %q", d.name, fs.Arg(0))
	}
	b := bufio.NewWriter(w)
	if err := write(b); err != nil {
		return fmt.Errorf("%s: %w", d.name, err)
	}
	return b.Flush()
}

// facts prints a deffacts construct with the facts that each passes to its argument.
func facts(w io.Writer, name string, each func(fact func(format string, args ...any))) {
	fmt.Fprintf(w, "(deffacts %s", name)
	each(func(format string, args ...any) { fmt.Fprintf(w, "\n  ("+format+")", args...) })
	fmt.Fprintln(w, ")")
}
