package core

import (
	"errors"

	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// RemarkWrong is Wrong for the functions that go on.
func (c *Call) RemarkWrong(i int, want string) error { return &fault.Remark{Err: c.Wrong(i, want)} }

// Report prints a message about a call that goes on with a value all the same. Where a
// program would catch errors, it is one, once the call is done.
func (c *Call) Report(message string) {
	err := errors.New(message)
	if c.Env.Trying > 0 {
		c.remarked = err
		return
	}
	c.Env.Report(c.Site, err)
}

// Do makes the call.
func (f *Function) Do(c *Call) (value.Value, error) {
	v, err := f.Func(c)
	if err == nil {
		err = c.remarked
	}
	return v, err
}

// Report prints an error, with its place if there is one.
func (e *Environment) Report(s *fault.Site, err error) {
	if s != nil {
		err = s.Place(err)
	}
	e.Print("werror", err.Error()+"\n")
}

// Settle deals with the error of a call made at a site: a remark is printed and
// done with, another error gets its place.
func (e *Environment) Settle(s *fault.Site, err error) error {
	var r *fault.Remark
	if errors.As(err, &r) {
		if e.Trying == 0 {
			e.Report(s, r.Err)
			return nil
		}
		err = r.Err
	}
	if s == nil {
		return err
	}
	return s.Place(err)
}
