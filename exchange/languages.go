package exchange

import (
	"farbank/exchange/asp"
	"farbank/exchange/clips"
	"farbank/exchange/dimacs"
	"farbank/exchange/json"
	"farbank/exchange/minizinc"
	"farbank/exchange/pddl"
	"farbank/exchange/prism"
	"farbank/exchange/program"
	"farbank/exchange/promela"
)

// Languages are the languages that problems can be exported to.
var Languages = []*Language{pddl.Language, minizinc.Language, dimacs.Language, promela.Language, asp.Language, clips.Language, program.LP, program.MPS, prism.Language, prism.JANI, json.Language}
