package render

import (
	"fmt"
	"html"
	"io"
	"strings"

	"farbank/internal/visible"
	"farbank/model"
)

// strategyStyle is the style sheet of the page of a strategy. It follows the colours of its reader.
const strategyStyle = `:root { color-scheme: light dark; font-family: system-ui, sans-serif; line-height: 1.45 }
body { max-width: 60rem; margin: 1rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem; margin: 0 0 .2rem }
details, .end { margin-left: 1.1rem; border-left: 1px solid #8886; padding-left: .6rem }
.tree > details, .tree > .end { margin-left: 0; border: 0; padding-left: 0 }
summary { cursor: pointer }
summary:focus-visible { outline: 2px solid }
.case { opacity: .75 }
.foe, .chance { font-style: italic }
.goal { color: #0a7a2f; font-weight: bold }
.lost { color: #b00020; font-weight: bold }
@media (prefers-color-scheme: dark) { .goal { color: #5fd38d } .lost { color: #ff8a80 } }
table { border-collapse: collapse; font-size: .85rem; opacity: .85; margin: .1rem 0 .3rem }
td, th { border: 1px solid #8884; padding: 0 .5em; text-align: left; font-weight: normal }
`

// StrategyHTML writes a strategy as an HTML page with its verdict in words: a tree whose situations open and close.
// Each says what to do, what is seen, and what can come next. A situation that was written before is a link to it.
// At most SituationsListed situations are written.
func StrategyHTML(w io.Writer, p *model.Problem, s *model.Strategy, verdict string) error {
	t := &pageWriter{treeWriter: treeWriter{p: p, s: s, cols: situationColumns(p), written: make([]bool, len(s.Situations))}}
	title := html.EscapeString(visible.Line(titleOf(p)))
	fmt.Fprintf(&t.out, "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"+
		"<title>%s</title>\n<style>\n%s</style>\n<h1>%s</h1>\n<div>%s</div>\n", title, strategyStyle, title, html.EscapeString(visible.Line(verdict)))
	if text := chosen(p, s); text != "" {
		fmt.Fprintf(&t.out, "<div>%s</div>\n", html.EscapeString(visible.Line(text)))
	}
	t.out.WriteString("<div class=\"tree\">\n")
	for _, k := range s.Starts {
		prefix := ""
		if len(s.Starts) > 1 {
			prefix = t.apart(s.Starts, k)
		}
		t.situation(k, prefix, 0)
	}
	t.out.WriteString("</div>\n")
	if t.lines > SituationsListed {
		t.out.WriteString("<p>… and more; <code>--format json</code> lists all.</p>\n")
	}
	_, err := io.WriteString(w, t.out.String())
	return err
}

// A pageWriter writes the page of a strategy.
type pageWriter struct {
	treeWriter
	out strings.Builder
}

// openLevels is the number of levels of the tree that are open at first.
const openLevels = 3

// situation writes a situation and those below it. The prefix says how it comes about.
func (t *pageWriter) situation(k int, prefix string, level int) {
	if t.lines++; t.lines > SituationsListed {
		return
	}
	st := &t.s.Situations[k]
	if prefix != "" {
		prefix = "<span class=\"case\">" + html.EscapeString(prefix) + "</span>"
	}
	if st.End != model.Goes {
		word := ending(st.End)
		fmt.Fprintf(&t.out, "<div class=\"end\">%s<span class=\"%s\">%s</span>%s</div>\n", prefix, word, word, html.EscapeString(t.found(st)))
		return
	}
	if t.written[k] {
		fmt.Fprintf(&t.out, "<div class=\"end\">%s<a href=\"#s%d\">as in %d</a></div>\n", prefix, k+1, k+1)
		return
	}
	t.written[k] = true
	open := ""
	if level < openLevels {
		open = " open"
	}
	fmt.Fprintf(&t.out, "<details id=\"s%d\"%s><summary>%s%d. <span class=\"%s\">%s</span></summary>\n", k+1, open, prefix, k+1, st.By, html.EscapeString(situationMove(st)))
	t.seen(st)
	next := make([]int, len(st.Next))
	for i, f := range st.Next {
		next[i] = f.To
	}
	for _, f := range st.Next {
		label := ""
		switch {
		case f.Label != "":
			label = visible.Line(f.Label) + ": "
		case len(next) > 1:
			label = t.apart(next, f.To)
		}
		t.situation(f.To, label, level+1)
	}
	t.out.WriteString("</details>\n")
}

// seen writes a table of what is seen in a situation.
func (t *pageWriter) seen(st *model.Situation) {
	if len(t.cols) == 0 {
		return
	}
	var head, body strings.Builder
	for _, c := range t.cols {
		fmt.Fprintf(&head, "<th>%s</th>", html.EscapeString(visible.Line(c.title)))
		fmt.Fprintf(&body, "<td>%s</td>", html.EscapeString(visible.Line(knownText(st.Worlds, c.text))))
	}
	fmt.Fprintf(&t.out, "<table><tr>%s</tr><tr>%s</tr></table>\n", head.String(), body.String())
}
