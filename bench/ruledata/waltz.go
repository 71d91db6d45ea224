package main

import (
	"flag"
	"io"
)

func waltz(fs *flag.FlagSet) func(io.Writer) error   { return nil }
func join(fs *flag.FlagSet) func(io.Writer) error    { return nil }
func retract(fs *flag.FlagSet) func(io.Writer) error { return nil }
