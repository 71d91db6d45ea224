package farbank

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"strings"

	"farbank/examples"
	"farbank/internal/bounded"
	"farbank/lang/syntax"
)

// MaxSource is the largest file that is read, in bytes, where nothing else is asked for.
const MaxSource = 16 << 20

// ExamplePrefix before a name says that the example of that name is meant, whatever files
// there are.
const ExamplePrefix = "example:"

// A Source is the text of a problem and where it was found.
type Source struct {
	File    string // what to call it in messages
	Text    string
	Example bool // it is an example that ships with the program
}

// FindSource returns the text that a name stands for: a file of that name; else the file
// NAME.far; else the example of that name. example:NAME is always the example. At most
// limit bytes are read (0: MaxSource), and reading ends with ctx.
func FindSource(ctx context.Context, name string, limit int64) (*Source, error) {
	if name == "" {
		return nil, errors.New("the name of the file is empty; a file or the name of an example is needed")
	}
	if example, ok := strings.CutPrefix(name, ExamplePrefix); ok {
		if s := exampleSource(example); s != nil {
			return s, nil
		}
		return nil, noSuchExample(example)
	}
	text, err := bounded.ReadFile(ctx, name, limit)
	if err == nil {
		return &Source{File: name, Text: SourceText(text)}, nil
	}
	var directory *bounded.DirectoryError
	isDirectory := errors.As(err, &directory)
	if !isDirectory && !missing(err) {
		return nil, err
	}
	if s, err := besides(ctx, name, limit); s != nil || err != nil {
		return s, err
	}
	if s := exampleSource(name); s != nil {
		return s, nil
	}
	if isDirectory {
		return nil, fmt.Errorf("%s is a directory; a .far file or the name of an example is needed", name)
	}
	return nil, noSuchSource(name, err)
}

// SourceText is the text of a problem in the bytes of a file: without a byte order mark,
// and where lines end with a carriage return alone with newlines for them.
func SourceText(b []byte) string {
	text := strings.TrimPrefix(string(b), "\uFEFF")
	if !strings.Contains(text, "\n") {
		text = strings.ReplaceAll(text, "\r", "\n")
	}
	return text
}

// besides reads the file NAME.far, if there is one.
func besides(ctx context.Context, name string, limit int64) (*Source, error) {
	file := name + ".far"
	if info, err := os.Stat(file); err != nil || info.IsDir() {
		return nil, nil
	}
	text, err := bounded.ReadFile(ctx, file, limit)
	if err != nil {
		return nil, err
	}
	return &Source{File: file, Text: SourceText(text)}, nil
}

// missing reports whether an error of reading says that there is no such file. Where a
// system has no files at all, or shows none, it says so in words of its own.
func missing(err error) bool {
	var failed *fs.PathError
	fewFiles := runtime.GOOS == "js" || runtime.GOOS == "wasip1"
	return errors.Is(err, fs.ErrNotExist) || fewFiles && errors.As(err, &failed)
}

func exampleSource(name string) *Source {
	name = strings.TrimSuffix(name, ".far")
	if text, ok := examples.Source(name); ok {
		return &Source{File: name + ".far", Text: text, Example: true}
	}
	return nil
}

func noSuchExample(name string) error {
	return fmt.Errorf("there is no example %s; %s", name, orExamples(syntax.Suggest(name, examples.Names())))
}

func orExamples(near string) string {
	if near != "" {
		return "did you mean " + near + "?"
	}
	return "farbank examples lists the examples"
}

func noSuchSource(name string, err error) error {
	if !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s cannot be read, and there is no such example: %w", name, err)
	}
	return fmt.Errorf("there is no file and no example %s; %s", name, orExamples(syntax.Suggest(name, nearby())))
}

// mostNearby is how many files of a folder are looked at for a name that is meant.
const mostNearby = 1000

// nearby are the names that may be meant: examples, and the models of this folder.
func nearby() []string {
	names := examples.Names()
	dir, err := os.Open(".")
	if err != nil {
		return names
	}
	defer dir.Close()
	files, _ := dir.Readdirnames(mostNearby)
	for _, f := range files {
		if strings.HasSuffix(f, ".far") {
			names = append(names, f, strings.TrimSuffix(f, ".far"))
		}
	}
	return names
}

// ReadSource returns the text that a name stands for, and what to call it; see FindSource.
func ReadSource(name string) (file, source string, err error) {
	s, err := FindSource(context.Background(), name, 0)
	if err != nil {
		return "", "", err
	}
	return s.File, s.Text, nil
}

// Load reads a problem from a file, or, where there is no such file, the example of
// that name; see FindSource.
func Load(name string, opts ...Option) (*Problem, error) {
	if domain, problem, ok := PDDLNames(name); ok {
		return LoadPDDL(domain, problem, opts...)
	}
	s, err := FindSource(optionsOf(opts).Context, name, 0)
	if err != nil {
		return nil, err
	}
	return Parse(s.File, s.Text, opts...)
}
