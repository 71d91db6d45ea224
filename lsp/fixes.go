package lsp

import (
	"encoding/json"
	"slices"
	"strings"

	"farbank/lang/builtin"
	"farbank/lang/syntax"
)

// codeActions returns quick fixes from the hints of errors.
func (r *request) codeActions() (any, error) {
	var p struct {
		Range Range `json:"range"`
	}
	if err := json.Unmarshal(r.params, &p); err != nil {
		return nil, failed(invalidParams, "%v", err)
	}
	s := r.snap
	from, to := s.offset(p.Range.Start), s.offset(p.Range.End)
	actions := []codeAction{}
	tried := 0
	for _, e := range s.look().errs {
		if e.File != s.name || e.Hint == "" || !e.Pos.IsValid() || e.Pos.Offset > to || s.errorEnd(e) < from {
			continue
		}
		for _, f := range s.fixes(e) {
			if tried++; tried > maxTried || r.ctx.Err() != nil {
				return actions, nil
			}
			if s.mends(e, f) {
				actions = append(actions, codeAction{Title: f.title, Kind: "quickfix", Diagnostics: []Diagnostic{s.diagnostic(e)}, IsPreferred: len(actions) == 0,
					Edit: workspaceEdit{map[string][]textEdit{s.uri: {{s.span(f.from, f.to), f.text}}}}})
				if !strings.Contains(e.Msg, " can be ") {
					break
				}
			}
		}
	}
	return actions, nil
}

// maxTried is the maximum number of texts that are read to find a fix.
const maxTried = 60

// A fix replaces a part of the text.
type fix struct {
	title    string
	from, to int
	text     string
}

// fixes returns the changes that the hint of an error may mean, the likeliest first.
func (s *snapshot) fixes(e *syntax.Error) []fix {
	from, to := e.Pos.Offset, s.errorEnd(e)
	var out []fix
	blank := ""
	if to > from && s.source[to-1] == ' ' {
		blank = " "
	}
	for _, text := range s.meant(e) {
		text += blank
		out = append(out, fix{"replace by " + text, from, to, text})
		if i := strings.IndexByte(text, '['); i > 0 && strings.HasSuffix(text, "]") { // an element of an array, for its index
			inner := text[i+1 : len(text)-1]
			if k := strings.LastIndex(s.source[from:to], inner); k >= 0 {
				out = append(out, fix{"replace by " + text, from + k, from + k + len(inner), text})
			}
		}
		if len(text) == 1 && strings.Contains(e.Hint, "add ") {
			end := from + len(s.line(s.position(from).Line)) - (from - s.starts[s.position(from).Line])
			out = append(out, fix{"add " + text, to, to, text}, fix{"add " + text, end, end, text})
		}
	}
	return out
}

// meant returns the texts that an error suggests, if their words occur in the file or the language:
// T and value in a hint are placeholders.
func (s *snapshot) meant(e *syntax.Error) []string {
	known := map[string]bool{"union": true, "inter": true, "minus": true, "subset": true, "none": true, "the": true}
	for l := range s.look().own.Lexemes() {
		known[l.Text] = true
	}
	list := suggestions(e.Hint)
	if _, readings, ok := strings.Cut(e.Msg, " can be "); ok {
		list = append(list, strings.FieldsFunc(strings.ReplaceAll(readings, " or ", ","), func(r rune) bool { return r == ',' || r == ' ' })...)
	}
	return slices.DeleteFunc(list, func(text string) bool {
		f, _ := syntax.Parse("", text)
		for l := range f.Lexemes() {
			if l.Token == syntax.IdentToken && !known[l.Text] && builtin.Lookup(l.Text) == nil {
				return true
			}
		}
		return false
	})
}

// Beginnings of hints that are followed by a suggested text.
var beginnings = []string{"did you mean ", "write ", "use ", "here it is ", "it is written ", "add ", "inequality is ", "equality is ", "end it with "}

// suggestions returns the texts that a hint suggests.
func suggestions(hint string) []string {
	var out []string
	for _, part := range strings.Split(hint, "; ") {
		if text, ok := strings.CutSuffix(part, " makes it a number"); ok {
			out = append(out, text)
		}
		for _, b := range beginnings {
			text, ok := strings.CutPrefix(part, b)
			if !ok {
				continue
			}
			text, _, _ = strings.Cut(strings.TrimSuffix(text, "?"), ", without")
			for _, alternative := range append([]string{text}, strings.Split(text, ", or ")...) {
				if !strings.Contains(alternative, "...") && alternative != "" {
					out = append(out, alternative)
				}
			}
		}
	}
	return out
}

// mends reports whether a fix improves the file: the error is gone, and there is no new one.
func (s *snapshot) mends(e *syntax.Error, f fix) bool {
	before := s.look()
	after := s.with(s.source[:f.from] + f.text + s.source[f.to:]).read("")
	was := map[string]int{}
	for _, x := range before.errs {
		was[x.Msg]++
	}
	was[e.Msg]--
	earlier := syntactic(before) && !syntactic(after) // errors after a syntax error were not found before
	for _, x := range after.errs {
		if was[x.Msg]--; was[x.Msg] < 0 && !earlier {
			return false
		}
	}
	return true
}

// syntactic reports whether a text has syntax errors.
func syntactic(r *reading) bool {
	_, err := syntax.Parse(r.own.Name, r.own.Source)
	return err != nil
}
