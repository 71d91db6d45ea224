package api

import (
	"net/http"
	"time"
)

// A recorder remembers the status of an answer, and holds the one who reads it to a time.
type recorder struct {
	http.ResponseWriter
	control *http.ResponseController
	reading time.Duration // for a piece
	status  int
	written bool
}

// piece is how much is written at once.
const piece = 256 << 10

func (w *recorder) WriteHeader(status int) {
	if !w.written {
		w.status, w.written = status, true
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *recorder) Write(b []byte) (n int, err error) {
	w.written = true
	for first := true; first || len(b) > 0 && err == nil; first = false {
		k := 0
		w.hurry()
		k, err = w.ResponseWriter.Write(b[:min(len(b), piece)])
		n, b = n+k, b[k:]
	}
	return n, err
}

// hurry begins the time that there is for a piece. What is under here need not have one.
func (w *recorder) hurry() { w.control.SetWriteDeadline(time.Now().Add(w.reading)) }

// Unwrap lets http.ResponseController reach what is below.
func (w *recorder) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what was written. Then there is time again: nothing waits to be read.
func (w *recorder) Flush() { w.FlushError() }

// FlushError is Flush that says whether it went well.
func (w *recorder) FlushError() error {
	w.hurry()
	err := w.control.Flush()
	w.control.SetWriteDeadline(time.Time{})
	return err
}
