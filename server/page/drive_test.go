package page_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// drive operates the page as a user does.
func drive(t *testing.T, url string) {
	b := open(t, url)
	kind := strings.ToLower(strings.TrimPrefix(t.Name(), "Test"))
	for _, part := range []struct {
		name string
		do   func(*browser)
	}{{"mistake", mistake}, {"complete", complete}, {"solve", solve}, {"chart", chart}, {"play", play}, {"explain", explain}, {"why", why}, {"files", files}, {"stop", stop}, {"other", others}} {
		ok := t.Run(part.name, func(t *testing.T) {
			c := &browser{t, b.ctx}
			part.do(c)
			c.shot(kind + "-" + part.name)
		})
		if !ok {
			return
		}
	}
	t.Run("link", func(t *testing.T) { link(&browser{t, b.ctx}, url) })
}

// mistake writes a file with a mistake, checks the mark and the hint, and applies the hint.
func mistake(b *browser) {
	b.write("enum Bank { west, east }\nstate at: Bank = west\nmove go() { at = east }\ngoal at == esat\n")
	b.shows("#diagnostics li", "unknown name esat")
	b.shows("#diagnostics li", "did you mean east?")
	b.shows(".paint mark", "esat")
	b.shows(".gutter .bad", "4")
	b.shot("mistake-seen")
	b.click("#diagnostics .fix")
	b.until(`document.querySelector("#source").value.includes("goal at == east") && !document.querySelector("#diagnostics li")`)
	b.eval(`document.execCommand("undo")`)
	b.until(`document.querySelector("#source").value.includes("esat")`)
	b.shows("#diagnostics li", "unknown name esat")
	b.click("#diagnostics .fix")
	b.write("goal    true\nstate x: 1..2 = 1")
	b.click("#format")
	b.until(`document.querySelector("#source").value.startsWith("goal true\n")`)
}

// solve solves a problem and steps through the pictures.
func solve(b *browser) {
	b.choose("#example", "wolf")
	b.click("#solve")
	b.shows("#progress", "7 moves")
	b.shows("#panel td", "goat to the east")
	b.click("#tab-film")
	b.shows("#panel figcaption", "State 0 of 7")
	b.choose("#panel input[type=range]", "3")
	b.shows("#panel figcaption", "State 3 of 7. Next: goat to the west")
	b.press(".film button", kb.ArrowRight)
	b.shows("#panel figcaption", "State 4 of 7")
	b.until(`document.querySelector(".film img").naturalWidth > 0`)
	b.click(`.film button[aria-label="Play"]`)
	b.shows("#panel figcaption", "State 7 of 7")
	b.shot("film")
	b.click("#tab-strip")
	b.until(`document.querySelectorAll(".strip img").length === 8`)
	b.choose("#plans", "count")
	b.click("#solve")
	b.shows("#progress", "2 plans")
	b.choose("#plans", "all")
	b.click("#solve")
	b.until(`document.querySelectorAll("#panel ol li").length === 2`)
	b.click("#panel ol li:nth-child(2) .open")
	b.shows("#panel figcaption", "State 0 of 7. Next: goat to the east")
	b.until(`document.querySelector(".film img").naturalWidth > 0`)
	b.choose("#plans", "shortest")
}

// chart solves a problem without moves: the answer has a picture, and the film no controls.
func chart(b *browser) {
	b.click("#tab-table")
	b.choose("#example", "jobshop")
	b.click("#solve")
	b.until(`document.querySelector("#panel .board")?.naturalWidth > 0 && document.querySelector("#panel table")`)
	b.shows("#panel td", "11")
	b.click("#tab-strip")
	b.click("#panel .strip button")
	b.until(`document.querySelector("#panel .film .board") && !document.querySelector("#panel .film input")`)
	b.click("#tab-table")
}

// complete asks for completions at the cursor and takes the second by keyboard.
func complete(b *browser) {
	b.write("enum Bank { west, east }\nstate at: Bank = west\nmove go() { at = e")
	b.click("#complete")
	b.until(`[...document.querySelectorAll("#completions li")].some((e) => e.textContent.startsWith("east"))`)
	b.eval(`window.left = document.querySelector("#source").dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }))`)
	b.until(`!window.left && document.querySelector("#completions").hidden`)
	b.until(`document.querySelector("#source").value.endsWith("at = east")`)
	b.write("enum Bank { west, east }\nstate at: Bank = ")
	b.click("#complete")
	b.until(`document.querySelectorAll("#completions li").length > 1`)
	b.press("#source", kb.ArrowDown)
	b.until(`document.activeElement.id === "source" && document.querySelector("#completions [aria-selected=true]").id === "completion-1"`)
	b.shot("completions")
	b.press("#source", kb.Escape)
	b.until(`document.querySelector("#completions").hidden && document.querySelector("#source").value.endsWith("= ")`)
}

