package main

import (
	"io"
	"os"

	"farbank/show/render"

	"github.com/spf13/pflag"
	"golang.org/x/term"
)

// screenFlags say what plans are shown on.
type screenFlags struct {
	width  int
	colour string
}

var colourWords = []string{"auto", "always", "never"}

func (f *screenFlags) register(fl *pflag.FlagSet) {
	fl.IntVar(&f.width, "width", -1, "show plans in at most so many columns; 0: as many as they take; else those of the terminal, if it is one")
	fl.StringVar(&f.colour, "color", "auto", "colour boards by what stands on them: `auto|always|never`; auto: on a terminal, where NO_COLOR is not set")
}

func (f *screenFlags) check() error { return oneOf("--color", f.colour, colourWords) }

// screen is what plans are shown on, and the writer to it.
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
