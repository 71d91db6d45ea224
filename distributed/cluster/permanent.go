package cluster

import (
	"errors"
	"io/fs"
	"strings"

	"farbank/distributed/layer"
	"farbank/model"
)

// A PermanentError is an error of a worker that recurs whenever the job is run again.
type PermanentError struct{ Text string }

// Error returns the text.
func (e *PermanentError) Error() string { return e.Text }

// Runners report errors of workers within longer texts. These marks delimit the original error.
const (
	openMark  = "[[farbank: "
	closeMark = " :farbank]]"
)

// Marked marks an error that recurs, so that Run recognizes it in the report of the runner.
func Marked(err error) error {
	var damaged *layer.DamagedError
	var overflow *model.OverflowError
	var file *fs.PathError
	if errors.As(err, &damaged) || errors.As(err, &overflow) || errors.As(err, &file) {
		return errors.New(openMark + err.Error() + closeMark)
	}
	return err
}

// permanent returns the marked error in the report of a runner, or nil.
func permanent(err error) *PermanentError {
	if err == nil {
		return nil
	}
	_, rest, ok := strings.Cut(err.Error(), openMark)
	text, _, end := strings.Cut(rest, closeMark)
	if !ok || !end {
		return nil
	}
	return &PermanentError{text}
}
