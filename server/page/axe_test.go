package page_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// TestAxe checks the accessibility of the page with axe (WCAG 2.2 AA): each part of it, in light
// and dark mode, on wide and narrow screens.
func TestAxe(t *testing.T) {
	t.Parallel()
	npm, err := exec.LookPath("npm")
	if err != nil && os.Getenv("CI") == "" {
		t.Skip("there is no npm")
	}
	b := open(t, service(t, nil))
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), npm, "install", "--silent", "--no-fund", "--no-audit", "--ignore-scripts", "--prefix", dir, "axe-core@4").CombinedOutput(); err != nil {
		if os.Getenv("CI") == "" {
			t.Skipf("axe-core cannot be installed: %s", out)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	axe, err := os.ReadFile(filepath.Join(dir, "node_modules", "axe-core", "axe.min.js"))
	if err != nil {
		t.Fatal(err)
	}
	b.eval(string(axe) + "; null")
	b.write("state at: 1..2 = 1\nmove go() { at = tow }\ngoal at == 2\n")
	b.shows("#diagnostics li", "unknown name")
	b.axe("mistake")
	b.click("#complete")
	b.until(`!document.querySelector("#completions").hidden`)
	b.axe("completions")
	b.press("#source", kb.Escape)
	b.choose("#example", "husbands")
	b.choose(`[data-param="couples"]`, "3")
	b.click("#solve")
	b.shows("#progress", "11 moves")
	for _, theme := range []string{"light", "dark"} {
		b.eval(`if (document.documentElement.dataset.theme !== "` + theme + `") document.querySelector("#theme").click()`)
		for _, part := range []string{"table", "film", "strip"} {
			b.click("#tab-" + part)
			b.axe(theme + " " + part)
		}
		b.click("#tab-play")
		b.shows(".game .choices", "to the far bank")
		b.axe(theme + " play")
	}
	for _, part := range []string{"graph", "explain", "compare"} {
		b.click("#tab-" + part)
		b.click(".ask")
		b.until(`!document.querySelector(".ask")`)
		b.axe(part)
	}
	b.click("#manual")
	b.until(`document.querySelectorAll("#help pre").length > 3`)
	b.axe("manual")
	b.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	b.axe("phone")
}

// axe reports the violations that axe finds.
func (b *browser) axe(where string) {
	b.t.Helper()
	b.eval(`window.found = null; axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }).then((r) => { window.found = r.violations.map((v) => v.id + ": " + v.help + "\n  " + v.nodes.slice(0, 4).map((n) => n.html.slice(0, 150) + " " + (n.any[0]?.message ?? "")).join("\n  ")).join("\n"); }); null`)
	b.until(`window.found !== null`)
	if found := b.text(`window.found`); found != "" {
		b.t.Errorf("%s: %s", where, found)
	}
}
