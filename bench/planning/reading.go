package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"farbank"
	"farbank/lang/syntax"
)

// readings reads the smallest problems of each folder of a collection. A problem that was not grounded
// within the limit still counts as well-formed.
func readings(ctx context.Context) error {
	folders, err := os.ReadDir(*parse)
	if err != nil {
		return err
	}
	files := map[string]bool{}
	read, unfinished, refused := 0, 0, 0
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		pairs, err := smallest(filepath.Join(*parse, f.Name()), *each)
		if err != nil {
			return err
		}
		for _, pair := range pairs {
			within, cancel := spending(ctx, processor()+*limit)
			_, err := farbank.LoadPDDL(pair[0], pair[1], farbank.WithContext(within))
			cancel()
			var wrong syntax.ErrorList
			switch {
			case ctx.Err() != nil:
				return context.Cause(ctx)
			case errors.As(err, &wrong):
				refused++
				fmt.Println(err)
				continue
			case err != nil:
				unfinished++
				fmt.Printf("%s: %v\n", pair[1], err)
			default:
				read++
			}
			files[pair[0]], files[pair[1]] = true, true
		}
	}
	fmt.Printf("%d tasks read, %d files, including those of %d tasks not grounded within %v; %d rejected\n", read, len(files), unfinished, *limit, refused)
	return nil
}