// play makes a losing move, checks the reason, then plays and wins.
func play(b *browser) {
	b.choose("#example", "wolf")
	b.click("#tab-play")
	b.click(`[data-move="cross(wolf)"]`)
	b.shows(".told", "the goat eats the cabbage")
	b.click(`[data-act="Hint"]`)
	b.shows(".told", "Try: goat to the east (7 to go)")
	for i, m := range []string{"goat", "farmer", "wolf", "goat", "cabbage", "farmer", "goat"} {
		b.click(`[data-move="cross(` + m + `)"]:not([aria-disabled])`)
		b.shows(".game .bar", string(rune('1'+i))+" moves")
	}
	b.shows(".told", "Won, in 7 moves")
	b.click(`[data-act="Undo"]`)
	b.shows(".game .bar", "6 moves")
	b.write("state x: 0..3 = 1\nmove left() \"go left\" {\n require x > 0\nx = 0\n}\nmove right() \"go right\" {\nrequire x > 0 and x < 3\nx += 1\n}\ngoal x == 3\n")
	b.shows(".game .choices", "go left")
	b.press(".game", kb.ArrowLeft)
	b.shows(".told", "Lost")
	b.shows(".choices small", "it needs x > 0")
	b.do(chromedp.KeyEvent("u"))
	b.shows(".game .bar", "0 moves")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.shows(".game .bar", "1 moves")
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	b.shows(".told", "Won")
}

// explain asks why no plan exists, and applies a suggested change.
func explain(b *browser) {
	b.click("#tab-table")
	b.choose("#example", "husbands")
	b.choose(`[data-param="couples"]`, "4")
	b.click("#solve")
	b.shows("#progress", "There is no plan")
	b.click("#why")
	b.shows("#panel .card", "seats 2 -> 3")
	b.shot("explained")
	b.click(`.apply[aria-label*="seats 2"]`)
	b.until(`document.querySelector('[data-param="seats"]').value === "3"`)
	b.click("#solve")
	b.shows("#progress", "9 moves")
	b.choose(`[data-param="seats"]`, "")
	b.click("#tab-explain")
	b.click(".ask")
	b.click(`.apply[aria-label*="a wife is left"]`)
	b.until(`document.querySelector("#source").value.includes("// never \"a wife is left")`)
	b.click("#solve")
	b.shows("#progress", "13 moves")
}

// why checks that the tab says something in every case, also if there is nothing to explain.
func why(b *browser) {
	b.choose("#example", "wolf")
	b.click("#tab-explain")
	b.write("state x: 0..3 = 0\nmove up() { x += 1 }\ngoal x == 2\n")
	b.shows("#panel", "If there is no plan, an explanation shows the reasons")
	b.click(".ask")
	b.shows("#panel", "There is nothing to explain: no rule or requirement can be left out. A best plan costs 2.")
	b.write("state x: 0..3 = 0\nmove up() { x += 1 }\ngoal x == 2 and x == 3\n")
	b.click(".ask")
	b.shows("#panel", "There is no plan even without all rules and requirements that can be left out.")
	b.shows("#panel", "gives a plan.")
	b.until(`!document.querySelector("#panel .card")`)
	b.click("#tab-table")
	b.choose("#example", "wolf")
	b.click("#solve")
	b.shows("#progress", "7 moves")
	b.click("#tab-explain")
	b.shows("#panel", "There is a plan. An explanation shows which rules it depends on.")
	b.click(".ask")
	b.shows("#panel li", "without it the best plan would be another")
}

