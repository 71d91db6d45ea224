package engine

import (
	"bytes"
	"os"
	"strconv"
)

// available returns the bytes that this process can still take, 0 if that is not known: what the machine has left, or
// its control group, where that is less.
func available() int64 {
	n := machineLeft()
	if left, ok := groupLeft("/proc/self/cgroup", "/sys/fs/cgroup"); ok && (n == 0 || left < n) {
		return left
	}
	return n
}

func machineLeft() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	for line := range bytes.Lines(text) {
		fields := bytes.Fields(line)
		if len(fields) >= 2 && string(fields[0]) == "MemAvailable:" {
			n, _ := strconv.ParseInt(string(fields[1]), 10, 64)
			return n << 10
		}
	}
	return 0
}

// processMemory reads how much of the process is in memory from /proc/self/statm: pages
// in all, in memory, and of these those of files.
type processMemory struct{ file *os.File }

func (p *processMemory) open() { p.file, _ = os.Open("/proc/self/statm") }

func (p *processMemory) close() {
	if p.file != nil {
		p.file.Close()
	}
}

// bytes returns 0 where it cannot be read.
func (p *processMemory) bytes() int64 {
	if p.file == nil {
		return 0
	}
	var buf [128]byte
	n, _ := p.file.ReadAt(buf[:], 0)
	fields := bytes.Fields(buf[:n])
	if len(fields) < 3 {
		return 0
	}
	resident, err1 := strconv.ParseInt(string(fields[1]), 10, 64)
	files, err2 := strconv.ParseInt(string(fields[2]), 10, 64)
	if err1 != nil || err2 != nil {
		return 0
	}
	return (resident - files) * int64(os.Getpagesize())
}
