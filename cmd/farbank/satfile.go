package main

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"

	"farbank/constraint/cnf"
	"farbank/constraint/opb"
)

// A satFile is the content of a file for farbank sat: one of these.
type satFile struct {
	clauses  *cnf.Formula
	weighted *cnf.Weighted
	pseudo   *opb.Problem
}

func (a *app) readSAT(ctx context.Context, path string) (satFile, error) {
	in, err := a.open(ctx, path)
	if err != nil {
		return satFile{}, err
	}
	defer in.Close()
	r, err := a.unpacked(ctx, in, spoken(path))
	if err != nil {
		return satFile{}, err
	}
	return parseSAT(bufio.NewReaderSize(r, 1<<16), path)
}

// parseSAT parses a file in the format of its first line that is not a comment, or otherwise of its
// name.
func parseSAT(in *bufio.Reader, path string) (f satFile, err error) {
	head, err := in.Peek(1 << 15)
	if err != nil && err != io.EOF {
		return f, err
	}
	kind := satFormat(head)
	if kind == "" {
		kind = strings.ToLower(filepath.Ext(strings.TrimSuffix(path, ".gz")))
	}
	switch kind {
	case ".wcnf":
		f.weighted, err = cnf.ReadWeighted(in, spoken(path))
	case ".opb", ".wbo":
		f.pseudo, err = opb.Read(in, spoken(path))
	default:
		f.clauses, err = cnf.Read(in, spoken(path))
	}
	return f, err
}

// satFormat returns the format of the beginning of a file as its extension, or "" if it is not
// recognized.
func satFormat(head []byte) string {
	for line := range bytes.Lines(head) {
		line = bytes.TrimSpace(line)
		switch {
		case len(line) == 0 || line[0] == 'c':
		case bytes.HasPrefix(line, []byte("p wcnf")):
			return ".wcnf"
		case line[0] == 'p':
			return ".cnf"
		case line[0] == '*' || bytes.ContainsAny(line, "x:;[~"):
			return ".opb"
		case line[0] == 'h' || line[0] >= '0' && line[0] <= '9' && line[len(line)-1] == '0':
			return ".wcnf"
		default:
			return ""
		}
	}
	return ""
}
