package farbank

import (
	"errors"

	"farbank/engine"
	"farbank/exchange/pddl"
	"farbank/internal/bounded"
	"farbank/internal/sources"
)

// LoadPDDL reads a problem from two PDDL files, the domain and the problem; see ParsePDDL.
func LoadPDDL(domain, problem string, opts ...Option) (*Problem, error) {
	ctx := engine.Lasting(optionsOf(opts).Context)
	var texts [2]string
	for i, name := range []string{domain, problem} {
		b, err := bounded.ReadFile(ctx, name, MaxSource)
		if err != nil {
			return nil, err
		}
		texts[i] = sources.Text(b)
	}
	return ParsePDDL(domain, texts[0], problem, texts[1], opts...)
}

// ParsePDDL reads a problem from the texts of a PDDL domain and problem; the names are used in messages.
// Errors in the texts are a syntax.ErrorList.
func ParsePDDL(domainName, domain, problemName, problem string, opts ...Option) (*Problem, error) {
	o := optionsOf(opts)
	if len(o.Params) > 0 || len(o.Data) > 0 {
		return nil, errors.New("a problem in PDDL has no parameters")
	}
	first, second := pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}
	p, err := pddl.Read(engine.Lasting(o.Context), first, second, o.Limit)
	if !errors.Is(err, pddl.ErrDurative) {
		return p, err
	}
	text, err := pddl.Import(engine.Lasting(o.Context), first, second, o.Limit)
	if err != nil {
		return nil, err
	}
	return Parse(problemName, text, opts...)
}

// ImportPDDL converts a PDDL domain and problem to the text of a .far file; see ParsePDDL.
func ImportPDDL(domainName, domain, problemName, problem string, opts ...Option) (string, error) {
	o := optionsOf(opts)
	return pddl.Import(engine.Lasting(o.Context), pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}, o.Limit)
}
