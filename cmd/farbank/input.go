package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"farbank"
	"farbank/examples"
	"farbank/lang/syntax"

	"github.com/spf13/cobra"
)

// inputFlags are the flags of all commands that read a problem.
type inputFlags struct {
	params []string
	data   []string
	limit  int64
	json   bool
}

func (f *inputFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringArrayVarP(&f.params, "param", "p", nil, "a parameter, `name=value`; name=@file reads a text from a file (repeatable)")
	cmd.Flags().StringArrayVar(&f.data, "data", nil, "a JSON `file` of parameters, - for standard input, or a data set of an example (repeatable)")
	cmd.Flags().Int64Var(&f.limit, "ground-limit", 0, "the most `steps` that writing the problem out may take (default 50000000)")
	cmd.Flags().BoolVar(&f.json, "json", false, "print JSON")
}

// inputOptions are the parameters and data that the flags give.
func (a *app) inputOptions(ctx context.Context, f *inputFlags) ([]farbank.Option, error) {
	opts := []farbank.Option{farbank.WithContext(ctx), farbank.WithLimit(f.limit)}
	for _, p := range f.params {
		opt, err := paramOption(p)
		if err != nil {
			return nil, err
		}
		opts = append(opts, opt)
	}
	for _, d := range f.data {
		b, err := a.readData(d)
		if err != nil {
			return nil, err
		}
		opts = append(opts, farbank.WithData(d, b))
	}
	return opts, nil
}

// load reads and checks a problem.
func (a *app) load(ctx context.Context, name string, f *inputFlags) (*farbank.Problem, error) {
	opts, err := a.inputOptions(ctx, f)
	if err != nil {
		return nil, err
	}
	file, source, err := a.readSource(name)
	if err != nil {
		return nil, err
	}
	p, err := farbank.Parse(file, source, opts...)
	return p, a.inputError(err, f.json)
}

// readSource reads a file, an example, or standard input.
func (a *app) readSource(name string) (file, source string, err error) {
	if name != "-" {
		return farbank.ReadSource(name)
	}
	b, err := io.ReadAll(io.LimitReader(a.in, farbank.MaxSource+1))
	if err == nil && len(b) > farbank.MaxSource {
		err = fmt.Errorf("standard input is too large: at most %d bytes are read", farbank.MaxSource)
	}
	return "stdin", string(b), err
}

// paramOption reads name=value or name=@file.
func paramOption(p string) (farbank.Option, error) {
	name, value, ok := strings.Cut(p, "=")
	if !ok || name == "" {
		return nil, fmt.Errorf("-p %s: a parameter is given as name=value", p)
	}
	if path, ok := strings.CutPrefix(value, "@"); ok {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("-p %s: %w", name, err)
		}
		value = string(b)
	}
	return farbank.WithParam(name, value), nil
}

func (a *app) readData(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(a.in)
	}
	b, err := os.ReadFile(name)
	if errors.Is(err, os.ErrNotExist) {
		if b, ok := examples.Data(name); ok {
			return b, nil
		}
	}
	return b, err
}

// errorDocument is the JSON of what is wrong.
type errorDocument struct {
	Errors []errorPlace `json:"errors"`
}

type errorPlace struct {
	File    string `json:"file,omitempty"`
	Line    int    `json:"line,omitempty"`
	Column  int    `json:"column,omitempty"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// inputError turns what is wrong with the input into an exit, printed as a person,
// or with --json a program, wants it.
func (a *app) inputError(err error, asJSON bool) error {
	var list syntax.ErrorList
	if err == nil || !errors.As(err, &list) {
		return err
	}
	if !asJSON {
		return &exitError{exitUsage, list.Detail()}
	}
	var doc errorDocument
	for _, e := range list {
		doc.Errors = append(doc.Errors, errorPlace{e.File, e.Pos.Line, e.Pos.Col, e.Msg, e.Hint})
	}
	if err := a.printJSON(doc); err != nil {
		return err
	}
	return &exitError{code: exitUsage}
}

func (a *app) printJSON(doc any) error {
	enc := json.NewEncoder(a.out)
	enc.SetEscapeHTML(false)
	return enc.Encode(doc)
}
