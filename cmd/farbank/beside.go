package main

import (
	"fmt"
	"io"

	"farbank/internal/command"
	"farbank/internal/durable"
)

// beside calls work with a writer for a file that accompanies an answer. If the file cannot be
// written, the work continues, so that the answer is not lost, and the error is printed at the end.
// beside returns the error of the work, or why it did not begin; then there is no file.
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
		a.fileFailed(unwritten(name, p.Failed))
	case failed == nil:
		a.fileFailed(err)
	}
	return failed
}

// fileFailed keeps the first error of a file that accompanies the answer.
func (a *app) fileFailed(err error) {
	if a.unwritten == nil {
		a.unwritten = err
	}
}

// reportFiles prints that error, and returns the exit code.
func (a *app) reportFiles(code int) int {
	if a.unwritten == nil {
		return code
	}
	fmt.Fprintf(a.err, "farbank: %v\n", a.unwritten)
	if code == command.ExitBug {
		return code
	}
	return command.ExitUsage
}
