package picture_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"farbank/picture"
)

func film(frames int) *picture.Film {
	f := &picture.Film{Title: "A <title> & more", Subtitle: "</script>", Notes: []string{"a note"}}
	for i := range frames {
		f.Frames = append(f.Frames, picture.Frame{
			Boards: []picture.Board{{Rows: []string{"one", "two"}, Cols: []string{"a", "b"},
				Cells: [][]picture.Cell{{{Text: "<&>", Colour: i}, {Text: "#", Colour: -1, Wall: true}}, {{Text: "·", Colour: -1}, {Colour: -1}}}}},
			Lines:   []picture.Line{{Name: "what", Text: "\x1b[31m" + strings.Repeat("long ", 40)}, {Name: "nothing"}},
			Caption: fmt.Sprintf("move %d </script><b>", i),
		})
	}
	return f
}

// wellFormed checks that a document is well-formed XML.
func wellFormed(t *testing.T, doc string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(doc))
	for {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, doc)
		}
	}
}

func TestFilmStrip(t *testing.T) {
	for _, n := range []int{0, 1, 2, 50} {
		var b bytes.Buffer
		if err := picture.FilmStrip(&b, film(n)); err != nil {
			t.Fatal(err)
		}
		wellFormed(t, b.String())
		for i := range n {
			if n > 1 && !strings.Contains(b.String(), fmt.Sprintf("move %d", i)) {
				t.Errorf("the caption of frame %d is missing", i)
			}
		}
		if strings.Contains(b.String(), "\x1b") {
			t.Error("a control character")
		}
	}
	var b bytes.Buffer
	if err := picture.FilmStrip(&b, &picture.Film{Frames: make([]picture.Frame, 3)}); err != nil {
		t.Fatal(err)
	}
	wellFormed(t, b.String())
}

// TestFilmPage checks that no text of a film is interpreted as code of the page, and that the page
// loads nothing from elsewhere.
func TestFilmPage(t *testing.T) {
	for _, n := range []int{0, 1, 3, picture.MostFrames + 5} {
		var b bytes.Buffer
		if err := picture.FilmPage(&b, film(n)); err != nil {
			t.Fatal(err)
		}
		page := b.String()
		if strings.Count(page, "</script>") != 1 || strings.Contains(page, "<b>") || strings.Contains(page, "http") {
			t.Errorf("%d frames: the page is broken into", n)
		}
		if !strings.Contains(page, "hidden = last < 1") || !strings.Contains(page, "overflow-x: auto") || !strings.Contains(page, "e.altKey") {
			t.Errorf("%d frames: what cannot be played is shown, a wide picture is squeezed, or keys of the browser are taken", n)
		}
		if noted := strings.Contains(page, "Only the first"); noted != (n > picture.MostFrames) {
			t.Errorf("%d frames: the note is there: %v", n, noted)
		}
	}
}
