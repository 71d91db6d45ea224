package rules

import (
	"errors"
	"fmt"

	"farbank/rules/syntax"
	"farbank/rules/value"
)

// site is a place of the program: that of a call, with its construct.
type site struct {
	pos       syntax.Pos
	construct string
}

func (c *compiler) site(f *syntax.Form) *site { return &site{f.Pos, c.construct} }

// remark is a fault that a function speaks of and that does not end the actions
// it is called from: it gives its value all the same.
type remark struct{ err error }

func (r *remark) Error() string { return r.err.Error() }

func (r *remark) Unwrap() error { return r.err }

func remarkf(format string, args ...any) error { return &remark{fmt.Errorf(format, args...)} }

// missing is the remark on a construct, module or fact that is not there.
func missing(kind, name string) error {
	return remarkf("[PRNTUTIL1] Unable to find %s %s.", kind, name)
}

// remarkWrong is Wrong for the functions that go on.
func (c *Call) remarkWrong(i int, want string) error { return &remark{c.Wrong(i, want)} }

// report prints a message about a call that goes on with a value all the same. Where a
// program would catch errors, it is one, once the call is done.
func (c *Call) report(message string) {
	err := errors.New(message)
	if c.Env.trying > 0 {
		c.remarked = err
		return
	}
	c.Env.report(c.site, err)
}

// do makes the call.
func (f *Function) do(c *Call) (value.Value, error) {
	v, err := f.Func(c)
	if err == nil {
		err = c.remarked
	}
	return v, err
}

func (e *Environment) report(s *site, err error) {
	if s != nil {
		err = s.place(err)
	}
	e.print("werror", err.Error()+"\n")
}

// place gives an error its place, unless it has one.
func (s *site) place(err error) error {
	var placed *Error
	if errors.As(err, &placed) || errors.Is(err, ErrExit) || errors.Is(err, ErrLimit) {
		return err
	}
	return &Error{Pos: s.pos, Construct: s.construct, Message: err.Error(), Err: err}
}

// settle deals with the error of a call made at a site: a remark is printed and
// done with, another error gets its place.
func (e *Environment) settle(s *site, err error) error {
	var r *remark
	if errors.As(err, &r) {
		if e.trying == 0 {
			e.report(s, r.err)
			return nil
		}
		err = r.err
	}
	if s == nil {
		return err
	}
	return s.place(err)
}
