//go:build !(linux || darwin || freebsd)

package clock

import "time"

// processorTime returns 0: the processor time is not available.
func processorTime() time.Duration { return 0 }
