// Command vet checks packages like go vet, but it reads what they import as sources. For another system, go vet first
// compiles the standard library and all other imports, which takes many times as long.
package main

import (
	"golang.org/x/tools/go/analysis/multichecker"
	"golang.org/x/tools/go/analysis/suite/vet"
)

func main() { multichecker.Main(vet.Suite...) }
