package engine

import (
	"os"
	"os/exec"
	"runtime/debug"
	"testing"
)

// TestCollector checks that an existing limit, such as GOMEMLIMIT, is not raised.
func TestCollector(t *testing.T) {
	if os.Getenv("GOMEMLIMIT") == "" {
		cmd := exec.Command(os.Args[0], "-test.run=^TestCollector$")
		cmd.Env = append(os.Environ(), "GOMEMLIMIT=300MiB")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		return
	}
	before := debug.SetMemoryLimit(-1)
	for _, memory := range []int64{1, 1 << 40} {
		limits := Limits{Memory: memory}
		_, stop := limits.Begin(t.Context())
		if within := debug.SetMemoryLimit(-1); within > before || memory == 1 && within == before {
			t.Errorf("%d bytes: %d", memory, within)
		}
		stop()
		if after := debug.SetMemoryLimit(-1); after != before {
			t.Errorf("%d bytes: %d afterwards", memory, after)
		}
	}
}
