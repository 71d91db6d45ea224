package engine

import (
	"bytes"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// groupLeft returns the memory that the control groups of the process and their parents leave (cgroup v1
// and v2); ok is false if there is no limit. Caches that the kernel can reclaim do not count as used.
func groupLeft(groups, mount string) (least int64, ok bool) {
	text, _ := os.ReadFile(groups)
	for line := range strings.Lines(string(text)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 {
			continue
		}
		root, limit, use := mount, "memory.max", "memory.current"
		idle := []string{"inactive_file", "active_file", "slab_reclaimable"}
		if part[0] != "0" {
			root, limit, use = path.Join(mount, "memory"), "memory.limit_in_bytes", "memory.usage_in_bytes"
			idle = []string{"total_inactive_file", "total_active_file"}
		}
		if part[0] != "0" && !strings.Contains(","+part[1]+",", ",memory,") {
			continue
		}
		for at := path.Clean("/" + part[2]); ; at = path.Dir(at) {
			dir := path.Join(root, at)
			if most, has := numberIn(path.Join(dir, limit)); has && most < noLimit {
				used, _ := numberIn(path.Join(dir, use))
				if left := atLeast(most-max(0, used-sumOf(path.Join(dir, "memory.stat"), idle)), most); !ok || left < least {
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

// noLimit is about the value with which cgroup v1 represents no limit.
const noLimit = 1 << 62

// numberIn reads a file that contains a number; it reports false for any other content.
func numberIn(name string) (int64, bool) {
	text, err := os.ReadFile(name)
	if err != nil {
		return 0, false
	}
	n, err := strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
	return n, err == nil
}

// sumOf returns the sum of some entries of a memory.stat file; missing entries are 0.
func sumOf(name string, figures []string) (sum int64) {
	text, _ := os.ReadFile(name)
	for line := range bytes.Lines(text) {
		if fields := bytes.Fields(line); len(fields) == 2 && slices.Contains(figures, string(fields[0])) {
			n, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			sum += n
		}
	}
	return sum
}
