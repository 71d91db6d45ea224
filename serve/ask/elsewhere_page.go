//go:build page

package ask

import (
	"bytes"

	"farbank"
	"farbank/lang/syntax"
	"farbank/model"
	"farbank/picture"
	"farbank/study/advice"
	"farbank/study/explain"
)

// A page asks in the language of Farbank only, and not all that programs ask: the rest would make the program that a browser loads larger by a
// tenth.

var errElsewhere = refused("this is answered by the service and on the command line, not in a browser")

func (a *asked) parsePDDL([]farbank.Option) (*farbank.Problem, error) { return nil, errElsewhere }
func (a *asked) export(*farbank.Problem) (any, error)                 { return nil, errElsewhere }
func (a *asked) verify(*farbank.Problem) (any, error)                 { return nil, errElsewhere }
func (a *asked) space(*farbank.Problem) (any, error)                  { return nil, errElsewhere }
func explained(*explain.Result) (string, error)                       { return "", errElsewhere }
func writeDOT(*bytes.Buffer, *picture.Graph) error                    { return errElsewhere }
func writeMermaid(*bytes.Buffer, *picture.Graph) error                { return errElsewhere }

func (a *asked) advise(*syntax.File, *farbank.Problem) ([]advice.Advice, error) {
	return nil, errElsewhere
}

func (a *asked) write(*bytes.Buffer, *farbank.Problem, []model.Step) error { return errElsewhere }
