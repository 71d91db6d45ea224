package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"

	"farbank/lang/syntax"
	"farbank/server/ask"
	"farbank/show/render"
)

// unrouted answers requests for which there is no operation: 405 if the path has operations of other methods, else
// 404, with a Fault as the body.
func (s *Server) unrouted(w http.ResponseWriter, r *http.Request) {
	var methods, paths []string
	for path, item := range s.api.OpenAPI().Paths {
		paths = append(paths, path)
		if !matchesPath(path, r.URL.Path) {
			continue
		}
		if item.Get != nil {
			methods = append(methods, http.MethodGet)
		}
		if item.Post != nil {
			methods = append(methods, http.MethodPost)
		}
		if item.Delete != nil {
			methods = append(methods, http.MethodDelete)
		}
	}
	slices.Sort(methods)
	slices.Sort(paths)
	e := render.ErrorJSON{Message: "there is no operation " + r.URL.Path, Hint: syntax.DidYouMean(r.URL.Path, paths)}
	status := http.StatusNotFound
	if e.Hint == "" {
		e.Hint = "/openapi.json describes all operations"
	}
	if len(methods) > 0 {
		status = http.StatusMethodNotAllowed
		w.Header().Set("Allow", strings.Join(methods, ", "))
		e = render.ErrorJSON{Message: fmt.Sprintf("%s does not take %s", r.URL.Path, r.Method), Hint: "use " + strings.Join(methods, " or ")}
	}
	writeFault(w, &Fault{status, []render.ErrorJSON{e}})
}

// matchesPath reports whether a path has the form of a path with names in braces.
func matchesPath(form, path string) bool {
	want, got := strings.Split(form, "/"), strings.Split(path, "/")
	return slices.EqualFunc(want, got, func(w, g string) bool { return w == g || strings.HasPrefix(w, "{") && g != "" })
}

func writeFault(w http.ResponseWriter, f *Fault) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(f.Status)
	json.NewEncoder(w).Encode(f)
}

// requestNames are the properties of requests.
var requestNames = propertiesOf(reflect.TypeFor[ask.Request]())

// propertiesOf returns the names of the JSON properties of a struct.
func propertiesOf(t reflect.Type) []string {
	var names []string
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && f.Type.Kind() == reflect.Struct:
			names = append(names, propertiesOf(f.Type)...)
		case name != "" && name != "-":
			names = append(names, name)
		}
	}
	return names
}

// hintFor returns how to mend a request that could not be read, or "".
func hintFor(status int, location, message string) string {
	switch {
	case status == http.StatusUnsupportedMediaType || strings.Contains(message, "unknown content type"):
		return "send JSON, with the header Content-Type: application/json"
	case message == "unexpected property":
		return syntax.DidYouMean(location[strings.LastIndexByte(location, '.')+1:], requestNames)
	}
	return ""
}
