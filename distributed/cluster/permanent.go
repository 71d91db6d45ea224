package cluster

import (
	"errors"
	"io/fs"
	"strings"

	"farbank/distributed/layer"
	"farbank/model"
)

// A PermanentError is an error of a worker that comes again however often the job is run.
type PermanentError struct{ Text string }

func (e *PermanentError) Error() string { return e.Text }

// Runners tell errors of workers as texts with much around them: what stands between these is ours.
const (
	openMark  = "[[farbank: "
	closeMark = " :farbank]]"
)

// Marked is an error as a step of a job returns it, so that Run knows what comes again.
func Marked(err error) error {
	var damaged *layer.DamagedError
	var overflow *model.OverflowError
	var file *fs.PathError
	if errors.As(err, &damaged) || errors.As(err, &overflow) || errors.As(err, &file) {
		return errors.New(openMark + err.Error() + closeMark)
	}
	return err
}

// permanent finds a marked error in what a runner tells.
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
