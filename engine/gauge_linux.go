package engine

import (
	"bytes"
	"os"
	"strconv"
)

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
