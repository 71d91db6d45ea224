// Package wrong reads the programs with mistakes of lang/testdata/wrong, with what is said
// about them, for the tests of the packages that say it.
//
// A program is headed by "=== name" and lines "# -p n=3", "# data {...}" and "# limit 100"
// for what is given with it; after "---" come the messages, a hint indented below its own.
package wrong

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"farbank/lang/syntax"
)

// A Program has mistakes.
type Program struct {
	Name   string
	Params []string // name=value
	Data   []string // JSON
	Limit  int64
	Source string
	Want   string // the messages

	header string
}

// Files are the files under lang/testdata/wrong, seen from a folder of lang, or from lang.
func Files() ([]string, error) {
	for _, dir := range []string{"testdata", "../testdata"} {
		if files, err := filepath.Glob(dir + "/wrong/*.txt"); len(files) > 0 || err != nil {
			return files, err
		}
	}
	return nil, errors.New("there are no files of wrong programs here")
}

// Programs reads all files.
func Programs() ([]Program, error) {
	files, err := Files()
	var all []Program
	for _, file := range files {
		list, err := Read(file)
		if err != nil {
			return nil, err
		}
		all = append(all, list...)
	}
	return all, err
}

// Read reads a file.
func Read(file string) ([]Program, error) {
	b, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var list []Program
	for _, chunk := range strings.Split("\n"+string(b), "\n=== ")[1:] {
		p, err := read(chunk)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		list = append(list, p)
	}
	return list, nil
}

func read(chunk string) (Program, error) {
	var p Program
	var body string
	p.Name, body, _ = strings.Cut(chunk, "\n")
	for strings.HasPrefix(body, "# ") {
		var line string
		line, body, _ = strings.Cut(body, "\n")
		p.header += line + "\n"
		kind, rest, _ := strings.Cut(line[2:], " ")
		switch kind {
		case "-p":
			p.Params = append(p.Params, rest)
		case "data":
			p.Data = append(p.Data, rest)
		case "limit":
			p.Limit, _ = strconv.ParseInt(rest, 10, 64)
		default:
			return p, fmt.Errorf("%s: unknown header %q", p.Name, line)
		}
	}
	p.Source, p.Want, _ = strings.Cut(body, "---\n")
	p.Want = strings.TrimSpace(p.Want)
	return p, nil
}

// Text is the program as it stands in a file, with other messages.
func (p Program) Text(said string) string {
	return fmt.Sprintf("=== %s\n%s%s---\n%s\n\n", p.Name, p.header, p.Source, said)
}

// Said writes an error as the files have it: a message a line, hints after it.
func Said(err error) string {
	var list syntax.ErrorList
	if !errors.As(err, &list) {
		return fmt.Sprint(err)
	}
	var lines []string
	for _, e := range list {
		lines = append(lines, e.Error())
		if e.Hint != "" {
			lines = append(lines, "    "+e.Hint)
		}
	}
	return strings.Join(lines, "\n")
}
