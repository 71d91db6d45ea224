package api

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"

	"farbank/examples"
	"farbank/server/ask"
	"farbank/show/render"

	"github.com/danielgtaylor/huma/v2"
)

// documents maps questions to the types of their answers, for the description of the API.
var documents = map[string]any{"check": ask.CheckDocument{}, "solve": SolveDocument{}, "count": render.CountDocument{}, "explain": ask.ExplainedDocument{},
	"compare": ask.CompareDocument{}, "play": ask.PlayDocument{}, "format": ask.FormatDocument{}, "graph": GraphDocument{}, "verify": VerifyDocument{},
	"space": SpaceDocument{}, "export": ExportDocument{}, "simulate": render.SimulationDocument{}, "complete": ask.CompleteDocument{}}

// A SolveDocument is the answer of solve, with all plans if they were requested.
type SolveDocument struct {
	ask.ShownDocument
	Plans []*render.Document `json:"plans,omitempty" doc:"with all: the plans"`
}

var about = map[string]string{
	"check": "Reads a problem and warns about likely mistakes", "format": "Formats a file",
	"solve": "Finds one plan, or all", "count": "Counts the plans", "explain": "Explains why no plan exists and which changes would allow one; or which rules matter",
	"graph": "Draws the graph of states as a picture or a text", "compare": "Compares the answers of all engines", "verify": "Checks a plan or a certificate",
	"space": "Computes statistics of the state space", "export": "Translates the problem to the language of another system", "play": "Returns the state of a game after some moves", "simulate": "Plays a strategy many times, where others move or something is not seen", "complete": "Completes the text at a position of a file",
}

// operations adds all operations to the API.
func (s *Server) operations() {
	for _, do := range ask.Kinds {
		op := s.operation(http.MethodPost, "/api/v1/"+do, do, about[do])
		op.MaxBodyBytes = s.Body
		op.Responses = s.responses(do)
		huma.Register(s.api, op, func(ctx context.Context, in *questionInput) (*questionOutput, error) {
			if in.Body.Do != "" && in.Body.Do != do {
				return nil, failed(http.StatusUnprocessableEntity, fmt.Sprintf("do must be %s for this path, not %s", do, in.Body.Do))
			}
			in.Body.Do = do
			return s.question(ctx, in)
		})
	}
	exact(s.api.OpenAPI().Components.Schemas)
	s.jobOperations()
	huma.Register(s.api, s.operation(http.MethodGet, "/api/v1/examples", "list-examples", "The names of the examples"),
		func(context.Context, *struct{}) (*namesOutput, error) {
			return &namesOutput{Body: examples.Names()}, nil
		})
	huma.Register(s.api, s.operation(http.MethodGet, "/api/v1/examples/{name}", "get-example", "An example: its text and the names of its data sets"), s.example)
	share := s.operation(http.MethodPost, "/api/v1/models", "share-model", "Stores a model for others to read")
	share.MaxBodyBytes = s.Body
	share.DefaultStatus = http.StatusCreated
	huma.Register(s.api, share, s.share)
	huma.Register(s.api, s.operation(http.MethodGet, "/api/v1/models/{id}", "get-model", "A shared model"), s.shared)
}

func (s *Server) operation(method, path, id, summary string) huma.Operation {
	return huma.Operation{Method: method, Path: path, OperationID: id, Summary: summary, Security: []map[string][]string{{"token": {}}}, BodyReadTimeout: bodyTime,
		Errors: []int{http.StatusNotFound, http.StatusMethodNotAllowed, http.StatusUnsupportedMediaType, http.StatusUnprocessableEntity}}
}

// responses describes the responses to a question.
func (s *Server) responses(do string) map[string]*huma.Response {
	schema := s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(documents[do]), true, "")
	job := s.api.OpenAPI().Components.Schemas.Schema(reflect.TypeOf(JobDocument{}), true, "")
	json := func(about string, schema *huma.Schema) *huma.Response {
		return &huma.Response{Description: about, Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
	}
	return map[string]*huma.Response{"200": json("the answer", schema), "202": json("an unfinished job; see Location", job),
		"304": {Description: "the client has the current answer"}}
}

// A Fault is the document of an error.
type Fault struct {
	Status int                `json:"status"`
	Errors []render.ErrorJSON `json:"errors"`
}

// Error returns the first message.
func (f *Fault) Error() string {
	if len(f.Errors) == 0 {
		return http.StatusText(f.Status)
	}
	return f.Errors[0].Message
}

// GetStatus returns the HTTP status.
func (f *Fault) GetStatus() int { return f.Status }

func failed(status int, message string) *Fault {
	return &Fault{status, []render.ErrorJSON{{Message: message}}}
}

// newFault converts the errors of huma for an invalid request.
func newFault(status int, message string, errs ...error) huma.StatusError {
	f := &Fault{Status: status}
	for _, err := range errs {
		if err == nil {
			continue
		}
		e := render.ErrorJSON{Message: err.Error()}
		if d, ok := err.(huma.ErrorDetailer); ok && d.ErrorDetail() != nil {
			location, message := d.ErrorDetail().Location, d.ErrorDetail().Message
			e = render.ErrorJSON{Message: strings.TrimPrefix(location+": ", ": ") + message, Hint: hintFor(status, location, message)}
		} else {
			e.Hint = hintFor(status, "", e.Message)
		}
		f.Errors = append(f.Errors, e)
	}
	if f.Errors == nil {
		f.Errors = []render.ErrorJSON{{Message: message, Hint: hintFor(status, "", message)}}
	}
	return f
}

func init() { huma.NewError = newFault } // huma has no other hook

type namesOutput struct{ Body []string }

type exampleInput struct {
	Name string `path:"name" doc:"the name of an example" example:"wolf"`
}

// An ExampleDocument is an example with the names of its data sets.
type ExampleDocument struct {
	Name     string   `json:"name"`
	Source   string   `json:"source"`
	DataSets []string `json:"dataSets"`
}

type exampleOutput struct{ Body ExampleDocument }

func (s *Server) example(_ context.Context, in *exampleInput) (*exampleOutput, error) {
	source, ok := examples.Source(in.Name)
	if !ok {
		return nil, failed(http.StatusNotFound, "there is no example of this name")
	}
	return &exampleOutput{ExampleDocument{in.Name, source, append([]string{}, examples.DataSets(in.Name)...)}}, nil
}

type modelInput struct{ Body ask.Problem }

// A ModelDocument is a shared model.
type ModelDocument struct {
	ID    string      `json:"id"`
	Model ask.Problem `json:"model"`
}

type modelOutput struct {
	Location string `header:"Location"`
	Body     ModelDocument
}

func (s *Server) share(ctx context.Context, in *modelInput) (*modelOutput, error) {
	who := clientOf(ctx)
	if !may(who, "share") {
		return nil, failed(http.StatusForbidden, "the token lacks the scope share")
	}
	b, err := json.Marshal(in.Body)
	if err != nil {
		return nil, err
	}
	id, err := s.Store.Share(ctx, who.name, b)
	if err != nil {
		return nil, s.broken(err)
	}
	return &modelOutput{"/api/v1/models/" + id, ModelDocument{id, in.Body}}, nil
}

type idInput struct {
	ID string `path:"id" maxLength:"64"`
}

func (s *Server) shared(ctx context.Context, in *idInput) (*modelOutput, error) {
	b, err := s.Store.Shared(ctx, in.ID)
	if err != nil {
		return nil, s.broken(err)
	}
	doc := ModelDocument{ID: in.ID}
	return &modelOutput{"/api/v1/models/" + in.ID, doc}, json.Unmarshal(b, &doc.Model)
}
