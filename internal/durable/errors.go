package durable

import (
	"errors"
	"fmt"
)

// Why a file is refused. A [*FileError] wraps one of them, or an error of package os: where
// there is no file, errors.Is(err, fs.ErrNotExist).
var (
	ErrForeign  = errors.New("it is no file of this program's")
	ErrDamaged  = errors.New("it is damaged: a checksum does not agree with its bytes")
	ErrCut      = errors.New("it is cut: its end is missing")
	ErrNewer    = errors.New("a newer version of the program wrote it")
	ErrOlder    = errors.New("an older version of the program wrote it, in a format that is not read any more")
	ErrKind     = errors.New("it is of another kind")
	ErrProblem  = errors.New("it belongs to another problem")
	ErrQuestion = errors.New("it belongs to another question")
)

// A FileError says which file, and what is wrong with it.
type FileError struct {
	Path string
	Err  error
}

func (e *FileError) Error() string { return fmt.Sprintf("%s: %v", e.Path, e.Err) }

func (e *FileError) Unwrap() error { return e.Err }

// spoilt reports whether the generation before may be taken instead: the file has lost
// what it was, and does not belong to something else.
func spoilt(err error) bool {
	return errors.Is(err, ErrForeign) || errors.Is(err, ErrDamaged) || errors.Is(err, ErrCut)
}
