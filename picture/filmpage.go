package picture

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"
	"sync"
)

// MostFrames is how many frames a page holds at most.
const MostFrames = 2000

//go:embed filmpage.html
var filmPage string

var filmTemplate = sync.OnceValue(func() *template.Template { return template.Must(template.New("film").Parse(filmPage)) })

// FilmPage writes a film as one HTML file that needs nothing else: a frame at a time, with
// a slider, buttons and keys. Of a film of more than [MostFrames] frames the first are
// shown, and a note says so.
func FilmPage(w io.Writer, f *Film) error {
	f = f.shown()
	if n := len(f.Frames); n > MostFrames {
		f.Frames = f.Frames[:MostFrames]
		f.Notes = append(f.Notes, fmt.Sprintf("Only the first %d of %d frames are here.", MostFrames, n))
	}
	wide, high := f.size()
	frames := make([]string, len(f.Frames))
	captions := make([]string, len(f.Frames))
	for i := range f.Frames {
		d := &drawing{}
		d.frame(&f.Frames[i], wide, high)
		frames[i], captions[i] = d.b.String(), f.Frames[i].Caption
	}
	data, err := json.Marshal(map[string]any{"frames": frames, "captions": captions})
	if err != nil {
		return err
	}
	return filmTemplate().Execute(w, map[string]any{
		"Title": f.Title, "Subtitle": f.Subtitle, "Notes": f.Notes, "Wide": num(wide), "High": num(high), "Most": num(2.2 * wide), "Last": len(frames) - 1,
		"Font": sans, "Data": template.JS(strings.ReplaceAll(string(data), "</", `<\/`)), // JSON of our own
	})
}
