package advice

import (
	"slices"

	"farbank/lang/syntax"
	"farbank/model"
	"farbank/model/canonical"
)

// undetermined finds uses of the that no requirement determines: for the engines they are distinctions of cases, where
// they could be the value of a choice.
func (a *adviser) undetermined() {
	places := canonical.Undetermined(a.p)
	if len(places) == 0 {
		return
	}
	for _, d := range a.f.Decls {
		for _, e := range conditions(d) {
			syntax.Inspect(e, func(n syntax.Node) bool {
				c, ok := n.(*syntax.Comprehension)
				if ok && c.Kind == syntax.The && slices.Contains(places, model.Pos{Line: c.Pos().Line, Col: c.Pos().Col}) {
					a.say(c, "if exactly one always has it, add a requirement: count(...) == 1",
						"no requirement says that exactly one value has this property: %s", a.text(c))
				}
				return true
			})
		}
	}
}
