package rules

import "farbank/rules/decision"

// Decide evaluates a decision of the table or model in a text: DMN 1.3 if the name of its file ends in
// .dmn or .xml, CSV for .csv, and otherwise the first table of a Markdown text. Name is that of the
// decision, "" for the last one. Data are the values of the inputs. To evaluate a text more than once, use
// package decision.
func Decide(file, text, name string, data map[string]any) (*decision.Result, error) {
	m, err := decision.Read(file, text)
	if err != nil {
		return nil, err
	}
	return m.Decide(name, data)
}
