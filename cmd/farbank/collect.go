package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// firstCollection is the heap size, in MiB, at which the first garbage collection begins.
const firstCollection = 64

// collectLater delays the first garbage collection: most calls end before it, and the runtime would
// begin at 4 MiB, and repeat it often while a problem is grounded. After that the usual settings
// apply. Memory limits hold in any case.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(firstCollection / 4 * 100)
	first := new([8]int)
	runtime.AddCleanup(first, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
