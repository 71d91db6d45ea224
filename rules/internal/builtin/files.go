package builtin

import (
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"

	"farbank/rules/internal/core"
	"farbank/rules/internal/router"
	"farbank/rules/value"
)

// fileName returns argument i. If it is not a file name, it reports that and returns false.
func fileName(c *core.Call, i int) (name string, ok bool) {
	if v := c.Args[i]; v.IsLexeme() {
		return v.Text(), true
	}
	c.Report(c.Wrong(i, "of type file name").Error())
	return "", false
}

func open(c *core.Call) (value.Value, error) {
	path, ok := fileName(c, 0)
	if !ok {
		return value.False, nil
	}
	name, err := logicalName(c, 1, "")
	if err != nil {
		return value.Value{}, err
	}
	if c.Env.Routers.Has(name) {
		return value.Value{}, fmt.Errorf("[IOFUN2] Logical name %s already in use.", name)
	}
	mode := "r"
	if len(c.Args) == 3 {
		text := c.StringText
		if c.Env.Dialect == core.Jess {
			text = c.Lexeme
		}
		if mode, err = text(2); err != nil {
			return value.Value{}, err
		}
	}
	if _, ok := router.FileModes[strings.Replace(mode, "b", "", 1)]; !ok || strings.HasPrefix(mode, "b") {
		return value.Value{}, c.Wrong(2, `of type string with value "r", "w", "a", "rb", "wb", or "ab"`)
	}
	err = c.Env.Routers.Open(name, path, mode)
	if late := c.Env.Interrupted(); late != nil || c.Env.Dialect == core.CLIPS {
		return value.Bool(err == nil), late
	}
	return value.Bool(err == nil), err
}

func closeNamed(c *core.Call) (value.Value, error) {
	if len(c.Args) == 0 {
		return value.Bool(c.Env.Routers.CloseFiles()), nil
	}
	name, err := logicalName(c, 0, "")
	if err != nil {
		return value.Value{}, err
	}
	return value.Bool(c.Env.Routers.CloseFile(name)), nil
}

func flushNamed(c *core.Call) (value.Value, error) {
	r := c.Env.Routers
	if len(c.Args) == 0 {
		r.Flush()
		for _, name := range slices.Sorted(maps.Keys(r.Files)) {
			r.Files[name].Settle()
		}
		return value.True, nil
	}
	name, err := logicalName(c, 0, "stdout")
	if err != nil {
		return value.Value{}, err
	}
	if f := r.Files[name]; f != nil {
		return value.Bool(f.Settle() == nil), nil
	}
	r.Flush()
	return value.Bool(r.Has(name)), nil
}

// file returns the file whose logical name is argument 0, or nil.
func file(c *core.Call) (*router.File, error) {
	name, err := logicalName(c, 0, "")
	if err != nil {
		return nil, err
	}
	if !c.Env.Routers.Has(name) {
		return nil, router.UnknownName(name)
	}
	return c.Env.Routers.Files[name], nil
}

// placeInFile moves within the file of argument 0 and returns the new position, or -1 if that is
// impossible.
func placeInFile(c *core.Call, offset int64, whence int) (int64, error) {
	f, err := file(c)
	if err != nil {
		return 0, err
	}
	if f == nil || f.Settle() != nil {
		return -1, nil
	}
	at, err := f.Seek(offset, whence)
	if err != nil {
		return -1, nil
	}
	return at, nil
}

func rewind(c *core.Call) (value.Value, error) {
	at, err := placeInFile(c, 0, io.SeekStart)
	return value.Bool(at >= 0), err
}

func tell(c *core.Call) (value.Value, error) {
	at, err := placeInFile(c, 0, io.SeekCurrent)
	if at < 0 {
		return value.False, err
	}
	return value.Integer(at), err
}

var origins = map[string]int{"seek-set": io.SeekStart, "seek-cur": io.SeekCurrent, "seek-end": io.SeekEnd}

func seek(c *core.Call) (value.Value, error) {
	offset, err := c.Int(1)
	if err != nil {
		return value.Value{}, err
	}
	origin, err := c.Symbol(2)
	if err != nil {
		return value.Value{}, err
	}
	whence, ok := origins[origin]
	if !ok {
		return value.Value{}, c.Wrong(2, "of type symbol with value seek-set, seek-cur, or seek-end")
	}
	at, err := placeInFile(c, offset, whence)
	return value.Bool(at >= 0), err
}

func renameFile(c *core.Call) (value.Value, error) {
	from, ok := fileName(c, 0)
	if !ok {
		return value.False, nil
	}
	to, ok := fileName(c, 1)
	return value.Bool(ok && os.Rename(from, to) == nil), nil
}

func removeFile(c *core.Call) (value.Value, error) {
	name, ok := fileName(c, 0)
	return value.Bool(ok && os.Remove(name) == nil), nil
}

// logicalName returns the logical name in argument i. It returns usual for t and for a missing
// argument.
func logicalName(c *core.Call, i int, usual string) (string, error) {
	if i >= len(c.Args) {
		return usual, nil
	}
	switch v := c.Args[i]; v.Kind() {
	case value.SymbolKind, value.StringKind:
		if name := v.Text(); name != "t" && name != "T" {
			return name, nil
		} else if usual != "" {
			return usual, nil
		}
	case value.IntegerKind, value.FloatKind:
		return v.String(), nil
	}
	return "", fmt.Errorf("[IOFUN1] Illegal logical name used for %s function.", c.Name)
}
