package engine

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// available returns the number of bytes that this process can still allocate, or 0 if unknown: the minimum of what
// the machine, the control group and the limit on addresses (ulimit -v) leave.
func available() int64 {
	n := machineLeft()
	if left, ok := groupLeft("/proc/self/cgroup", "/sys/fs/cgroup"); ok && (n == 0 || left < n) {
		n = left
	}
	if left, ok := addressesLeft(); ok && (n == 0 || left < n) {
		n = left
	}
	return n
}

// Addresses that a process needs in addition to its memory, and the minimum.
const (
	addressesBeside = 256 << 20
	minAddresses    = 64 << 20
)

// addressesLeft returns what a limit on addresses leaves; it reports false if there is no limit.
func addressesLeft() (int64, bool) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_AS, &r); err != nil || r.Cur >= 1<<62 {
		return 0, false
	}
	text, _ := os.ReadFile("/proc/self/statm")
	pages, _, _ := bytes.Cut(text, []byte(" "))
	taken, err := strconv.ParseInt(string(pages), 10, 64)
	if err != nil {
		return 0, false
	}
	return max(minAddresses, int64(r.Cur)-taken*int64(os.Getpagesize())-addressesBeside), true
}

// minMemory is assumed to be available in any case: memory in use may be freed, and less is of no use.
const minMemory = 256 << 20

// atLeast returns left, but at least minMemory, or half of whole if that is less.
func atLeast(left, whole int64) int64 { return max(left, min(minMemory, whole/2), 1) }

// machineLeft returns the available memory of the machine, or 0 if it is unknown.
func machineLeft() int64 {
	text, _ := os.ReadFile("/proc/meminfo")
	return leftOf(text)
}

func leftOf(meminfo []byte) int64 {
	var whole int64
	for line := range bytes.Lines(meminfo) {
		fields := bytes.Fields(line)
		if len(fields) < 2 {
			continue
		}
		n, _ := strconv.ParseInt(string(fields[1]), 10, 64)
		switch string(fields[0]) {
		case "MemTotal:":
			whole = n << 10
		case "MemAvailable:":
			return atLeast(n<<10, whole)
		}
	}
	return 0
}

// A processMemory reads the resident memory of the process from /proc/self/statm: pages in total, resident, and
// shared with files.
type processMemory struct{ file *os.File }

func (p *processMemory) open() { p.file, _ = os.Open("/proc/self/statm") }

func (p *processMemory) close() {
	if p.file != nil {
		p.file.Close()
	}
}

// bytes returns 0 if the file cannot be read.
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
