package engine

import (
	"os"
	"path/filepath"
	"testing"
)

func TestGroupLeft(t *testing.T) {
	for name, c := range map[string]struct {
		groups string
		files  map[string]string
		want   int64
		ok     bool
	}{
		"none":         {"0::/a\n", nil, 0, false},
		"no limit":     {"0::/a\n", map[string]string{"a/memory.max": "max\n", "a/memory.current": "5\n"}, 0, false},
		"a limit":      {"0::/a\n", map[string]string{"a/memory.max": "1000\n", "a/memory.current": "300\n", "a/memory.stat": "anon 7\ninactive_file 100\nactive_file 80\nslab_reclaimable 20\nslab_unreclaimable 40\n"}, 900, true},
		"one around":   {"0::/a/b\n", map[string]string{"a/b/memory.max": "1000\n", "a/memory.max": "600\n", "a/memory.current": "100\n"}, 500, true},
		"its root":     {"0::/\n", map[string]string{"memory.max": "50\n"}, 50, true},
		"used up":      {"0::/a\n", map[string]string{"a/memory.max": "10\n", "a/memory.current": "12\n"}, 5, true},
		"few left":     {"0::/a\n", map[string]string{"a/memory.max": "4294967296\n", "a/memory.current": "4294967200\n"}, 256 << 20, true},
		"first":        {"3:cpu:/x\n4:memory:/a\n", map[string]string{"memory/a/memory.limit_in_bytes": "100\n", "memory/a/memory.usage_in_bytes": "40\n", "memory/a/memory.stat": "inactive_file 7\nactive_file 7\ntotal_inactive_file 10\ntotal_active_file 20\n"}, 90, true},
		"first, inner": {"4:hugetlb,memory:/other\n", map[string]string{"memory/memory.limit_in_bytes": "100\n"}, 100, true},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			at := filepath.Join(dir, file)
			if err := os.MkdirAll(filepath.Dir(at), 0o700); err != nil {
				t.Fatal(err)
			}
			os.WriteFile(at, []byte(text), 0o600)
		}
		groups := filepath.Join(dir, "groups")
		os.WriteFile(groups, []byte(c.groups), 0o600)
		if got, ok := groupLeft(groups, dir); got != c.want || ok != c.ok {
			t.Errorf("%s: %d %v", name, got, ok)
		}
	}
}

// TestMachineLeft checks that some memory is left even if the machine is full.
func TestMachineLeft(t *testing.T) {
	for text, want := range map[string]int64{
		"": 0,
		"MemTotal: 8388608 kB\nMemFree: 1 kB\nMemAvailable: 4194304 kB\n": 4 << 30,
		"MemTotal: 8388608 kB\nMemAvailable: 0 kB\n":                      256 << 20,
		"MemTotal: 102400 kB\nMemAvailable: 100 kB\n":                     50 << 20,
	} {
		if got := leftOf([]byte(text)); got != want {
			t.Errorf("%q: %d", text, got)
		}
	}
}

// TestDefaultMemory checks that the default is positive and below the available memory.
func TestDefaultMemory(t *testing.T) {
	if n, left := DefaultMemory(), machineLeft(); n <= 0 || n > left+left/8 {
		t.Errorf("%d of %d", n, left)
	}
}

func BenchmarkDefaultMemory(b *testing.B) {
	for b.Loop() {
		DefaultMemory()
	}
}
