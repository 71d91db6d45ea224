// Command plainwords counts the marks of unclear English in the comments, messages and
// documents of the module, and fails if there are more than the file limits allows.
//
// The limits are the counts reached so far. Lower them (-update) when a text was improved; a
// change that needs a higher one needs other words. Run it in the folder of go.mod:
//
//	go run ./internal/tools/plainwords        # counts
//	go run ./internal/tools/plainwords -v     # and every place
package main

import (
	"bytes"
	_ "embed"
	"flag"
	"fmt"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// limitsFile holds a line "count mark" for each mark that occurs.
const limitsFile = "internal/tools/plainwords/limits"

//go:embed limits
var limits string

func main() {
	verbose := flag.Bool("v", false, "print every place")
	update := flag.Bool("update", false, "write the counts as the new limits")
	flag.Parse()
	if err := run(*verbose, *update); err != nil {
		fmt.Fprintln(os.Stderr, "plainwords:", err)
		os.Exit(1)
	}
}

func run(verbose, update bool) error {
	found, err := search(os.DirFS("."))
	if err != nil {
		return err
	}
	counts := map[string]int{}
	for _, f := range found {
		counts[f.mark]++
		if verbose {
			fmt.Printf("%s:%d: %s: %s\n", f.file, f.line, f.mark, f.text)
		}
	}
	if update {
		return os.WriteFile(limitsFile, format(counts), 0o644)
	}
	return compare(counts, parseLimits(limits))
}

// format returns the counts as the text of the file limits.
func format(counts map[string]int) []byte {
	var b bytes.Buffer
	for _, mark := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(&b, "%d %s\n", counts[mark], mark)
	}
	return b.Bytes()
}

// parseLimits parses what format writes. A mark without a line has the limit 0.
func parseLimits(text string) map[string]int {
	limits := map[string]int{}
	for line := range strings.Lines(text) {
		number, mark, _ := strings.Cut(strings.TrimSpace(line), " ")
		if n, err := strconv.Atoi(number); err == nil {
			limits[mark] = n
		}
	}
	return limits
}

// compare prints the counts beside their limits and returns an error if one is exceeded.
func compare(counts, limits map[string]int) error {
	over := 0
	for _, mark := range slices.Sorted(maps.Keys(counts)) {
		note := ""
		if counts[mark] > limits[mark] {
			note = fmt.Sprintf(", more than the limit of %d", limits[mark])
			over++
		}
		fmt.Printf("%5d %s%s\n", counts[mark], mark, note)
	}
	if over > 0 {
		return fmt.Errorf("%d marks occur more often than their limits; -v prints the places", over)
	}
	return nil
}
