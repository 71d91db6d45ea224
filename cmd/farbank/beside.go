package main

import (
	"fmt"
	"io"

	"farbank/internal/durable"
)

// beside has work write a file that comes with an answer. Where the file cannot be written the work goes on, so that the
// answer is not lost; that is told after it. The error is that of the work, or why it did not begin; then no file is made.
func (a *app) beside(name string, work func(w io.Writer) error) error {
	p, begun := &durable.Patient{}, false
	var failed error
	err := writeFile(name, func(file io.Writer) error {
		begun, p.To = true, file
		if failed = work(p); failed != nil {
			return failed
		}
		return p.Failed
	})
	switch {
	case !begun:
		return err
	case p.Failed != nil:
		a.tellLast(unwritten(name, p.Failed))
	case failed == nil:
		a.tellLast(err)
	}
	return failed
}

// tellLast has the program end with an error of a file, told after the answer.
func (a *app) tellLast(err error) {
	if a.unwritten == nil {
		a.unwritten = err
	}
}

// toldLast tells it, and returns the exit code.
func (a *app) toldLast(code int) int {
	if a.unwritten == nil {
		return code
	}
	fmt.Fprintf(a.err, "farbank: %v\n", a.unwritten)
	if code == exitBug {
		return code
	}
	return exitUsage
}
