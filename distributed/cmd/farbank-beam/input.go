package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"farbank"
	"farbank/distributed/problem"
	"farbank/examples"
	"farbank/internal/bounded"
	"farbank/internal/sources"
	"farbank/internal/visible"
	"farbank/lang/syntax"
	"farbank/show/render"

	"github.com/spf13/cobra"
)

// inputFlags are the flags of the problem.
type inputFlags struct {
	params []string
	data   []string
	limit  int64
}

func (f *inputFlags) register(a *app, cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringArrayVarP(&f.params, "param", "p", nil, "a parameter, `name=value` (repeatable)")
	fl.StringArrayVar(&f.data, "data", nil, "a JSON `file` of parameters, or a data set of an example (repeatable)")
	fl.Int64Var(&f.limit, "ground-limit", 0, "the maximum number of grounding `steps` (default 50000000)")
	fl.BoolVar(&a.json, "json", false, "print JSON")
}

// text returns the problem for workers, without data.
func (f *inputFlags) text(ctx context.Context, name string) (*problem.Problem, error) {
	if f.limit < 0 {
		return nil, errors.New("--ground-limit must not be negative")
	}
	p := &problem.Problem{Limit: f.limit}
	if err := source(ctx, name, p); err != nil {
		return nil, err
	}
	for _, given := range f.params {
		key, value, ok := strings.Cut(given, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("-p %s: a parameter is given as name=value", given)
		}
		p.Params = append(p.Params, problem.Param{Name: strings.TrimSpace(key), Value: value})
	}
	return p, nil
}

// addData adds files of data to a problem.
func addData(ctx context.Context, p *problem.Problem, files []string) error {
	for _, file := range files {
		d, err := readData(ctx, file)
		if err != nil {
			return err
		}
		p.Data = append(p.Data, d)
	}
	return nil
}

// problem returns the problem for workers.
func (f *inputFlags) problem(ctx context.Context, name string) (*problem.Problem, error) {
	p, err := f.text(ctx, name)
	if err != nil {
		return nil, err
	}
	return p, addData(ctx, p, f.data)
}

// source reads the text: a file, an example, standard input, or two PDDL files separated by a
// comma.
func source(ctx context.Context, name string, p *problem.Problem) error {
	if name == "-" {
		b, err := io.ReadAll(io.LimitReader(os.Stdin, farbank.MaxSource))
		p.File, p.Text = "stdin", sources.Text(b)
		return err
	}
	if domain, second, ok := sources.PDDLNames(name); ok {
		b, err := bounded.ReadFile(ctx, domain, 0)
		if err != nil {
			return err
		}
		c, err := bounded.ReadFile(ctx, second, 0)
		p.File, p.Text, p.Second = domain, sources.Text(b), &problem.Second{File: second, Text: sources.Text(c)}
		return err
	}
	s, err := farbank.FindSource(ctx, name, 0)
	if err != nil {
		return err
	}
	p.File, p.Text = s.File, s.Text
	return nil
}

func readData(ctx context.Context, name string) (problem.Data, error) {
	b, err := bounded.ReadFile(ctx, name, 0)
	if errors.Is(err, fs.ErrNotExist) {
		if shipped, ok := examples.Data(name); ok {
			b, err = shipped, nil
		}
	}
	if err != nil {
		return problem.Data{}, fmt.Errorf("--data %s: %w", name, err)
	}
	return problem.Data{Name: name, JSON: string(bytes.TrimPrefix(b, []byte("\uFEFF")))}, nil
}

// read grounds a problem. It prints errors with their places.
func (a *app) read(ctx context.Context, p *problem.Problem) (*farbank.Problem, error) {
	read, err := p.Read(ctx, sources.Loader(ctx, 0))
	var list syntax.ErrorList
	if err == nil || !errors.As(err, &list) {
		return read, err
	}
	if a.json {
		return nil, errors.Join(a.printJSON(render.NewErrors(list)), &exitError{code: exitUsage})
	}
	var b strings.Builder
	for _, e := range list {
		fmt.Fprintf(&b, "%v\n", e)
	}
	return nil, &exitError{exitUsage, strings.TrimSpace(b.String())}
}

// printJSON prints a document on one line.
func (a *app) printJSON(doc any) error {
	b, err := jsonLine(doc)
	if err == nil {
		_, err = a.raw.Write(b)
	}
	return err
}

// jsonLine returns a document as one line of JSON. Hidden characters are escaped.
func jsonLine(doc any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(doc)
	return visible.JSON(b.Bytes()), err
}
