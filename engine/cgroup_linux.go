package engine

import (
	"bytes"
	"os"
	"path"
	"strconv"
	"strings"
)

// groupLeft returns what the control groups of the process, and those around them, leave of their limits on memory
// (cgroup v1 and v2); ok is false where there is none. What has long not been used of files can be given back, and is
// not counted as use.
func groupLeft(groups, mount string) (least int64, ok bool) {
	text, _ := os.ReadFile(groups)
	for line := range strings.Lines(string(text)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		root, limit, use, idle := mount, "memory.max", "memory.current", "inactive_file"
		if part[0] != "0" {
			root, limit, use, idle = path.Join(mount, "memory"), "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"
		}
		if part[0] != "0" && !strings.Contains(","+part[1]+",", ",memory,") {
			continue
		}
		for at := path.Clean("/" + part[2]); ; at = path.Dir(at) {
			dir := path.Join(root, at)
			if most, has := numberIn(path.Join(dir, limit)); has && most < noLimit {
				used, _ := numberIn(path.Join(dir, use))
				if left := max(1, most-max(0, used-statOf(path.Join(dir, "memory.stat"), idle))); !ok || left < least {
					least, ok = left, true
				}
			}
			if at == "/" {
				break
			}
		}
	}
	return least, ok
}

// noLimit is about what the first version has for none.
const noLimit = 1 << 62

// numberIn reads a file of a number; false where it is none, as for no limit.
func numberIn(name string) (int64, bool) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}

// statOf reads a figure of a memory.stat, 0 if it is not there.
func statOf(name, figure string) int64 {
	text, _ := os.ReadFile(name)
	for line := range bytes.Lines(text) {
		if fields := bytes.Fields(line); len(fields) == 2 && string(fields[0]) == figure {
			n, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			return n
		}
	}
	return 0
}