// files writes a text, saves it and opens it again, with data.
func files(b *browser) {
	b.choose("#example", "wolf")
	b.write("puzzle \"Up and down\"\nparam n: 1..3 = 1\nstate x: 0..3 = 0\nmove up() { x += 1 }\ngoal x == n\n")
	b.until(`document.querySelector("#example").value === "" && document.querySelector("#example").selectedOptions[0].textContent === "none, own text"`)
	b.eval(`window.saved = [];
		HTMLAnchorElement.prototype.click = function () { window.saved.push(this.download); };
		URL.createObjectURL = (b) => (b.text().then((t) => window.saved.push(t)), "blob:none");`)
	b.click("#save")
	b.until(`window.saved.length === 2 && window.saved.includes("up-and-down.far") && window.saved.some((t) => t.includes("goal x == n"))`)
	dir := b.t.TempDir()
	file, data := filepath.Join(dir, "mine.far"), filepath.Join(dir, "mine.json")
	if err := os.WriteFile(file, []byte("param n: 1..3 = 1\nstate x: 0..3 = 0\nmove up() { x += 1 }\ngoal x >= n\n"), 0o666); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(data, []byte(`{"n": 3}`), 0o666); err != nil {
		b.t.Fatal(err)
	}
	b.do(chromedp.SetUploadFiles("#file", []string{file}))
	b.until(`document.querySelector("#source").value.includes("goal x >= n") && document.querySelector("#example").value === ""`)
	b.do(chromedp.SetUploadFiles("#file", []string{data}))
	b.until(`document.querySelector("#json").value.includes("3")`)
	b.click("#solve")
	b.shows("#progress", "3 moves")
	b.eval(`window.saved = []`)
	b.click("#save")
	b.until(`window.saved.includes("mine.far")`)
	b.choose("#example", "hanoi")
	b.until(`document.querySelector("#source").value.includes("Hanoi")`)
	hanoi := b.text(`document.querySelector("#source").value`)
	b.write("goal true\n")
	b.until(`document.querySelector("#example").value === ""`)
	b.write(hanoi)
	b.until(`document.querySelector("#example").value === "hanoi"`)
}

// stop interrupts a long search.
func stop(b *browser) {
	b.click("#tab-table")
	b.choose("#example", "knight")
	b.choose("#engine", "journey")
	b.click("#solve")
	b.shows("#progress", "Working")
	b.shows("#progress", "1 s")
	b.click("#stop:enabled")
	b.shows("#progress", "Stopped")
	b.choose("#engine", "auto")
	b.choose("#example", "wolf")
	b.click("#solve")
	b.shows("#progress", "7 moves")
}

// others opens the graph, the engines and the manual.
func others(b *browser) {
	b.choose("#example", "wolf")
	b.click("#tab-compare")
	b.click(".ask")
	b.shows("#panel", "The engines agree")
	b.click("#tab-graph")
	b.click(".ask")
	b.shows("#panel .bar", "10 states")
	b.press(".stage .node", kb.Enter)
	b.shows("#panel pre", "Left bank")
	b.click(`[aria-label="Zoom in"]`)
	b.eval(`window.wide = Number(document.querySelector(".stage svg").getAttribute("viewBox").split(" ")[2]);
		for (const [type, id, x] of [["pointerdown", 1, 300], ["pointerdown", 2, 400], ["pointermove", 2, 500], ["pointerup", 1, 300], ["pointerup", 2, 500]])
			document.querySelector(".stage").dispatchEvent(new PointerEvent(type, { pointerId: id, pointerType: "touch", buttons: 1, clientX: x, clientY: 400, bubbles: true }));`)
	b.until(`Math.abs(Number(document.querySelector(".stage svg").getAttribute("viewBox").split(" ")[2]) / window.wide - 0.5) < 0.01`)
	b.shot("graph")
	b.click("#manual")
	b.until(`document.querySelectorAll("#help pre").length > 3`)
}

// link shares a link and opens it in a new profile.
func link(b *browser, url string) {
	b.choose("#example", "husbands")
	b.choose(`[data-param="seats"]`, "3")
	b.choose("#plans", "count")
	b.click("#link")
	b.until(`location.hash.startsWith("#1.")`)
	other := open(b.t, b.text(`location.href`))
	other.until(`document.querySelector("#source").value.startsWith("puzzle \"Jealous husbands\"") && document.querySelector("#plans").value === "count"`)
	other.until(`document.querySelector('[data-param="seats"]')?.value === "3"`)
	other.do(chromedp.EmulateViewport(390, 844, chromedp.EmulateMobile))
	other.click("#solve")
	other.shows("#progress", "plans")
	other.until(`document.documentElement.scrollWidth <= 390`)
	other.choose("#plans", "shortest")
	other.click("#solve")
	other.shows("#progress", "moves")
	other.shot("phone")
	other.click("#theme")
	other.do(chromedp.EmulateViewport(1400, 900))
	other.click("#tab-film")
	other.until(`document.documentElement.dataset.theme === "dark"`)
	other.shot("dark")
}
