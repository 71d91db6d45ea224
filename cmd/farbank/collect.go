package main

import (
	"os"
	"runtime"
	"runtime/debug"
)

// firstCollection is how large the heap may become, in MiB, before garbage is collected for the first time.
const firstCollection = 64

// collectLater puts the first collection off: most calls end before it, and the runtime would begin at 4 MiB, again
// and again while a problem is written out. After it everything is as usual. Limits of memory hold all the same.
func collectLater() {
	if os.Getenv("GOGC") != "" {
		return
	}
	usual := debug.SetGCPercent(firstCollection / 4 * 100)
	first := new([8]int)
	runtime.AddCleanup(first, func(percent int) { debug.SetGCPercent(percent) }, usual)
}
