//go:build page

package ask

import "farbank"

// A page asks in the language of Farbank only: what is about others would make the program that
// a browser loads larger by a tenth.

var errElsewhere = refused("this is answered by the service and on the command line, not in a browser")

func (a *asked) parsePDDL([]farbank.Option) (*farbank.Problem, error) { return nil, errElsewhere }
func (a *asked) export(*farbank.Problem) (any, error)                 { return nil, errElsewhere }
func (a *asked) verifyProof(*farbank.Problem) (any, error)            { return nil, errElsewhere }
