package api_test

import (
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"farbank/server/api"
	"farbank/server/jobs"
)

// narrow gives connections small buffers, so that slow readers are noticed.
type narrow struct{ net.Listener }

func (n narrow) Accept() (net.Conn, error) {
	c, err := n.Listener.Accept()
	if tcp, ok := c.(*net.TCPConn); ok {
		tcp.SetWriteBuffer(4096)
	}
	return c, err
}

func serveNarrow(t *testing.T, c api.Config, start func(*httptest.Server)) *httptest.Server {
	t.Helper()
	store, err := jobs.Open(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	c.Store = store
	s, err := api.New(c)
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewUnstartedServer(s.Handler())
	h.Listener = narrow{h.Listener}
	start(h)
	t.Cleanup(h.Close)
	return h
}

// TestSlowReaders checks that clients that read nothing are disconnected, both for a document and
// for a stream of events. Clients that read stay connected, even if no data comes for a long time.
func TestSlowReaders(t *testing.T) {
	cut := make(chan error, 2)
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var err error
		switch r.URL.Path {
		case "/whole":
			_, err = w.Write(make([]byte, 64<<20))
		case "/events":
			for err == nil {
				fmt.Fprintln(w, strings.Repeat("x", 1000))
				err = http.NewResponseController(w).Flush()
			}
		case "/seldom":
			for range 3 {
				fmt.Fprintln(w, "data")
				http.NewResponseController(w).Flush()
				time.Sleep(300 * time.Millisecond) // longer than the time to read
			}
			return
		}
		cut <- err
	})
	c := api.Config{Page: page, Reading: 100 * time.Millisecond}
	h := serveNarrow(t, c, (*httptest.Server).Start)
	for _, path := range []string{"/whole", "/events"} {
		conn, err := net.Dial("tcp", h.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conn.(*net.TCPConn).SetReadBuffer(4096)
		fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n", path)
		select {
		case err := <-cut:
			if err == nil {
				t.Errorf("%s: everything was written", path)
			}
		case <-time.After(30 * time.Second):
			t.Fatalf("%s: the server waits for a client that does not read", path)
		}
	}
	second := serveNarrow(t, c, func(s *httptest.Server) { s.EnableHTTP2 = true; s.StartTLS() })
	for _, s := range []*httptest.Server{h, second} {
		client := s.Client()
		if tr, ok := client.Transport.(*http.Transport); ok && tr.TLSClientConfig == nil {
			tr.TLSClientConfig = &tls.Config{}
		}
		for range 2 { // on one connection
			time.Sleep(200 * time.Millisecond)
			r, err := http.NewRequestWithContext(context.Background(), "GET", s.URL+"/seldom", nil)
			if err != nil {
				t.Fatal(err)
			}
			resp, err := client.Do(r)
			if err != nil {
				t.Fatal(err)
			}
			b, err := io.ReadAll(resp.Body)
			resp.Body.Close()
			if string(b) != "data\ndata\ndata\n" || err != nil {
				t.Errorf("%s: %q, %v", resp.Proto, b, err)
			}
		}
	}
}
