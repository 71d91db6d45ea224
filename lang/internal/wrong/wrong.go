// Package wrong reads the incorrect programs of lang/testdata/wrong and their error messages,
// for tests.
//
// A program starts with "=== name" and optional lines "# -p n=3", "# data {...}" and "# limit
// 100" with its inputs. After "---" come the messages; a hint is indented below its message.
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

// A Program is an incorrect program.
type Program struct {
	Name   string
	Params []string // name=value
	Data   []string // JSON
	Limit  int64
	Source string
	Want   string // the messages

	header string
}

// Files returns the files in lang/testdata/wrong. The working directory must be lang or a
// folder of it.
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

// Text returns the program in the format of the file, with other messages.
func (p Program) Text(said string) string {
	return fmt.Sprintf("=== %s\n%s%s---\n%s\n\n", p.Name, p.header, p.Source, said)
}

// Said formats an error as the files do: a message per line, hints after it.
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
