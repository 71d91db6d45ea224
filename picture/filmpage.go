package picture

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// MostFrames is the maximum number of frames of a page.
const MostFrames = 2000

//go:embed filmpage.html
var filmPage string

// FilmPage writes a film as one self-contained HTML file that shows one frame at a time, with a
// slider, buttons and keys. If a film has more than [MostFrames] frames, the page shows the first
// ones and a note.
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
	notes := ""
	for _, n := range f.Notes {
		notes += "<p>" + xml(n) + "</p>"
	}
	_, err = strings.NewReplacer("{{title}}", xml(f.Title), "{{subtitle}}", xml(f.Subtitle), "{{notes}}", notes,
		"{{wide}}", num(wide), "{{high}}", num(high), "{{most}}", num(2.2*wide), "{{last}}", strconv.Itoa(len(frames)-1),
		"{{font}}", xml(sans), "{{data}}", string(data)).WriteString(w, filmPage) // in JSON < and > are escaped
	return err
}
