package farbank

import (
	"errors"
	"strings"

	"farbank/engine"
	"farbank/exchange/pddl"
	"farbank/internal/bounded"
)

// PDDLNames parts a name such as "domain.pddl,problem.pddl" into those of the two files; ok
// is false where a name is no such thing.
func PDDLNames(name string) (domain, problem string, ok bool) {
	domain, problem, ok = strings.Cut(name, ",")
	return domain, problem, ok && IsPDDL(domain) && IsPDDL(problem)
}

// IsPDDL says whether a file is called one in PDDL.
func IsPDDL(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".pddl") }

// LoadPDDL reads a problem from two files in PDDL, the domain and the problem; see
// ParsePDDL.
func LoadPDDL(domain, problem string, opts ...Option) (*Problem, error) {
	ctx := engine.Lasting(optionsOf(opts).Context)
	var texts [2]string
	for i, name := range []string{domain, problem} {
		b, err := bounded.ReadFile(ctx, name, MaxSource)
		if err != nil {
			return nil, err
		}
		texts[i] = SourceText(b)
	}
	return ParsePDDL(domain, texts[0], problem, texts[1], opts...)
}

// ParsePDDL reads a problem from the texts of a domain and a problem in PDDL; the names
// stand for them in messages. What is wrong with them is a syntax.ErrorList.
func ParsePDDL(domainName, domain, problemName, problem string, opts ...Option) (*Problem, error) {
	o := optionsOf(opts)
	if len(o.Params) > 0 || len(o.Data) > 0 {
		return nil, errors.New("a problem in PDDL has no parameters")
	}
	return pddl.Read(engine.Lasting(o.Context), pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}, o.Limit)
}

// ImportPDDL writes the problem of a domain and a problem in PDDL as the text of a .far file;
// see ParsePDDL.
func ImportPDDL(domainName, domain, problemName, problem string, opts ...Option) (string, error) {
	o := optionsOf(opts)
	return pddl.Import(engine.Lasting(o.Context), pddl.File{Name: domainName, Text: domain}, pddl.File{Name: problemName, Text: problem}, o.Limit)
}
