package main

import (
	"io"
	"os"

	"farbank/show/render"

	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// screenFlags describe the output for plans.
type screenFlags struct {
	width  int
	colour string
}

var colourWords = []string{"auto", "always", "never"}

func (f *screenFlags) register(fl *pflag.FlagSet) {
	fl.IntVar(&f.width, "width", -1, "the largest number of `columns` for plans; 0: no limit (default: the width of the terminal)")
	fl.StringVar(&f.colour, "color", "auto", "`when` to colour boards: auto (on a terminal, unless NO_COLOR is set), always, never")
}

func (f *screenFlags) check() error { return oneOf("--color", f.colour, colourWords) }

// screen returns the properties of the output for plans, and its writer.
func (a *app) screen(f *screenFlags) (render.Screen, io.Writer) {
	isTerminal := term.IsTerminal(int(a.stdout.Fd()))
	s := render.Screen{Width: max(f.width, 0)}
	if f.width < 0 && isTerminal {
		if w, _, err := term.GetSize(int(a.stdout.Fd())); err == nil {
			s.Width = w
		}
	}
	s.Colour = f.colour == "always" || f.colour == "auto" && isTerminal && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb"
	if s.Colour {
		return s, a.raw // texts are made visible one by one
	}
	return s, a.out
}
