package api_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"farbank/examples"
	"farbank/internal/testing/long"
	"farbank/server/api"
	"farbank/server/ask"
)

// A stranger generates random malicious requests.
type stranger struct{ *rand.Rand }

func (s stranger) of(words ...string) string { return words[s.IntN(len(words))] }

func (s stranger) path() string {
	do := ask.Kinds[s.IntN(len(ask.Kinds))]
	return s.of("/api/v1/"+do, "/api/v1/"+do, "/api/v1/"+do, "/api/v1/jobs", "/api/v1/models", "/api/v1/examples/../../../etc/passwd", "/api/v1/examples/%2e%2e%2f%2e%2e%2fetc%2fpasswd",
		"/api/v1/jobs/%00", "/api/v1/jobs/'%20OR%201=1--", "//api//v1/solve", "/api/v1/models/"+strings.Repeat("a", 3000), "/metrics/../healthz", "/mcp")
}

func (s stranger) value(deep int) string {
	switch s.IntN(12) {
	case 0:
		return s.of("1e999", "-1", "99999999999999999999999999", "0.0000001", "9223372036854775807", "1e18")
	case 1:
		return s.of("null", "true", "false", `""`, "[]", "{}")
	case 2:
		return `"` + s.of(`\u0000`, `\ud800`, "../../etc/passwd", "'; DROP TABLE jobs; --", strings.Repeat("a", s.IntN(5000)), "example:wolf", "wolf") + `"`
	case 3:
		return strings.Repeat("[", s.IntN(3000)) + strings.Repeat("]", s.IntN(3000))
	case 4:
		return strings.Repeat(`{"a":`, s.IntN(2000)) + "1"
	case 5:
		if deep < 4 {
			return "{" + s.field(deep+1) + "," + s.field(deep+1) + "}"
		}
	case 6, 7, 8:
		return s.source()
	}
	return fmt.Sprint(s.IntN(100))
}

// source returns an example with parts cut, duplicated or replaced.
func (s stranger) source() string {
	names := examples.Names()
	text, _ := examples.Source(names[s.IntN(len(names))])
	for range s.IntN(4) {
		i, j := s.IntN(len(text)+1), s.IntN(len(text)+1)
		i, j = min(i, j), max(i, j)
		text = text[:i] + s.of("", text[i:j]+text[i:j], strings.Repeat("(", 5000), strings.Repeat("not ", 2000), "9999999999", "1..1000000000", "use \"/etc/passwd\"\n", "\x00", "{x: 1..100000, y: 1..100000 -> x * y}") + text[j:]
		text = text[:min(len(text), 20000)]
	}
	return fmt.Sprintf("%q", strings.ToValidUTF8(text, "?"))
}

func (s stranger) field(deep int) string {
	return `"` + s.of("do", "source", "example", "params", "plans", "length", "timeout", "memory", "workers", "horizon", "groundLimit", "files", "all", "to", "moves", "domain", "problem", "limit", "show", "plan", "certificate", "a") + `":` + s.value(deep)
}

func (s stranger) body() []byte {
	var b strings.Builder
	b.WriteString(`{"timeout": 0.2`)
	for range s.IntN(4) {
		b.WriteString("," + s.field(0))
	}
	b.WriteString("}")
	text := []byte(b.String())
	for range s.IntN(3) * s.IntN(2) {
		text[s.IntN(len(text))] = byte(s.IntN(256))
	}
	return text
}

// bomb returns a small text that decompresses to a large one.
func bomb() []byte {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(make([]byte, 64<<20))
	w.Close()
	return b.Bytes()
}

// TestHostile checks that malicious requests are refused and do not increase memory use.
func TestHostile(t *testing.T) {
	n := 400
	if long.Enabled() {
		n = 10_000
	}
	s := serve(t, api.Config{Soon: 100 * time.Millisecond, Wait: 100 * time.Millisecond, Longest: time.Second, Queue: 20, Client: 20, Memory: 256 << 20})
	client := &http.Client{Timeout: time.Minute}
	packed := bomb()
	var wg sync.WaitGroup
	var mu sync.Mutex
	got := map[int]int{}
	for w := range 4 {
		who := stranger{rand.New(rand.NewPCG(1, uint64(w)))}
		wg.Go(func() {
			for range n / 4 {
				body, packing := who.body(), ""
				if who.IntN(50) == 0 {
					body, packing = packed, "gzip"
				}
				r, err := http.NewRequest(who.of("POST", "POST", "POST", "POST", "POST", "POST", "POST", "GET", "PUT", "DELETE"), s.URL+who.path(), bytes.NewReader(body))
				if err != nil {
					continue
				}
				r.Header.Set("Content-Type", who.of("application/json", "application/json", "application/json", "application/json", "application/json", "text/plain", "application/cbor", "multipart/form-data"))
				r.Header.Set("Content-Encoding", packing)
				r.Header.Set("Prefer", who.of("", "wait=0", "wait=99999999999", "wait=-1"))
				resp, err := client.Do(r)
				if err != nil {
					t.Errorf("%s %s: %v", r.Method, r.URL, err)
					continue
				}
				text, _ := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
				resp.Body.Close()
				if resp.StatusCode >= 500 && resp.StatusCode != 503 || bytes.Contains(text, []byte("root:")) {
					t.Errorf("%s %s %.3000s: %d %.500s", r.Method, r.URL, body, resp.StatusCode, text)
				}
				mu.Lock()
				got[resp.StatusCode]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Log(got)
	runtime.GC()
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.HeapAlloc > 256<<20 {
		t.Errorf("%d MB are in use afterwards", m.HeapAlloc>>20)
	}
	s.want("GET", "/healthz", "", 200)
}

// TestSlow checks that clients that send slowly do not delay others.
func TestSlow(t *testing.T) {
	s := serve(t, api.Config{})
	for range 50 {
		c, err := net.Dial("tcp", strings.TrimPrefix(s.URL, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, "POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{")
	}
	s.want("POST", "/api/v1/solve", `{"example": "wolf"}`, 200)
}
