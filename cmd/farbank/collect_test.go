package main

import (
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"testing"
	"time"
)

// TestCollectLater checks that the usual settings are restored after the first collection.
func TestCollectLater(t *testing.T) {
	t.Setenv("GOGC", "")
	defer debug.SetGCPercent(debug.SetGCPercent(120))
	percent := func() uint64 {
		s := []metrics.Sample{{Name: "/gc/gogc:percent"}}
		metrics.Read(s)
		return s[0].Value.Uint64()
	}
	collectLater()
	if now := percent(); now <= 120 {
		t.Errorf("%d at first", now)
	}
	for end := time.Now().Add(10 * time.Second); percent() != 120; runtime.GC() {
		if time.Now().After(end) {
			t.Fatalf("%d after the first collection", percent())
		}
		time.Sleep(time.Millisecond)
	}
}
