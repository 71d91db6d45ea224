//go:build js

package compare

import (
	"context"

	"farbank/engine"
	"farbank/model"
)

// A Peer is another system. Browsers do not support any.
type Peer struct{ Name string }

func (peer *Peer) ask(context.Context, *model.Problem, engine.Question, Options, *model.Plan) Row {
	return Row{Name: peer.Name, Outside: true, Status: engine.Unsupported, Reason: "it is not installed", Horizon: -1}
}
