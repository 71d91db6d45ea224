//go:build !(linux || darwin || freebsd)

package planning

import "time"

// processorTime is not known here.
func processorTime() time.Duration { return 0 }
