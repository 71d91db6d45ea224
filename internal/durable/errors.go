package durable

import (
	"errors"
	"fmt"
)

// Reasons to refuse a file. A [*FileError] wraps one of them, or an error of package os;
// errors.Is(err, fs.ErrNotExist) means that the file does not exist.
var (
	ErrForeign  = errors.New("it is not a file of this program")
	ErrDamaged  = errors.New("it is damaged: a checksum does not agree with its bytes")
	ErrCut      = errors.New("it is truncated: its end is missing")
	ErrNewer    = errors.New("a newer version of the program wrote it")
	ErrOlder    = errors.New("an older version of the program wrote it, in a format that is not supported any more")
	ErrKind     = errors.New("it is of another kind")
	ErrProblem  = errors.New("it belongs to another problem")
	ErrQuestion = errors.New("it belongs to another question")
)

// A FileError is the error of a file.
type FileError struct {
	Path string
	Err  error
}

// Error returns the path and the error.
func (e *FileError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

// Unwrap returns the error.
func (e *FileError) Unwrap() error { return e.Err }

// spoilt reports whether the previous generation may be read instead: the file is damaged, and does
// not belong to something else.
func spoilt(err error) bool {
	return errors.Is(err, ErrForeign) || errors.Is(err, ErrDamaged) || errors.Is(err, ErrCut)
}
