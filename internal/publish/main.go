// Publish gives the module another import path, so that it can be published under a name of
// one's own:
//
//	go run ./internal/publish example.com/me/farbank
//
// It rewrites the line module of go.mod, what nested modules say of it, the imports of all Go
// files and the import paths in the documents. Nothing is written if anything cannot be read.
package main

import (
	"fmt"
	"os"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage, in the folder of go.mod: go run ./internal/publish NEW/IMPORT/PATH")
		os.Exit(2)
	}
	old, files, err := rewrite(".", os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, "publish:", err)
		os.Exit(1)
	}
	fmt.Printf("%s is now %s, in %d files. To do: gofmt -w . && go build ./... && go test ./...\n", old, os.Args[1], files)
}
