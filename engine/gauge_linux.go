package engine

import (
	"bytes"
	"os"
	"strconv"
	"syscall"
)

// available returns the bytes that this process can still take, 0 if that is not known: what the machine has left, or
// its control group, or its limit on addresses (ulimit -v), where that is less.
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

// What a process takes of addresses beside memory, as it works, and what it has in any case.
const (
	addressesBeside = 256 << 20
	leastAddresses  = 64 << 20
)

// addressesLeft is what a limit on addresses leaves of what this process does not have yet; false where there is none.
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
	return max(leastAddresses, int64(r.Cur)-taken*int64(os.Getpagesize())-addressesBeside), true
}

// leastMemory is taken to be left in any case: what is in use now may be given back, and with less nothing can be done.
const leastMemory = 256 << 20

// atLeast is what is left of a whole, but not less than leastMemory, or half of the whole where that is less.
func atLeast(left, whole int64) int64 { return max(left, min(leastMemory, whole/2), 1) }

// machineLeft is what the machine has left, 0 if it does not tell.
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
