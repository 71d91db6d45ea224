package page_test

import (
	"context"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"farbank/internal/testing/long"
	"farbank/server/api"
	"farbank/server/jobs"
	"farbank/server/page"
	"farbank/server/worker"

	"github.com/chromedp/chromedp"
)

var (
	shots = flag.String("shots", "", "a folder for pictures of the page")
)

// TestService tests the page with the service.
func TestService(t *testing.T) {
	t.Parallel()
	drive(t, service(t, nil))
}

// TestSite tests the static site.
func TestSite(t *testing.T) {
	t.Parallel()
	if !long.Enabled() {
		t.Skip("with -long")
	}
	drive(t, site(t))
}

// maxSent limits the bytes that the static site transfers.
const maxSent = 7_000_000

// TestSize checks the bytes that a browser loads from a host without compression until the engines
// have answered.
func TestSize(t *testing.T) {
	t.Parallel()
	if !long.Enabled() {
		t.Skip("with -long")
	}
	b := open(t, site(t))
	b.until(`performance.getEntriesByName("checked").length`)
	sent := b.number(`[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce((sum, e) => sum + e.encodedBodySize, 0)`)
	if b.number(`performance.getEntriesByType("resource").filter((e) => e.name.endsWith("/wasm_exec.js")).length`) == 0 { // some browsers do not list what workers load
		b.eval(`fetch("wasm_exec.js").then((r) => r.blob()).then((b) => window.loader = b.size)`)
		b.until(`window.loader`)
		sent += b.number(`window.loader`)
	}
	if names := b.text(`performance.getEntriesByType("resource").map((e) => e.name + " " + e.encodedBodySize).join("\n")`); sent > maxSent || !strings.Contains(names, "farbank.wasm.gz") {
		t.Errorf("%.0f bytes, more than %d:\n%s", sent, maxSent, names)
	} else {
		t.Logf("%.0f bytes\n%s", sent, names)
	}
}

// service serves the page and the API. It returns the address.
func service(t *testing.T, tokens *api.Tokens) string {
	t.Helper()
	store, err := jobs.Open(t.Context(), filepath.Join(t.TempDir(), "jobs.db"))
	if err != nil {
		t.Fatal(err)
	}
	h, err := page.Handler()
	if err != nil {
		t.Fatal(err)
	}
	s, err := api.New(api.Config{Store: store, Page: h, Tokens: tokens, Host: worker.Host{Args: []string{}, Grace: time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	var wg sync.WaitGroup
	wg.Go(func() { s.Work(ctx) })
	server := httptest.NewServer(s.Handler())
	t.Cleanup(func() { server.CloseClientConnections(); server.Close(); cancel(); wg.Wait(); store.Close() })
	return server.URL
}

// site builds and serves the static site. It returns the address.
func site(t testing.TB) string {
	t.Helper()
	wasm := filepath.Join(t.TempDir(), "farbank.wasm")
	build := exec.CommandContext(t.Context(), "go", page.BuildArgs(wasm, "./wasm")...)
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(wasm)
	if err != nil {
		t.Fatal(err)
	}
	loader, err := os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		t.Fatal(err)
	}
	dir := filepath.Join(t.TempDir(), "site")
	if err := page.Write(dir, program, loader); err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.FileServer(http.Dir(dir)))
	t.Cleanup(server.Close)
	return server.URL
}

// A browser is a tab that shows the page.
type browser struct {
	t   testing.TB
	ctx context.Context
}

// open opens an address in a new profile.
func open(t testing.TB, url string) *browser {
	t.Helper()
	b := start(t)
	b.do(chromedp.Navigate(url))
	b.until(`document.documentElement.dataset.ready === "true"`)
	return b
}

// start starts a browser.
func start(t testing.TB) *browser {
	t.Helper()
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		if os.Getenv("CI") != "" {
			t.Fatal("there is no Chromium")
		}
		t.Skip("there is no Chromium")
	}
	o := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.WindowSize(1400, 900), chromedp.WSURLReadTimeout(time.Minute))
	ctx, end := chromedp.NewExecAllocator(t.Context(), o...)
	t.Cleanup(end)
	ctx, end = chromedp.NewContext(ctx)
	t.Cleanup(end)
	return &browser{t, ctx}
}

func (b *browser) do(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	for _, a := range actions {
		if _, err := chromedp.Run(b.ctx, a); err != nil {
			b.t.Fatal(err)
		}
	}
}

// eval evaluates an expression.
func (b *browser) eval(expression string) {
	b.t.Helper()
	b.do(chromedp.Evaluate[chromedp.Void](expression))
}

// text evaluates an expression whose value is a string.
func (b *browser) text(expression string) string {
	b.t.Helper()
	text, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](expression))
	if err != nil {
		b.t.Fatal(err)
	}
	return text
}

// press presses a key with the focus on the element.
func (b *browser) press(selector, key string) {
	b.t.Helper()
	b.eval("document.querySelector(`" + selector + "`).focus()")
	b.do(chromedp.KeyEvent(key))
}

// until waits until an expression is true.
func (b *browser) until(expression string) {
	b.t.Helper()
	for end := time.Now().Add(40 * time.Second); time.Now().Before(end); time.Sleep(50 * time.Millisecond) {
		ok, err := chromedp.Run(b.ctx, chromedp.Evaluate[bool]("!!("+expression+")"))
		if err != nil {
			b.t.Fatal(err)
		}
		if ok {
			return
		}
	}
	b.t.Fatalf("never %s\nin\n%.3000s", expression, b.text(`document.body.innerText + "\n" + document.querySelector("#source").value`))
}

// shows waits for a text in an element.
func (b *browser) shows(selector, text string) {
	b.t.Helper()
	b.until(`[...document.querySelectorAll("` + selector + `")].some((e) => e.textContent.includes("` + text + `"))`)
}

func (b *browser) click(selector string) {
	b.t.Helper()
	b.until(`!!document.querySelector('` + selector + `')`)
	b.eval(`document.querySelector('` + selector + `').click()`)
}

// choose selects an item of a list or sets a field, with the events of a user.
func (b *browser) choose(selector, value string) {
	b.t.Helper()
	b.until(`!!document.querySelector('` + selector + `')`)
	b.eval(`{ const e = document.querySelector('` + selector + `'); e.value = "` + value + `"; e.dispatchEvent(new Event("input", { bubbles: true })); e.dispatchEvent(new Event("change", { bubbles: true })); }`)
}

// write replaces the text of the editor.
func (b *browser) write(text string) {
	b.t.Helper()
	b.eval("{ const e = document.querySelector(`#source`); e.focus(); e.select(); document.execCommand(`insertText`, false, " + strconv.Quote(text) + "); }")
}

// shot stores a screenshot, if they are requested.
func (b *browser) shot(name string) {
	b.t.Helper()
	if *shots == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.FullScreenshot(100))
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*shots, name+".png"), png, 0o644); err != nil {
		b.t.Fatal(err)
	}
}
