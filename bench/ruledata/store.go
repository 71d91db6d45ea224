package main

import (
	"flag"
	"io"
)

func join(fs *flag.FlagSet) func(io.Writer) error    { return nil }
func retract(fs *flag.FlagSet) func(io.Writer) error { return nil }
