package core

import (
	"errors"

	"farbank/rules/internal/fault"
	"farbank/rules/value"
)

// RemarkWrong is like Wrong for functions that continue after the error.
func (c *Call) RemarkWrong(i int, want string) error { return &fault.Remark{Err: c.Wrong(i, want)} }

// Report prints a message about a call that continues with a value. Within a call that catches
// errors, the message becomes the error of the call.
func (c *Call) Report(message string) {
	err := errors.New(message)
	if c.Env.Trying > 0 {
		c.remarked = err
		return
	}
	c.Env.Report(c.Site, err)
}

// Do calls the function.
func (f *Function) Do(c *Call) (value.Value, error) {
	v, err := f.Func(c)
	if err == nil {
		err = c.remarked
	}
	return v, err
}

// Report prints an error, with its position if s is not nil.
func (e *Environment) Report(s *fault.Site, err error) {
	if s != nil {
		err = s.Place(err)
	}
	e.Print("werror", err.Error()+"\n")
}

// Settle handles the error of a call at a site: it prints a remark and returns nil, and adds the
// position to another error.
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
